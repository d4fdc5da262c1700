// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/jobtraffic.h"

#include "models/core/eventcodes.h"
#include "models/core/median.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace lockstep {

namespace {

constexpr std::size_t keptTicks = 60;
constexpr std::size_t keptBursts = 60; ///< of stretches of half a minute: half an hour
constexpr TickIndex learningStretch = 20;
constexpr float bitsAByte = 8;

float valueAt(const std::vector<float>& values, std::uint32_t index)
{
    return index < values.size() && !std::isnan(values[index]) ? values[index] : 0;
}

} // namespace

void JobTraffic::step(const Tick& now, Derived& out)
{
    std::erase_if(m_jobs, [&](const auto& known) {
        return std::ranges::find(now.jobs, known.first, &Job::name) == now.jobs.end();
    });
    for (const Job& job : now.jobs) {
        float sent = 0;
        float capacity = 0;
        for (const std::uint32_t node : job.nodes) {
            for (const EntityRef port : now.topology.children({EntityKind::Node, node})) {
                if (port.kind != EntityKind::Port)
                    continue;
                sent += valueAt(now.transmit, port.index);
                capacity += valueAt(now.rates, port.index) / bitsAByte;
            }
        }
        History& history = m_jobs[job.name];
        recall(job, history, now, out);
        history.sent.push_back(sent);
        if (history.sent.size() > keptTicks)
            history.sent.pop_front();
        judge(job, capacity, now, out);
    }
}

/// Of a job of that name that is as large as it was.
void JobTraffic::recall(const Job& job, History& history, const Tick& now, Derived& out)
{
    if (!history.entity.isValid() || !now.topology.contains(history.entity))
        history.entity = now.topology.find(EntityKind::Job, {}, job.name);
    if (!history.entity.isValid())
        return;
    m_learned.follow(
        now.topology, history.entity, now.time, out,
        [&](std::span<const float> values) {
            const bool isSound = values.size() > learntFrom && values.size() <= keptBursts + 1
                && values.front() == static_cast<float>(job.nodes.size())
                && std::ranges::all_of(values, [](float each) { return std::isfinite(each) && each > 0; });
            if (isSound)
                history.bursts.assign(values.begin() + 1, values.end());
            return isSound;
        },
        [&] {
            std::vector<float> values;
            if (history.bursts.size() < learntFrom)
                return values;
            values.push_back(static_cast<float>(job.nodes.size()));
            values.insert(values.end(), history.bursts.begin(), history.bursts.end());
            return values;
        },
        [&] {
            std::vector<float> bursts(history.bursts.begin(), history.bursts.end());
            return std::vector{UsualRange{"bursts over the fabric", Unit::BytesPerSecond,
                                          upperMedian(bursts) / static_cast<float>(burst), noData, 0}};
        });
}

void JobTraffic::judge(const Job& job, float capacity, const Tick& now, Derived& out)
{
    History& history = m_jobs[job.name];
    const std::size_t held = history.sent.size();
    const bool isKnown = history.bursts.size() >= learntFrom;
    std::vector<float> bursts(history.bursts.begin(), history.bursts.end());
    const float usual = isKnown ? upperMedian(bursts) : 0;
    const float min = std::max(muchMore * usual, worthwhile * capacity * static_cast<float>(burst));
    float lately = 0;
    for (const TickIndex stretch : stretches) {
        const auto length = static_cast<std::size_t>(stretch);
        if (!isKnown || held < 2 * length)
            continue;
        // The smaller of two in a row.
        lately = std::max(lately,
                          std::min(largestBurst(history.sent, held - 2 * length, held - length),
                                   largestBurst(history.sent, held - length, held)));
    }
    const bool isFlooding = isKnown && lately > min;
    const bool isItself
        = !isKnown || largestBurst(history.sent, held - std::min<std::size_t>(held, learningStretch), held) <= min;
    if (++history.sinceLearnt >= learningStretch && isItself && held >= static_cast<std::size_t>(learningStretch)) {
        const float largest = largestBurst(history.sent, held - learningStretch, held);
        if (largest > 0) // what rests has no bursts
            history.bursts.push_back(largest);
        if (history.bursts.size() > keptBursts)
            history.bursts.pop_front();
        history.sinceLearnt = 0;
    }
    const Episodes::Key key{job.first, job.name};
    const Episodes::Moment moment{now.tick, now.time};
    const auto news
        = isFlooding ? m_episodes.found(key, rule, moment, Severity::Warning) : m_episodes.notFound(key, rule, moment);
    const auto perSecond = [](float bytes) {
        return formatQuantity(static_cast<double>(bytes) / burst, Unit::BytesPerSecond);
    };
    if (news.isBad())
        out.events.push_back(
            {job.first,
             {now.time,
              Severity::Warning,
              0,
              codes::jobTraffic,
              fmt::format("{}: sends {:.1f} times its usual traffic, in bursts of {}", job.name, lately / usual,
                          perSecond(lately)),
              {.job = job.name, .value = lately / burst, .baseline = usual / burst, .unit = Unit::BytesPerSecond}}});
    if (news.isOver())
        out.events.push_back({job.first,
                              {now.time,
                               Severity::Information,
                               0,
                               codes::jobTraffic,
                               fmt::format("{}: its traffic is as usual again", job.name),
                               {.job = job.name}}});
}

float JobTraffic::largestBurst(const std::deque<float>& sent, std::size_t from, std::size_t to)
{
    float largest = 0;
    float sum = 0;
    for (std::size_t at = from; at < to; ++at) {
        sum += sent[at];
        if (at >= from + burst)
            sum -= sent[at - burst];
        largest = std::max(largest, sum);
    }
    return largest;
}

} // namespace lockstep
