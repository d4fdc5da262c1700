// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/trialplayer.h"

#include "app/scoring/simulatedfeed.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/coverage.h"
#include "models/analysis/causality/culpritname.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/ingest/derived.h"
#include "models/pipeline/pipeline.h"
#include "models/simulation/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::scoring {

/// Determines when a fault first becomes visible in the measurements, by comparison with a twin: the same cluster, seed
/// and noise without the fault. A fault is visible when a sensor permanently leaves its noise, an additional event
/// occurs, an entity stops reporting, a clock is off by more than its uncertainty, or a step takes 2 % longer.
/// Detectors have no twin; canBeDetected() tells whether they could find the fault. Used by one thread, which may be
/// any.
class EffectWatch
{
public:
    static constexpr double stepShare = 1.02;
    static constexpr float sigmas = 4;
    static constexpr float sensorAccuracy = 0.01F; ///< relative; the best that such sensors are specified for
    static constexpr std::uint8_t lasts = 3; ///< ticks in a row

    /// @param twin at its start @param site sensors of both clusters
    /// @param culprits "node-0009/gpu2": entities that an alert of a site without spans can name; empty: any
    EffectWatch(std::unique_ptr<sim::Simulation> twin, TimePoint onset, const SiteOptions& site = {},
                std::vector<std::string> culprits = {});

    static constexpr float beyondRange = 0.25F; ///< random variation, as a share of the range of the twin's sensor
    static constexpr std::array<float, 3> windows{3, 10, 60}; ///< ticks that a sensor is averaged over
    static constexpr int rangeFrom = 30; ///< warm-up in ticks

    /// Call after each tick of the cluster with the fault.
    void look(const sim::Simulation& faulted);
    [[nodiscard]] std::optional<TimePoint> effect() const { return m_effect; }
    /// Whether the effect so far exceeds what the cluster shows without the fault. This is the case if a job lost 2 %
    /// of its throughput, a sensor averaged over seconds or a minute left its range, or there was an event, a silence
    /// or clock drift. Without spans, a sensor of the culprit must differ from nearly all its peers: for a GPU or port
    /// the others of its node, otherwise other nodes.
    [[nodiscard]] bool canBeDetected(const sim::Simulation& faulted) const;
    /// Whether any entity that an alert could name is measured.
    [[nodiscard]] bool isCulpritMeasured() const;

private:
    /// Means over a window, and their range.
    struct Range
    {
        float mean = 0;
        float min = std::numeric_limits<float>::infinity();
        float max = -std::numeric_limits<float>::infinity();
    };
    /// Tick-to-tick variation of one value in the healthy state.
    struct Sensor
    {
        float last = 0;
        float meanSquare = 0;
        std::uint8_t outside = 0; ///< ticks in a row
        bool isOfCulprit = false;
        std::uint32_t metric = 0;
        double shift = 0; ///< sum of its differences from the twin's since the onset
        int shifted = 0; ///< ticks
        std::array<Range, windows.size()> faulted{};
        std::array<Range, windows.size()> well{};
    };

    void learn(std::size_t node, const NodeTick& tick);
    [[nodiscard]] bool hasLeftNoise(std::size_t node, const NodeTick& faulted, const NodeTick& well);
    [[nodiscard]] bool hasClockOff(const sim::Simulation& faulted, std::size_t node) const;
    [[nodiscard]] bool hasSlowStep(const sim::Simulation& faulted) const;
    void followRanges(std::size_t node, const NodeTick* faulted, const NodeTick& well);
    [[nodiscard]] bool hasSlowJob(const sim::Simulation& faulted) const;
    [[nodiscard]] static bool hasLeftRange(const Sensor& sensor);
    [[nodiscard]] bool isOfCulprit(const std::string& name) const;
    [[nodiscard]] bool isSpecific(std::size_t node, const Sensor& sensor) const;
    void noteCulprits(std::size_t node, const NodeLayout& layout);

    std::unique_ptr<sim::Simulation> m_twin;
    SiteSensors m_site;
    SiteSensors m_siteOfTwin;
    TimePoint m_onset;
    TimePoint m_start;
    TimePoint m_last; ///< last moment that was examined
    std::vector<std::string> m_culprits;
    std::map<std::string, std::uint32_t> m_metrics; ///< numbers by name
    std::vector<std::vector<Sensor>> m_sensors; ///< by node and value
    float m_learned = 0; ///< ticks
    int m_ticks = 0;
    bool m_isReported = false; ///< an event, silence or clock offset, which needs no threshold
    std::optional<TimePoint> m_effect;
};

