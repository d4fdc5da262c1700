// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/nodeagent.h"

#include "datasources/collectors/sampling/hostidentity.h"
#include "models/core/budget.h"
#include "models/core/eventcodes.h"
#include "models/core/work/stoppablewait.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lockstep {

namespace {

TickIndex fastSamplesPerTick(Duration period, unsigned fastSamplesPerSecond)
{
    const double looks = std::chrono::duration<double>(period).count() * fastSamplesPerSecond;
    return std::max<TickIndex>(1, std::llround(looks));
}

} // namespace

TickSchedule::TickSchedule(Duration period, unsigned fastSamplesPerSecond)
    : m_period(period),
      m_fastSamplesPerTick(fastSamplesPerTick(period, fastSamplesPerSecond)),
      m_last(std::numeric_limits<TickIndex>::min())
{ }

TickSchedule::Moment TickSchedule::next(TimePoint now)
{
    const Duration step = m_period / m_fastSamplesPerTick;
    const TickIndex tick = tickIndexOf(now, m_period);
    const TickIndex within = (now - timeOfTick(tick, m_period)) / step;
    TickIndex look = tick * m_fastSamplesPerTick + std::min(within, m_fastSamplesPerTick - 1) + 1;
    const bool wasSetBack = m_last != std::numeric_limits<TickIndex>::min() && look < m_last - m_fastSamplesPerTick;
    if (look <= m_last && !wasSetBack)
        look = m_last + 1;
    m_last = look;

    const TickIndex lookTick
        = look >= 0 ? look / m_fastSamplesPerTick : (look - m_fastSamplesPerTick + 1) / m_fastSamplesPerTick;
    const TickIndex lookWithin = look - lookTick * m_fastSamplesPerTick;
    return {timeOfTick(lookTick, m_period) + step * lookWithin, lookWithin == 0};
}

namespace {

/// Rates use the monotonic clock, so that setting the wall clock does not look like a burst.
TimePoint monotonicNow()
{
    return TimePoint(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now().time_since_epoch()));
}

} // namespace

NodeSampler::NodeSampler(const AgentConfig& config, Collectors collectors)
    : m_config(config),
      m_collectors(std::move(collectors)),
      m_identity(std::make_shared<const NodeIdentity>(describeHost(config)))
{ }

void NodeSampler::detect()
{
    m_inventory.clear();
    for (const auto& collector : m_collectors)
        m_inventory.push_back(collector->detect());
    makeLayout();
}

bool NodeSampler::rescan()
{
    bool hasChanged = false;
    for (std::size_t i = 0; i < m_collectors.size(); ++i) {
        if (!m_collectors[i]->hasChanged())
            continue;
        m_inventory[i] = m_collectors[i]->detect();
        hasChanged = true;
    }
    if (hasChanged)
        makeLayout();
    return hasChanged;
}

bool NodeSampler::renewNames()
{
    if (!m_names.isCrowded())
        return false;
    m_names = NameList();
    NodeIdentity identity = *m_identity;
    ++identity.epoch;
    m_identity = std::make_shared<const NodeIdentity>(std::move(identity));
    return true;
}

bool NodeSampler::needsRedeclaration() const
{
    return std::ranges::any_of(m_collectors, [](const auto& each) { return each->needsRedeclaration(); });
}

void NodeSampler::makeLayout()
{
    LayoutBuilder builder(m_identity->name, m_config.fastRate > 0);
    for (const auto& collector : m_collectors)
        collector->declare(builder);
    m_layout = std::make_shared<const NodeLayout>(builder.finish(++m_lastLayoutId));

    NodeIdentity identity = *m_identity;
    identity.inventory = m_inventory;
    m_identity = std::make_shared<const NodeIdentity>(std::move(identity));
}

void NodeSampler::sampleFast()
{
    m_budget.take([this] {
        const TimePoint now = monotonicNow();
        for (const auto& collector : m_collectors)
            collector->sampleFast(now);
    });
}

NodeTick NodeSampler::sample(TimePoint nominal)
{
    NodeTick tick;
    tick.time = nominal;
    tick.layout = m_layout;
    TickWriter writer(tick, m_names);
    const TimePoint now = monotonicNow();
    for (const auto& collector : m_collectors)
        collector->sample(now, writer);
    if (m_budget.endTick(m_config.tickPeriod))
        writer.addEvent(
            Severity::Information, LayoutBuilder::node, codes::agentFastSamplingSlowed,
            fmt::format("Fast sampling exceeded the agent's CPU limit; only one in {} samples is now taken.",
                        m_budget.stride()));
    reportFullNames(now, writer);
    writer.finish();
    return tick;
}

void NodeSampler::reportFullNames(TimePoint now, TickWriter& tick)
{
    m_refusedNames.count(m_names.takeRefused());
    const std::uint64_t refused = m_refusedNames.take(now);
    if (refused == 0)
        return;
    tick.addEvent(Severity::Warning, LayoutBuilder::node, codes::agentNamesFull,
                  fmt::format("A user's job events exceed the limit of names (lanes, operations, communicators, jobs) "
                              "by {}; these names appear as \"(other)\".",
                              refused));
}

