// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>

class QWidget;

namespace lockstep {

/// Decides when to update a view of the moment shown: once per second while live, at once when the user moves, soon
/// after data of that moment has been read. Never updates while the view is hidden or held. GUI thread; owned by its
/// view.
class MomentRefresh : public QObject
{
    Q_OBJECT

public:
    /// @param refresh updates the view. @return whether data is still being read
    MomentRefresh(ViewContext context, QWidget& view, std::function<bool()> refresh);

    /// Refreshes now, visible or not.
    void now();
    /// Refreshes in the next event-loop turn.
    void soon() { schedule(std::chrono::milliseconds(0)); }
    /// Pauses updates while the pointer is over the view.
    void setHeld(bool isHeld);

private:
    void schedule(std::chrono::milliseconds in);

    ViewContext m_context;
    QWidget& m_view;
    std::function<bool()> m_refresh;
    QTimer m_timer{this};
    bool m_isDirty = true;
    bool m_isPending = false;
    bool m_isHeld = false;
};

} // namespace lockstep
