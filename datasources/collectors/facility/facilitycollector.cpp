// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/facilitycollector.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/work/backoff.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t maxOfProblem = 200; ///< bytes: messages of devices and programs may be long

/// Switches, loops, racks and services belong to the cluster; other first elements are part of the agent's node.
bool isOfCluster(EntityKind kind)
{
    return kind == EntityKind::Rack || kind == EntityKind::Loop || kind == EntityKind::Switch
        || kind == EntityKind::Job;
}

/// Most reports contain the same entities in the same order as the last one, which is faster to compare than to look
/// each up.
bool isOfSamePlaces(const FacilityReport& report, const std::shared_ptr<const FacilityReport>& before)
{
    return before && std::ranges::equal(report.values, before->values, [](const auto& a, const auto& b) {
               return a.metric == b.metric && a.place == b.place;
           });
}

} // namespace

TargetPoller::TargetPoller(PolledTarget target)
    : m_target(std::move(target)),
      m_scatter(std::hash<std::string>{}(m_target.target->name())),
      m_thread([this](const std::stop_token& stop) { run(stop); })
{ }

TargetPoller::~TargetPoller()
{
    m_thread.request_stop();
    m_thread.join();
}

TargetPoller::State TargetPoller::state() const
{
    const std::scoped_lock lock(m_mutex);
    return m_state;
}

Duration TargetPoller::pauseAfter(Clock::duration lasted, std::uint64_t failures)
{
    const Duration interval = m_target.interval;
    const PollPace pace{interval, 1, {2 * interval, std::max(maxPause, interval)}};
    const Duration pause = pace.pauseAfter(lasted, failures);
    m_scatter = m_scatter * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto percent = static_cast<std::int64_t>(m_scatter >> 60U); // 0 to 15
    return failures > 0 ? pause + pause / 100 * percent : pause;
}

void TargetPoller::run(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        const auto begin = Clock::now();
        Result<FacilityReport> report = m_target.target->poll(stop);
        if (stop.stop_requested())
            break;
        const auto end = Clock::now();
        std::uint64_t failures = 0;
        {
            const std::scoped_lock lock(m_mutex);
            m_state.lasted = end - begin;
            m_state.problem = report.isOk() ? std::string() : report.error().message;
            failures = m_state.failures = report.isOk() ? 0 : m_state.failures + 1;
            if (report.isOk()) {
                m_state.refused += report.value().refused;
                m_state.report = std::make_shared<const FacilityReport>(std::move(report).value());
                m_state.since = end;
                ++m_state.answers;
            }
        }
        if (!waitFor(pauseAfter(end - begin, failures), stop))
            break;
    }
    m_target.target->close();
}

FacilityCollector::FacilityCollector(std::string name, std::vector<PolledTarget> targets, Duration wait)
    : m_name(std::move(name)), m_wait(wait), m_targets(std::move(targets)), m_targetCount(m_targets.size())
{ }

FacilityCollector::~FacilityCollector()
{
    for (const Follower& each : m_followers)
        each.poller->requestStop(); // all first, because each may take seconds
}

InventoryItem FacilityCollector::detect()
{
    if (m_targetCount == 0)
        return off("no target is configured");
    for (PolledTarget& target : m_targets) {
        m_followers.emplace_back();
        m_followers.back().poller = std::make_unique<TargetPoller>(std::move(target));
    }
    m_targets.clear();
    const auto until = TargetPoller::Clock::now() + m_wait;
    const auto isAsked = [](const Follower& each) {
        return each.state.answers + each.state.failures > 0;
    };
    for (refresh(); !std::ranges::all_of(m_followers, isAsked) && TargetPoller::Clock::now() < until; refresh())
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    m_wait = Duration::zero();
    m_answering = answering();
    std::string problem;
    for (const Follower& each : m_followers) {
        const std::string& what
            = each.state.problem.empty() && each.state.report ? each.state.report->note : each.state.problem;
        if (problem.empty() && !what.empty())
            problem = fmt::format("; {}: {}", facilityName(each.poller->name()), facilityName(what, maxOfProblem));
    }
    const std::string answers = m_answering == m_targetCount
        ? fmt::format("{} target{} answering", m_targetCount, m_targetCount == 1 ? "" : "s")
        : fmt::format("{} of {} targets answering", m_answering, m_targetCount);
    return m_answering > 0 ? active(answers + problem) : off(answers + problem);
}

