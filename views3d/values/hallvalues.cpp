// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallvalues.h"

#include "models/core/median.h"
#include "models/core/metrics/limits.h"
#include "models/view/cursorvalues.h"
#include "views3d/values/recentcolumns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t enoughToCompare = 8;
constexpr float farAway = 8; // spreads
constexpr std::size_t maxHotspots = 5;

/// Values outside these bounds are bad. NaN: no bound on that side.
struct Bounds
{
    float low = noData;
    float high = noData;

    /// Distance beyond the bounds; 0 within, and for NaN.
    [[nodiscard]] float excess(float value) const
    {
        if (value > high)
            return value - high;
        return value < low ? low - value : 0;
    }
};

/// Bounds around the median of @p values on the bad sides. None if there are too few values.
Bounds boundsAround(std::vector<float> values, Direction direction, float minSpread)
{
    std::erase_if(values, [](float value) { return std::isnan(value); });
    if (values.size() < enoughToCompare)
        return {};
    const auto [median, sigma] = summarise(values);
    const float reach = farAway * std::max(sigma, minSpread);
    return {direction == Direction::HighIsBad ? noData : median - reach,
            direction == Direction::LowIsBad ? noData : median + reach};
}

/// Bounds for metrics without limits.
Bounds boundsFor(const HallHealth::Evidence& evidence)
{
    const MetricDescriptor& metric = evidence.metric;
    if (isJudged(metric) || (metric.direction == Direction::Neutral && !metric.isDeviation))
        return {}; // for neutral metrics neither high nor low is bad
    std::vector<float> values;
    for (const HallSample& sample : evidence.samples) {
        if (sample.valueState == ValueState::Current)
            values.push_back(sample.value);
    }
    return boundsAround(std::move(values), metric.direction,
                        0.01F * std::abs(evidence.scale.high - evidence.scale.low));
}

/// Merges a part's sample into that of the whole.
void absorb(HallSample& whole, const HallSample& part, const MetricDescriptor& metric)
{
    whole.hidesSilence |= part.hidesSilence || part.valueState == ValueState::Stale;
    if (part.valueState > whole.valueState) {
        whole.valueState = part.valueState;
        whole.value = part.value;
        whole.worst = part.worst;
    } else if (part.valueState == whole.valueState && isWorse(metric, part.value, whole.value)) {
        whole.value = part.value;
        whole.worst = part.worst;
    }
}

TickIndex tickShown(const ClusterStore& store, TimePoint cursor, bool following)
{
    return following ? newestOr(store, std::nullopt) : tickAt(store, cursor);
}

/// The scale for samples in a mode.
/// @param metric as shown in the mode
/// @param inUse the current scale; ignored if its origin of the range (how) is empty
ColourScale scaleShown(HallMode mode, const MetricDescriptor& metric, std::span<const HallSample> samples,
                       const ColourScale& inUse)
{
    if (mode == HallMode::TimeToLimit) // sooner is brighter
        return {ColourMap::Limit, 1800, 0, "limit in 30 min to limit now"};
    if (mode == HallMode::GapAge)
        return {ColourMap::Cividis, 0, 30, "fixed range"};
    std::vector<float> values;
    values.reserve(samples.size());
    for (const HallSample& sample : samples) {
        if (!std::isnan(sample.value))
            values.push_back(sample.value);
    }
    const ColourScale fresh = scaleFor(metric, values);
    return inUse.how.empty() ? fresh : steadyScale(inUse, fresh);
}

} // namespace

