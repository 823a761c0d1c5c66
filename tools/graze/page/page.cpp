// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "page/template.h"
#include "page/view.h"

namespace command {
namespace {

/// "2 findings: a.wrl, b.wrl".
std::string title_of(const Checked& checked) {
  std::string title = counted(checked.new_count(), "finding") + ":";
  for (const FileReport& file : checked.loaded.files)
    title += (title.back() == ':' ? " " : ", ") + file.path.substr(file.path.find_last_of('/') + 1);
  return title;
}

constexpr std::string_view kMark = "@GRAZE_";

}  // namespace

void require_page() {
  if (page_template().empty())
    throw UserError(
        "--html: this program was built without its page, which needs npm; install nodejs and npm, then "
        "build again "
        "with GRAZE_REPORT_PAGE=ON, which says what is missing");
}

void write_html(const Checked& checked, const std::string& command_line, const std::string& path) {
  require_page();
  const PageView view(checked);
  std::string page;
  for (const std::string_view piece : page_template()) page += piece;
  Output out(path);
  std::string_view rest = page;
  for (std::size_t mark = rest.find(kMark); mark != std::string_view::npos; mark = rest.find(kMark)) {
    out.write(rest.substr(0, mark));
    const std::size_t end = rest.find('@', mark + 1);
    const std::string_view name = rest.substr(mark + 1, end - mark - 1);
    if (name == "GRAZE_TITLE") out.write(markup_text(title_of(checked)));
    if (name == "GRAZE_DATA") view.blob().write_base64(out);
    if (name == "GRAZE_VIEW") view.write_json(out, command_line);
    if (name == "GRAZE_REPORT") {
      JsonWriter json(out, {true, true});
      write_findings(json, checked, view.finding_count());
    }
    rest = rest.substr(end + 1);
  }
  out.write(rest);
  out.finish();
}

}  // namespace command
