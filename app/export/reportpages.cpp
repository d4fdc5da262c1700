// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/reportpages.h"

#include "models/incidents/incident.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QFontMetricsF>
#include <QImageReader>
#include <QObject>
#include <QPainter>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextLayout>
#include <QTextObjectInterface>
#include <QTextTable>
#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>
#include <variant>
#include <vector>

namespace lockstep {

/// Draws figures and pictures in a text document at the width of the text and at the printer's resolution. Owned by the
/// document that it is registered with.
class DrawingObject : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    using Content = std::variant<Drawing, QImage>;

    /// @param width of the text, in the document's units
    DrawingObject(QTextDocument& document, double width);

    void insert(QTextCursor& cursor, Content content);

    [[nodiscard]] QSizeF intrinsicSize(QTextDocument* document, int position, const QTextFormat& format) override;
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* document, int position,
                    const QTextFormat& format) override;

private:
    [[nodiscard]] const Content* contentOf(const QTextFormat& format) const;

    double m_width;
    std::vector<Content> m_contents;
};

namespace {

QRectF rectOf(const Drawing::Box& box)
{
    return {box.x, box.y, box.width, box.height};
}

/// Draws hatch lines individually: a pattern brush would use the printer's resolution.
void hatch(QPainter& painter, const QRectF& rect)
{
    constexpr double distance = 5;
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip);
    painter.fillRect(rect, QColor(0xEE, 0xF0, 0xF2));
    painter.setPen(QPen(QColor(0xA9, 0xB0, 0xB8), 0.8));
    for (double at = rect.left() - rect.height(); at < rect.right(); at += distance)
        painter.drawLine(QPointF(at, rect.bottom()), QPointF(at + rect.height(), rect.top()));
    painter.restore();
}

struct ItemPainter
{
    QPainter& painter;

    void operator()(const Drawing::Line& line) const
    {
        QPen pen(QColor(QRgb(line.colour)), line.width, line.isDashed ? Qt::CustomDashLine : Qt::SolidLine);
        if (line.isDashed)
            pen.setDashPattern({3, 2});
        pen.setJoinStyle(Qt::RoundJoin);
        painter.setPen(pen);
        QPolygonF points;
        points.reserve(static_cast<qsizetype>(line.points.size()));
        for (const Drawing::Point& point : line.points)
            points.append({point.x, point.y});
        painter.drawPolyline(points);
    }
    void operator()(const Drawing::Box& box) const
    {
        if (box.isHatched)
            hatch(painter, rectOf(box));
        else
            painter.fillRect(rectOf(box), QColor(QRgb(box.colour)));
    }
    void operator()(const Drawing::Text& text) const
    {
        QFont font = painter.font();
        font.setPixelSize(qRound(text.size));
        font.setHintingPreference(QFont::PreferNoHinting);
        painter.setFont(font);
        painter.setPen(QColor(QRgb(text.colour)));
        const QString words = QString::fromStdString(text.text);
        const double width = QFontMetricsF(font, painter.device()).horizontalAdvance(words);
        const double left = text.anchor == Drawing::Anchor::Start ? 0
            : text.anchor == Drawing::Anchor::Middle              ? width / 2
                                                                  : width;
        painter.drawText(QPointF(text.at.x - left, text.at.y), words);
    }
    void operator()(const Drawing::Cells& cells) const
    {
        if (cells.columns == 0 || cells.colours.size() < std::size_t{cells.columns} * cells.rows)
            return;
        QImage image(static_cast<int>(cells.columns), static_cast<int>(cells.rows), QImage::Format_RGB32);
        for (std::uint32_t row = 0; row < cells.rows; ++row) {
            auto* const line = reinterpret_cast<QRgb*>(image.scanLine(static_cast<int>(row)));
            for (std::uint32_t column = 0; column < cells.columns; ++column)
                line[column] = 0xFF000000 | cells.colours[std::size_t{row} * cells.columns + column];
        }
        painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
        painter.drawImage(rectOf(cells.box), image);
    }
};

/// Paints a report figure at its own size at the painter's origin, identical to its SVG.
void paintDrawing(QPainter& painter, const Drawing& drawing)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Drawing::Item& item : drawing.items)
        std::visit(ItemPainter{painter}, item);
    painter.restore();
}

