// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/pagebreaks.h"

#include <QAbstractTextDocumentLayout>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>
#include <QTextTable>

#include <algorithm>
#include <limits>

namespace lockstep {

PageBreaks::PageBreaks(QTextDocument& document, BlockLayout& blocks)
    : m_document(document),
      m_layout(*document.documentLayout()),
      m_blocks(blocks),
      m_pageHeight(document.pageSize().height()),
      m_margin(document.rootFrame()->frameFormat().margin())
{ }

/// Top of its first line: a block may start at the bottom of a page without having a line there.
double PageBreaks::topOf(const QTextBlock& block) const
{
    const double top = m_layout.blockBoundingRect(block).top();
    return (block.layout()->lineCount() > 0 ? top + block.layout()->lineAt(0).y() : top) + 1;
}

double PageBreaks::bottomOf(const QTextBlock& block) const
{
    return m_layout.blockBoundingRect(block).bottom() - 1;
}

bool PageBreaks::isRowSplit(const QTextTable& table, int row) const
{
    int first = std::numeric_limits<int>::max();
    int last = 0;
    for (int column = 0; column < table.columns(); ++column) {
        const QTextTableCell cell = table.cellAt(row, column);
        first = std::min(first, pageOf(topOf(cell.firstCursorPosition().block())));
        last = std::max(last, pageOf(bottomOf(cell.lastCursorPosition().block())));
    }
    return first != last;
}

bool PageBreaks::isSplit(const QTextBlock& content) const
{
    return m_heading && pageOf(topOf(m_document.findBlock(*m_heading))) != pageOf(topOf(content));
}

/// Moves content, which may be in a table, and its headings to the next page.
void PageBreaks::beginPage(const QTextBlock& content)
{
    QTextCursor cursor(m_heading ? m_document.findBlock(*m_heading) : content);
    if (QTextTable* const table = cursor.currentTable()) {
        QTextTableFormat format = table->format();
        format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
        table->setFormat(format);
        return;
    }
    QTextBlockFormat format;
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    cursor.mergeBlockFormat(format);
}

/// Makes a figure slightly smaller instead of leaving much of a page empty.
void PageBreaks::placeFigure(const QTextBlock& figure)
{
    constexpr double smallest = 0.6;
    const int page = pageOf(topOf(figure));
    if (page == pageOf(bottomOf(figure)) && !isSplit(figure))
        return;
    const QTextLayout& lines = *figure.layout();
    if (lines.lineCount() < 2 || isSplit(figure))
        return beginPage(figure);
    const double height = lines.lineAt(lines.lineCount() - 1).height();
    const double caption = lines.lineAt(lines.lineCount() - 2).rect().bottom();
    constexpr double descent = 8; ///< a figure stands on the baseline of its line
    const double room = bottomOfPage(page) - m_layout.blockBoundingRect(figure).top() - caption
        - figure.blockFormat().bottomMargin() - descent;
    if (room < smallest * height)
        return beginPage(figure);
    QTextCursor cursor(figure);
    cursor.movePosition(QTextCursor::EndOfBlock);
    cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor);
    QTextCharFormat format;
    format.setProperty(DrawingObject::roomProperty, room);
    cursor.mergeCharFormat(format);
    if (pageOf(topOf(figure)) == pageOf(bottomOf(figure)))
        return;
    format.setProperty(DrawingObject::roomProperty, DrawingObject::highest);
    cursor.mergeCharFormat(format);
    beginPage(figure);
}

void PageBreaks::placeTable(QTextTable& table)
{
    const QTextBlock first = table.firstCursorPosition().block();
    const double shortTable = m_pageHeight / 4;
    const double top = topOf(first);
    const double bottom = bottomOf(table.lastCursorPosition().block());
    const double height = bottom - top - (pageOf(bottom) - pageOf(top)) * 2 * m_margin;
    const int header = table.format().headerRowCount();
    const bool isCut = pageOf(top) != pageOf(bottom)
        && (height < shortTable || (header < table.rows() && isRowSplit(table, header)));
    if (isCut || isSplit(first))
        beginPage(first);
    for (int row = header + 1; row < table.rows() && header > 0; ++row) {
        if (isRowSplit(table, row))
            return m_blocks.split(table, row);
    }
}

void PageBreaks::place()
{
    for (QTextBlock block = m_document.begin(); block.isValid();) {
        QTextTable* const table = QTextCursor(block).currentTable();
        if (table != nullptr) {
            placeTable(*table);
            block = table->lastCursorPosition().block().next();
        } else if (block.blockFormat().headingLevel() > 0) {
            m_heading = m_heading.value_or(block.position());
            m_lastHeading = m_heading;
            block = block.next();
            continue;
        } else {
            if (block.blockFormat().nonBreakableLines())
                placeFigure(block);
            else if (isSplit(block))
                beginPage(block);
            block = block.next();
        }
        m_heading.reset();
    }
    placeColophon();
}

/// Moves a short last section to the last page if the colophon would stand alone there.
void PageBreaks::placeColophon()
{
    const QTextBlock last = m_document.lastBlock();
    if (!m_lastHeading || pageOf(topOf(last)) == pageOf(bottomOf(last.previous())))
        return;
    const QTextBlock heading = m_document.findBlock(*m_lastHeading);
    if (bottomOf(last.previous()) - topOf(heading) < m_pageHeight / 4)
        beginPage(heading);
}

} // namespace lockstep
