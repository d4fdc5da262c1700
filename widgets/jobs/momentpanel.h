// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "widgets/common/panel.h"

#include <QTimer>

#include <chrono>

class QVBoxLayout;

namespace lockstep {

/// Base class of views of one moment. Updates once per second while live, at once when the user goes to another moment,
/// and soon after data of that moment has been read. Does not update while hidden, or while the pointer is over rows
/// that must not move. GUI thread; owned by its parent.
class MomentPanel : public Panel
{
    Q_OBJECT

public:
    /// Updates everything now, visible or not.
    virtual void refresh() { readNow(); }

protected:
    MomentPanel(ViewContext context, QWidget* parent);

    void showEvent(QShowEvent* event) override;
    /// @return whether data is still being read
    virtual bool read() = 0;
    void readNow();
    /// Refreshes in the next event-loop turn.
    void readSoon() { schedule(std::chrono::milliseconds(0)); }
    /// Pauses updates while the pointer is over the view.
    void setHeld(bool isHeld);
    /// Fills the panel, without margins.
    [[nodiscard]] QVBoxLayout* makeContent();
    [[nodiscard]] TimePoint shownMoment() const;

private:
    void schedule(std::chrono::milliseconds in);

    QTimer m_timer;
    bool m_isDirty = true;
    bool m_isPending = false;
    bool m_isHeld = false;
};

} // namespace lockstep