constexpr int objectType = QTextFormat::UserObject + 1;
constexpr int contentProperty = QTextFormat::UserProperty + 1;
constexpr int roomProperty = QTextFormat::UserProperty + 2; ///< height that a figure has; not set: `highest`
constexpr double highest = 900; ///< a picture fits on a page

QSizeF sizeOf(const DrawingObject::Content& content)
{
    if (const auto* const drawing = std::get_if<Drawing>(&content))
        return {drawing->width, drawing->height};
    return std::get<QImage>(content).size();
}

/// Appends the blocks of a report to a document. GUI thread; lives while the document is built.
class BlockLayout
{
public:
    /// @param width of a line, in pixels of the page
    BlockLayout(QTextDocument& document, double width)
        : m_cursor(&document), m_objects(new DrawingObject(document, width))
    { }

    void title(const Report& report);
    void colophon(const std::string& text);

    void operator()(const ReportHeading& heading);
    void operator()(const ReportParagraph& paragraph);
    void operator()(const ReportNotice& notice);
    void operator()(const ReportList& list);
    void operator()(const ReportTable& table);
    void operator()(const ReportFigure& figure) { captioned(figure.caption, figure.drawing); }
    void operator()(const ReportPicture& picture);

    /// Moves the rows from @p row on to another table, on the next page.
    void split(QTextTable& table, int row);

private:
    void insertRows(const ReportTable& source, std::size_t firstRow);
    void begin(double above, double below, const QTextCharFormat& format);
    void line(const ReportLine& line);
    void captioned(const std::string& caption, DrawingObject::Content content);
    QTextTable* insertTable(int rows, int columns);
    void cell(QTextTable& table, int row, int column, const QString& text, const QTextCharFormat& format,
              Qt::Alignment alignment = Qt::AlignLeft);

    /// Part of a table of the report.
    struct TablePart
    {
        const ReportTable* source;
        std::size_t firstRow;
    };

    QTextCursor m_cursor;
    std::map<const QTextTable*, TablePart> m_tables;
    DrawingObject* m_objects; ///< the document's
    qint64 m_pixelsLeft = 200'000'000; ///< of all pictures: twenty of a large screen
    bool m_isEmpty = true;
};

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

constexpr double margin = 18 / 25.4 * 96;

/// Moves what belongs together to one page: headings and what follows them, captions and their figures, the lines of a
/// table row, short tables. Works on a laid out document, from its start to its end.
class PageBreaks
{
public:
    PageBreaks(QTextDocument& document, BlockLayout& blocks)
        : m_document(document), m_layout(*document.documentLayout()), m_blocks(blocks)
    { }

    void place();

private:
    [[nodiscard]] int pageOf(double y) const { return static_cast<int>(y / m_document.pageSize().height()); }
    [[nodiscard]] double bottomOfPage(int page) const { return (page + 1) * m_document.pageSize().height() - margin; }
    [[nodiscard]] double topOf(const QTextBlock& block) const;
    [[nodiscard]] double bottomOf(const QTextBlock& block) const;
    [[nodiscard]] bool isTorn(const QTextTable& table, int row) const;
    [[nodiscard]] bool isParted(const QTextBlock& content) const;
    void beginPage(const QTextBlock& content);
    void placeFigure(const QTextBlock& figure);
    void placeTable(QTextTable& table);
    void placeColophon();

    QTextDocument& m_document;
    QAbstractTextDocumentLayout& m_layout;
    BlockLayout& m_blocks;
    std::optional<int> m_heading; ///< position of the first heading of the content that follows
    std::optional<int> m_lastHeading;
};

/// Of its first line: a block may start at the foot of a page without having a line there.
double PageBreaks::topOf(const QTextBlock& block) const
{
    const double top = m_layout.blockBoundingRect(block).top();
    return (block.layout()->lineCount() > 0 ? top + block.layout()->lineAt(0).y() : top) + 1;
}

double PageBreaks::bottomOf(const QTextBlock& block) const
{
    return m_layout.blockBoundingRect(block).bottom() - 1;
}

bool PageBreaks::isTorn(const QTextTable& table, int row) const
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

bool PageBreaks::isParted(const QTextBlock& content) const
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