EffectWatch::EffectWatch(std::unique_ptr<sim::Simulation> twin, TimePoint onset, const SiteOptions& site,
                         std::vector<std::string> culprits)
    : m_twin(std::move(twin)),
      m_site(site, 0),
      m_siteOfTwin(site, 0),
      m_onset(onset),
      m_start(m_twin->now()),
      m_last(m_start),
      m_culprits(site.hasSpans() ? std::vector<std::string>() : std::move(culprits)),
      m_sensors(m_twin->nodeCount())
{ }

void EffectWatch::look(const sim::Simulation& faulted)
{
    m_twin->advance();
    ++m_ticks;
    const bool isBefore = faulted.now() <= m_onset;
    bool hasShown = false; // for long enough to be certain
    for (std::size_t node = 0; node < m_twin->nodeCount(); ++node) {
        const auto measured = [node](const sim::Simulation& simulation, SiteSensors& site) {
            const NodeTick* const tick = simulation.tick(node);
            return tick == nullptr ? std::nullopt : site.measured(node, *tick);
        };
        const std::optional<NodeTick> now = measured(faulted, m_site);
        const std::optional<NodeTick> well = measured(*m_twin, m_siteOfTwin);
        if (well && m_sensors[node].size() < well->values.size()) {
            m_sensors[node].resize(well->values.size());
            noteCulprits(node, *well->layout);
        }
        if (isBefore && well)
            learn(node, *well);
        if (well)
            followRanges(node, now ? &*now : nullptr, *well);
        if (isBefore)
            continue;
        const std::string& name = m_twin->identity(node)->name;
        const bool isCulprit = m_culprits.empty() || isOfCulprit(name)
            || std::ranges::any_of(m_culprits, [&](const std::string& each) { return each.starts_with(name + '/'); });
        m_isReported |= isCulprit && (now.has_value() != well.has_value() || hasClockOff(faulted, node));
        if (now && well && isCulprit)
            m_isReported |= now->events.size() > well->events.size();
        hasShown |= !m_effect && now && well && hasLeftNoise(node, *now, *well);
    }
    m_learned += isBefore ? 1.0F : 0.0F;
    const Duration period = std::exchange(m_last, faulted.now()) - faulted.now();
    if (m_effect)
        return;
    if (hasShown)
        m_effect = faulted.now() + (lasts - 1) * period;
    else if (m_isReported || (!isBefore && m_site.options().hasSpans() && hasSlowStep(faulted)))
        m_effect = faulted.now();
}

/// Clock offsets are measured by the agents' connections.
bool EffectWatch::hasClockOff(const sim::Simulation& faulted, std::size_t node) const
{
    return m_site.options().hasAgents()
        && std::chrono::abs(faulted.clockOffset(node) - m_twin->clockOffset(node)) > SimulatedFeed::clockUncertainty;
}

bool EffectWatch::canBeDetected(const sim::Simulation& faulted) const
{
    if (m_isReported || (m_site.options().hasSpans() && hasSlowJob(faulted)))
        return true;
    for (std::size_t node = 0; node < m_sensors.size(); ++node) {
        const auto shows = [&](const Sensor& sensor) {
            return m_culprits.empty() ? hasLeftRange(sensor) : sensor.isOfCulprit && isSpecific(node, sensor);
        };
        if (std::ranges::any_of(m_sensors[node], shows))
            return true;
    }
    return false;
}

bool EffectWatch::isCulpritMeasured() const
{
    return m_culprits.empty() || std::ranges::any_of(m_sensors, [](const std::vector<Sensor>& node) {
               return std::ranges::any_of(node, &Sensor::isOfCulprit);
           });
}

