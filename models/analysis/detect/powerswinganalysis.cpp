// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/powerswinganalysis.h"

#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clusterstore.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace lockstep {

namespace {

constexpr double fewestSpectrumSeconds = 30; ///< a shorter series spreads each change over all frequencies
constexpr double namedShare = 0.1; ///< of a swing: smaller contributions are not named
constexpr EntityRef wholeCluster{EntityKind::Cluster, 0};

bool isMeasured(const std::vector<float>& watts)
{
    return std::ranges::any_of(watts, [](float each) { return !std::isnan(each); });
}

/// The newest samples, as many as exist.
std::vector<float> newest(const std::deque<float>& watts, std::size_t count)
{
    const std::size_t first = watts.size() - std::min(count, watts.size());
    return {watts.begin() + static_cast<std::ptrdiff_t>(first), watts.end()};
}

std::size_t samplesIn(double seconds, float secondsPerSample)
{
    return static_cast<std::size_t>(std::ceil(seconds / static_cast<double>(secondsPerSample)));
}

PowerLimits limitsOf(const Topology& topology)
{
    return topology.plan() ? topology.plan()->power : PowerLimits();
}

} // namespace

float SummedPower::add(const std::vector<float>& watts, double seconds)
{
    m_known.resize(std::max(m_known.size(), watts.size()));
    const auto isMeasured = [&](std::size_t at) {
        return at < watts.size() && !std::isnan(watts[at]);
    };
    double before = 0; // of those that are measured now and were before
    double now = 0;
    for (std::size_t at = 0; at < m_known.size(); ++at) {
        if (isMeasured(at) && m_known[at].silent == 0) {
            before += static_cast<double>(m_known[at].watts);
            now += static_cast<double>(watts[at]);
        }
    }
    const double change = before > 0 ? now / before : 1;
    double sum = 0;
    double held = 0;
    double changed = 0;
    for (std::size_t at = 0; at < m_known.size(); ++at) {
        Known& known = m_known[at];
        if (isMeasured(at)) {
            changed += known.silent < 0 ? static_cast<double>(watts[at]) : 0;
            known = {watts[at], 0};
        } else if (known.silent < 0) {
            continue;
        } else if (known.silent += seconds; known.silent > heldSeconds) {
            changed += static_cast<double>(known.watts);
            known.silent = -1;
            continue;
        } else {
            known.watts = static_cast<float>(static_cast<double>(known.watts) * change);
            held += static_cast<double>(known.watts);
        }
        sum += static_cast<double>(known.watts);
    }
    m_isAnother = changed > sameSet * sum;
    return sum > 0 && held <= maxHeldShare * sum ? static_cast<float>(sum) : noData;
}

void PowerSwingWatch::follow(Series& series, const std::vector<float>& watts, TickIndex missed)
{
    const std::size_t most = std::min(maxSamples, samplesIn(spectrumSeconds, m_seconds));
    const float sum = series.sum.add(watts, static_cast<double>(m_seconds) * static_cast<double>(missed + 1));
    if (series.sum.isAnother())
        series.watts.clear();
    else
        series.watts.insert(series.watts.end(), static_cast<std::size_t>(missed), noData);
    series.watts.push_back(sum);
    while (series.watts.size() > std::max<std::size_t>(most, 2))
        series.watts.pop_front();
}

void PowerSwingWatch::followJobs(const PowerTick& now, TickIndex missed, Derived& out)
{
    if (!now.jobs || now.gpuPower.empty())
        return;
    if (!m_jobOfGpu || (m_jobOfGpu != now.jobs && *m_jobOfGpu != *now.jobs))
        m_jobs.clear();
    m_jobOfGpu = now.jobs;
    m_jobs.resize(now.topology->count(EntityKind::Job));
    std::vector<std::vector<float>> watts(m_jobs.size());
    for (std::size_t gpu = 0; gpu < std::min(now.jobs->size(), now.gpuPower.size()); ++gpu) {
        if (const std::uint32_t job = (*now.jobs)[gpu]; job < watts.size())
            watts[job].push_back(now.gpuPower[gpu]);
    }
    std::vector<float> sums(m_jobs.size(), noData);
    for (std::size_t job = 0; job < m_jobs.size(); ++job) {
        if (watts[job].empty())
            continue;
        follow(m_jobs[job], watts[job], missed);
        sums[job] = m_jobs[job].watts.back();
    }
    if (isMeasured(sums))
        out.addColumn(metrics::job::power, now.storeTick, sums.size()) = std::move(sums);
}

