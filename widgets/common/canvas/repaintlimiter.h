// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace lockstep {

/// Limits how often new data repaints a view, because a tick of many nodes arrives over many frames. The first repaint
/// follows at once or after the delay of the view's Turn, the next one after the interval. This way, views repaint in
/// separate event-loop iterations. GUI thread; a member of its view.
class RepaintLimiter : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds interval{50};

    /// Priority of a repaint: its delay in frames.
    enum class Turn : int { First, Second, Third, Fourth };

    explicit RepaintLimiter(Turn turn = Turn::First, QObject* parent = nullptr);

    void request();
    /// Call when the view was repainted for another reason, which satisfies pending requests.
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
