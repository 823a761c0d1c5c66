# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""The part of JSON Schema that our schemas use; a keyword that is not known here is an error, not ignored."""

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
REMARKS = {"$schema", "title", "description", "$defs"}


def is_of_type(value, name):
    if name == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


def violations(value, schema, root=None, path="$"):
    """Texts that say what is wrong, none where the value is valid."""
    root = root or schema
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        yield from violations(value, target, root, path)
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(is_of_type(value, name) for name in names):
        yield f"{path}: {value!r} is not of type {names}"
        return
    for keyword, rule in schema.items():
        yield from by_keyword(keyword, rule, value, schema, root, path)


def by_keyword(keyword, rule, value, schema, root, path):
    if keyword in REMARKS or keyword in ("type", "$ref"):
        return
    if keyword == "const" and value != rule:
        yield f"{path}: {value!r} is not {rule!r}"
    elif keyword == "enum" and value not in rule:
        yield f"{path}: {value!r} is not one of {rule}"
    elif keyword == "minimum" and is_of_type(value, "number") and value < rule:
        yield f"{path}: {value} is below {rule}"
    elif keyword == "minItems" and isinstance(value, list) and len(value) < rule:
        yield f"{path}: fewer than {rule} items"
    elif keyword == "maxItems" and isinstance(value, list) and len(value) > rule:
        yield f"{path}: more than {rule} items"
    elif keyword == "items" and isinstance(value, list):
        for i, item in enumerate(value):
            yield from violations(item, rule, root, f"{path}[{i}]")
    elif keyword == "required" and isinstance(value, dict):
        yield from (f"{path}: no {key}" for key in rule if key not in value)
    elif keyword == "properties" and isinstance(value, dict):
        for key in rule.keys() & value.keys():
            yield from violations(value[key], rule[key], root, f"{path}.{key}")
    elif keyword == "additionalProperties" and isinstance(value, dict):
        for key in value.keys() - schema.get("properties", {}).keys():
            if rule is False:
                yield f"{path}: {key} is not known"
            else:
                yield from violations(value[key], rule, root, f"{path}.{key}")
    elif keyword not in ("const", "enum", "minimum", "minItems", "maxItems", "items", "required", "properties",
                         "additionalProperties"):
        yield f"{path}: the schema has {keyword}, which is not known here"
