// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/export/drawingobject.h"

#include "app/export/drawingpainter.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextCursor>
#include <QTextDocument>

namespace lockstep {

namespace {

constexpr int objectType = QTextFormat::UserObject + 1;
constexpr int contentProperty = QTextFormat::UserProperty + 1;
constexpr double highest = 900; ///< a picture fits on a page

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
    const double scale = std::min(m_width / size.width(), highest / size.height());
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
