// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/alerting/alertbell.h"

#include <QObject>
#include <QTimer>

#include <functional>

namespace lockstep {

class Composition;

/// Makes itself heard when a critical alert comes up in what is watched live, also while the past is shown; off unless
/// the user has switched it on. Looks once a second. GUI thread; owned by the window.
class AlertSound : public QObject
{
    Q_OBJECT

public:
    /// @param composition outlives this
    explicit AlertSound(Composition& composition, QObject* parent = nullptr);

    void setOn(bool isOn);
    [[nodiscard]] bool isOn() const { return m_timer.isActive(); }
    /// What is heard, in place of the desktop's bell.
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
