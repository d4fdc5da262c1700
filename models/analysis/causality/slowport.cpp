// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/slowport.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace lockstep {

namespace {

constexpr TickIndex sampledTicks = 10; ///< ticks up to the moment
constexpr double suspicious = 0.3; ///< from this on a port is named

enum Sign : std::size_t { Trouble, Retransmits, Wait, Rate, Up };

struct SignRow
{
    std::string_view metric;
    std::string_view words; ///< description, for cases where the sign is not measured
};

/// By Sign.
constexpr std::array signRows{
    SignRow{metrics::port::trouble, {}}, // computed from the others
    SignRow{metrics::port::retransmits, "retransmits"},
    SignRow{metrics::port::transmitWait, "waiting for credit"},
    SignRow{metrics::port::rate, "rate"},
    SignRow{metrics::port::up, "state"},
};

using Signs = std::array<double, signRows.size()>; ///< means; NaN: not measured

struct JudgedPort
{
    EntityRef port;
    Signs signs{};
    double baselineRate = 0; ///< of the job's ports of its kind; NaN: not known
    double score = 0; ///< from 0 (nothing) to 1
};

/// Of the job's GPUs, of its nodes, and the far ends of these.
std::set<EntityRef> portsOf(const Topology& topology, const ObservedJob& job)
{
    std::set<EntityRef> ports;
    const auto addPortsOf = [&](EntityRef owner) {
        for (const EntityRef port : topology.children(owner)) {
            if (port.kind != EntityKind::Port)
                continue;
            ports.insert(port);
            if (const EntityRef far = topology.peer(port); far.kind == EntityKind::Port && topology.contains(far))
                ports.insert(far);
        }
    };
    std::set<EntityRef> owners;
    for (const EntityRef place : job.places) {
        if (!topology.contains(place))
            continue;
        owners.insert(place);
        if (const EntityRef node = topology.ancestor(place, EntityKind::Node); node.isValid())
            owners.insert(node);
    }
    std::ranges::for_each(owners, addPortsOf);
    return ports;
}

std::vector<JudgedPort> measured(const std::set<EntityRef>& ports, TickIndex to, const ColumnOf& columnOf)
{
    std::vector<JudgedPort> judged;
    for (const EntityRef port : ports)
        judged.push_back({port, {}, 0, 0});
    for (std::size_t sign = 0; sign < signRows.size(); ++sign) {
        std::vector<int> counts(judged.size(), 0);
        for (TickIndex tick = to - sampledTicks; tick < to; ++tick) {
            const std::vector<float> column = columnOf(signRows[sign].metric, tick);
            for (std::size_t at = 0; at < judged.size(); ++at) {
                const std::uint32_t index = judged[at].port.index;
                if (index >= column.size() || std::isnan(column[index]))
                    continue;
                judged[at].signs[sign] += static_cast<double>(column[index]);
                ++counts[at];
            }
        }
        for (std::size_t at = 0; at < judged.size(); ++at)
            judged[at].signs[sign] = counts[at] > 0 ? judged[at].signs[sign] / counts[at] : std::nan("");
    }
    return judged;
}

double share(double value, double all)
{
    return std::isnan(value) ? 0 : std::clamp(value / all, 0.0, 1.0);
}

/// Puts each sign on a scale to 1; the worst counts.
void judge(std::vector<JudgedPort>& ports, const Topology& topology)
{
    std::map<EntityKind, std::vector<double>> rates;
    for (const JudgedPort& each : ports) {
        if (!std::isnan(each.signs[Rate]))
            rates[topology.parent(each.port).kind].push_back(each.signs[Rate]);
    }
    for (auto& [kind, some] : rates)
        std::ranges::sort(some);
    for (JudgedPort& each : ports) {
        const auto known = rates.find(topology.parent(each.port).kind);
        each.baselineRate = known == rates.end() ? std::nan("") : known->second[known->second.size() / 2];
        const double retransmits = each.signs[Retransmits];
        each.score = std::max({share(each.signs[Trouble], 1), share(retransmits, retransmits + 10),
                               share(each.signs[Wait], 0.05), share(1 - each.signs[Rate] / each.baselineRate, 0.5),
                               share(1 - each.signs[Up], 1)});
    }
}

std::string signsText(const JudgedPort& judged)
{
    const Signs& signs = judged.signs;
    std::vector<std::string> parts;
    if (signs[Up] < 0.999)
        parts.push_back(fmt::format("down {} of the time", formatQuantity(1 - signs[Up], Unit::Ratio)));
    if (signs[Retransmits] > 0)
        parts.push_back(fmt::format("{} retransmits/s", formatNumber(signs[Retransmits])));
    if (signs[Wait] > 0)
        parts.push_back(fmt::format("waits for credit {} of the time", formatQuantity(signs[Wait], Unit::Ratio)));
    if (signs[Rate] < 0.9 * judged.baselineRate)
        parts.push_back(fmt::format("rate {}, peers {}", formatQuantity(signs[Rate], Unit::BitsPerSecond),
                                    formatQuantity(judged.baselineRate, Unit::BitsPerSecond)));
    if (parts.empty())
        parts.push_back(fmt::format("link fault score {:.2f}", signs[Trouble]));
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// "node-7/nic0 towards r0-leaf1": the direction in which the port sends.
std::string directedName(const Topology& topology, EntityRef port)
{
    const EntityRef far = topology.peer(port);
    const EntityRef device = far.kind == EntityKind::Port && topology.contains(far) ? topology.parent(far) : far;
    return topology.contains(device)
        ? fmt::format("{} towards {}", culpritName(topology, port), culpritName(topology, device))
        : culpritName(topology, port);
}

/// Metrics that no port of these has.
std::string missingText(const std::vector<JudgedPort>& ports)
{
    std::vector<std::string> missing;
    for (std::size_t sign = 0; sign < signRows.size(); ++sign) {
        if (!signRows[sign].words.empty()
            && std::ranges::all_of(ports, [&](const JudgedPort& each) { return std::isnan(each.signs[sign]); }))
            missing.push_back(fmt::format("{} ({})", signRows[sign].words, signRows[sign].metric));
    }
    return missing.empty() ? std::string() : fmt::format("; not measured: {}", fmt::join(missing, ", "));
}

} // namespace

void addSlowPort(Alert& alert, const Topology& topology, const ObservedJobs& jobs, Duration tickPeriod,
                 TimePoint moment, const ColumnOf& columnOf)
{
    if (alert.kind != kinds::slowLink || alert.chain.empty())
        return;
    const auto job = std::ranges::find(jobs, alert.chain.front().fields.job, &ObservedJob::name);
    if (job == jobs.end())
        return;
    const std::set<EntityRef> all = portsOf(topology, *job);
    const TickIndex to = tickIndexOf(std::min(moment, alert.end.value_or(moment)), tickPeriod) + 1;
    std::vector<JudgedPort> ports = measured(all, to, columnOf);
    judge(ports, topology);
    const auto worst = std::ranges::max_element(ports, {}, &JudgedPort::score);
    Alert::Stage stage{.what = {}, .entities = {}, .since = alert.onset, .kind = FindingKind::SlowLinks};
    if (ports.empty()) {
        stage.what = fmt::format(
            "no ports of {} are known: collect NIC and NVLink counters of its nodes to identify the link", job->name);
    } else if (worst->score >= suspicious) {
        stage.what = fmt::format("worst of {} ports: {}: {}{}", ports.size(), directedName(topology, worst->port),
                                 signsText(*worst), missingText(ports));
        stage.entities = {worst->port};
    } else {
        stage.what = fmt::format("no fault on any of {} ports{}", ports.size(), missingText(ports));
    }
    alert.chain.push_back(std::move(stage));
}

void addSlowPort(Alert& alert, const ClusterStore& store, TimePoint moment)
{
    if (alert.kind != kinds::slowLink)
        return;
    addSlowPort(alert, *store.topology(), observedJobs(store.spans()), store.tickPeriod(), moment,
                [&store](std::string_view metric, TickIndex tick) { return copyOfColumn(store, metric, tick); });
}

} // namespace lockstep
