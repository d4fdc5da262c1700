// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/scoring/alertwatch.h"

#include <map>
#include <string>
#include <utility>

namespace lockstep::scoring {

/// Baseline for comparison: each exceeded limit, XID and port that is down is an alert. Any one thread.
class ThresholdWatch final : public AlertWatch
{
public:
    void look(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs,
              TimePoint now) override;
    [[nodiscard]] const std::vector<RaisedAlert>& reported() const override { return m_reported; }

private:
    std::map<std::pair<EntityRef, std::string>, TimePoint> m_active;
    std::vector<RaisedAlert> m_reported;
};

} // namespace lockstep::scoring
