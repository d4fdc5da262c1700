// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/canvas/repaintlimiter.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr std::chrono::milliseconds frame{16};

}

RepaintLimiter::RepaintLimiter(Turn turn, QObject* parent) : QObject(parent), m_turn(static_cast<int>(turn) * frame)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &RepaintLimiter::fire);
}

void RepaintLimiter::request()
{
    if (m_timer.isActive())
        return;
    const std::chrono::milliseconds since(m_sinceLast.isValid() ? m_sinceLast.elapsed() : interval.count());
    const auto wait = std::max(m_turn, interval - since);
    if (wait <= std::chrono::milliseconds::zero())
        fire();
    else
        m_timer.start(wait);
}

void RepaintLimiter::painted()
{
    m_timer.stop();
    m_sinceLast.start();
}

void RepaintLimiter::fire()
{
    m_sinceLast.start();
    Q_EMIT due();
}

} // namespace lockstep

#include "moc_repaintlimiter.cpp"
