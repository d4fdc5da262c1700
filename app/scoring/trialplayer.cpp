// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/trialplayer.h"

#include "app/scoring/effectwatch.h"
#include "app/scoring/simulatedfeed.h"
#include "models/analysis/causality/alert.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/coverage.h"
#include "models/analysis/causality/culpritname.h"
#include "models/analysis/causality/observedjobs.h"
#include "models/core/eventcodes.h"
#include "models/ingest/derived.h"
#include "models/pipeline/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::scoring {

namespace {

/// Baseline for comparison: each exceeded limit, XID and port that is down is an alert. Used by one thread, which may
/// be any.
class ThresholdWatch
{
public:
    /// @param news events reported since the last tick
    void update(std::span<const DerivedEvent> news, const Topology& topology, TimePoint now);
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

void ThresholdWatch::update(std::span<const DerivedEvent> news, const Topology& topology, TimePoint now)
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
    void update(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs, TimePoint now);
    [[nodiscard]] const std::vector<RaisedAlert>& reported() const { return m_reported; }

private:
    /// After new events, the analysis runs at every check for this long, because alerts wait for possible explanations.
    static constexpr Duration restlessFor = std::chrono::minutes(2);
    static constexpr Duration restPeriod = std::chrono::seconds(10);

    void note(const Alert& alert, TimePoint now);

    std::vector<DerivedEvent> m_events;
    std::vector<RaisedAlert> m_reported;
    TimePoint m_lastNews;
    TimePoint m_lastUpdate;
};

void CauseWatch::update(std::span<const DerivedEvent> news, const Topology& topology, const ObservedJobs& jobs,
                        TimePoint now)
{
    m_events.insert(m_events.end(), news.begin(), news.end());
    if (!news.empty())
        m_lastNews = now;
    if (m_events.empty() || (now > m_lastNews + restlessFor && now < m_lastUpdate + restPeriod))
        return;
    m_lastUpdate = now;
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

    void update(const sim::Simulation& faulted)
    {
        if (m_without)
            m_without->update(faulted);
        if (m_always && !m_always->effect() && faulted.now() <= m_onset)
            m_always->update(faulted);
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
          m_pipeline(Pipeline::liveOnlyLimits(m_interval), m_learned)
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
                    twins.update(*m_simulation);
            }
            if ((second + 1) % m_interval.count() != 0)
                continue;
            {
                const Stopwatch stopwatch(time.analyses);
                m_pipeline.step(batches, m_simulation->now());
            }
            const Stopwatch stopwatch(time.alerts);
            checkForAlerts();
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

    void checkForAlerts()
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
            m_thresholds.update(news, *store.topology(), m_simulation->now());
        else
            m_causes.update(news, *store.topology(), m_jobs, m_simulation->now());
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
