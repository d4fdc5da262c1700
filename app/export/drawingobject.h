// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/reports/report.h"

#include <QImage>
#include <QObject>
#include <QSizeF>
#include <QTextFormat>
#include <QTextObjectInterface>

#include <variant>
#include <vector>

class QTextCursor;

namespace lockstep {

/// Draws figures and pictures in a text document at the width of the text and at the printer's resolution. Owned by the
/// document that it is registered with.
class DrawingObject : public QObject, public QTextObjectInterface
{
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

public:
    using Content = std::variant<Drawing, QImage>;
    /// Property of a figure's text format: the height that it has; not set: `highest`.
    static constexpr int roomProperty = QTextFormat::UserProperty + 2;
    static constexpr double highest = 900; ///< a picture fits on a page

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

} // namespace lockstep
