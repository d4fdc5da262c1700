// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/linkhistory.h"

#include "models/analysis/detect/baseline/learnedbaselines.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr float lowestRatio = 1e-12F; ///< fewer errors than that are none
constexpr float darkWatts = 1e-7F; ///< -40 dBm: no light, so no lane in use
constexpr float recoveriesCount = 5; ///< weight, as in PortWatch
constexpr float secondsOfDay = 86'400;
constexpr float notMeasured = std::numeric_limits<float>::lowest(); ///< in saved values, which are finite

/// Limits. RS(544,514), the FEC of links of 50 Gbit/s a lane and more, corrects up to that ratio. The power is a usual
/// low alarm where the module's is unknown, the temperature that of commercial modules. So many errors a day are ten
/// within five minutes, which PortWatch reports.
constexpr float ratioLimit = -3.62F; // 2.4e-4
constexpr float powerLimit = -10;
constexpr float temperatureLimit = 70;
constexpr float errorsLimit = 3.46F; // 2880

float decibelMilliwatt(float watts)
{
    return watts > darkWatts ? 10 * std::log10(1000 * watts) : noData;
}

} // namespace

bool LinkHistory::add(const WatchedTick& now)
{
    const std::size_t count = now.topology->count(EntityKind::Port);
    const std::int64_t bin = now.time.time_since_epoch() / binLength;
    if (count < m_ports.size() || bin < m_bin)
        *this = LinkHistory(); // another cluster, or time has restarted
    m_ports.resize(count);
    const bool isComplete = m_bin != 0 && bin > m_bin;
    if (isComplete)
        closeBins(bin - m_bin);
    m_bin = bin;
    for (std::uint32_t port = 0; port < count; ++port)
        add(m_ports[port], now, port);
    return isComplete;
}

void LinkHistory::add(Port& port, const WatchedTick& now, std::uint32_t index)
{
    if (now.value(upColumn, index) < 0.5F)
        return; // what is measured while it is down is no sign of ageing
    const auto put = [&](LinkQuantity quantity, float value) {
        if (!std::isfinite(value))
            return;
        const auto at = static_cast<std::size_t>(quantity);
        port.sum[at] += static_cast<double>(value * now.seconds);
        port.seconds[at] += now.seconds;
    };
    put(LinkQuantity::BitErrorRatio, std::log10(std::max(now.value(0, index), lowestRatio)));
    put(LinkQuantity::ReceivePower, decibelMilliwatt(now.value(1, index)));
    put(LinkQuantity::Temperature, now.value(2, index));
    if (const float lowest = decibelMilliwatt(now.value(3, index)); std::isfinite(lowest))
        port.lowLimit = lowest;
    float errors = noData;
    for (std::size_t column = 4; column < upColumn; ++column) {
        const float rate = now.value(column, index);
        if (rate >= 0)
            errors = (std::isnan(errors) ? 0 : errors) + rate * (column + 1 == upColumn ? recoveriesCount : 1);
    }
    put(LinkQuantity::Errors, errors); // per second; its logarithm is taken of the whole bin
}

void LinkHistory::closeBins(std::int64_t bins)
{
    for (Port& port : m_ports) {
        for (std::size_t at = 0; at < linkQuantityCount; ++at) {
            std::vector<float>& series = port.bins[at];
            if (series.empty() && port.seconds[at] <= 0)
                continue;
            const auto mean = static_cast<float>(port.sum[at] / static_cast<double>(port.seconds[at]));
            const bool isErrors = at == static_cast<std::size_t>(LinkQuantity::Errors);
            series.push_back(port.seconds[at] <= 0 ? noData : isErrors ? std::log10(1 + mean * secondsOfDay) : mean);
            const auto skipped = std::min<std::int64_t>(bins - 1, maxBins);
            series.insert(series.end(), static_cast<std::size_t>(skipped), noData);
            if (series.size() > maxBins)
                series.erase(series.begin(), series.end() - maxBins);
        }
        port.sum = {};
        port.seconds = {};
    }
}

std::span<const float> LinkHistory::series(std::uint32_t port, LinkQuantity quantity) const
{
    return port < m_ports.size() ? std::span<const float>(m_ports[port].bins[static_cast<std::size_t>(quantity)])
                                 : std::span<const float>();
}

bool LinkHistory::isMeasured(std::uint32_t port) const
{
    return port < m_ports.size() && std::ranges::any_of(m_ports[port].bins, [](const std::vector<float>& bins) {
               return !bins.empty() && !std::isnan(bins.back());
           });
}

float LinkHistory::limit(std::uint32_t port, LinkQuantity quantity) const
{
    switch (quantity) {
    case LinkQuantity::BitErrorRatio:
        return ratioLimit;
    case LinkQuantity::ReceivePower:
        return port < m_ports.size() && !std::isnan(m_ports[port].lowLimit) ? m_ports[port].lowLimit : powerLimit;
    case LinkQuantity::Temperature:
        return temperatureLimit;
    case LinkQuantity::Errors:
        return errorsLimit;
    }
    return noData;
}

std::vector<float> LinkHistory::saved(std::uint32_t port) const
{
    const Port& its = m_ports[port];
    if (std::ranges::all_of(its.bins, &std::vector<float>::empty))
        return {};
    std::vector<float> values;
    const float head[]{static_cast<float>(m_bin), std::isnan(its.lowLimit) ? notMeasured : its.lowLimit};
    appendPart(values, head);
    for (std::vector<float> bins : its.bins) {
        std::ranges::replace_if(
            bins, [](float bin) { return std::isnan(bin); }, notMeasured);
        appendPart(values, bins);
    }
    return values;
}

bool LinkHistory::restore(std::uint32_t port, std::span<const float> saved)
{
    const std::vector<std::span<const float>> parts = partsOf(saved, 1 + linkQuantityCount);
    if (parts.size() != 1 + linkQuantityCount || parts[0].size() != 2 || port >= m_ports.size())
        return false;
    const auto missed = static_cast<std::int64_t>(static_cast<double>(m_bin) - static_cast<double>(parts[0][0]));
    if (missed < 0 || missed > static_cast<std::int64_t>(maxBins))
        return false;
    Port& its = m_ports[port];
    if (parts[0][1] != notMeasured)
        its.lowLimit = parts[0][1];
    for (std::size_t at = 0; at < linkQuantityCount; ++at) {
        std::vector<float>& series = its.bins[at];
        series.assign(parts[at + 1].begin(), parts[at + 1].end());
        std::ranges::replace(series, notMeasured, noData);
        if (!series.empty())
            series.insert(series.end(), static_cast<std::size_t>(missed), noData);
        if (series.size() > maxBins)
            series.erase(series.begin(), series.end() - maxBins);
    }
    return true;
}

} // namespace lockstep
