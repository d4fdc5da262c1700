// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/thermal/departure.h"

#include <span>
#include <string>
#include <vector>

namespace lockstep {

/// Checks that the measurements of a loop still match each other: flow against load, pressure over the pumps, and pump
/// power. Detects a partly closed valve long before the flow is too low, and a pump that needs more power for the same
/// flow. A plain value; one per loop.
class LoopDeparture
{
public:
    /// @param flow normalised to the usual load (see LoopFlow)
    void add(float flow, float pressure, float pumpPower, float seconds)
    {
        m_flow.add(flow, seconds);
        m_pressure.add(pressure, seconds);
        m_pumpPower.add(pumpPower, seconds);
    }

    /// Their baselines, for saving.
    [[nodiscard]] std::vector<float> values() const;
    /// @return false: invalid values
    bool restore(std::span<const float> values);
    /// The same for people.
    void describe(std::vector<UsualRange>& out) const
    {
        m_flow.baseline().describe("flow at the usual load", Unit::LitersPerMinute, out);
        m_pressure.baseline().describe("pressure", Unit::Pascal, out);
        m_pumpPower.baseline().describe("pump power", Unit::Watt, out);
    }
    /// Whether a quantity deviates significantly, even if slightly.
    [[nodiscard]] bool isFar() const { return m_flow.isFar() || m_pressure.isFar() || m_pumpPower.isFar(); }
    /// Whether the deviation is large enough to report.
    [[nodiscard]] bool isWorthTelling() const;
    /// "flow 3.1 % below what it was, pump power 12 % above"; empty if nothing deviates.
    [[nodiscard]] std::string text() const;

private:
    Departure m_flow{Departure::Side::Below, 0.004F}; // magnetic meters repeat within 0.2 %
    Departure m_pressure{Departure::Side::Both, 0.01F};
    Departure m_pumpPower{Departure::Side::Both, 0.02F};
};

} // namespace lockstep