void HallHealth::judge(const Topology& topology, const Evidence& evidence)
{
    m_badness.reset(topology);
    m_hotspots.clear();
    const Bounds own = boundsFor(evidence);
    const auto amongPeers = [&](float fromPeers) {
        return evidence.deviation != nullptr ? excessOf(*evidence.deviation, fromPeers) : 0.0F;
    };
    // Sorted by excess over a limit, then by deviation.
    std::vector<std::pair<std::pair<float, float>, HallHotspot>> found;
    for (std::uint32_t index = 0; index < evidence.samples.size(); ++index) {
        const HallSample& sample = evidence.samples[index];
        if (sample.valueState != ValueState::Current)
            continue;
        const float fromPeers = index < evidence.fromPeers.size() ? evidence.fromPeers[index] : noData;
        const float beyondOwn
            = isJudged(evidence.metric) ? excessOf(evidence.metric, sample.value) : own.excess(sample.value);
        const auto severity = severityOf(evidence.metric, sample.value);
        const auto excess = std::pair(beyondOwn, amongPeers(fromPeers));
        if (!severity && beyondOwn <= 0 && excess.second <= 0)
            continue;
        const EntityRef entity{evidence.metric.entityKind, index};
        m_badness.mark(topology, entity, severity.value_or(Severity::Warning));
        found.push_back({excess, {entity, excess.second > 0 ? fromPeers : noData}});
    }
    const auto kept = found.begin() + static_cast<std::ptrdiff_t>(std::min(maxHotspots, found.size()));
    std::ranges::partial_sort(found, kept, std::greater{}, [](const auto& each) { return each.first; });
    for (auto each = found.begin(); each != kept; ++each)
        m_hotspots.push_back(each->second);
}

ColourScale steadyScale(const ColourScale& inUse, const ColourScale& fresh)
{
    if (inUse.map != fresh.map || inUse.how != fresh.how || inUse.warning != fresh.warning)
        return fresh;
    const auto [low, high] = std::minmax({inUse.low, inUse.high}); // reversed if low is bad
    const auto [freshLow, freshHigh] = std::minmax({fresh.low, fresh.high});
    const bool isTurned = (inUse.low < inUse.high) != (fresh.low < fresh.high);
    const float slack = (high - low) * 0.02F;
    const bool covers = freshLow >= low - slack && freshHigh <= high + slack;
    const bool isWasteful = high - low > 2 * (freshHigh - freshLow);
    return covers && !isWasteful && !isTurned ? inUse : fresh;
}

void HallValues::update(const ClusterStore& store, MetricId metric, HallMode mode, TimePoint cursor, bool following,
                        std::optional<TimeRange> window)
{
    const Topology& topology = *store.topology();
    m_samples.assign(topology, {});
    if (!metric.isValid() || metric.value >= store.metrics().size()) {
        m_metric.reset();
        m_judgement = {};
        return;
    }
    if (store.topology() != m_cooled) {
        m_cooled = store.topology();
        m_cooling = CoolingMap(topology);
    }
    const MetricDescriptor& chosen = store.metrics().descriptor(metric);
    if (!isShowable(chosen, mode))
        mode = HallMode::Value;
    if (m_id != metric || m_mode != mode || !m_metric) {
        m_metric = shownAs(chosen, mode);
        m_id = metric;
        m_mode = mode;
        m_scale = {};
    }
    readEntities(store, metric, cursor, following);
    const HallMoment moment{store, m_cooling, metric, tickShown(store, cursor, following), following};
    applyMode(mode, moment, m_samples.of(m_metric->entityKind));
    chooseScale(store, window);
    judge(moment);
    spreadUpwards(topology);
    if (following)
        markSilentNodes(store);
}

