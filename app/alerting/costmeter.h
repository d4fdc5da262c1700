// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/alertcost.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep {

/// Accumulates the cost of alerts over time, for senders that keep only the last minutes of columns. From its start on,
/// the result equals costOf() over a whole recording. A plain value.
class CostMeter
{
public:
    /// Sets the cost of each current alert. Call about once per second.
    void updateCosts(std::vector<Alert>& alerts, const Topology& topology, Duration tickPeriod, TimePoint now,
                     const ColumnOf& columnOf);

private:
    /// Delay before a step's values are final, because steps are complete only seconds after the ticks that they cover.
    /// A value that has not arrived by then is treated as missing.
    static constexpr Duration settling = std::chrono::seconds(15);

    struct Meter
    {
        std::vector<EntityRef> culprits; ///< entities whose loss is summed
        std::size_t stages = 0; ///< length of the alert's chain; a longer one may involve more jobs
        AlertLoss loss;
        double usual = 0; ///< GPUs lost before onset
        LossSum sum;
        TickIndex next = 0; ///< next tick to add
    };

    [[nodiscard]] static Meter meterOf(const Alert& alert, const Topology& topology, Duration tickPeriod, TimePoint now,
                                       const ColumnOf& columnOf);
    static void addUp(Meter& meter, const Alert& alert, Duration tickPeriod, TimePoint now, const ColumnOf& columnOf);

    std::map<std::string, Meter> m_meters; ///< by the alert's key
};

} // namespace lockstep