void EffectWatch::followRanges(std::size_t node, const NodeTick* faulted, const NodeTick& well)
{
    std::vector<Sensor>& sensors = m_sensors[node];
    const auto follow = [&](Range& range, float value, float window) {
        if (std::isnan(value))
            return;
        range.mean = m_ticks == 1 ? value : range.mean + (value - range.mean) / window;
        if (m_ticks < rangeFrom)
            return;
        range.min = std::min(range.min, range.mean);
        range.max = std::max(range.max, range.mean);
    };
    for (std::size_t at = 0; at < well.values.size(); ++at) {
        for (std::size_t window = 0; window < windows.size(); ++window) {
            follow(sensors[at].well[window], well.values[at], windows[window]);
            if (faulted != nullptr && at < faulted->values.size())
                follow(sensors[at].faulted[window], faulted->values[at], windows[window]);
        }
        const float shift = faulted != nullptr && at < faulted->values.size() && m_twin->now() > m_onset
            ? faulted->values[at] - well.values[at]
            : noData;
        if (!std::isnan(shift)) {
            sensors[at].shift += static_cast<double>(shift);
            ++sensors[at].shifted;
        }
    }
}

bool EffectWatch::isSpecific(std::size_t node, const Sensor& sensor) const
{
    constexpr double nearlyAll = 0.9;
    const auto meanShift = [](const Sensor& each) {
        return each.shifted == 0 ? 0 : each.shift / each.shifted;
    };
    const Range& well = sensor.well.back();
    if (well.max < well.min)
        return false; // too short to judge
    const auto margin = static_cast<double>(std::max(
        beyondRange * (well.max - well.min), sensorAccuracy * std::max(std::abs(well.min), std::abs(well.max))));
    std::size_t peers = 0;
    std::size_t unlike = 0;
    const bool isPart = m_culprits.front().find('/') != std::string::npos;
    for (std::size_t other = 0; other < m_sensors.size(); ++other) {
        for (const Sensor& each : m_sensors[other]) {
            if (each.metric != sensor.metric || each.isOfCulprit || (isPart && other != node))
                continue;
            ++peers;
            unlike += std::abs(meanShift(sensor) - meanShift(each)) > margin ? 1 : 0;
        }
    }
    return peers == 0 ? std::abs(meanShift(sensor)) > margin
                      : static_cast<double>(unlike) >= nearlyAll * static_cast<double>(peers);
}

/// Whether the name is the culprit or a part of it.
bool EffectWatch::isOfCulprit(const std::string& name) const
{
    return std::ranges::any_of(
        m_culprits, [&](const std::string& culprit) { return name == culprit || name.starts_with(culprit + '/'); });
}

void EffectWatch::noteCulprits(std::size_t node, const NodeLayout& layout)
{
    std::vector<bool> isCulprit;
    for (std::uint32_t entity = 0; entity < layout.entities.size(); ++entity) {
        std::string name;
        for (std::uint32_t at = entity; at != 0 && at < layout.entities.size(); at = layout.entities[at].parent)
            name.insert(0, '/' + layout.entities[at].name);
        isCulprit.push_back(isOfCulprit(m_twin->identity(node)->name + name));
    }
    std::size_t at = 0;
    for (const ColumnDescriptor& column : layout.columns) {
        const auto number = static_cast<std::uint32_t>(m_metrics.size());
        const std::uint32_t metric = m_metrics.try_emplace(layout.metrics[column.metric].name, number).first->second;
        for (const std::uint32_t entity : column.entities) {
            m_sensors[node][at].isOfCulprit = isCulprit[entity];
            m_sensors[node][at++].metric = metric;
        }
    }
}

bool EffectWatch::hasLeftRange(const Sensor& sensor)
{
    for (std::size_t window = 0; window < windows.size(); ++window) {
        const Range& here = sensor.faulted[window];
        const Range& well = sensor.well[window];
        const float margin = std::max(beyondRange * (well.max - well.min),
                                      sensorAccuracy * std::max(std::abs(well.min), std::abs(well.max)));
        if (here.max > well.max + margin || here.min < well.min - margin)
            return true;
    }
    return false;
}

/// Compares all steps since the onset that both runs completed.
bool EffectWatch::hasSlowJob(const sim::Simulation& faulted) const
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> expected;
    for (const sim::StepTruth& step : m_twin->truth().steps)
        expected.emplace(std::pair(step.job, step.step), step.seconds);
    std::map<std::uint32_t, std::pair<double, double>> jobs; // seconds with the fault and without
    const double onset = std::chrono::duration<double>(m_onset - m_start).count();
    for (const sim::StepTruth& step : faulted.truth().steps) {
        const auto well = expected.find({step.job, step.step});
        if (well == expected.end() || step.startSeconds + step.seconds < onset)
            continue;
        jobs[step.job].first += step.seconds;
        jobs[step.job].second += well->second;
    }
    return std::ranges::any_of(jobs, [](const auto& job) { return job.second.first > stepShare * job.second.second; });
}

