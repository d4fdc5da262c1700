// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/storagewatch.h"

#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/textparts.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

namespace lockstep {

namespace {

constexpr float writingShare = 0.01F; ///< of the line
constexpr float waitingShare = 0.05F; ///< of the CPUs' time
constexpr float ticksToJudge = 4; ///< of a write; its first and last ticks are incomplete
constexpr std::size_t writesKept = 16;

std::string rateText(float bytesPerSecond)
{
    return formatQuantity(static_cast<double>(bytesPerSecond), Unit::BytesPerSecond);
}

} // namespace

void StorageWatch::findPorts(const Topology& topology)
{
    if (topology.version() == m_topologyVersion)
        return;
    m_topologyVersion = topology.version();
    std::vector<Writer> before = std::move(m_writers);
    m_writers.clear();
    for (std::uint32_t port = 0; port < topology.count(EntityKind::Port); ++port) {
        const EntityRef node = topology.ancestor({EntityKind::Port, port}, EntityKind::Node);
        if (!node.isValid() || !containsText(topology.name({EntityKind::Port, port}), "storage"))
            continue;
        const auto known = std::ranges::find(before, port, &Writer::port);
        m_writers.push_back(known == before.end() ? Writer{} : std::move(*known));
        m_writers.back().port = port;
        m_writers.back().node = node.index;
    }
}

/// NaN: no earlier write.
float StorageWatch::baselineOf(const Writer& writer)
{
    if (writer.rates.empty())
        return noData;
    std::vector<float> rates = writer.rates;
    return upperMedian(rates);
}

/// Whether more nodes write now than during this node's earlier writes. The node then gets a smaller share of the
/// bandwidth, and may stay slow for a while after the others have finished.
bool StorageWatch::isShared(const Writer& writer)
{
    if (writer.earlierConcurrentWriters.empty())
        return false;
    std::vector<float> earlierConcurrentWriters = writer.earlierConcurrentWriters;
    return writer.concurrentWriters > concurrencyFactor * upperMedian(earlierConcurrentWriters);
}

void StorageWatch::countConcurrentWriters()
{
    const auto writing
        = static_cast<float>(std::ranges::count_if(m_writers, [](const Writer& each) { return each.ticks > 0; }));
    for (Writer& writer : m_writers)
        writer.concurrentWriters = writer.ticks > 0 ? std::max(writer.concurrentWriters, writing) : 0;
}

void StorageWatch::follow(Writer& writer, float rate, float line, float iowait, bool isSlow)
{
    const bool isWriting = rate > 0 && (rate > writingShare * line || iowait > waitingShare);
    if (isWriting) {
        writer.ticks += 1;
        if (writer.ticks > 2) // the previous tick is complete now
            writer.sum += writer.last;
        writer.last = rate;
        return;
    }
    if (writer.ticks >= ticksToJudge && !isSlow) {
        const float mean = writer.sum / (writer.ticks - 2);
        if (writer.earlierConcurrentWriters.size() < writesKept)
            writer.earlierConcurrentWriters.push_back(writer.concurrentWriters);
        else
            writer.earlierConcurrentWriters[writer.next % writesKept] = writer.concurrentWriters;
        if (writer.rates.size() < writesKept)
            writer.rates.push_back(mean);
        else
            writer.rates[writer.next++ % writesKept] = mean;
    }
    writer.ticks = writer.sum = writer.last = 0;
}

void StorageWatch::recall(const WatchedTick& now, Writer& writer, Derived& out)
{
    m_learned.follow(
        *now.topology, {EntityKind::Port, writer.port}, now.time, out,
        [&](std::span<const float> values) {
            const bool isSound = values.size() > 1 && values.size() <= writesKept + 1
                && std::ranges::all_of(values, [](float each) { return std::isfinite(each) && each > 0; });
            if (!isSound)
                return false;
            // The highest total rate shows whether a slow write is due to full storage.
            m_maxTotal = std::max(m_maxTotal, values.front());
            writer.rates.assign(values.begin() + 1, values.end());
            return true;
        },
        [&] {
            std::vector<float> values;
            if (writer.rates.empty() || !(m_maxTotal > 0))
                return values;
            values.push_back(m_maxTotal);
            values.insert(values.end(), writer.rates.begin(), writer.rates.end());
            return values;
        },
        [&] {
            return std::vector{
                BaselineRange{"storage write rate", Unit::BytesPerSecond, baselineOf(writer), noData, 0}};
        });
}

void StorageWatch::step(const WatchedTick& now, Derived& out)
{
    findPorts(*now.topology);
    if (m_writers.empty())
        return;
    const Episodes::Key key{{EntityKind::Node, 0}, codes::storageSlow};
    const bool isReported = m_episodes.reported(key).has_value();
    float total = 0;
    for (Writer& writer : m_writers) {
        const float rate = now.value(0, writer.port);
        if (std::isnan(rate))
            continue; // missing data is neither good nor bad
        recall(now, writer, out);
        total += rate;
        follow(writer, rate, now.value(1, writer.port) / 8, now.value(2, writer.node), isReported);
    }
    countConcurrentWriters();
    m_total += (total - m_total) / 3;
    if (!isReported)
        m_maxTotal = std::max(m_maxTotal, m_total);

    std::size_t judged = 0;
    std::size_t slow = 0;
    float rates = 0;
    float usuals = 0;
    EntityRef first;
    for (const Writer& writer : m_writers) {
        if (writer.ticks < ticksToJudge)
            continue;
        const float usual = baselineOf(writer);
        if (std::isnan(usual) || isShared(writer))
            continue;
        ++judged;
        const float mean = writer.sum / (writer.ticks - 2);
        rates += mean;
        usuals += usual;
        if (mean >= slowRate * usual)
            continue;
        ++slow;
        if (!first.isValid())
            first = {EntityKind::Node, writer.node};
    }
    if (judged == 0)
        return;
    const bool isSlow = static_cast<float>(slow) >= max * static_cast<float>(judged) && m_total < filled * m_maxTotal;
    const auto state = slow == 0 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news = isSlow ? m_episodes.found(key, rule, now, Severity::Warning, first)
                             : m_episodes.notFound(key, rule, now, state);
    const auto count = static_cast<float>(judged);
    if (news.isBad())
        out.events.push_back({news.about,
                              {now.time,
                               Severity::Warning,
                               0,
                               codes::storageSlow,
                               fmt::format("Storage: {} nodes write at {} each, baseline {}", judged,
                                           rateText(rates / count), rateText(usuals / count)),
                               {.lasted = std::chrono::seconds(static_cast<int>(ticksToJudge) + 1),
                                .value = rates / count,
                                .baseline = usuals / count,
                                .unit = Unit::BytesPerSecond}}});
    if (news.isOver())
        out.events.push_back(
            {news.about,
             {now.time, Severity::Information, 0, codes::storageSlow,
              fmt::format("Storage: back to baseline: {} nodes write at {} each", judged, rateText(rates / count))}});
}

} // namespace lockstep
