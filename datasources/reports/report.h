// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/incidents/exportoptions.h"
#include "datasources/incidents/postmortem.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace lockstep {

/// A figure as a list of shapes, in points from the top left; written as SVG or painted into a PDF. Colours are
/// 0xRRGGBB. A plain value.
struct Drawing
{
    struct Point
    {
        double x = 0;
        double y = 0;
    };
    struct Line
    {
        std::vector<Point> points;
        std::uint32_t colour = 0;
        double width = 1;
        bool isDashed = false;
    };
    struct Box
    {
        double x = 0;
        double y = 0;
        double width = 0;
        double height = 0;
        std::uint32_t colour = 0;
        bool isHatched = false; ///< means "no data"
    };
    enum class Anchor : std::uint8_t { Start, Middle, End };
    struct Text
    {
        Point at; ///< of the baseline
        std::string text;
        Anchor anchor = Anchor::Start;
        double size = 10;
        std::uint32_t colour = 0x1B2026;
    };
    /// Cells of a heatmap, row by row from the top, scaled to a box without smoothing.
    struct Cells
    {
        Box box;
        std::uint32_t columns = 0;
        std::uint32_t rows = 0;
        std::vector<std::uint32_t> colours;
    };
    using Item = std::variant<Line, Box, Text, Cells>;

    double width = 0;
    double height = 0;
    std::string description; ///< alternative text
    std::vector<Item> items;
};

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

} // namespace lockstep