/// Partial PUE (The Green Grid, white paper 49, 2012): (IT power + power of cooling units) / IT power. Each job bears
/// the cooling of its GPUs in proportion to their power.
void PowerSwingWatch::addCooling(const PowerTick& now, Derived& out) const
{
    double cooling = 0;
    for (const float watts : now.coolingPower)
        cooling += static_cast<double>(watts); // NaN: one of them is unknown, and so is the sum
    const auto hall = static_cast<double>(m_hall.watts.back());
    if (now.coolingPower.empty() || std::isnan(cooling))
        return;
    out.addColumn(metrics::cluster::coolingPower, now.storeTick, 1).front() = static_cast<float>(cooling);
    if (!(hall > 0))
        return;
    out.addColumn(metrics::cluster::partialPue, now.storeTick, 1).front() = static_cast<float>((hall + cooling) / hall);
    if (m_jobs.empty())
        return;
    std::vector<float>& jobs = out.addColumn(metrics::job::coolingPower, now.storeTick, m_jobs.size());
    for (std::size_t job = 0; job < m_jobs.size(); ++job)
        jobs[job] = m_jobs[job].watts.empty()
            ? noData
            : static_cast<float>(static_cast<double>(m_jobs[job].watts.back()) * cooling / hall);
}

PowerSwingWatch::Excess PowerSwingWatch::strongestSine(const PowerLimits& limits) const
{
    Excess strongest{static_cast<double>(noData), limits.bandWatts, variants::band, 0};
    const auto seconds = static_cast<double>(m_seconds);
    const std::vector<float> watts = newest(m_hall.watts, maxSamples);
    if (static_cast<double>(watts.size()) * seconds < fewestSpectrumSeconds)
        return strongest;
    const std::vector<double> hertz = swingFrequencies(seconds, watts.size());
    const std::vector<Phasor> phasors = phasorsOf(watts, seconds, hertz);
    for (std::size_t at = 0; at < phasors.size(); ++at) {
        if (hertz[at] < limits.bandFromHertz || hertz[at] > limits.bandToHertz
            || std::abs(phasors[at]) <= strongest.value)
            continue;
        strongest.value = std::abs(phasors[at]);
        strongest.hertz = hertz[at];
    }
    return strongest;
}

void PowerSwingWatch::step(const PowerTick& now, Derived& out)
{
    const TickIndex missed = m_lastIndex < 0 ? 0 : now.tick - m_lastIndex - 1;
    if (missed < 0 || missed > static_cast<TickIndex>(maxSamples) || now.seconds != m_seconds) {
        const Episodes episodes = std::move(m_episodes); // the cluster stays the same when only the pace changes
        *this = PowerSwingWatch();
        m_episodes = missed < 0 ? Episodes() : episodes;
        m_seconds = now.seconds;
        m_lastIndex = now.tick - 1;
        return step(now, out);
    }
    m_lastIndex = now.tick;
    follow(m_hall, isMeasured(now.nodePower) ? now.nodePower : now.gpuPower, missed);
    followJobs(now, missed, out);
    addCooling(now, out);

    const PowerLimits limits = limitsOf(*now.topology);
    const auto seconds = static_cast<double>(m_seconds);
    const auto publish = [&](std::string_view metric, double value) {
        if (!std::isnan(value))
            out.addColumn(metric, now.storeTick, 1).front() = static_cast<float>(value);
    };
    const PowerSwing ramp = swingOf(newest(m_hall.watts, 2), seconds);
    publish(metrics::cluster::powerRamp, static_cast<double>(ramp.rampUp - ramp.rampDown));
    const PowerSwing swing
        = swingOf(newest(m_hall.watts, std::max<std::size_t>(2, samplesIn(limits.windowSeconds, m_seconds))), seconds);
    publish(metrics::cluster::powerSwing, static_cast<double>(swing.watts()));
    const Excess sine = strongestSine(limits);
    if (sine.hertz > 0)
        publish(metrics::cluster::powerSine, sine.value);
    if (!limits.limitsSwings())
        return;
    const std::array all{
        Excess{static_cast<double>(std::fmax(ramp.rampUp, ramp.rampDown)), limits.rampWattsPerSecond, variants::ramp,
               0},
        Excess{static_cast<double>(swing.watts() / swing.peak), limits.swingShare, variants::range, sine.hertz}, sine};
    Excess worst;
    for (const Excess& each : all) {
        if (each.over() > worst.over())
            worst = each;
    }
    judge(now, worst, out);
}

/// Contributions of jobs: to the swing at a frequency or, at 0, to the last change.
std::string PowerSwingWatch::jobsAt(const PowerTick& now, double hertz) const
{
    const auto seconds = static_cast<double>(m_seconds);
    const std::array at{hertz};
    const std::vector<float> hall = newest(m_hall.watts, maxSamples);
    const std::vector<Phasor> whole = phasorsOf(hall, seconds, at);
    std::vector<std::pair<double, std::string>> named;
    for (std::uint32_t job = 0; job < m_jobs.size(); ++job) {
        std::vector<float> watts = newest(m_jobs[job].watts, hall.size());
        if (watts.size() < 2 || hall.size() < 2)
            continue;
        double share
            = static_cast<double>((watts.back() - watts[watts.size() - 2]) / (hall.back() - hall[hall.size() - 2]));
        if (hertz > 0) {
            watts.insert(watts.begin(), hall.size() - watts.size(), noData);
            const std::vector<Phasor> part = phasorsOf(watts, seconds, at);
            share = part.empty() || whole.empty() ? 0 : shareOfSwing(part.front(), whole.front());
        }
        if (share >= namedShare)
            named.emplace_back(share, now.topology->name({EntityKind::Job, job}));
    }
    std::ranges::sort(named, std::ranges::greater());
    std::string text;
    for (std::size_t place = 0; place < std::min<std::size_t>(named.size(), 3); ++place)
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", named[place].second, 100 * named[place].first);
    return text.empty() ? text : "\nshare of jobs: " + text;
}