NodeTick takeOneTick(NodeSampler& sampler, Duration apart)
{
    constexpr int looks = 4;
    const TimePoint nominal = wallClockNow();
    static_cast<void>(sampler.sample(nominal));
    for (int i = 0; i < looks; ++i) {
        std::this_thread::sleep_for(apart / looks);
        if (i + 1 < looks)
            sampler.sampleFast();
    }
    return sampler.sample(nominal + apart);
}

namespace {

/// Sleeps until the wall clock reaches @p time or a stop is requested. Sleeps in short turns, because a wait on the
/// wall clock would not notice that the clock is set back.
bool sleepUntil(TimePoint time, const std::stop_token& stop)
{
    constexpr Duration turn = std::chrono::seconds(1);
    Duration left = time - wallClockNow();
    const Duration longest = left + turn;
    while (left > Duration::zero() && left <= longest && waitFor(std::min(left, turn), stop))
        left = time - wallClockNow();
    return !stop.stop_requested();
}

/// Finds steps of the wall clock against the monotonic one.
class ClockWatch
{
public:
    /// Amount by which the wall clock was set since the last call; zero if it only ran.
    Duration step()
    {
        constexpr Duration tolerance = std::chrono::milliseconds(500);
        const auto steady = std::chrono::steady_clock::now();
        const TimePoint wall = wallClockNow();
        const Duration difference = (wall - m_wall) - std::chrono::duration_cast<Duration>(steady - m_steady);
        m_wall = wall;
        m_steady = steady;
        return std::chrono::abs(difference) > tolerance ? difference : Duration::zero();
    }

private:
    TimePoint m_wall = wallClockNow();
    std::chrono::steady_clock::time_point m_steady = std::chrono::steady_clock::now();
};

/// Adds events from before the first tick to that tick. Events that do not fit go to the next tick.
template <class SpanOrEvent>
void moveToFront(std::vector<SpanOrEvent>& early, std::vector<SpanOrEvent>& of, std::size_t max)
{
    const auto count = static_cast<std::ptrdiff_t>(std::min(early.size(), max - std::min(max, of.size())));
    of.insert(of.begin(), early.begin(), early.begin() + count);
    early.erase(early.begin(), early.begin() + count);
}

} // namespace

NodeAgent::NodeAgent(const AgentConfig& config, Collectors collectors, AgentOutput output)
    : m_config(config),
      m_sampler(config, std::move(collectors)),
      m_output(std::move(output)),
      m_nodeName(m_sampler.identity()->name)
{ }

NodeAgent::~NodeAgent()
{
    stop();
}

void NodeAgent::start()
{
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

void NodeAgent::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void NodeAgent::run(const std::stop_token& stop)
{
    m_sampler.detect();
    m_output.describe(m_sampler.identity());
    // The first sample only initialises the counters, so that the first published tick has rates. Its events are
    // published with that tick.
    NodeTick early = m_sampler.sample(wallClockNow());

    TickSchedule schedule(m_config.tickPeriod, m_config.fastRate);
    ClockWatch watch;
    TimePoint nextScan = wallClockNow() + m_config.rescanPeriod;
    TimePoint nextRenewal = wallClockNow() + m_config.nameRenewalPeriod;
    for (;;) {
        const TickSchedule::Moment moment = schedule.next(wallClockNow());
        if (!sleepUntil(moment.time, stop))
            return;
        if (!moment.isTick) {
            m_sampler.sampleFast();
            continue;
        }
        const Duration clockStep = watch.step();
        if (clockStep != Duration::zero()) {
            nextScan = moment.time + m_config.rescanPeriod;
            nextRenewal = moment.time + m_config.nameRenewalPeriod;
        }
        if (moment.time >= nextRenewal) { // before a tick: the last one has left by now
            nextRenewal = moment.time + m_config.nameRenewalPeriod;
            if (m_sampler.renewNames())
                m_output.describe(m_sampler.identity());
        }
        NodeTick tick = m_sampler.sample(moment.time);
        moveToFront(early.spans, tick.spans, budget::spansPerTick);
        moveToFront(early.events, tick.events, budget::eventsPerTick - 1);
        publish(std::move(tick), clockStep);
        if (moment.time >= nextScan || m_sampler.needsRedeclaration()) {
            nextScan = moment.time + m_config.rescanPeriod;
            if (m_sampler.rescan())
                m_output.describe(m_sampler.identity());
        }
    }
}

void NodeAgent::publish(NodeTick tick, Duration clockStep)
{
    if (clockStep != Duration::zero())
        tick.events.push_back(
            {tick.time, Severity::Warning, LayoutBuilder::node, codes::agentClockStepped,
             fmt::format("The wall clock was set by {:+.3f} s; times before and after the change are not comparable.",
                         std::chrono::duration<double>(clockStep).count())});
    m_output.publish(m_nodeName, tick, m_sampler.names());
}

} // namespace lockstep
