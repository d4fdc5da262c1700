// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/exportdocument.h"
#include "datasources/reports/exportsvg.h"
#include "datasources/reports/exporttext.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

namespace {

/// Escapes text so that Markdown and HTML interpret none of it.
std::string escaped(std::string_view text)
{
    std::string result;
    for (const char c : visibleText(text)) {
        if (std::string_view("\\`*_{}[]<>#|&~!").find(c) != std::string_view::npos)
            result += '\\';
        result += c == '\n' ? ' ' : c;
    }
    return result;
}

/// Percent-encodes an address (RFC 3986): characters that could end it or that are not allowed. Existing escapes are
/// kept.
std::string encodedAddress(std::string_view address)
{
    constexpr std::string_view plain = "-._~:/?#@!$&*+,;=%";
    std::string encoded;
    for (const char c : address) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')
            || (byte >= 'A' && byte <= 'Z') || plain.find(c) != std::string_view::npos;
        encoded += isPlain ? std::string(1, c) : fmt::format("%{:02X}", byte);
    }
    return encoded;
}

/// A fence with more backticks than any run inside the text.
std::string codeMarkdown(std::string_view text)
{
    std::size_t longest = 0;
    std::size_t inARow = 0;
    for (const char c : text) {
        inARow = c == '`' ? inARow + 1 : 0;
        longest = std::max(longest, inARow);
    }
    const std::string fence(longest + 1, '`');
    std::string clean = visibleText(text);
    std::ranges::replace(clean, '\n', ' ');
    return longest == 0 ? fence + clean + fence : fence + " " + clean + " " + fence;
}

std::string lineMarkdown(const ReportLine& line)
{
    std::string result;
    for (const ReportText& run : line) {
        std::string text = run.isCode ? codeMarkdown(run.text) : escaped(run.text);
        const char* const mark = run.isBold && run.isItalic ? "***" : run.isBold ? "**" : run.isItalic ? "*" : "";
        // Markup must not be next to a space, so it is placed inside surrounding spaces.
        const std::size_t from = std::min(text.find_first_not_of(' '), text.size());
        const std::size_t to = text.find_last_not_of(' ') + 1;
        if (*mark != '\0' && to > from)
            text = text.substr(0, from) + mark + text.substr(from, to - from) + mark + text.substr(to);
        if (!run.link.empty())
            text = "[" + text + "](<" + encodedAddress(visibleText(run.link)) + ">)";
        result += text;
    }
    return result;
}

struct MarkdownBlockWriter
{
    std::string& out;

    void operator()(const ReportHeading& heading) const
    {
        out += std::string(static_cast<std::size_t>(heading.level), '#') + ' ' + escaped(heading.text) + "\n\n";
    }
    void operator()(const ReportParagraph& paragraph) const { out += lineMarkdown(paragraph.line) + "\n\n"; }
    void operator()(const ReportNotice& notice) const { out += "> " + escaped(notice.text) + "\n\n"; }
    void operator()(const ReportList& list) const
    {
        for (const ReportList::Item& item : list.items) {
            out += list.isNumbered ? "1. " : !item.isDone ? "- " : *item.isDone ? "- [x] " : "- [ ] ";
            out += lineMarkdown(item.line) + "\n";
        }
        out += '\n';
    }
    void row(const std::vector<std::string>& cells, std::string_view around) const
    {
        out += '|';
        for (const std::string& cell : cells)
            out += fmt::format(" {}{}{} |", cell.empty() ? "" : around, escaped(cell), cell.empty() ? "" : around);
        out += '\n';
    }
    void operator()(const ReportTable& table) const
    {
        row(table.header, "");
        out += '|';
        for (std::size_t i = 0; i < table.header.size(); ++i)
            out += i < table.isFigure.size() && table.isFigure[i] ? "---:|" : "---|";
        out += '\n';
        for (std::size_t i = 0; i < table.rows.size(); ++i)
            row(table.rows[i], table.hasTotal && i + 1 == table.rows.size() ? "**" : "");
        out += '\n';
    }
    void operator()(const ReportFigure& figure) const
    {
        // As a data URL, because most Markdown viewers remove <svg> elements.
        std::string svg = svgOf(figure.drawing);
        svg.replace(0, 4, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
        const std::string definitions = svgDefinitions();
        const std::size_t from = definitions.find("<defs>");
        svg.insert(svg.find('>') + 1, definitions.substr(from, definitions.find("</svg>") - from));
        out += fmt::format("*{}*\n\n![{}](data:image/svg+xml;base64,{})\n\n", escaped(figure.caption),
                           escaped(figure.drawing.description), base64(std::as_bytes(std::span(svg))));
    }
    void operator()(const ReportPicture& picture) const
    {
        out += fmt::format("*{0}*\n\n![{0}](data:{1};base64,{2})\n\n", escaped(picture.caption), picture.mediaType,
                           base64(picture.bytes));
    }
};

} // namespace

std::string markdownOf(const Report& report)
{
    std::string out;
    for (const ReportBlock& block : report.head)
        std::visit(MarkdownBlockWriter{out}, block);
    out += "# " + escaped(report.title) + "\n\n| | |\n|---|---|\n";
    for (const auto& [name, value] : report.facts)
        out += fmt::format("| {} | {} |\n", escaped(name), escaped(value));
    out += '\n';
    for (const ReportBlock& block : report.blocks)
        std::visit(MarkdownBlockWriter{out}, block);
    return out + "---\n\n" + escaped(report.colophon) + "\n";
}

} // namespace lockstep
