// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace lockstep {

/// Spreads out repaints that data ask for: the first comes at once, or after the view's turn, the next no sooner than
/// the interval. A tick of many nodes trickles in over many frames; painting each of them would say nothing more. And
/// what all views ask for at the same moment is better painted in turns of the event loop than in one long one.
/// GUI thread; a member of its view.
class RepaintLimiter : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds interval{50};

    /// Whose repaint waits, so that others come first: in steps of a frame.
    enum class Turn : int { First, Second, Third, Fourth };

    explicit RepaintLimiter(Turn turn = Turn::First, QObject* parent = nullptr);

    void request();
    /// The view was painted anew for another reason, and all that was asked for with it.
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
