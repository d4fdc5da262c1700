// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/export/blocklayout.h"

#include <optional>

class QAbstractTextDocumentLayout;
class QTextBlock;
class QTextDocument;
class QTextTable;

namespace lockstep {

/// Keeps related content on one page: headings with the following text, captions with their figures, the lines of a
/// table row, and short tables. Processes a document after layout, from start to end.
class PageBreaks
{
public:
    PageBreaks(QTextDocument& document, BlockLayout& blocks);

    void place();

private:
    [[nodiscard]] int pageOf(double y) const { return static_cast<int>(y / m_pageHeight); }
    [[nodiscard]] double bottomOfPage(int page) const { return (page + 1) * m_pageHeight - m_margin; }
    [[nodiscard]] double topOf(const QTextBlock& block) const;
    [[nodiscard]] double bottomOf(const QTextBlock& block) const;
    [[nodiscard]] bool isRowSplit(const QTextTable& table, int row) const;
    [[nodiscard]] bool isSplit(const QTextBlock& content) const;
    void beginPage(const QTextBlock& content);
    void placeFigure(const QTextBlock& figure);
    void placeTable(QTextTable& table);
    void placeColophon();

    QTextDocument& m_document;
    QAbstractTextDocumentLayout& m_layout;
    BlockLayout& m_blocks;
    const double m_pageHeight;
    const double m_margin;
    std::optional<int> m_heading; ///< position of the first heading of the content that follows
    std::optional<int> m_lastHeading;
};

} // namespace lockstep
