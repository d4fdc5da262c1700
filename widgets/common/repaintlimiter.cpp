// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/repaintlimiter.h"

namespace lockstep {

RepaintLimiter::RepaintLimiter(QObject* parent) : QObject(parent)
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
    if (since >= interval)
        fire();
    else
        m_timer.start(interval - since);
}

void RepaintLimiter::fire()
{
    m_sinceLast.start();
    Q_EMIT due();
}

} // namespace lockstep
