// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace lockstep {

/// Spreads out repaints that data ask for: the first comes at once, the next no sooner than the interval. A tick of
/// many nodes trickles in over many frames; painting each of them would say nothing more. GUI thread; a member of its
/// view.
class RepaintLimiter : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::milliseconds interval{50};

    explicit RepaintLimiter(QObject* parent = nullptr);

    void request();

Q_SIGNALS:
    void due();

private:
    void fire();

    QElapsedTimer m_sinceLast; ///< invalid: never fired
    QTimer m_timer;
};

} // namespace lockstep
