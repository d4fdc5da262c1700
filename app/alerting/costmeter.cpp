// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/alerting/costmeter.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration longestLookBack = std::chrono::minutes(1); // callers keep at least this much

} // namespace

void CostMeter::tell(std::vector<Alert>& alerts, const Topology& topology, Duration tickPeriod, TimePoint now,
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
                meter.measured = before.measured;
                meter.looked = before.looked;
                meter.next = before.next;
                meter.known = before.known;
            }
        }
        addUp(meter, alert, tickPeriod, now, columnOf);
        alert.costGpuSeconds = costOf(meter, alert);
    }
}

CostMeter::Meter CostMeter::meterOf(const Alert& alert, const Topology& topology, Duration tickPeriod, TimePoint now,
                                    const ColumnOf& columnOf)
{
    Meter meter;
    meter.culprits = alert.entities;
    meter.stages = alert.chain.size();
    meter.loss = AlertLoss(alert, topology);
    meter.usual = meter.loss.usualBefore(alert.onset, tickPeriod, columnOf);
    // If the alert began before the data in memory, use the mean over what is available.
    meter.next = tickIndexOf(std::max(alert.onset, now - longestLookBack), tickPeriod);
    return meter;
}

void CostMeter::addUp(Meter& meter, const Alert& alert, Duration tickPeriod, TimePoint now, const ColumnOf& columnOf)
{
    const TimePoint end = alert.end.value_or(now);
    meter.until = std::min(now, end);
    if (meter.loss.isEmpty())
        return;
    const TickIndex settled = tickIndexOf(std::min(now - settling, end), tickPeriod);
    for (; meter.next <= settled; ++meter.next) {
        ++meter.looked;
        const std::optional<double> gpus = meter.loss.meanOver({meter.next, meter.next + 1}, 1, columnOf);
        meter.sum += gpus.value_or(0);
        meter.measured += gpus ? 1 : 0;
    }
}

/// Keeps the last value while too little is measured, for example during a long checkpoint in which no rank waits.
std::optional<double> CostMeter::costOf(Meter& meter, const Alert& alert)
{
    if (meter.measured > 0 && 2 * meter.measured >= meter.looked) {
        const double gpus = std::max(0.0, meter.sum / static_cast<double>(meter.measured) - meter.usual);
        meter.known = gpus * std::max(0.0, std::chrono::duration<double>(meter.until - alert.onset).count());
    }
    return meter.known ? std::optional(*meter.known + alert.costGpuSeconds.value_or(0)) : alert.costGpuSeconds;
}

} // namespace lockstep