void EffectWatch::learn(std::size_t node, const NodeTick& tick)
{
    std::vector<Sensor>& sensors = m_sensors[node];
    const bool isFirst = m_learned == 0;
    for (std::size_t at = 0; at < tick.values.size(); ++at) {
        Sensor& sensor = sensors[at];
        const float change = isFirst || std::isnan(tick.values[at]) ? 0.0F : tick.values[at] - sensor.last;
        sensor.meanSquare += (change * change - sensor.meanSquare) / (m_learned + 1);
        sensor.last = tick.values[at];
    }
}

bool EffectWatch::hasLeftNoise(std::size_t node, const NodeTick& faulted, const NodeTick& well)
{
    std::vector<Sensor>& sensors = m_sensors[node];
    bool hasLeft = false;
    for (std::size_t at = 0; at < std::min(faulted.values.size(), well.values.size()); ++at) {
        const float value = faulted.values[at];
        const float expected = well.values[at];
        Sensor& sensor = sensors[at];
        // The difference of two successive values has twice the variance of one.
        const float noise = std::max(sigmas * std::sqrt(sensor.meanSquare / 2), sensorAccuracy * std::abs(expected));
        const bool isOutside = std::isnan(value) != std::isnan(expected) || std::abs(value - expected) > noise;
        sensor.outside = isOutside ? static_cast<std::uint8_t>(sensor.outside + 1) : std::uint8_t{0};
        hasLeft |= sensor.outside >= lasts;
    }
    return hasLeft;
}

bool EffectWatch::hasSlowStep(const sim::Simulation& faulted) const
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, double> expected;
    for (const sim::StepTruth& step : m_twin->truth().steps)
        expected.emplace(std::pair(step.job, step.step), step.seconds);
    const double onset = std::chrono::duration<double>(m_onset - m_start).count();
    const double now = std::chrono::duration<double>(faulted.now() - m_start).count();
    return std::ranges::any_of(faulted.truth().steps, [&](const sim::StepTruth& step) {
        const auto well = expected.find({step.job, step.step});
        const double end = step.startSeconds + step.seconds; // infinite: it hangs
        return well != expected.end() && end > onset && end <= now && step.seconds > stepShare * well->second;
    });
}

namespace {

/// Baseline for comparison: each exceeded limit, XID and port that is down is an alert. Used by one thread, which may
/// be any.
class ThresholdWatch
{
public:
    /// @param news events reported since the last tick
    void look(std::span<const DerivedEvent> news, const Topology& topology, TimePoint now);
    /// All alerts so far, in the order they were raised.
    [[nodiscard]] const std::vector<RaisedAlert>& reported() const { return m_reported; }

private:
    std::map<std::pair<EntityRef, std::string>, TimePoint> m_active;
    std::vector<RaisedAlert> m_reported;
};

/// The fault kind that an expert would guess from this event alone.
std::string guessedKind(const Event& event)
{
    if (event.code == codes::portDown)
        return "nic_down";
    if (event.code == codes::gpuXid && event.fields.xid == 79)
        return "gpu_off_bus";
    if (event.code == codes::gpuXid && event.fields.xid == 48)
        return "memory_errors";
    return {};
}

void ThresholdWatch::look(std::span<const DerivedEvent> news, const Topology& topology, TimePoint now)
{
    for (const DerivedEvent& reported : news) {
        std::string code = reported.event.code == codes::portUp ? codes::portDown : reported.event.code;
        if (!code.starts_with(codes::metricLimit) && code != codes::gpuXid && code != codes::portDown)
            continue;
        const std::pair place(reported.entity, std::move(code));
        if (reported.event.severity == Severity::Information) {
            m_active.erase(place);
            continue;
        }
        if (!m_active.emplace(place, now).second)
            continue;
        const Cause cause{guessedKind(reported.event), {culpritName(topology, reported.entity)}};
        m_reported.push_back({place.second + " " + cause.culprits.front() + " " + std::to_string(m_reported.size()),
                              now,
                              reported.event.time,
                              cause,
                              cause,
                              {},
                              headlineOf(reported.event.text)});
    }
}

/// Gets the causes from Lockstep's analysis as an operator would see them: after new events, and periodically. Used by
/// one thread, which may be any.
class CauseWatch
{
public:
    void look(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs, TimePoint now);
    [[nodiscard]] const std::vector<RaisedAlert>& reported() const { return m_reported; }

private:
    /// After new events, the analysis runs at every check for this long, because alerts wait for possible explanations.
    static constexpr Duration restlessFor = std::chrono::minutes(2);
    static constexpr Duration restPeriod = std::chrono::seconds(10);

