// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/alertsound.h"

#include "app/dashboard/composition.h"

#include <QApplication>

namespace lockstep {

namespace {
constexpr std::chrono::seconds bellInterval{1};
}

AlertSound::AlertSound(Composition& composition, QObject* parent)
    : QObject(parent), m_composition(composition), m_ring(&QApplication::beep)
{
    m_timer.setInterval(bellInterval);
    connect(&m_timer, &QTimer::timeout, this, &AlertSound::checkAlerts);
}

void AlertSound::setOn(bool isOn)
{
    if (isOn == m_timer.isActive())
        return;
    m_bell = {}; // alerts that arrived while it was off make no sound
    if (isOn)
        m_timer.start();
    else
        m_timer.stop();
}

void AlertSound::checkAlerts()
{
    Session& session = m_composition.session();
    if (!session.isLive() || session.alerts().isFirstResultPending())
        return;
    const TimePoint now = session.now();
    if (m_bell.rings(session.alerts().at(now), now))
        m_ring();
}

} // namespace lockstep

#include "moc_alertsound.cpp"
