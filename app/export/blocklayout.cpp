// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/blocklayout.h"

#include "models/incidents/incident.h"

#include <QBuffer>
#include <QImageReader>
#include <QTextDocument>
#include <QTextTable>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace lockstep {

namespace {

constexpr QColor dimText(0x5B, 0x65, 0x70);
constexpr QColor ruleColour(0xCF, 0xD4, 0xDA);
constexpr QColor noticeColour(0xFF, 0xF6, 0xDF);

QString toText(const std::string& text)
{
    return QString::fromStdString(text);
}

/// Colour for the severity fact, which also has text.
std::optional<QColor> severityColour(const std::pair<std::string, std::string>& fact)
{
    if (fact.first != "Severity" || fact.second == severityName(Severity::Information))
        return std::nullopt;
    return fact.second.ends_with(severityName(Severity::Critical)) ? QColor(0xC2, 0x27, 0x2C)
                                                                   : QColor(0x8A, 0x63, 0x00);
}

QTextCharFormat charFormat(double points, bool isBold = false)
{
    QTextCharFormat format;
    format.setFontPointSize(points);
    format.setFontWeight(isBold ? QFont::DemiBold : QFont::Normal);
    return format;
}

} // namespace

void BlockLayout::begin(double above, double below, const QTextCharFormat& format)
{
    QTextBlockFormat block;
    block.setTopMargin(above);
    block.setBottomMargin(below);
    if (m_isEmpty)
        m_cursor.setBlockFormat(block);
    else
        m_cursor.insertBlock(block);
    m_cursor.setCharFormat(format);
    m_isEmpty = false;
}

void BlockLayout::line(const ReportLine& line)
{
    for (const ReportText& run : line) {
        QTextCharFormat format = charFormat(10, run.isBold);
        format.setFontItalic(run.isItalic);
        if (run.isCode) {
            format.setFontFamilies({QStringLiteral("monospace")});
            format.setBackground(QColor(0xEC, 0xEE, 0xF1));
        }
        if (!run.link.empty()) {
            format.setAnchor(true);
            format.setAnchorHref(toText(run.link));
            format.setForeground(QColor(0x0B, 0x62, 0xC4));
        }
        m_cursor.insertText(toText(run.text), format);
    }
}

QTextTable* BlockLayout::insertTable(int rows, int columns)
{
    QTextTableFormat format;
    format.setBorder(0);
    format.setCellSpacing(0);
    format.setCellPadding(3);
    format.setTopMargin(4);
    format.setBottomMargin(8);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    QTextTable* const table = m_cursor.insertTable(rows, columns, format);
    m_isEmpty = false;
    return table;
}

void BlockLayout::cell(QTextTable& table, int row, int column, const QString& text, const QTextCharFormat& format,
                       Qt::Alignment alignment)
{
    QTextCursor cursor = table.cellAt(row, column).firstCursorPosition();
    QTextBlockFormat block;
    block.setAlignment(alignment);
    cursor.setBlockFormat(block);
    cursor.insertText(text, format);
}

void BlockLayout::title(const Report& report)
{
    begin(0, 8, charFormat(18, true));
    m_cursor.insertText(toText(report.title), charFormat(18, true));
    QTextCharFormat name = charFormat(10);
    name.setForeground(dimText);
    QTextTable* const table = insertTable(static_cast<int>(std::max<std::size_t>(report.facts.size(), 1)), 2);
    QTextTableFormat format = table->format();
    format.setColumnWidthConstraints(
        {QTextLength(QTextLength::FixedLength, 90), QTextLength(QTextLength::PercentageLength, 100)});
    format.setCellPadding(1);
    table->setFormat(format);
    for (std::size_t at = 0; at < report.facts.size(); ++at) {
        cell(*table, static_cast<int>(at), 0, toText(report.facts[at].first), name);
        QTextCharFormat value = charFormat(10);
        if (const auto colour = severityColour(report.facts[at]))
            value.setForeground(*colour);
        cell(*table, static_cast<int>(at), 1, toText(report.facts[at].second), value);
    }
    m_cursor.movePosition(QTextCursor::End);
}

void BlockLayout::operator()(const ReportHeading& heading)
{
    const double points = heading.level <= 2 ? 13 : 11;
    begin(heading.level <= 2 ? 16 : 10, 4, charFormat(points, true));
    QTextBlockFormat block = m_cursor.blockFormat();
    block.setHeadingLevel(heading.level);
    m_cursor.setBlockFormat(block);
    m_cursor.insertText(toText(heading.text), charFormat(points, true));
}

void BlockLayout::operator()(const ReportParagraph& paragraph)
{
    begin(2, 6, charFormat(10));
    line(paragraph.line);
}

void BlockLayout::operator()(const ReportNotice& notice)
{
    begin(4, 8, charFormat(10));
    QTextBlockFormat block = m_cursor.blockFormat();
    block.setBackground(noticeColour);
    m_cursor.setBlockFormat(block);
    m_cursor.insertText(toText(notice.text), charFormat(10));
}