std::size_t FacilityCollector::answering() const
{
    return static_cast<std::size_t>(std::ranges::count_if(
        m_followers, [](const Follower& each) { return each.state.report && each.state.failures == 0; }));
}

/// Takes the latest reports of all targets.
void FacilityCollector::refresh()
{
    for (std::size_t at = 0; at < m_followers.size(); ++at) {
        Follower& follower = m_followers[at];
        const std::shared_ptr<const FacilityReport> before = follower.state.report;
        follower.state = follower.poller->state();
        if (follower.state.answers == follower.known)
            continue;
        follower.known = follower.state.answers;
        takeConditions(*follower.state.report);
        if (isOfSamePlaces(*follower.state.report, before))
            continue;
        takePlaces(at);
        setSlots(follower);
    }
}

void FacilityCollector::takeConditions(const FacilityReport& report)
{
    for (const FacilityCondition& each : report.conditions)
        m_hasNewPlaces |= !each.place.empty() && m_entities.try_emplace(each.place, LayoutBuilder::node).second;
}

void FacilityCollector::takePlaces(std::size_t index)
{
    Follower& follower = m_followers[index];
    const FacilityReport& report = *follower.state.report;
    for (const FacilityValue& each : report.values) {
        ValueKey key{each.place, each.metric};
        if (follower.its.size() >= FacilityReport::maxValues || !m_owners.try_emplace(key, index).second)
            continue;
        follower.its.insert(std::move(key));
        m_hasNewPlaces = true;
        if (each.place.size() == 1 && each.place.front().kind == EntityKind::Loop && !report.served.empty())
            m_serves[each.place] = report.served;
    }
}

void FacilityCollector::setSlots(Follower& follower) const
{
    follower.slots.clear();
    if (!follower.state.report)
        return;
    for (const FacilityValue& each : follower.state.report->values) {
        const ValueKey key{each.place, each.metric};
        const auto slot = m_slots.find(key);
        follower.slots.push_back(slot != m_slots.end() && follower.its.contains(key) ? slot->second : Slot());
    }
}

bool FacilityCollector::hasChanged()
{
    refresh();
    return m_hasNewPlaces || answering() != m_answering;
}

std::uint32_t FacilityCollector::entityOf(LayoutBuilder& layout, const FacilityPlace& place) const
{
    std::uint32_t entity = LayoutBuilder::node;
    for (std::size_t step = 0; step < place.size(); ++step) {
        const auto& [kind, name] = place[step];
        const bool isTop = (step == 0 || kind == EntityKind::Job) && isOfCluster(kind);
        entity = layout.addEntity(kind, name, isTop ? EntityDescriptor::clusterScope : entity);
    }
    if (const auto serves = m_serves.find(place); serves != m_serves.end())
        layout.serve(entity, serves->second);
    return entity;
}

void FacilityCollector::declare(LayoutBuilder& layout)
{
    m_slots.clear();
    for (auto& [place, entity] : m_entities)
        entity = entityOf(layout, place);
    for (const auto& [key, owner] : m_owners) {
        const auto& [place, metric] = key;
        const std::uint32_t entity = entityOf(layout, place);
        m_entities[place] = entity;
        m_slots[key] = layout.add(metric, entity);
    }
    for (Follower& each : m_followers)
        setSlots(each);
    m_refusedSlot = layout.addShared(metrics::agent::readingsRefused);
    m_hasNewPlaces = false;
}