/// Makes a figure a little smaller rather than leaving much of a page empty.
void PageBreaks::placeFigure(const QTextBlock& figure)
{
    constexpr double smallest = 0.6;
    const int page = pageOf(topOf(figure));
    if (page == pageOf(bottomOf(figure)) && !isParted(figure))
        return;
    const QTextLayout& lines = *figure.layout();
    if (lines.lineCount() < 2 || isParted(figure))
        return beginPage(figure);
    const double height = lines.lineAt(lines.lineCount() - 1).height();
    const double caption = lines.lineAt(lines.lineCount() - 2).rect().bottom();
    constexpr double descent = 8; ///< a figure stands on the base line of its line
    const double room = bottomOfPage(page) - m_layout.blockBoundingRect(figure).top() - caption
        - figure.blockFormat().bottomMargin() - descent;
    if (room < smallest * height)
        return beginPage(figure);
    QTextCursor cursor(figure);
    cursor.movePosition(QTextCursor::EndOfBlock);
    cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::KeepAnchor);
    QTextCharFormat format;
    format.setProperty(roomProperty, room);
    cursor.mergeCharFormat(format);
    if (pageOf(topOf(figure)) == pageOf(bottomOf(figure)))
        return;
    format.setProperty(roomProperty, highest);
    cursor.mergeCharFormat(format);
    beginPage(figure);
}

void PageBreaks::placeTable(QTextTable& table)
{
    const QTextBlock first = table.firstCursorPosition().block();
    const double shortTable = m_document.pageSize().height() / 4;
    const double top = topOf(first);
    const double bottom = bottomOf(table.lastCursorPosition().block());
    const double height = bottom - top - (pageOf(bottom) - pageOf(top)) * 2 * margin;
    const int header = table.format().headerRowCount();
    const bool isCut
        = pageOf(top) != pageOf(bottom) && (height < shortTable || (header < table.rows() && isTorn(table, header)));
    if (isCut || isParted(first))
        beginPage(first);
    for (int row = header + 1; row < table.rows() && header > 0; ++row) {
        if (isTorn(table, row))
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
            else if (isParted(block))
                beginPage(block);
            block = block.next();
        }
        m_heading.reset();
    }
    placeColophon();
}

/// Takes a short last section along, rather than standing alone on a page.
void PageBreaks::placeColophon()
{
    const QTextBlock last = m_document.lastBlock();
    if (!m_lastHeading || pageOf(topOf(last)) == pageOf(bottomOf(last.previous())))
        return;
    const QTextBlock heading = m_document.findBlock(*m_lastHeading);
    if (bottomOf(last.previous()) - topOf(heading) < m_document.pageSize().height() / 4)
        beginPage(heading);
}

} // namespace

DrawingObject::DrawingObject(QTextDocument& document, double width) : QObject(&document), m_width(width)
{
    document.documentLayout()->registerHandler(objectType, this);
}

void DrawingObject::insert(QTextCursor& cursor, Content content)
{
    QTextCharFormat format;
    format.setObjectType(objectType);
    format.setProperty(contentProperty, static_cast<int>(m_contents.size()));
    m_contents.push_back(std::move(content));
    cursor.insertText(QString(QChar::ObjectReplacementCharacter), format);
}

const DrawingObject::Content* DrawingObject::contentOf(const QTextFormat& format) const
{
    const auto index = static_cast<std::size_t>(format.intProperty(contentProperty));
    return index < m_contents.size() ? &m_contents[index] : nullptr;
}

QSizeF DrawingObject::intrinsicSize(QTextDocument*, int, const QTextFormat& format)
{
    const Content* const content = contentOf(format);
    const QSizeF size = content ? sizeOf(*content) : QSizeF();
    if (size.isEmpty())
        return {};
    const double room = format.hasProperty(roomProperty) ? format.doubleProperty(roomProperty) : highest;
    const double scale = std::min(m_width / size.width(), room / size.height());
    // A small picture stays small; a figure is as wide as the text.
    return size * (std::holds_alternative<Drawing>(*content) ? scale : std::min(1.0, scale));
}

void DrawingObject::drawObject(QPainter* painter, const QRectF& rect, QTextDocument*, int, const QTextFormat& format)
{
    const Content* const content = contentOf(format);
    if (!content || sizeOf(*content).isEmpty())
        return;
    if (const auto* const image = std::get_if<QImage>(content)) {
        painter->setRenderHint(QPainter::SmoothPixmapTransform);
        painter->drawImage(rect, *image);
        return;
    }
    painter->save();
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / sizeOf(*content).width(), rect.height() / sizeOf(*content).height());
    paintDrawing(*painter, std::get<Drawing>(*content));
    painter->restore();
}

