// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/overlay.h"

#include <QEvent>
#include <QLayout>
#include <QWidget>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int overlayMargin = 12;
constexpr int widestOverlay = 620;

int heightFor(const QWidget& widget, int width)
{
    const QLayout* layout = widget.layout();
    return layout != nullptr && layout->hasHeightForWidth() ? layout->totalHeightForWidth(width)
                                                            : widget.sizeHint().height();
}

} // namespace

Overlay::Overlay(QWidget& widget, QWidget& area, Place place)
    : QObject(&widget), m_widget(widget), m_area(nullptr), m_place(place)
{
    widget.installEventFilter(this);
    setArea(area);
}

void Overlay::setArea(QWidget& area)
{
    if (m_area != nullptr)
        m_area->removeEventFilter(this);
    m_area = &area;
    area.installEventFilter(this);
    put();
}

bool Overlay::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
        if (watched == m_area)
            put();
        break;
    case QEvent::Show:
    case QEvent::LayoutRequest:
        put();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void Overlay::put()
{
    if (m_widget.isHidden())
        return;
    QRect place(m_area->mapTo(m_widget.parentWidget(), QPoint(0, 0)), m_area->size());
    if (m_place == Place::Top) {
        const int width = std::clamp(place.width() - 2 * overlayMargin, 0, widestOverlay);
        const int height = heightFor(m_widget, width);
        const int above = std::clamp((place.height() - height) / 2, 0, overlayMargin);
        place = QRect(place.center().x() - width / 2, place.top() + above, width, height)
                    .intersected(m_widget.parentWidget()->rect());
    } else if (m_place == Place::Bottom) {
        const int height = std::min(heightFor(m_widget, place.width()), place.height());
        place.setTop(place.bottom() + 1 - height);
    }
    m_widget.setGeometry(place);
    m_widget.raise();
}

} // namespace lockstep

#include "moc_overlay.cpp"