void BlockLayout::operator()(const ReportList& list)
{
    int number = 0;
    for (const ReportList::Item& item : list.items) {
        begin(1, 1, charFormat(10));
        QTextBlockFormat block = m_cursor.blockFormat();
        block.setLeftMargin(18);
        block.setTextIndent(-14);
        m_cursor.setBlockFormat(block);
        const char16_t mark = !item.isDone ? u'\u2022' : *item.isDone ? u'\u2611' : u'\u2610';
        m_cursor.insertText(list.isNumbered ? QStringLiteral("%1. ").arg(++number) : QString(QChar(mark)) + u' ',
                            charFormat(10));
        line(item.line);
    }
}

void BlockLayout::operator()(const ReportTable& source)
{
    insertRows(source, 0);
}

void BlockLayout::split(QTextTable& table, int row)
{
    const TablePart part = m_tables.at(&table);
    table.removeRows(row, table.rows() - row);
    m_cursor = table.lastCursorPosition();
    m_cursor.movePosition(QTextCursor::NextBlock);
    insertRows(*part.source, part.firstRow + static_cast<std::size_t>(row) - 1);
}

void BlockLayout::insertRows(const ReportTable& source, std::size_t firstRow)
{
    const int columns = static_cast<int>(source.header.size());
    QTextTable* const table = insertTable(static_cast<int>(source.rows.size() - firstRow) + 1, columns);
    m_tables[table] = {&source, firstRow};
    QTextTableFormat format = table->format();
    format.setHeaderRowCount(1);
    table->setFormat(format);
    const auto alignmentOf = [&](int column) -> Qt::Alignment {
        const auto at = static_cast<std::size_t>(column);
        const bool isLastFigure = at < source.isFigure.size() && source.isFigure[at] && column + 1 == columns;
        return isLastFigure ? Qt::AlignRight : Qt::AlignLeft;
    };
    QTextCharFormat header = charFormat(9);
    header.setForeground(dimText);
    for (int column = 0; column < columns; ++column)
        cell(*table, 0, column, toText(source.header[static_cast<std::size_t>(column)]), header, alignmentOf(column));
    for (std::size_t row = firstRow; row < source.rows.size(); ++row) {
        const bool isTotal = source.hasTotal && row + 1 == source.rows.size();
        for (int column = 0; column < std::min(columns, static_cast<int>(source.rows[row].size())); ++column) {
            QString text = toText(source.rows[row][static_cast<std::size_t>(column)]);
            text.replace(u'\n', QChar::LineSeparator);
            cell(*table, static_cast<int>(row - firstRow) + 1, column, text, charFormat(9, isTotal),
                 alignmentOf(column));
        }
    }
    for (int row = 0; row < table->rows(); ++row) {
        for (int column = 0; column < columns; ++column) {
            QTextTableCell each = table->cellAt(row, column);
            QTextTableCellFormat cellFormat = each.format().toTableCellFormat();
            cellFormat.setBottomBorder(1);
            cellFormat.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            cellFormat.setBottomBorderBrush(ruleColour);
            each.setFormat(cellFormat);
        }
    }
    m_cursor = table->lastCursorPosition();
    m_cursor.movePosition(QTextCursor::NextBlock);
    QTextBlockFormat thin; // the empty line after a table
    thin.setLineHeight(1, QTextBlockFormat::FixedHeight);
    m_cursor.setBlockFormat(thin);
}

/// Caption and content are lines of one block, so that no page break separates them.
void BlockLayout::captioned(const std::string& caption, DrawingObject::Content content)
{
    QTextCharFormat format = charFormat(9);
    format.setForeground(dimText);
    begin(8, 6, format);
    QTextBlockFormat block = m_cursor.blockFormat();
    block.setNonBreakableLines(true);
    m_cursor.setBlockFormat(block);
    m_cursor.insertText(toText(caption) + QChar::LineSeparator, format);
    m_objects->insert(m_cursor, std::move(content));
}

void BlockLayout::operator()(const ReportPicture& picture)
{
    QByteArray bytes = QByteArray::fromRawData(reinterpret_cast<const char*>(picture.bytes.data()),
                                               static_cast<qsizetype>(picture.bytes.size()));
    QBuffer file(&bytes);
    QImageReader reader(&file, picture.mediaType == "image/jpeg" ? "JPEG" : "PNG");
    // A small file may unpack to a huge image that stays in memory until the document is written.
    constexpr qint64 maxPixels = 30'000'000; // Qt decodes no more than this
    const QSize size = reader.size();
    const qint64 pixels = qint64{size.width()} * size.height();
    if (pixels > std::min(maxPixels, m_pixelsLeft))
        return (*this)(
            ReportNotice{fmt::format("The picture \"{}\" ({} x {} pixels) is too large for the report and was omitted.",
                                     picture.caption, size.width(), size.height())});
    QImage image = reader.read();
    if (image.isNull())
        return (*this)(ReportNotice{"Cannot read the picture \"" + picture.caption + "\"."});
    m_pixelsLeft -= pixels;
    captioned(picture.caption, std::move(image));
}

void BlockLayout::colophon(const std::string& text)
{
    QTextCharFormat format = charFormat(8);
    format.setForeground(dimText);
    begin(24, 0, format);
    m_cursor.insertText(toText(text), format);
}

} // namespace lockstep
