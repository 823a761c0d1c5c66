# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT
"""How the page gets into the command: what happens without npm and without a network, pages that are damaged, and which packages
are installed. npm, node, dpkg and apt are played by scripts."""
import os
import shutil
import subprocess
import unittest

from support import ROOT, CommandTest, main

PAGE = "<title>@GRAZE_TITLE@</title><script>@GRAZE_REPORT@</script><script>@GRAZE_VIEW@</script><script>@GRAZE_DATA@</script>"


class BuildTest(CommandTest):
    def program(self, name, text):
        path = self.write(name, "#!/bin/sh\n" + text)
        path.chmod(0o755)
        return path

    def run_script(self, *words, **options):
        return subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60, **options)


class Page(BuildTest):
    def setUp(self):
        super().setUp()
        (self.folder / "web").mkdir()
        for name, text in (("package.json", "{}"), ("package-lock.json", "{}"), ("build.mjs", "build"), ("old.ts", "")):
            self.write(f"web/{name}", text)
        self.node = self.program("node", f"echo '{PAGE}' >\"$2\"\n")
        self.npm = self.program("npm", f"echo \"$*\" >>'{self.folder}/calls'\nmkdir -p node_modules\n")

    def build(self, mode="AUTO", packages="--omit=dev"):
        return self.run_script("sh", ROOT / "scripts" / "build_page.sh", self.folder / "web", self.folder / "out", mode, packages, self.node, self.npm)

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def test_is_built_in_a_copy(self):
        done = self.build()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertEqual((self.folder / "out" / "report.html").read_text().strip(), PAGE)
        self.assertFalse((self.folder / "web" / "node_modules").exists())

    def test_packages_are_fetched_once_until_they_change(self):
        self.build()
        self.build()
        self.assertEqual(len(self.calls()), 1)
        self.assertTrue(self.calls()[0].startswith("ci --omit=dev "))
        self.build(packages="--include=dev")
        self.write("web/package-lock.json", "{ }")
        self.build(packages="--include=dev")
        self.assertEqual(len(self.calls()), 3)

    def test_sources_that_are_gone_leave_the_copy(self):
        self.build()
        (self.folder / "web" / "old.ts").unlink()
        self.build()
        self.assertEqual(sorted(p.name for p in (self.folder / "out" / "web").iterdir()),
                         ["build.mjs", "installed", "node_modules", "package-lock.json", "package.json"])

    def test_without_a_network_one_line_says_so(self):
        self.npm = self.program("npm", "echo ENOTFOUND\nexit 1\n")
        done = self.build()
        self.assertEqual((done.returncode, done.stderr, done.stdout.count("\n")), (0, "", 1))
        self.assertIn("built without --html: npm cannot fetch its packages", done.stdout)
        self.assertEqual((self.folder / "out" / "report.html").read_bytes(), b"")
        done = self.build("ON")
        self.assertEqual(done.returncode, 1)
        self.assertIn("ENOTFOUND", done.stderr)

    def test_sources_that_do_not_build_are_told(self):
        self.node = self.program("node", "exit 1\n")
        self.assertIn("its sources do not build", self.build().stdout)
        self.assertEqual(self.build("ON").returncode, 1)
        self.node = self.program("node", "exit 0\n")
        self.assertIn("its build wrote nothing", self.build().stdout)

    def embed(self, text):
        page, out = self.write("p.html", text), self.folder / "template.cpp"
        return self.run_script("cmake", f"-DPAGE={page}", f"-DOUT={out}", "-P", ROOT / "cmake" / "embed_page.cmake"), out

    @unittest.skipUnless(shutil.which("cmake"), "cmake is not in PATH")
    def test_becomes_a_source(self):
        done, out = self.embed(PAGE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("".join(f"\\x{b:02x}" for b in PAGE.encode()), out.read_text())
        done, out = self.embed("")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("return {};", out.read_text())

    @unittest.skipUnless(shutil.which("cmake"), "cmake is not in PATH")
    def test_with_other_places_than_four_is_refused(self):
        for text, why in ((PAGE.replace("@GRAZE_VIEW@", ""), "@GRAZE_VIEW@ is there 0 times"), (PAGE + "@GRAZE_DATA@", "@GRAZE_DATA@ is there 2 times"),
                          (PAGE + "@GRAZE_MORE@", "there are 5 places")):
            done, _ = self.embed(text)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(why, " ".join(done.stderr.split()))


class Packages(BuildTest):
    def install(self, *groups):
        """What setup.sh asks apt-get for, where package `there` is installed, and the program `tool` in PATH."""
        (self.folder / "scripts").mkdir(exist_ok=True)
        (self.folder / "bin").mkdir(exist_ok=True)
        shutil.copy(ROOT / "scripts" / "setup.sh", self.folder / "scripts")
        self.write("packages.txt", "# remark\nfirst  there\nfirst  missing\n\nsecond  toolkit  tool\nsecond  other    nothing_like_it\nsecond  missing\n")
        self.program("bin/dpkg-query", "for last; do :; done\ntest \"$last\" = there && echo install ok installed\n")
        self.program("bin/apt-get", f"echo \"$*\" >>'{self.folder}/apt'\n")
        self.program("bin/sudo", "exec \"$@\"\n")
        self.program("bin/tool", "")
        done = self.run_script("sh", self.folder / "scripts" / "setup.sh", *groups, env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 0, done.stderr)
        log = self.folder / "apt"
        words = log.read_text().split() if log.exists() else []
        log.unlink(missing_ok=True)
        return [word for word in words if not word.startswith("-") and word != "install"]

    def test_are_installed_where_neither_they_nor_their_programs_are_there(self):
        self.assertEqual(self.install("first"), ["missing"])
        self.assertEqual(self.install("second"), ["other", "missing"])
        self.assertEqual(self.install("all"), ["missing", "other"])
        self.assertEqual(self.install("none"), [])


if __name__ == "__main__":
    main()
