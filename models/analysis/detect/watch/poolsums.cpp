// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/poolsums.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace lockstep {

namespace {

using enum PoolSums::Form;

constexpr std::size_t requestsColumn = 0;
constexpr std::size_t tokensColumn = 4;
static_assert(PoolSums::watched[requestsColumn] == std::string_view(metrics::serving::requests));
static_assert(PoolSums::watched[tokensColumn] == std::string_view(metrics::serving::generatedTokens));
constexpr std::array<PoolSums::Form, PoolSums::watched.size()> forms{
    Sum,     Sum,  Sum,     Sum,  Sum,     Sum,  Sum,     Sum,  Sum,     Highest,
    Highest, Mean, Highest, Mean, Highest, Mean, Highest, Mean, Highest, Imbalance};

} // namespace

void PoolSums::findReplicas(const Topology& topology)
{
    const std::size_t jobs = topology.count(EntityKind::Job);
    std::erase_if(m_wholes, [jobs](const auto& each) { return each.first >= jobs; }); // another cluster
    for (auto& [job, whole] : m_wholes)
        whole.replicas.clear();
    for (std::uint32_t job = 0; job < jobs; ++job) {
        const std::string& name = topology.name({EntityKind::Job, job});
        const std::size_t last = name.rfind('/');
        if (last == std::string::npos || name.find(':', last) == std::string::npos)
            continue;
        for (std::size_t end = last; end != std::string::npos && end > 0; end = name.rfind('/', end - 1)) {
            const EntityRef whole = topology.find(EntityKind::Job, {}, std::string_view(name).substr(0, end));
            if (whole.isValid())
                m_wholes[whole.index].replicas.push_back(job);
        }
    }
}

float PoolSums::combined(const WatchedTick& now, const Whole& whole, std::size_t column, Form form)
{
    double sum = 0;
    double weights = 0;
    double highest = 0;
    std::size_t count = 0;
    for (const std::uint32_t replica : whole.replicas) {
        const float value = now.value(form == Imbalance ? tokensColumn : column, replica);
        if (std::isnan(value))
            continue;
        const float requests = now.value(requestsColumn, replica);
        const double weight = form == Mean && requests > 0 ? static_cast<double>(requests) : 1;
        sum += weight * static_cast<double>(value);
        weights += weight;
        highest = count++ == 0 ? static_cast<double>(value) : std::max(highest, static_cast<double>(value));
    }
    if (count == 0)
        return noData;
    switch (form) {
    case Sum:
        return static_cast<float>(sum);
    case Highest:
        return static_cast<float>(highest);
    case Mean:
        return static_cast<float>(sum / weights);
    case Imbalance:
        break;
    }
    return count > 1 && sum > 0 ? static_cast<float>(highest * static_cast<double>(count) / sum - 1) : noData;
}

void PoolSums::step(const WatchedTick& now, Derived& out)
{
    const std::size_t jobs = now.topology->count(EntityKind::Job);
    if (now.topology != m_topology) {
        m_topology = now.topology;
        findReplicas(*now.topology);
    }
    if (m_wholes.empty())
        return;
    out.columns.reserve(out.columns.size() + watched.size());
    for (std::size_t column = 0; column < watched.size(); ++column) {
        std::vector<float> latest = now.columns[column]; // of replicas and of services that other sources report
        latest.resize(jobs, noData);
        std::vector<float> values(jobs, noData);
        bool isAny = false;
        for (auto& [job, whole] : m_wholes) {
            TickIndex& unreported = whole.unreported[column];
            const bool isOurs = unreported >= unreportedTicks;
            if (!isOurs && !std::isnan(now.value(column, job))) {
                unreported = 0;
                continue;
            }
            const float value = combined(now, whole, column, forms[column]);
            if (!isOurs && (std::isnan(value) || ++unreported < unreportedTicks))
                continue;
            values[job] = latest[job] = value;
            isAny |= !std::isnan(value);
        }
        if (!isAny)
            continue;
        out.addColumn(watched[column], now.storeTick, jobs) = std::move(values);
        out.columns.back().latest = std::move(latest);
    }
}

} // namespace lockstep
