// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/alertwatch.h"
#include "models/analysis/causality/alert.h"

namespace lockstep::scoring {

/// Obtains the causes from Lockstep's analysis after new events, and periodically. Any one thread.
class CauseWatch final : public AlertWatch
{
public:
    void look(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs,
              TimePoint now) override;
    [[nodiscard]] const std::vector<RaisedAlert>& reported() const override { return m_reported; }

private:
    /// Alerts are held back until what could explain them has had its time.
    static constexpr Duration restlessFor = std::chrono::minutes(2);
    static constexpr Duration restPeriod = std::chrono::seconds(10);

    void note(const Alert& alert, TimePoint now);

    std::vector<DerivedEvent> m_events;
    std::vector<RaisedAlert> m_reported;
    TimePoint m_lastNews;
    TimePoint m_lastLook;
};

} // namespace lockstep::scoring