std::unique_ptr<QTextDocument> makeReportDocument(const Report& report, QPaintDevice& device)
{
    auto document = std::make_unique<QTextDocument>();
    document->setUndoRedoEnabled(false);
    document->documentLayout()->setPaintDevice(&device);
    QFont font(QStringLiteral("sans-serif"));
    font.setHintingPreference(QFont::PreferNoHinting);
    document->setDefaultFont(font);
    document->setPageSize(reportPage);
    QTextFrameFormat frame = document->rootFrame()->frameFormat();
    frame.setMargin(margin);
    document->rootFrame()->setFrameFormat(frame);
    // One edit block: otherwise each table cell triggers a new layout.
    QTextCursor whole(document.get());
    whole.beginEditBlock();
    BlockLayout layout(*document, reportPage.width() - 2 * margin);
    for (const ReportBlock& block : report.head)
        std::visit(layout, block);
    layout.title(report);
    for (const ReportBlock& block : report.blocks)
        std::visit(layout, block);
    layout.colophon(report.colophon);
    whole.endEditBlock();
    PageBreaks(*document, layout).place();
    return document;
}

namespace {

constexpr int dotsPerInch = 96;
constexpr double footHeight = 30;

/// Paint device that measures text at 96 dpi, independent of any screen.
QImage makeGauge()
{
    QImage gauge(1, 1, QImage::Format_RGB32);
    gauge.setDotsPerMeterX(qRound(dotsPerInch / 0.0254));
    gauge.setDotsPerMeterY(qRound(dotsPerInch / 0.0254));
    return gauge;
}

void paintPage(QPainter& painter, QTextDocument& document, const QString& title, int page)
{
    painter.save();
    painter.setClipRect(QRectF(QPointF(0, 0), reportPage));
    painter.translate(0, -page * reportPage.height());
    QAbstractTextDocumentLayout::PaintContext context;
    context.palette.setColor(QPalette::Text, QColor(0x1B, 0x20, 0x26));
    context.clip = QRectF(QPointF(0, page * reportPage.height()), reportPage);
    document.documentLayout()->draw(&painter, context);
    painter.restore();

    QFont font(QStringLiteral("sans-serif"));
    font.setPixelSize(11);
    painter.setFont(font);
    painter.setPen(QColor(0x5B, 0x65, 0x70));
    const QRectF foot(68, reportPage.height() - 56, reportPage.width() - 136, footHeight);
    const QString number = QStringLiteral("%1 / %2").arg(page + 1).arg(document.pageCount());
    const QFontMetricsF metrics(font);
    painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, number);
    painter.drawText(foot, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title, Qt::ElideRight, foot.width() - 80));
}

} // namespace

Status writePdf(const Report& report, QIODevice& device, const std::stop_token& stop)
{
    QImage gauge = makeGauge();
    const auto document = makeReportDocument(report, gauge);
    const QString title = QString::fromStdString(report.title);
    QPdfWriter writer(&device);
    writer.setPageSize(QPageSize(QPageSize::A4));
    writer.setPageMargins({});
    writer.setResolution(1200);
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Lockstep " LOCKSTEP_VERSION));
    QPainter painter;
    if (!painter.begin(&writer))
        return Error{"cannot create the PDF"};
    painter.scale(1200.0 / dotsPerInch, 1200.0 / dotsPerInch);
    for (int page = 0; page < document->pageCount(); ++page) {
        if (stop.stop_requested())
            return Error{"the export was cancelled"};
        if (page > 0)
            writer.newPage();
        paintPage(painter, *document, title, page);
    }
    return painter.end() ? success() : Status(Error{"cannot write the PDF"});
}

QList<QImage> previewPages(const Report& report, int width, int maxPages, const std::stop_token& stop)
{
    QImage gauge = makeGauge();
    const auto document = makeReportDocument(report, gauge);
    const double scale = width / reportPage.width();
    QList<QImage> pages;
    for (int page = 0; page < std::min(maxPages, document->pageCount()) && !stop.stop_requested(); ++page) {
        QImage image(width, qRound(reportPage.height() * scale), QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
        painter.scale(scale, scale);
        paintPage(painter, *document, QString::fromStdString(report.title), page);
        painter.end();
        pages.append(std::move(image));
    }
    return pages;
}

} // namespace lockstep

#include "reportpages.moc"