    void note(const Alert& alert, TimePoint now);

    std::vector<DerivedEvent> m_events;
    std::vector<RaisedAlert> m_reported;
    TimePoint m_lastNews;
    TimePoint m_lastLook;
};

void CauseWatch::look(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs,
                      TimePoint now)
{
    m_events.insert(m_events.end(), news.begin(), news.end());
    if (!news.empty())
        m_lastNews = now;
    if (m_events.empty() || (now > m_lastNews + restlessFor && now < m_lastLook + restPeriod))
        return;
    m_lastLook = now;
    for (const Alert& alert : alertsAt(m_events, topology, jobs, now))
        note(alert, now);
}

void CauseWatch::note(const Alert& alert, TimePoint now)
{
    const Cause cause{alert.kind, alert.names};
    auto known = std::ranges::find(m_reported, alert.key, &RaisedAlert::key);
    if (known == m_reported.end())
        known = m_reported.insert(m_reported.end(), {alert.key, now, alert.onset, cause, cause, {}, {}});
    known->onset = alert.onset;
    known->last = cause;
    known->title = alert.title;
    known->alternatives.clear();
    for (const Alert::Alternative& considered : alert.considered)
        known->alternatives.push_back(considered.kind);
}

constexpr TimePoint trialStart{std::chrono::seconds(1'772'334'720)};
constexpr std::uint64_t permutation = 20'260;

/// Adds the duration of its own lifetime to a sum.
class Stopwatch
{
public:
    explicit Stopwatch(double& sum) : m_sum(sum) { }
    ~Stopwatch() { m_sum += std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    double& m_sum;
    std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

/// Events logged since the last call. Repeats count as events.
class NewEvents
{
public:
    [[nodiscard]] std::vector<DerivedEvent> take(const EventLog& log)
    {
        std::vector<DerivedEvent> news;
        const bool anyRepeats = log.repeats() != m_repeats;
        const std::uint64_t first = anyRepeats ? log.firstNumber() : std::max(log.firstNumber(), m_next);
        for (std::uint64_t number = first; number < log.firstNumber() + log.events().size(); ++number) {
            const LoggedEvent& logged = log.events()[number - log.firstNumber()];
            if (number >= m_next)
                news.push_back({logged.entity, logged.event});
            if (logged.count > 1 && logged.repeated > m_repeats) {
                news.push_back({logged.entity, logged.event});
                news.back().event.time = logged.lastTime;
            }
        }
        m_next = log.firstNumber() + log.events().size();
        m_repeats = log.repeats();
        return news;
    }

private:
    std::uint64_t m_next = 0;
    std::uint64_t m_repeats = 0;
};

/// Compares a trial's fault with a run without it, and with one in which it is present from the start.
class FaultTwins
{
public:
    /// @param culprits names of the faulty entities as the site knows them
    FaultTwins(const Stage& stage, const Trial& trial, std::size_t which, TimePoint onset, const SiteOptions& site,
               const std::vector<std::string>& culprits)
        : m_onset(onset)
    {
        sim::Drill other = trial.drill;
        other.faults[which].onsetSeconds = 0;
        if (auto always = sim::Simulation::create(stage.spec, other, trial.seed, trialStart); always.isOk())
            m_always.emplace(std::move(always).value(), trialStart, site);
        other.faults.erase(other.faults.begin() + static_cast<std::ptrdiff_t>(which));
        if (auto without = sim::Simulation::create(stage.spec, other, trial.seed, trialStart); without.isOk())
            m_without.emplace(std::move(without).value(), onset, site, culprits);
    }

    void look(const sim::Simulation& faulted)
    {
        if (m_without)
            m_without->look(faulted);
        if (m_always && !m_always->effect() && faulted.now() <= m_onset)
            m_always->look(faulted);
    }

    [[nodiscard]] std::optional<TimePoint> effect() const { return m_without ? m_without->effect() : std::nullopt; }

    [[nodiscard]] std::string whyUntellable(const sim::Simulation& faulted) const
    {
        if (!effect())
            return "it had no measurable effect";
        if (!m_without->isCulpritMeasured())
            return "no metric of the faulty component is measured";
        if (!m_without->canBeDetected(faulted))
            return "the metrics of the faulty component stay within their normal range";
        if (m_always && !m_always->effect())
            return "no affected component was in use before its onset, so the measurements look like those of a "
                   "healthy cluster";
        return {};
    }

private:
    TimePoint m_onset;
    std::optional<EffectWatch> m_without;
    std::optional<EffectWatch> m_always; ///< started before the onset, to have the state without the fault
};

/// The trial being played.
class TrialRun
{
public:
    TrialRun(const Stage& stage, const Trial& trial, const TrialSetup& setup,
             std::unique_ptr<sim::Simulation> simulation)
        : m_trial(trial),
          m_keepsEvents(setup.keepEvents),
          m_areThresholdsAlone(setup.thresholdsAlone),
          m_simulation(std::move(simulation)),
          m_feed(*m_simulation, trial.seed, setup.arePermuted ? std::optional(permutation) : std::nullopt, setup.site),
          m_interval(setup.site.intervalSeconds),
          m_racks(stage.spec.racks),
          m_pipeline(Pipeline::briefLimits(m_interval), m_learned)
    {
        if (setup.site.hasAgents())
            m_pipeline.cluster().setTopology(stage.topology);
        else
            m_hall = stage.topology;
        const std::vector<sim::TrueFault>& faults = m_simulation->truth().faults;
        for (std::size_t at = 0; at < faults.size(); ++at)
            m_twins.emplace_back(stage, trial, at, faults[at].onset, setup.site, known(faults[at].entities));
        m_pipeline.step(m_feed.introductions(), m_simulation->now());
    }

    void play(TrialTime& time)
    {
        const auto seconds = static_cast<int>(m_trial.drill.durationSeconds);
        for (int second = 0; second < seconds; ++second) {
            std::vector<BatchPtr> batches;
            {
                const Stopwatch stopwatch(time.simulation);
                m_simulation->advance();
                batches = m_feed.tick();
            }
            {
                const Stopwatch stopwatch(time.effects);
                for (FaultTwins& twins : m_twins)
                    twins.look(*m_simulation);
            }
            if ((second + 1) % m_interval.count() != 0)
                continue;
            {
                const Stopwatch stopwatch(time.analyses);
                m_pipeline.step(batches, m_simulation->now());
            }
            const Stopwatch stopwatch(time.alerts);
            lookForAlerts();
        }
    }

    [[nodiscard]] const std::vector<RaisedAlert>& alerts() const
    {
        return m_areThresholdsAlone ? m_thresholds.reported() : m_causes.reported();
    }
    [[nodiscard]] const std::vector<std::string>& events() const { return m_kept; }

    [[nodiscard]] std::vector<RealFault> faults() const
    {
        std::vector<RealFault> faults;
        for (const sim::TrueFault& fault : m_simulation->truth().faults) {
            const FaultTwins& twins = m_twins[faults.size()];
            const std::string kind(sim::faultKindName(fault.kind));
            std::string why = twins.whyUntellable(*m_simulation);
            if (!why.empty())
                why += missingFor(kind);
            faults.push_back(
                {knownKind(kind), known(fault.entities), fault.severity, fault.onset, fault.end, twins.effect(), why});
        }
        return faults;
    }

private:
    /// Metrics that its detectors lack.
    [[nodiscard]] std::string missingFor(const std::string& kind) const
    {
        std::string text;
        for (const DetectorCoverage& each : coverageOf(measuredAt(m_pipeline.store(), m_simulation->now()))) {
            if (std::ranges::find(each.detector->causes, kind) == each.detector->causes.end())
                continue;
            for (const RequiredMetric& need : each.missing)
                text += fmt::format("; {} needs {}", each.detector->name, need.metric);
        }
        return text;
    }

    /// Replaces racks and loops that the site does not know by the nodes in them.
    [[nodiscard]] std::vector<std::string> known(const std::vector<std::string>& entities) const
    {
        if (!m_hall)
            return entities;
        std::vector<std::string> names;
        const auto addNodes = [&](EntityRef rack) {
            for (const EntityRef node : m_hall->children(rack)) {
                if (node.kind == EntityKind::Node)
                    names.push_back(culpritName(*m_hall, node));
            }
        };
        for (const std::string& entity : entities) {
            const std::size_t before = names.size();
            for (std::uint32_t rack = 0; rack < m_hall->count(EntityKind::Rack); ++rack) {
                if (culpritName(*m_hall, {EntityKind::Rack, rack}) == entity)
                    addNodes({EntityKind::Rack, rack});
            }
            for (const sim::RackSpec& rack : m_racks) {
                if (rack.loop == entity)
                    addNodes(m_hall->find(EntityKind::Rack, {}, rack.name));
            }
            if (names.size() == before)
                names.push_back(entity);
        }
        return names;
    }

    /// Such a site can only name the effect of a loop or rack on its nodes.
    [[nodiscard]] std::string knownKind(std::string_view kind) const
    {
        const bool isOfHall = kind == kinds::pumpDegradation || kind == kinds::hotAisleRecirculation;
        return std::string(m_hall && isOfHall ? kinds::overheating : kind);
    }

    void lookForAlerts()
    {
        const ClusterStore& store = m_pipeline.store();
        if (store.spans().lanes().size() != m_lanes) {
            m_lanes = store.spans().lanes().size();
            m_jobs = observedJobs(store.spans());
        }
        const std::vector<DerivedEvent> news = m_events.take(store.events());
        if (m_keepsEvents)
            keep(news, *store.topology());
        if (m_areThresholdsAlone)
            m_thresholds.look(news, *store.topology(), m_simulation->now());
        else
            m_causes.look(news, *store.topology(), m_jobs, m_simulation->now());
    }

    void keep(std::span<const DerivedEvent> news, const Topology& topology)
    {
        for (const DerivedEvent& each : news)
            m_kept.push_back(fmt::format("{:.1f} s {} {} {}: {}",
                                         std::chrono::duration<double>(m_simulation->now() - trialStart).count(),
                                         static_cast<int>(each.event.severity), each.event.code,
                                         culpritName(topology, each.entity), sentenceOf(each.event)));
    }

    const Trial& m_trial;
    TopologyPtr m_hall; ///< hall layout if the site does not know it; null: it does
    const bool m_keepsEvents;
    const bool m_areThresholdsAlone;
    std::unique_ptr<sim::Simulation> m_simulation;
    SimulatedFeed m_feed;
    const std::chrono::seconds m_interval;
    const std::vector<sim::RackSpec> m_racks;
    LearnedBaselines m_learned;
    Pipeline m_pipeline;
    std::vector<FaultTwins> m_twins; ///< by fault
    ThresholdWatch m_thresholds;
    CauseWatch m_causes;
    NewEvents m_events;
    std::vector<std::string> m_kept;
    ObservedJobs m_jobs;
    std::size_t m_lanes = 0;
};

std::string described(const RaisedAlert& alert)
{
    return fmt::format("{} ({}): {} at {}; in the first alert, {} at {}", alert.title, alert.key, alert.last.kind,
                       fmt::join(alert.last.culprits, ", "), alert.first.kind, fmt::join(alert.first.culprits, ", "));
}

} // namespace

TrialResult playTrial(const Stage& clusterStage, const Trial& trial, const TrialSetup& setup, const MatchRules& rules)
{
    // Random failures are real faults, so alerts about them would count as false.
    Stage stage = clusterStage;
    stage.spec.failures.isOn = false;
    TrialResult result;
    result.trial = trial;
    result.start = trialStart;
    auto simulation = sim::Simulation::create(stage.spec, trial.drill, trial.seed, trialStart);
    if (!simulation.isOk()) {
        result.problem = simulation.error().message;
        return result;
    }
    TrialRun run(stage, trial, setup, std::move(simulation).value());
    run.play(result.time);
    result.seconds = trial.drill.durationSeconds;
    result.faults = run.faults();
    result.alerts = run.alerts();
    result.events = run.events();
    result.match = match(result.faults, result.alerts, rules);
    return result;
}

std::string difference(std::span<const RaisedAlert> one, std::span<const RaisedAlert> other)
{
    std::string text;
    for (const auto& [from, in, word] : {std::tuple(one, other, "gone"), std::tuple(other, one, "new")}) {
        for (const RaisedAlert& alert : from) {
            if (std::ranges::find(in, alert) == in.end())
                text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", word, described(alert));
        }
    }
    return text;
}

} // namespace lockstep::scoring
