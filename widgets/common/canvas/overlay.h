// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace lockstep {

/// Places a widget over a part of the window instead of in its layout, so that other widgets do not move. The owner
/// shows and hides the widget. GUI thread; owned by the widget.
class Overlay : public QObject
{
    Q_OBJECT

public:
    enum class Place {
        Top, ///< centred at the area's upper edge; may be taller than the area, limited to a readable width
        Bottom, ///< along the area's lower edge
        Whole
    };

    /// @param widget child of an ancestor of @p area, in no layout
    Overlay(QWidget& widget, QWidget& area, Place place);

    void setArea(QWidget& area);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void put();

    QWidget& m_widget;
    QWidget* m_area;
    Place m_place;
};

} // namespace lockstep
