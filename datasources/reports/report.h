// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/incidents/postmortem.h"
#include "datasources/reports/reportdrawing.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockstep {

/// A run of text in one style.
struct ReportText
{
    std::string text;
    bool isBold = false;
    bool isItalic = false;
    bool isCode = false;
    std::string link; ///< http or https address; empty: none
};
using ReportLine = std::vector<ReportText>;

struct ReportHeading
{
    int level = 2; ///< 2 to 4
    std::string text;
};
struct ReportParagraph
{
    ReportLine line;
};
struct ReportList
{
    struct Item
    {
        ReportLine line;
        std::optional<bool> isDone; ///< for an action
    };
    std::vector<Item> items;
    bool isNumbered = false;
};
struct ReportTable
{
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
    std::vector<bool> isFigure; ///< by column: numbers, right-aligned
    bool hasTotal = false; ///< the last row is a total
};
struct ReportFigure
{
    std::string caption;
    Drawing drawing;
};
struct ReportPicture
{
    std::string caption;
    std::string mediaType;
    std::vector<std::byte> bytes;
};
/// A limitation of the report.
struct ReportNotice
{
    std::string text;
};
using ReportBlock
    = std::variant<ReportHeading, ReportParagraph, ReportList, ReportTable, ReportFigure, ReportPicture, ReportNotice>;

/// A post-mortem laid out in blocks, the same for HTML, Markdown and PDF.
struct Report
{
    std::vector<ReportBlock> head; ///< above the title: the site's own
    std::string title;
    std::vector<std::pair<std::string, std::string>> facts; ///< severity, state, when, where, ...
    std::vector<ReportBlock> blocks;
    std::string colophon; ///< versions, hash, creation time
};

/// Damage, summary, causes, actions, impact, cost, the curated timeline with its evidence, data gaps, runbooks,
/// versions.
[[nodiscard]] Report makeReport(const PostMortem& postMortem, const ExportOptions& options);

/// Markdown as people write it in an incident: paragraphs, lists (numbered ones too), tasks, headings, bold, italic,
/// code, web links. Anything else is text. Never fails.
[[nodiscard]] std::vector<ReportBlock> blocksFromMarkdown(std::string_view markdown);

/// The same text without line breaks between a number and its unit, or within a unit: a thin space becomes a
/// non-breaking one, and so does a blank before a known unit.
[[nodiscard]] std::string withHeldUnits(std::string_view text);

/// Applied to all texts of a report, except code.
void keepUnitsWithTheirNumbers(Report& report);

} // namespace lockstep
