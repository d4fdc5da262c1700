// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/report.h"
#include "models/core/textparts.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Parses the text runs of one line.
class LineReader
{
public:
    explicit LineReader(std::string_view text) : m_text(text) { }

    ReportLine read()
    {
        while (!m_text.empty()) {
            if (!takeCode() && !takeEmphasis() && !takeLink()) {
                m_plain += m_text.front();
                m_text.remove_prefix(1);
            }
        }
        flush();
        return std::move(m_line);
    }

private:
    void flush()
    {
        if (!m_plain.empty())
            m_line.push_back({std::exchange(m_plain, {}), m_isBold, m_isItalic, false, {}});
    }

    bool takeCode()
    {
        if (m_text.front() != '`')
            return false;
        const std::size_t end = m_text.find('`', 1);
        if (end == std::string_view::npos || end == 1)
            return false;
        flush();
        m_line.push_back({std::string(m_text.substr(1, end - 1)), m_isBold, m_isItalic, true, {}});
        m_text.remove_prefix(end + 1);
        return true;
    }

    /// Markup opens only before a word, and only if it is closed later: "2 * 3" is plain text.
    bool take(std::string_view mark, bool& isOn)
    {
        if (!m_text.starts_with(mark))
            return false;
        const std::string_view rest = m_text.substr(mark.size());
        const bool closesLater = !rest.empty() && rest.front() != ' ' && rest.find(mark) != std::string_view::npos;
        if (!isOn && !closesLater)
            return false;
        flush();
        isOn = !isOn;
        m_text = rest;
        return true;
    }

    bool takeEmphasis() { return take("**", m_isBold) || take("*", m_isItalic); }

    bool takeLink()
    {
        if (m_text.front() != '[')
            return false;
        const std::size_t middle = m_text.find("](");
        const std::size_t end = middle == std::string_view::npos ? middle : m_text.find(')', middle);
        if (end == std::string_view::npos)
            return false;
        const std::string_view address = m_text.substr(middle + 2, end - middle - 2);
        if (!address.starts_with("https://") && !address.starts_with("http://"))
            return false; // scripts are not allowed
        flush();
        m_line.push_back(
            {std::string(m_text.substr(1, middle - 1)), m_isBold, m_isItalic, false, std::string(address)});
        m_text.remove_prefix(end + 1);
        return true;
    }

    std::string_view m_text;
    std::string m_plain;
    ReportLine m_line;
    bool m_isBold = false;
    bool m_isItalic = false;
};

ReportLine lineFrom(std::string_view text)
{
    return LineReader(text).read();
}

/// "1. Start the pump": without the number; nullopt: not an item of a numbered list.
std::optional<ReportList::Item> numberedFrom(std::string_view line)
{
    constexpr std::size_t maxDigits = 3;
    const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
    if (digits == 0 || digits > maxDigits || !line.substr(digits).starts_with(". "))
        return std::nullopt;
    return ReportList::Item{lineFrom(trimmed(line.substr(digits + 2))), {}};
}

std::optional<ReportList::Item> itemFrom(std::string_view line)
{
    if (!line.starts_with("- ") && !line.starts_with("* "))
        return std::nullopt;
    line = trimmed(line.substr(2));
    ReportList::Item item;
    if (line.starts_with("[ ]") || line.starts_with("[x]") || line.starts_with("[X]")) {
        item.isDone = line[1] != ' ';
        line = trimmed(line.substr(3));
    }
    item.line = lineFrom(line);
    return item;
}

} // namespace

std::vector<ReportBlock> blocksFromMarkdown(std::string_view markdown)
{
    std::vector<ReportBlock> blocks;
    std::string paragraph;
    ReportList list;
    const auto finish = [&] {
        if (!paragraph.empty())
            blocks.emplace_back(ReportParagraph{lineFrom(std::exchange(paragraph, {}))});
        if (!list.items.empty())
            blocks.emplace_back(std::exchange(list, {}));
    };
    while (!markdown.empty()) {
        const std::string_view line = trimmed(nextLine(markdown));
        const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
        if (line.empty()) {
            finish();
        } else if (marks > 0 && marks <= 6 && marks < line.size() && line[marks] == ' ') {
            finish();
            blocks.emplace_back(ReportHeading{4, std::string(trimmed(line.substr(marks)))});
        } else if (auto item = itemFrom(line), numbered = numberedFrom(line); item || numbered) {
            if (list.items.empty() || list.isNumbered != numbered.has_value())
                finish();
            list.isNumbered = numbered.has_value();
            list.items.push_back(numbered ? *std::move(numbered) : *std::move(item));
        } else {
            if (!list.items.empty())
                finish();
            paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
        }
    }
    finish();
    return blocks;
}

} // namespace lockstep