void HallValues::readEntities(const ClusterStore& store, MetricId metric, TimePoint cursor, bool following)
{
    const Topology& topology = *store.topology();
    RecentColumns columns(store, metric, tickShown(store, cursor, following));
    const auto latest = store.latest(metric);
    Samples& samples = m_samples.of(m_metric->entityKind);
    for (std::uint32_t index = 0; index < samples.size(); ++index) {
        const EntityRef entity{m_metric->entityKind, index};
        HallSample& sample = samples[index];
        sample.worst = index;
        const EntityRef node = topology.ancestor(entity, EntityKind::Node);
        const NodeIdentity* identity = topology.contains(node) ? topology.identity(node) : nullptr;
        const float everReported = index < latest.size() ? latest[index] : noData;
        if (following && store.freshness(entity) == Freshness::Stale) {
            sample.valueState = ValueState::Stale;
            sample.value = everReported;
            continue;
        }
        sample.value = columns.value(index, ticksHeld(identity, store.tickPeriod(), following));
        // A sensor that has never reported this quantity measures another one.
        const bool measuresOther = entity.kind == EntityKind::Sensor && std::isnan(everReported);
        if (!std::isnan(sample.value))
            sample.valueState = ValueState::Current;
        else
            sample.valueState = measuresOther ? ValueState::NotMeasured : ValueState::NoData;
    }
}

void HallValues::spreadUpwards(const Topology& topology)
{
    const EntityKind kind = m_metric->entityKind;
    for (std::uint32_t index = 0; index < m_samples.of(kind).size(); ++index) {
        const HallSample sample = m_samples.of(kind)[index];
        if (sample.valueState == ValueState::NotMeasured)
            continue;
        climb(topology, {kind, index}, [&](EntityRef above) {
            if (above.kind != kind)
                absorb(m_samples.at(above), sample, *m_metric);
            return true;
        });
    }
}

void HallValues::markSilentNodes(const ClusterStore& store)
{
    const Topology& topology = *store.topology();
    Samples& nodes = m_samples.of(EntityKind::Node);
    for (std::uint32_t index = 0; index < nodes.size(); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        if (freshness == Freshness::Live)
            continue;
        // A silent node must look different from a node without the metric.
        HallSample& sample = nodes[index];
        if (sample.valueState == ValueState::NotMeasured)
            sample.valueState = freshness == Freshness::Stale ? ValueState::Stale : ValueState::NoData;
        climb(topology, node, [&](EntityRef above) {
            HallSample& whole = m_samples.at(above);
            whole.hidesSilence = true;
            if (whole.valueState == ValueState::NotMeasured)
                whole.valueState = sample.valueState;
            return true;
        });
    }
}

void HallValues::chooseScale(const ClusterStore& store, std::optional<TimeRange> window)
{
    if (m_isScaleHeld && !m_scale.how.empty())
        return;
    if (window && m_mode == HallMode::Value)
        m_scale = scaleOver(store, m_id, *window);
    else
        m_scale = scaleShown(m_mode, *m_metric, m_samples.of(m_metric->entityKind), m_scale);
}

void HallValues::judge(const HallMoment& moment)
{
    const Samples& samples = m_samples.of(m_metric->entityKind);
    // A large deviation from peers is a problem, however far the limit is.
    const MetricId deviation = m_mode == HallMode::Value ? deviationOf(moment.store, moment.metric) : MetricId();
    m_deviation = deviation.isValid() ? std::optional(moment.store.metrics().descriptor(deviation)) : std::nullopt;
    const auto fromPeers = m_deviation ? computedDeviations(moment, samples.size()) : std::vector<float>();
    m_judgement.judge(*moment.store.topology(),
                      {*m_metric, m_scale, samples, m_deviation ? &*m_deviation : nullptr, fromPeers});
}

bool HallValues::isCritical(float value) const
{
    return m_metric && severityOf(*m_metric, value) == Severity::Critical;
}

bool HallValues::isHealthy(EntityRef entity) const
{
    const HallSample sample = of(entity);
    const bool isKnown = sample.valueState == ValueState::Current || sample.valueState == ValueState::NotMeasured;
    return isKnown && !sample.hidesSilence && !m_judgement.isUnhealthy(entity);
}

HallSample HallValues::worstOf(std::span<const HallNode> nodes) const
{
    HallSample whole;
    for (const HallNode& node : nodes)
        absorb(whole, of(node.entity), m_metric ? *m_metric : MetricDescriptor());
    return whole;
}

} // namespace lockstep
