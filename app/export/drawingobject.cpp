// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/drawingobject.h"

#include <QAbstractTextDocumentLayout>
#include <QFontMetricsF>
#include <QPainter>
#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int objectType = QTextFormat::UserObject + 1;
constexpr int contentProperty = QTextFormat::UserProperty + 1;
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

QSizeF sizeOf(const DrawingObject::Content& content)
{
    if (const auto* const drawing = std::get_if<Drawing>(&content))
        return {drawing->width, drawing->height};
    return std::get<QImage>(content).size();
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

} // namespace lockstep

#include "moc_drawingobject.cpp"