bool FacilityCollector::isFresh(const Follower& follower)
{
    const TargetPoller::State& state = follower.state;
    const Duration interval = follower.poller->interval();
    constexpr Duration jitter = std::chrono::seconds(1); // between ticks and polls
    return state.report && TargetPoller::Clock::now() - state.since <= interval + interval / 2 + state.lasted + jitter;
}

void FacilityCollector::sample(TimePoint now, TickWriter& tick)
{
    refresh();
    for (const Follower& follower : m_followers) {
        if (!isFresh(follower))
            continue;
        for (std::size_t at = 0; at < follower.slots.size(); ++at)
            tick.set(follower.slots[at], follower.state.report->values[at].value);
    }
    reportRefused(tick);
    reportConditions(now, tick);
}

void FacilityCollector::reportRefused(TickWriter& tick)
{
    std::uint64_t refused = 0;
    for (const Follower& each : m_followers)
        refused += each.state.refused;
    tick.add(m_refusedSlot, static_cast<double>(refused - std::exchange(m_refused, refused)));
}

/// A single silence may be due to load; two are reported.
FacilityCondition FacilityCollector::silence() const
{
    constexpr std::uint64_t minFailures = 2;
    FacilityCondition silent{{}, fmt::format("{}.{}", codes::agentTargetSilent, m_name), Severity::Warning, {}, {}};
    std::size_t count = 0;
    for (const Follower& each : m_followers) {
        if (each.state.failures >= minFailures && count++ == 0)
            silent.text = facilityName(each.poller->name())
                + " is not answering: " + facilityName(each.state.problem, maxOfProblem);
    }
    if (count > 1)
        silent.text += fmt::format("; {} more not answering", count - 1);
    silent.over = "All targets of " + m_name + " are answering again";
    return silent;
}

/// For each place, the worst condition and the number of others. The last report of a silent target remains valid.
std::map<FacilityCollector::ConditionKey, FacilityCondition> FacilityCollector::conditions() const
{
    std::map<ConditionKey, FacilityCondition> all;
    std::map<ConditionKey, std::size_t> counts;
    const auto add = [&](const FacilityCondition& each) {
        const ConditionKey key{each.place, each.code};
        ++counts[key];
        const auto [known, isNew] = all.try_emplace(key, each);
        if (!isNew && std::tie(known->second.severity, each.text) < std::tie(each.severity, known->second.text))
            known->second = each;
    };
    for (const Follower& follower : m_followers) {
        if (follower.state.report)
            std::ranges::for_each(follower.state.report->conditions, add);
    }
    for (auto& [key, condition] : all) {
        if (const std::size_t count = counts[key]; count > 1)
            condition.text += fmt::format("; {} more", count - 1);
    }
    if (FacilityCondition silent = silence(); !silent.text.empty())
        all.insert_or_assign({{}, silent.code}, std::move(silent));
    return all;
}

void FacilityCollector::reportConditions(TimePoint now, TickWriter& tick)
{
    const auto tell = [&](const ConditionKey& key, Severity severity, const std::string& text) {
        const auto entity = m_entities.find(key.first);
        tick.addEvent(severity, entity == m_entities.end() ? LayoutBuilder::node : entity->second, key.second, text);
    };
    if (m_hasNewPlaces)
        return; // reported later, when the entity is declared
    const std::map<ConditionKey, FacilityCondition> current = conditions();
    for (const auto& [key, condition] : current) {
        Reported& reported = m_reported[key];
        const bool isNew = reported.severity == Severity::Information;
        if (!isNew && condition.severity <= reported.severity && now - reported.last < reportedAgain)
            continue;
        reported = {condition.severity, condition.text, condition.over, now};
        tell(key, condition.severity, condition.text);
    }
    std::erase_if(m_reported, [&](const auto& each) {
        const bool isOver = !current.contains(each.first);
        if (isOver)
            tell(each.first, Severity::Information, each.second.over);
        return isOver;
    });
}

} // namespace lockstep
