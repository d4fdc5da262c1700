// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/exportsvg.h"
#include "datasources/reports/exporttext.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

/// One file without scripts or external references. On narrow screens, rows become blocks with the names of their
/// columns.
constexpr std::string_view style = R"(
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0 auto;padding:20px 16px 40px;max-width:820px;font:15px/1.5 system-ui,sans-serif;color:#1b2026;background:#fff}
h1{font-size:1.6em;line-height:1.25;margin:.2em 0 .6em}
h2{font-size:1.15em;margin:1.8em 0 .5em;border-bottom:1px solid #cfd4da;padding-bottom:3px}
h3,h4{font-size:1em;margin:1.2em 0 .4em}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 14px;margin:0}
dt{color:#5b6570}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;font-size:.92em}
th{text-align:left;color:#5b6570;font-weight:500}
th,td{padding:4px 8px 4px 0;vertical-align:top;border-bottom:1px solid #eceef1;overflow-wrap:break-word}
.n{font-variant-numeric:tabular-nums;white-space:nowrap}
.r{text-align:right}
tr.total td{font-weight:600;border-top:2px solid #cfd4da}
figure{margin:14px 0;break-inside:avoid}
figcaption{font-size:.88em;color:#5b6570;margin-bottom:2px}
figure svg,figure img{width:100%;height:auto;display:block}
.notice{background:#fff6df;border-left:3px solid #a87900;padding:6px 10px;margin:10px 0}
code{background:#eceef1;padding:0 3px;border-radius:2px}
ul.tasks{list-style:none;padding-left:0}
footer{margin-top:36px;color:#5b6570;font-size:.85em;overflow-wrap:anywhere}
@media(max-width:560px){.many thead{display:none}.many tr{display:block;border-bottom:1px solid #cfd4da;padding:6px 0}
.many td{display:flex;gap:8px;border:0;padding:1px 0;text-align:left;white-space:normal;overflow-wrap:anywhere}
.many td[data-name]:not([data-name=""])::before{content:attr(data-name);color:#5b6570;flex:0 0 7em;font-weight:400}
.many td:empty{display:none}
figure{overflow-x:auto}figure svg{min-width:520px}}
@media print{body{max-width:none;padding:0;font-size:10.5pt}h2{break-after:avoid}tr{break-inside:avoid}a{color:inherit}}
)";

std::string lineHtml(const ReportLine& line)
{
    std::string html;
    for (const ReportText& run : line) {
        std::string text = escapedMarkup(run.text);
        if (run.isCode)
            text = "<code>" + text + "</code>";
        if (run.isItalic)
            text = "<em>" + text + "</em>";
        if (run.isBold)
            text = "<strong>" + text + "</strong>";
        if (!run.link.empty())
            text = fmt::format("<a href=\"{}\" rel=\"noreferrer\">{}</a>", escapedMarkup(run.link), text);
        html += text;
    }
    return html;
}

/// Keeps line breaks of a note.
std::string cellHtml(const std::string& text)
{
    std::string html;
    for (const char c : escapedMarkup(text)) {
        if (c == '\n')
            html += "<br>";
        else
            html += c;
    }
    return html;
}

struct HtmlBlockWriter
{
    std::string& html;

    void operator()(const ReportHeading& heading) const
    {
        html += fmt::format("<h{0}>{1}</h{0}>\n", heading.level, escapedMarkup(heading.text));
    }
    void operator()(const ReportParagraph& paragraph) const { html += "<p>" + lineHtml(paragraph.line) + "</p>\n"; }
    void operator()(const ReportNotice& notice) const
    {
        html += "<p class=\"notice\">" + escapedMarkup(notice.text) + "</p>\n";
    }
    void operator()(const ReportList& list) const
    {
        const bool hasTasks = !list.items.empty() && list.items.front().isDone.has_value();
        html += hasTasks ? "<ul class=\"tasks\">" : list.isNumbered ? "<ol>" : "<ul>";
        for (const ReportList::Item& item : list.items) {
            html += "<li>";
            if (item.isDone)
                html += *item.isDone ? "&#9745; " : "&#9744; ";
            html += lineHtml(item.line) + "</li>";
        }
        html += !hasTasks && list.isNumbered ? "</ol>\n" : "</ul>\n";
    }
    void operator()(const ReportTable& table) const
    {
        const auto classOf = [&](std::size_t column) {
            const bool isFigure = column < table.isFigure.size() && table.isFigure[column];
            return !isFigure ? "" : column + 1 == table.header.size() ? " class=\"n r\"" : " class=\"n\"";
        };
        // Two columns fit every screen.
        html += table.header.size() > 2 ? "<table class=\"many\"><thead><tr>" : "<table><thead><tr>";
        for (std::size_t i = 0; i < table.header.size(); ++i)
            html += fmt::format("<th{}>{}</th>", classOf(i), escapedMarkup(table.header[i]));
        html += "</tr></thead><tbody>\n";
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            html += table.hasTotal && row + 1 == table.rows.size() ? "<tr class=\"total\">" : "<tr>";
            for (std::size_t i = 0; i < table.rows[row].size(); ++i)
                html += fmt::format("<td{} data-name=\"{}\">{}</td>", classOf(i), escapedMarkup(table.header[i]),
                                    cellHtml(table.rows[row][i]));
            html += "</tr>\n";
        }
        html += "</tbody></table>\n";
    }
    void operator()(const ReportFigure& figure) const
    {
        html += fmt::format("<figure><figcaption>{}</figcaption>{}</figure>\n", escapedMarkup(figure.caption),
                            svgOf(figure.drawing));
    }
    void operator()(const ReportPicture& picture) const
    {
        html += fmt::format("<figure><figcaption>{}</figcaption><img alt=\"{}\" src=\"data:{};base64,{}\"></figure>\n",
                            escapedMarkup(picture.caption), escapedMarkup(picture.caption),
                            escapedMarkup(picture.mediaType), base64(picture.bytes));
    }
};

} // namespace

std::string htmlOf(const Report& report)
{
    std::string html = fmt::format("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                                   "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
                                   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
                                   "'none';style-src 'unsafe-inline';img-src data:\">"
                                   "<title>{0}</title><style>{1}</style></head><body>{2}\n",
                                   escapedMarkup(report.title), style, svgDefinitions());
    for (const ReportBlock& block : report.head)
        std::visit(HtmlBlockWriter{html}, block);
    html += "<h1>" + escapedMarkup(report.title) + "</h1>\n<dl>";
    for (const auto& [name, value] : report.facts)
        html += fmt::format("<dt>{}</dt><dd>{}</dd>", escapedMarkup(name), escapedMarkup(value));
    html += "</dl>\n";
    for (const ReportBlock& block : report.blocks)
        std::visit(HtmlBlockWriter{html}, block);
    return html + "<footer>" + escapedMarkup(report.colophon) + "</footer></body></html>\n";
}

} // namespace lockstep