void PowerSwingWatch::judge(const PowerTick& now, const Excess& worst, Derived& out)
{
    const Episodes::Key key{wholeCluster, {}};
    if (std::isnan(m_hall.watts.back()))
        return; // missing data is neither good nor bad
    if (worst.over() <= 1) {
        if (!m_episodes.notFound(key, rule, now).isOver())
            return;
        m_deadband.forget(key);
        out.events.push_back(
            {wholeCluster,
             {now.time, Severity::Information, 0, codes::powerSwing, "Power is within the utility's limits again"}});
        return;
    }
    const bool isNews = m_episodes.found(key, rule, now, Severity::Warning).isBad();
    const auto figure = static_cast<float>(worst.over());
    if (!isNews && !m_deadband.isDue(key, now.time, figure))
        return;
    m_deadband.report(key, now.time, figure);
    const Unit unit = worst.variant == variants::range ? Unit::Ratio : Unit::Watt;
    const std::string value = formatQuantity(worst.value, unit);
    const std::string limit = formatQuantity(worst.limit, unit);
    std::string text;
    if (worst.variant == variants::ramp)
        text = fmt::format("Power of the hall changes by {} per second, limit {}", value, limit);
    else if (worst.variant == variants::range)
        text = fmt::format("Power of the hall swings by {} of its peak, limit {}", value, limit);
    else
        text = fmt::format("Power of the hall swings by ±{} at {:.2g} Hz, limit {}", value, worst.hertz, limit);
    out.events.push_back(
        {wholeCluster,
         {now.time,
          Severity::Warning,
          0,
          codes::powerSwing,
          text + jobsAt(now, worst.hertz),
          {.variant = std::string(worst.variant), .value = worst.value, .baseline = worst.limit, .unit = unit}}});
}

/// GPUs of jobs that reported in the last minutes. If two jobs used one GPU, the later one counts.
void PowerSwingAnalysis::findJobs(const ClusterStore& store, TimePoint time)
{
    constexpr Duration every = std::chrono::seconds(30);
    constexpr Duration remembered = std::chrono::minutes(5);
    if (m_jobs && time >= m_jobsFound && time < m_jobsFound + every)
        return;
    m_jobsFound = time;
    const Topology& topology = *store.topology();
    auto jobs = std::make_shared<JobOfGpu>(topology.count(EntityKind::Gpu), noJob);
    std::vector<std::int64_t> ends(jobs->size(), (time - remembered).time_since_epoch().count());
    std::map<NameId, std::uint32_t> indices;
    for (const SpanLane& lane : store.spans().lanes()) {
        if (lane.rank == Span::noRank || !lane.job.isValid() || lane.entity.kind != EntityKind::Gpu
            || lane.entity.index >= jobs->size() || lane.spans.empty())
            continue;
        const std::int64_t end = lane.spans.back().startNs;
        if (end <= ends[lane.entity.index])
            continue;
        const auto [known, isNew] = indices.try_emplace(lane.job, noJob);
        if (isNew) {
            const EntityRef job = topology.find(EntityKind::Job, {}, store.spans().names().name(lane.job));
            known->second = job.isValid() ? job.index : noJob;
        }
        ends[lane.entity.index] = end;
        (*jobs)[lane.entity.index] = known->second;
    }
    m_jobs = std::move(jobs);
}

namespace {
constexpr std::array<std::string_view, 2> paceOfPower{metrics::node::power, metrics::gpu::power};
}

Analysis::Task PowerSwingAnalysis::take(const ClusterStore& store, const ChangeSet& changes)
{
    if (changes.ticks.isEmpty() || !store.topology() || store.topology()->count(EntityKind::Cluster) == 0)
        return {};
    if (std::ranges::none_of(paceOfPower, [&](std::string_view each) { return store.metrics().find(each).isValid(); }))
        return {};
    const std::size_t floats = store.topology()->count(EntityKind::Gpu) + store.topology()->count(EntityKind::Node)
        + store.topology()->count(EntityKind::Loop);
    const TickRange ticks = m_ticks.take(store, floats);
    if (ticks.isEmpty())
        return {};
    std::vector<PowerTick> read;
    for (const AnalysedTick& tick : m_ticks.spaced(store, ticks, paceOfPower)) {
        findJobs(store, tick.time);
        read.push_back({tick, store.topology(), m_ticks.column(store, metrics::node::power, tick),
                        m_ticks.column(store, metrics::gpu::power, tick),
                        m_ticks.column(store, metrics::loop::power, tick), m_jobs});
    }
    return stepEach(std::move(read));
}

} // namespace lockstep
