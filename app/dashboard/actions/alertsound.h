// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alert.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace lockstep {

class Composition;

/// Decides when to play a sound: once per alert that is or becomes critical while unacknowledged. Effects of an alert
/// and alerts much older than this program's start make no sound. A plain value.
class AlertBell
{
public:
    /// Alerts older than this when first seen make no sound.
    static constexpr Duration news = std::chrono::minutes(1);

    /// @param alerts all current ones; moments must not decrease
    [[nodiscard]] bool rings(const std::vector<Alert>& alerts, TimePoint now);

private:
    std::set<std::string> m_heard; ///< keys of alerts still shown
    bool m_isListening = false; ///< whether rings() has been called before
};

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
    void look();

    Composition& m_composition;
    std::function<void()> m_ring;
    AlertBell m_bell;
    QTimer m_timer;
};

} // namespace lockstep
