// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace lockstep {

/// Limits the repaints of a view that new data causes, because a tick of many nodes arrives over many frames. The first
/// repaint follows at once, or in the view's turn; the next after the interval. Views repaint in separate event-loop
/// iterations instead of one long one. GUI thread; a member of its view.
class RepaintLimiter : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds interval{50};

    /// Priority of a waiting repaint, in steps of a frame.
    enum class Turn : int { First, Second, Third, Fourth };

    explicit RepaintLimiter(Turn turn = Turn::First, QObject* parent = nullptr);

    void request();
    /// Call when the view was repainted for another reason; pending requests are done.
    void painted();

Q_SIGNALS:
    void due();

private:
    void fire();

    const std::chrono::milliseconds m_turn;
    QElapsedTimer m_sinceLast; ///< invalid: never fired
    QTimer m_timer;
};

} // namespace lockstep
