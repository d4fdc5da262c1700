// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/costmeter.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration longestLookBack = std::chrono::minutes(1); // callers keep at least this much

} // namespace

void CostMeter::updateCosts(std::vector<Alert>& alerts, const Topology& topology, Duration tickPeriod, TimePoint now,
                            const ColumnOf& columnOf)
{
    std::erase_if(m_meters,
                  [&](const auto& each) { return std::ranges::find(alerts, each.first, &Alert::key) == alerts.end(); });
    for (Alert& alert : alerts) {
        auto known = m_meters.find(alert.key);
        if (known == m_meters.end())
            known = m_meters.emplace(alert.key, meterOf(alert, topology, tickPeriod, now, columnOf)).first;
        Meter& meter = known->second;
        if (meter.culprits != alert.entities || meter.stages != alert.chain.size()) {
            const Meter before = std::exchange(meter, meterOf(alert, topology, tickPeriod, now, columnOf));
            if (!before.loss.isEmpty()) { // keep the sum so far
                meter.usual = std::max(meter.usual, before.usual);
                meter.sum = before.sum;
                meter.next = before.next;
            }
        }
        addUp(meter, alert, tickPeriod, now, columnOf);
        if (const std::optional<double> lost = meter.sum.gpuSeconds())
            alert.costGpuSeconds = *lost + alert.costGpuSeconds.value_or(0);
    }
}

CostMeter::Meter CostMeter::meterOf(const Alert& alert, const Topology& topology, Duration tickPeriod, TimePoint now,
                                    const ColumnOf& columnOf)
{
    Meter meter;
    meter.culprits = alert.entities;
    meter.stages = alert.chain.size();
    meter.loss = AlertLoss(alert, topology);
    meter.usual = meter.loss.baselineBefore(alert.onset, tickPeriod, columnOf);
    // If the alert began before the data in memory, only the later part is known.
    meter.next = tickIndexOf(std::max(alert.onset, now - longestLookBack), tickPeriod);
    return meter;
}

void CostMeter::addUp(Meter& meter, const Alert& alert, Duration tickPeriod, TimePoint now, const ColumnOf& columnOf)
{
    const TickIndex end = tickIndexOf(std::min(now, alert.end.value_or(now)), tickPeriod);
    const TickIndex settled = tickIndexOf(now - settling, tickPeriod);
    // A tick may change until the next one is measured.
    for (; meter.next < end && (meter.next <= settled || meter.loss.at(meter.next + 1, columnOf)); ++meter.next) {
        if (const std::optional<double> gpus = meter.loss.at(meter.next, columnOf))
            meter.sum.add(*gpus - meter.usual, tickPeriod);
    }
}

} // namespace lockstep
