// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/burstwatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lockstep {

namespace {

struct SignRow
{
    const char* verb;
    const char* object;
    const char* title;
    float min; ///< minimum rate per second to report
};
constexpr std::array<SignRow, 3> signRows{{{"drops", "packets", "packet drops", 1},
                                           {"marks", "packets", "ECN marks", 200},
                                           {"sends", "pause frames", "pause frames", 20}}};
constexpr float secondsBeforeNone = 60; ///< observation time after which a sign that was never seen counts as absent

float measured(float value)
{
    return value > 0 ? value : 0; // also for NaN
}

} // namespace

void BurstWatch::follow(Port& port, std::uint32_t index, const WatchedTick& now) const
{
    const std::array<float, signCount> rates{measured(now.value(0, index)) + measured(now.value(1, index)),
                                             measured(now.value(2, index)), measured(now.value(3, index))};
    const float share = now.seconds / (smoothedSeconds + now.seconds);
    for (std::size_t sign = 0; sign < signCount; ++sign)
        port.rates[sign] += (rates[sign] - port.rates[sign]) * share;
    const float load = now.value(4, index);
    if (!std::isnan(load))
        port.load = std::isnan(port.load) ? load : port.load + (load - port.load) * share;
    const float peak = now.value(5, index);
    const float faded = port.peak * (1 - share);
    if (!std::isnan(peak))
        port.peak = std::isnan(port.peak) ? peak : std::max(peak, faded);
    port.seconds += now.seconds;
}

void BurstWatch::step(const WatchedTick& now, Derived& out)
{
    const std::size_t count = now.topology->count(EntityKind::Port);
    if (count < m_ports.size())
        *this = BurstWatch(); // another cluster: restart
    m_ports.resize(count);
    std::vector<std::pair<std::uint32_t, Sign>> judged;
    std::array<std::size_t, signCount> more{};
    for (std::uint32_t index = 0; index < count; ++index) {
        if (std::isnan(now.value(4, index)))
            continue; // missing data is neither good nor bad
        Port& port = m_ports[index];
        follow(port, index, now);
        for (const Sign sign : {Drops, Marks, Pauses}) {
            if (!port.isOpen[sign] && port.rates[sign] <= signRows[sign].min / 4 && !m_usual.contains({index, sign}))
                continue;
            judged.emplace_back(index, sign);
            more[sign] += port.rates[sign] > limitOf(port, index, sign) ? 1 : 0;
        }
    }
    for (const auto& [index, sign] : judged)
        judge(now, index, sign, sign == Drops || more[sign] <= maxAtOnce, out);
}

float BurstWatch::limitOf(const Port& port, std::uint32_t index, Sign sign) const
{
    const float min = signRows[sign].min;
    const auto known = m_usual.find({index, sign});
    if (known == m_usual.end() || !known->second.isKnown())
        return port.seconds >= secondsBeforeNone && known == m_usual.end() ? min : noData;
    const Baseline& usual = known->second;
    return std::max({min, baselineFactor * usual.usual(), usual.usual() + spreadsFromUsual * usual.spread()});
}

void BurstWatch::judge(const WatchedTick& now, std::uint32_t index, Sign sign, bool isLocal, Derived& out)
{
    Port& port = m_ports[index];
    const float rate = port.rates[sign];
    const float limit = limitOf(port, index, sign);
    const bool isMore = rate > limit;
    const EntityRef entity{EntityKind::Port, index};
    const Episodes::Key key{entity, signRows[sign].verb};
    const bool isReported = m_episodes.reported(key).has_value();
    const bool isUsual = !isLocal || (!isMore && !(rate > limit / 2));
    if (!isReported && isUsual && (m_usual.contains({index, sign}) || m_usual.size() < maxLearned))
        m_usual.try_emplace({index, sign}, Baseline(60)).first->second.add(rate, now.seconds);
    const bool isBurst = isMore && isLocal && port.load < halfFull && !(port.peak < nearLineRate)
        && (isReported || m_reported < maxReported);
    const auto state = rate < limit / 2 ? Episodes::State::Healthy : Episodes::State::Unclear;
    const auto news
        = isBurst ? m_episodes.found(key, rule, now, Severity::Warning) : m_episodes.notFound(key, rule, now, state);
    port.isOpen[sign] = isBurst || (isReported && !news.isOver());
    if (news.kind == Episodes::News::Kind::None)
        return;
    const std::string place = placeText(*now.topology, entity);
    if (news.isBad()) {
        ++m_reported;
        const auto known = m_usual.find({index, sign});
        const float usual = known == m_usual.end() ? 0 : known->second.usual();
        const std::string peak
            = std::isnan(port.peak) ? std::string() : fmt::format(", peaks {:.0f} %", 100 * port.peak);
        out.events.push_back(
            {entity,
             {now.time,
              Severity::Warning,
              0,
              codes::portMicroburst,
              fmt::format("{}: {} {:.0f} {}/s in bursts, baseline {:.0f}/s\nmean load {:.0f} %{}", place,
                          signRows[sign].verb, rate, signRows[sign].object, usual, 100 * port.load, peak),
              {.variant = sign == Drops ? variants::drops : "",
               .lasted = rule.lastsAtTicksOf(now.seconds),
               .value = rate,
               .baseline = usual}}});
    }
    if (news.isOver()) {
        m_reported -= std::min<std::size_t>(m_reported, 1);
        out.events.push_back({entity,
                              {now.time, Severity::Information, 0, codes::portMicroburst,
                               fmt::format("{}: {} back to baseline", place, signRows[sign].title)}});
    }
}

} // namespace lockstep
