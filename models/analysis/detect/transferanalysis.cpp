// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/transferanalysis.h"

#include "models/core/metrics/metricnames.h"
#include "models/core/poolpairs.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr std::array<std::string_view, 4> transferMetrics{
    metrics::serving::transferTime, metrics::serving::transferTimeTail, metrics::serving::transferBytes,
    metrics::serving::transferFailures};

/// The smallest value that the share of all does not exceed.
float quantileOf(std::vector<float>& values, double share)
{
    if (values.empty())
        return noData;
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(rank, 1) - 1);
    std::ranges::nth_element(values, at);
    return *at;
}

} // namespace

/// New transfers, and the values of the metrics that concern them.
struct TransferAnalysis::News
{
    bool isRestart = false;
    TickIndex tick = 0;
    std::int64_t nowNs = 0;
    TopologyPtr topology;
    std::vector<std::pair<std::string, Transfer>> transfers; ///< with the name of their pair
    std::array<std::vector<float>, transferMetrics.size()> latest; ///< by job
};

Analysis::Task TransferAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    const SpanStore& spans = store.spans();
    const TickRange held = store.ticksToAnalyse();
    if (!store.topology() || held.isEmpty() || (!changes.spans && changes.ticks.isEmpty()))
        return {};
    const TickIndex tick = held.to - 1;
    if (tick == m_lastTick)
        return {}; // once per tick
    m_lastTick = tick;
    auto news = std::make_shared<News>();
    if (std::exchange(m_generation, spans.generation()) != spans.generation()) {
        m_nextArrival = 0;
        news->isRestart = true;
    }
    std::vector<ArrivedSpan> arrived;
    spans.arrivals().copyFrom(m_nextArrival, arrived);
    m_nextArrival = spans.arrivals().end();
    for (const auto& [span, lane, batch] : arrived) {
        if (span.spanKind() != SpanKind::Transfer)
            continue;
        const std::string& pair = spans.names().name(NameId{span.job});
        if (serviceOfPair(pair).empty())
            continue;
        const bool isFailed = spans.names().name(NameId{span.op}).ends_with(failedTransferEnding);
        news->transfers.push_back(
            {pair,
             {span.endNs(), static_cast<float>(static_cast<double>(span.durationNs) * 1e-9), isFailed, span.bytes}});
    }
    m_hasTransfers |= !news->transfers.empty();
    if (!m_hasTransfers)
        return {};
    news->tick = tick;
    news->nowNs = timeOfTick(tick + 1, store.tickPeriod()).time_since_epoch().count();
    news->topology = store.topology();
    for (std::size_t at = 0; at < transferMetrics.size(); ++at) {
        const MetricId metric = store.metrics().find(transferMetrics[at]);
        const std::span<const float> latest = metric.isValid() ? store.latest(metric) : std::span<const float>();
        news->latest[at].assign(latest.begin(), latest.end());
        news->latest[at].resize(news->topology->count(EntityKind::Job), noData);
    }
    return [this, news] {
        Result result;
        takeNews(*news);
        addColumns(*news, result.derived);
        return result;
    };
}

void TransferAnalysis::takeNews(const News& news)
{
    if (news.isRestart) {
        m_pairs.clear();
        m_isOurs.clear();
    }
    for (const auto& [pair, transfer] : news.transfers) {
        std::deque<Transfer>& all = m_pairs[pair];
        all.push_back(transfer);
        if (all.size() > maxTransfers)
            all.pop_front();
    }
    const std::int64_t oldest = news.nowNs - Duration(window).count();
    for (auto& [pair, all] : m_pairs)
        std::erase_if(all, [oldest](const Transfer& each) { return each.endNs < oldest; });
}

TransferAnalysis::Figures TransferAnalysis::figuresOf(std::span<const std::deque<Transfer>* const> pairs) const
{
    constexpr float seconds = std::chrono::duration<float>(window).count();
    Figures figures;
    std::vector<float> times;
    for (const std::deque<Transfer>* const transfers : pairs) {
        for (const Transfer& each : *transfers) {
            if (!each.isFailed) {
                times.push_back(each.seconds);
                figures.bytesPerSecond += static_cast<float>(each.bytes) / seconds;
            } else {
                figures.failuresPerSecond += 1 / seconds;
            }
        }
    }
    figures.median = quantileOf(times, 0.5);
    figures.tail = quantileOf(times, 0.99);
    return figures;
}

/// Values from other sources are kept.
void TransferAnalysis::addColumns(const News& news, Derived& derived)
{
    std::map<std::uint32_t, std::vector<const std::deque<Transfer>*>> byJob; // of a pair, and of all of a service
    std::vector<bool> isService(news.topology->count(EntityKind::Job), false);
    for (const auto& [pair, all] : m_pairs) {
        const EntityRef job = news.topology->find(EntityKind::Job, {}, pair);
        if (!job.isValid())
            continue;
        byJob[job.index] = {&all};
        const EntityRef service = news.topology->find(EntityKind::Job, {}, serviceOfPair(pair));
        if (!service.isValid())
            continue;
        isService[service.index] = true;
        byJob[service.index].push_back(&all);
    }
    m_isOurs.resize(isService.size(), false);
    for (std::uint32_t job = 0; job < isService.size(); ++job) {
        if (!isService[job] || m_isOurs[job])
            continue;
        const bool isReported
            = std::ranges::any_of(news.latest, [job](const auto& column) { return !std::isnan(column[job]); });
        m_isOurs[job] = !isReported;
        if (isReported)
            byJob.erase(job);
    }
    derived.columns.reserve(transferMetrics.size());
    std::array<DerivedColumn*, transferMetrics.size()> columns{};
    for (std::size_t at = 0; at < transferMetrics.size(); ++at) {
        derived.addColumn(transferMetrics[at], news.tick, isService.size());
        columns[at] = &derived.columns.back();
        columns[at]->latest = news.latest[at];
    }
    for (const auto& [job, pairs] : byJob) {
        const Figures figures = figuresOf(pairs);
        const std::array<float, transferMetrics.size()> values{figures.median, figures.tail, figures.bytesPerSecond,
                                                               figures.failuresPerSecond};
        for (std::size_t at = 0; at < values.size(); ++at)
            columns[at]->values[job] = columns[at]->latest[job] = values[at];
    }
}

} // namespace lockstep
