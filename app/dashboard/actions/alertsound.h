// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertsoundpolicy.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace lockstep {

class Composition;

/// Plays a sound when a new critical alert appears in live data, even while the past is shown. Off unless the user
/// enables it. Checks once per second. GUI thread; owned by the window.
class AlertSound : public QObject
{
    Q_OBJECT

public:
    /// @param composition outlives this
    explicit AlertSound(Composition& composition, QObject* parent = nullptr);

    void setOn(bool isOn);
    [[nodiscard]] bool isOn() const { return m_timer.isActive(); }
    /// Replaces the desktop's bell, for tests.
    void setRing(std::function<void()> ring) { m_ring = std::move(ring); }
    void ring() const { m_ring(); }

private:
    void checkAlerts();

    Composition& m_composition;
    std::function<void()> m_ring;
    AlertSoundPolicy m_bell;
    QTimer m_timer;
};

} // namespace lockstep
