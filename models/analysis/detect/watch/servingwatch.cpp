// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/servingwatch.h"

#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// The smallest increase of a quantity that is reported, and its texts.
struct ServingRow
{
    const char* code;
    const char* quantity;
    const char* words;
    Unit unit;
    float min; ///< minimum increase in the metric's unit
    float share; ///< minimum increase relative to the baseline
};

constexpr std::array<std::size_t, 2> answerColumns{1, 2};
constexpr std::array<ServingRow, ServingWatch::watched.size()> servingRows{{
    {codes::servingImbalance, "load imbalance between its nodes", "busiest node exceeds the pool mean by", Unit::Ratio,
     0.1F, 0.25F},
    {codes::servingLatency, "time to first token", "time to first token", Unit::Seconds, 0.05F, 0.5F},
    {codes::servingLatency, "time per token", "time per token", Unit::Seconds, 0.005F, 0.3F},
    {codes::servingLatency, "longest queue", "longest queue", Unit::Seconds, 1.0F, 1.0F},
    {codes::servingTransfer, "transfer between pools", "transfer between pools", Unit::Seconds, 0.005F, 0.5F},
    {codes::servingTransfer, "99th percentile of the transfer between pools",
     "99th percentile of the transfer between pools", Unit::Seconds, 0.02F, 1.0F},
    {codes::servingTransfer, "failed transfers", "failed transfers", Unit::PerSecond, 0.02F, 1.0F},
    {codes::servingTransfer, "requests waiting between pools", "requests waiting between pools", Unit::None, 4.0F,
     1.0F},
}};
constexpr float spreadsFromUsual = 6;
constexpr float faintSlower = 0.05F; ///< relative to the baseline
constexpr float longPast = 300; ///< seconds until the spread of a value that varies over half a minute is known
                                ///< minutes

} // namespace

void ServingWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Job);
    if (count < m_services.size())
        *this = ServingWatch(m_baselines); // another cluster: restart
    m_services.resize(count);
    for (std::uint32_t job = 0; job < count; ++job) {
        recall(now, job, out);
        for (std::size_t column = 0; column < watched.size(); ++column) {
            const float value = now.value(column, job);
            if (std::isnan(value))
                continue; // missing data is neither good nor bad
            float& level = m_services[job][column].level;
            level = std::isnan(level) ? value : level + (value - level) * now.seconds / (smoothedSeconds + now.seconds);
            judge(now, job, column, out);
        }
    }
}

void ServingWatch::recall(const WatchedTick& now, std::uint32_t job, Derived& out)
{
    bool isService = false;
    for (std::size_t column = 0; column < watched.size(); ++column)
        isService |= !std::isnan(now.value(column, job));
    if (!isService)
        return;
    Service& service = m_services[job];
    m_learned.follow(
        *now.topology, {EntityKind::Job, job}, now.time, out,
        [&service](std::span<const float> values) {
            const std::vector<std::span<const float>> parts = partsOf(values, service.size());
            bool isAny = false;
            for (std::size_t at = 0; at < parts.size(); ++at)
                isAny |= service[at].usual.restore(parts[at]);
            return isAny;
        },
        [&service] {
            std::vector<float> values;
            bool isAny = false;
            for (const Series& each : service) {
                appendPart(values, each.usual.values());
                isAny |= each.usual.isKnown();
            }
            return isAny ? values : std::vector<float>();
        },
        [&service] {
            std::vector<BaselineRange> ranges;
            for (std::size_t at = 0; at < service.size(); ++at)
                service[at].usual.describe(servingRows[at].quantity, servingRows[at].unit, ranges);
            return ranges;
        });
}

/// Whether the pool's service is slower than its baseline, even slightly.
bool ServingWatch::isSlower(const Topology& topology, std::uint32_t job) const
{
    const auto isOneSlower = [&](EntityRef whole) {
        return whole.isValid() && whole.index < m_services.size()
            && std::ranges::any_of(answerColumns, [&](std::size_t column) {
                   const Series& series = m_services[whole.index][column];
                   const float usual = series.usual.usual();
                   return series.level - usual
                       > std::max(faintSlower * usual, spreadsFromUsual * series.usual.spread());
               });
    };
    // "model/decode": the model's own name may have slashes.
    const std::string& name = topology.name({EntityKind::Job, job});
    for (std::size_t end = name.rfind('/'); end != std::string::npos && end > 0; end = name.rfind('/', end - 1)) {
        if (isOneSlower(topology.find(EntityKind::Job, {}, name.substr(0, end))))
            return true;
    }
    return false;
}

/// Whether an imbalance is significant: with little history the spread is unknown, so the service must be slower too,
/// or the imbalance large.
bool ServingWatch::isImbalanced(const Topology& topology, std::uint32_t job, float more, float news) const
{
    const bool isYoung = m_services[job][0].usual.learnedSeconds() < longPast;
    return more > news && (!isYoung || more > 2 * news || isSlower(topology, job));
}

void ServingWatch::judge(const WatchedTick& now, std::uint32_t job, std::size_t column, Derived& out)
{
    const ServingRow& row = servingRows[column];
    Series& series = m_services[job][column];
    const float usual = series.usual.usual();
    if (std::isnan(usual)) {
        series.usual.add(series.level, now.seconds);
        return;
    }
    const float more = series.level - usual;
    const float news = std::max({row.min, row.share * usual, spreadsFromUsual * series.usual.spread()});
    if (more < news / 2)
        series.usual.add(series.level, now.seconds);
    const EntityRef entity{EntityKind::Job, job};
    const Episodes::Key key{entity, std::string(watched[column])};
    const auto state = more < news / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const bool isBad = column == 0 ? isImbalanced(*now.topology, job, more, news) : more > news;
    const auto reported
        = isBad ? m_episodes.found(key, rule, now, Severity::Warning) : m_episodes.notFound(key, rule, now, state);
    const auto text = [&](float value) {
        return formatQuantity(static_cast<double>(value), row.unit);
    };
    if (reported.isBad())
        out.events.push_back(
            {entity,
             {now.time,
              Severity::Warning,
              0,
              row.code,
              fmt::format("{}: {} {}, baseline {}{}", now.topology->name(entity), row.words, text(series.level),
                          text(usual), m_learned.text(entity, series.usual.learnedSeconds())),
              {.lasted = rule.lastsAtTicksOf(now.seconds),
               .value = series.level,
               .baseline = usual,
               .unit = row.unit}}});
    if (reported.isOver())
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, row.code,
                               fmt::format("{}: {} back to baseline: {}", now.topology->name(entity), row.quantity,
                                           text(series.level))}});
}

} // namespace lockstep
