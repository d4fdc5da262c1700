// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/imports/importedseries.h"

#include "datasources/exporters/exportertable.h"
#include "datasources/exporters/seriesplace.h"
#include "datasources/recording/recordedrows.h"
#include "datasources/recording/recordingfolder.h"
#include "datasources/recording/segmentwriter.h"
#include "models/core/budget.h"
#include "models/core/metrics/metriccatalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <ranges>
#include <set>

namespace lockstep {

namespace {

constexpr double hasReported = 1;
constexpr Duration finestOffset = std::chrono::microseconds(500); ///< smaller offsets are rounded to none
constexpr TickIndex noBlock = std::numeric_limits<TickIndex>::max();

std::string labelOf(const Labels& labels, std::string_view name)
{
    const auto found = std::ranges::find(labels, name, &Labels::value_type::first);
    return found == labels.end() ? std::string() : found->second;
}

} // namespace

EntityRef ImportedSeries::entityOf(const std::vector<PlaceStep>& place)
{
    EntityRef parent;
    for (const PlaceStep& step : place) {
        if (step.kind != EntityKind::Node) {
            parent = m_builder.add(step.kind, step.name, parent);
            continue;
        }
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = step.name;
        parent = m_builder.describeNode(std::move(identity));
    }
    return parent;
}

/// Why a sample is rejected; empty: it is accepted.
std::string ImportedSeries::rejectionReason(const MetricDescriptor& metric, const std::vector<PlaceStep>& place) const
{
    const auto isTooLong = [](const PlaceStep& step) {
        return step.name.size() > budget::storedNameBytes;
    };
    if (metric.name.size() > budget::nameBytes)
        return fmt::format("expected a metric name of at most {1} bytes, found {0}", metric.name.size(),
                           budget::nameBytes);
    if (std::ranges::any_of(place, isTooLong))
        return fmt::format("{}: its labels make the name longer than {} bytes", metric.name, budget::storedNameBytes);
    if (m_metrics.size() >= budget::metricsPerSegment && !m_metrics.find(metric.name).isValid())
        return fmt::format("{}: expected at most {} metrics", metric.name, budget::metricsPerSegment);
    return {};
}

/// The series of one name, grouped by labels.
struct ImportedSeries::Named
{
    std::vector<FileSeries> series;
    Source source;
    bool isCounter = false;
    bool isUsed = false;
    bool isRate = false; ///< only rates of it were used
};

std::size_t ImportedSeries::seriesOf(const std::string& key, std::string_view name, const Labels& labels,
                                     bool isCounter)
{
    const auto [known, isNew] = m_byKey.try_emplace(fmt::format("{}\x1d{}", m_file, key), m_gathered.size());
    if (isNew)
        m_gathered.push_back({std::string(name), labels, m_file, isCounter, {}});
    return known->second;
}

void ImportedSeries::add(std::size_t at, TimePoint time, double value)
{
    if (time < budget::earliestTime || time > budget::latestTime)
        ++m_counts.noTimes;
    else if (!std::isnan(value)) // NaN is a missing value in files
        m_gathered[at].samples.push_back({time, value});
}

/// Adds each node's host name if its page has one, because only the scraper knows the scraped address.
std::map<std::string, ImportedSeries::Named> ImportedSeries::gatheredByName()
{
    std::map<std::pair<int, std::string>, std::string> hosts; // by file and address
    for (const Gathered& gathered : m_gathered) {
        const std::string name = labelOf(gathered.labels, "nodename");
        if (gathered.name == "node_uname_info" && !name.empty())
            hosts.emplace(std::pair(gathered.file, labelOf(gathered.labels, "instance")), name);
    }
    std::map<std::string, Named> byName;
    std::map<std::pair<std::string, Labels>, std::size_t> byLabels;
    for (std::size_t order = 0; order < m_gathered.size(); ++order) {
        Gathered& gathered = m_gathered[order];
        const auto host = hosts.find({gathered.file, labelOf(gathered.labels, "instance")});
        if (host != hosts.end()) {
            std::erase_if(gathered.labels, [](const auto& label) { return label.first == "instance"; });
            gathered.labels.emplace_back("instance", host->second);
        }
        std::ranges::sort(gathered.labels);
        Named& named = byName[gathered.name];
        named.isCounter |= gathered.isCounter;
        named.source.samples += gathered.samples.size();
        const auto [known, isNew] = byLabels.try_emplace({gathered.name, gathered.labels}, named.series.size());
        if (isNew)
            named.series.push_back({order, std::move(gathered.labels), {}});
        std::ranges::move(gathered.samples, std::back_inserter(named.series[known->second].samples));
        gathered.samples = {};
    }
    m_gathered.clear();
    for (auto& [name, named] : byName) {
        named.source.name = name;
        named.source.series = named.series.size();
        // For equal times the last value is kept.
        for (std::vector<FileSeries::Sample>& samples : named.series | std::views::transform(&FileSeries::samples)) {
            std::ranges::stable_sort(samples, {}, &FileSeries::Sample::time);
            const auto kept = std::unique(samples.rbegin(), samples.rend(),
                                          [](const auto& a, const auto& b) { return a.time == b.time; });
            const auto repeated = samples.rend() - kept;
            samples.erase(samples.begin(), samples.begin() + repeated);
            m_counts.repeated += static_cast<std::uint64_t>(repeated);
        }
    }
    return byName;
}

/// @return number of values used
std::uint64_t ImportedSeries::take(const MetricDescriptor& metric, const ScrapedMetric& scraped,
                                   const FileSeries& series)
{
    const auto placeAs = [&](EntityKind kind) {
        Labels labels = series.labels;
        if (std::ranges::none_of(labels, [](const auto& label) { return isPlaceLabel(label.first); }))
            labels.emplace_back("node", "imported");
        if (scraped.places.empty())
            return placeOf(labels, kind);
        const std::vector<std::pair<std::string_view, std::string_view>> views(labels.begin(), labels.end());
        return placeOfSeries(scraped, views, {});
    };
    std::vector<PlaceStep> place = placeAs(metric.entityKind);
    std::string reason = place.empty()
        ? fmt::format("{}: a series lacks the label that the mapping file uses as its place", scraped.seen)
        : rejectionReason(metric, place);
    if (!reason.empty()) {
        m_counts.refusedSamples += series.samples.size();
        if (m_counts.refused++ == 0)
            m_counts.firstRefused = std::move(reason);
        return 0;
    }
    Series ours;
    ours.metric = m_metrics.add(metric);
    // The first descriptor of a metric determines its kind.
    const EntityKind kind = m_metrics.descriptor(ours.metric).entityKind;
    ours.entity = entityOf(kind == metric.entityKind ? place : placeAs(kind));
    ours.samples.reserve(series.samples.size());
    for (const FileSeries::Sample& sample : series.samples) {
        const double kept = scraped.ours(sample.value);
        if (std::isinf(static_cast<float>(kept)))
            ++m_counts.tooLarge;
        else if (!std::isnan(kept))
            ours.samples.push_back({sample.time, kept});
    }
    if (ours.samples.empty())
        return 0;
    if (GpuLabels gpu{labelOf(series.labels, GpuLabels::modelLabel), labelOf(series.labels, GpuLabels::driverLabel)};
        ours.entity.kind == EntityKind::Gpu && !gpu.model.empty())
        m_gpus[ours.entity] = std::move(gpu);
    const std::uint64_t taken = ours.samples.size();
    const std::uint64_t metricAndEntity = std::uint64_t{ours.metric.value} << 32U | ours.entity.index;
    const auto [known, isNew] = m_byPlace.try_emplace(metricAndEntity, m_series.size());
    if (!isNew) {
        // The same series with other labels: another job on the GPU, or another pod of its exporter. Only one exists at
        // a time.
        std::vector<Sample>& before = m_series[known->second].samples;
        const bool isLater = before.back().time < ours.samples.front().time;
        if (!isLater && before.front().time <= ours.samples.back().time) {
            ++m_counts.clashes;
            m_counts.clashSamples += taken;
            return 0;
        }
        before.insert(isLater ? before.end() : before.begin(), ours.samples.begin(), ours.samples.end());
    } else {
        ++m_counts.series;
        m_series.push_back(std::move(ours));
    }
    m_counts.samples += taken;
    return taken;
}

void ImportedSeries::resolveKnown(std::map<std::string, Named>& byName)
{
    std::set<std::string> names;
    for (const auto& [name, named] : byName)
        names.insert(name);
    const auto seriesOfName = [&byName](std::string_view name) {
        const auto found = byName.find(std::string(name));
        return found == byName.end() ? std::span<const FileSeries>()
                                     : std::span<const FileSeries>(found->second.series);
    };
    for (const ScrapedMetric& scraped : recognisedMetrics(m_mapping, names)) {
        std::uint64_t taken = 0;
        bool isRate = true;
        for (const ScrapedFormula& formula : scraped.formulas) {
            isRate &= formula.term.isRate;
            for (const FileSeries& series : computed(formula, seriesOfName))
                taken += take(*findMetric(scraped.metric), scraped, series);
        }
        std::vector<std::string> used = scraped.others;
        used.push_back(scraped.seen);
        for (const std::string& name : used) {
            const auto found = byName.find(name);
            if (found == byName.end())
                continue;
            Named& named = found->second;
            named.isRate = isRate && (!named.isUsed || named.isRate);
            named.isUsed = true;
            if (std::ranges::find(named.source.metrics, scraped.metric) == named.source.metrics.end())
                named.source.metrics.push_back(scraped.metric); // several rows provide it, for different places
            named.source.recorded += taken;
            if (scraped.formulas.empty())
                named.source.reason
                    = fmt::format("{}: the mapping uses a query, which requires a Prometheus server", scraped.exporter);
        }
    }
    for (const ScrapedMetric& row : exporterTable()) {
        const auto found = row.isSubstitute ? byName.find(row.seen) : byName.end();
        if (found != byName.end() && !found->second.isUsed) {
            found->second.isUsed = true;
            found->second.source.reason = fmt::format("{} is already provided by another metric", row.metric);
        }
    }
}

void ImportedSeries::resolveUnknown(const std::string& name, Named& named)
{
    if (name.ends_with("_info") || name.ends_with("_created")) {
        named.source.reason = "describes other series and contains no measurements";
        return;
    }
    ScrapedMetric scraped;
    scraped.seen = name;
    std::optional<ForeignMetric> known = knownMetric(name);
    named.isRate = !known && named.isCounter;
    if (known) {
        scraped.factor = known->factor;
    } else {
        known.emplace();
        std::set<EntityKind> kinds;
        for (const FileSeries& series : named.series) {
            known->metric = unknownMetric(name, series.labels, named.isRate);
            kinds.insert(known->metric.entityKind);
        }
        if (kinds.size() > 1)
            known->metric.entityKind = EntityKind::Sensor;
    }
    const auto seriesOfName = [&named](std::string_view) {
        return std::span<const FileSeries>(named.series);
    };
    for (const FileSeries& series : computed({{name, named.isRate}}, seriesOfName))
        named.source.recorded += take(known->metric, scraped, series);
    named.source.metrics.push_back(known->metric.name);
}

void ImportedSeries::resolve()
{
    std::map<std::string, Named> byName = gatheredByName();
    resolveKnown(byName);
    for (auto& [name, named] : byName) {
        if (!named.isUsed)
            resolveUnknown(name, named);
        if (named.source.recorded == 0 && named.source.reason.empty())
            named.source.reason = named.isRate ? "no two samples of this counter yield a rate" : "nothing to record";
        m_sources.push_back(std::move(named.source));
    }
}

void ImportedSeries::choosePeriod(std::span<const SampleTimes> times)
{
    const auto found = findPeriod(times);
    m_ticks.isFound = !m_wanted && found;
    const Duration usual = found ? found->fit.period : Duration(std::chrono::seconds(1));
    m_ticks.period = std::clamp(m_wanted.value_or(usual), budget::minTickPeriod, SegmentWriter::maxTickLength);
    if (m_ticks.isFound) {
        m_ticks.slower = found->slower;
        m_ticks.slowest = found->slowest;
    }
}

void ImportedSeries::settle()
{
    std::vector<SampleTimes> times(m_series.size());
    for (std::size_t at = 0; at < m_series.size(); ++at) {
        times[at].reserve(m_series[at].samples.size());
        for (const Sample& sample : m_series[at].samples)
            times[at].push_back(sample.time);
    }
    choosePeriod(times);
    const GridFit fit = fitTo(m_ticks.period, times);
    times.clear();
    m_counts.merged = fit.lost;
    for (Series& series : m_series) {
        TickChooser chooser(fit.period, fit.isOnGrid);
        auto last = series.samples.begin();
        for (auto each = series.samples.begin(); each != series.samples.end(); ++each) {
            const TickChooser::Choice choice = chooser.next(each->time);
            each->tick = choice.tick;
            if (!choice.isTaken && each != series.samples.begin())
                ++last;
            *last = *each;
        }
        if (!series.samples.empty())
            series.samples.erase(last + 1, series.samples.end());
        for (const Sample& sample : series.samples)
            m_counts.farthest
                = std::max(m_counts.farthest, std::chrono::abs(sample.time - timeOfTick(sample.tick, fit.period)));
    }
}

/// The block of the first samples that are not written yet.
TickIndex ImportedSeries::nextBlock() const
{
    TickIndex first = noBlock;
    for (const Series& series : m_series) {
        if (series.next < series.samples.size())
            first = std::min(first, RecordedBlock::firstOf(series.samples[series.next].tick));
    }
    return first;
}

std::uint64_t ImportedSeries::cellsOfBlock(TickIndex first) const
{
    std::unordered_map<std::uint32_t, std::uint64_t> widths; // by metric
    for (const Series& series : m_series) {
        if (series.next < series.samples.size() && series.samples[series.next].tick < first + RecordedBlock::ticks) {
            std::uint64_t& width = widths[series.metric.value];
            width = std::max<std::uint64_t>(width, series.entity.index + 1);
        }
    }
    std::uint64_t cells = 0;
    for (const auto& [metric, width] : widths)
        cells += width * RecordedBlock::ticks;
    return cells;
}

/// Called before anything is written, because it needs all samples.
Status ImportedSeries::checkCells()
{
    std::uint64_t cells = 0;
    const std::uint64_t allowed = std::max(maxCells, m_counts.kept() * maxCellsOfSample);
    for (TickIndex first = nextBlock(); first != noBlock; first = nextBlock()) {
        const std::uint64_t ofBlock = cellsOfBlock(first);
        cells += ofBlock;
        if (ofBlock > maxCellsOfBlock || cells > allowed)
            return Error{fmt::format("The samples are too far apart: {} of {} series with ticks of {} s would need "
                                     "columns for more than {} values; import fewer series or a shorter period",
                                     m_counts.kept(), m_series.size(),
                                     std::chrono::duration<double>(m_ticks.period).count(),
                                     ofBlock > maxCellsOfBlock ? maxCellsOfBlock : allowed)};
        for (Series& series : m_series) {
            while (series.next < series.samples.size()
                   && series.samples[series.next].tick < first + RecordedBlock::ticks)
                ++series.next;
        }
    }
    for (Series& series : m_series)
        series.next = 0;
    return success();
}

Result<TickRange> ImportedSeries::write(const std::string& folder, std::span<const std::string> analyses)
{
    resolve();
    settle();
    const TickIndex first = nextBlock();
    if (first == noBlock) {
        const auto offered = std::ranges::find_if(m_sources, [](const Source& each) { return each.samples > 0; });
        return Error{"Nothing to import: "
                     + (!m_counts.firstRefused.empty()   ? m_counts.firstRefused
                            : offered != m_sources.end() ? offered->name + ": " + offered->reason
                                                         : "no sample has a timestamp")};
    }
    if (const Status affordable = checkCells(); !affordable.isOk())
        return affordable.error();
    Result<FolderLock> lock = FolderLock::take(folder);
    if (!lock.isOk())
        return lock.error();
    Result<SegmentWriter> writer
        = SegmentWriter::create(newSegmentPath(folder, timeOfTick(first, m_ticks.period)), first, m_ticks.period);
    if (!writer.isOk())
        return writer.error();
    if (Status noted = writer.value().noteAnalyses(analyses); !noted.isOk())
        return noted.error();
    Result<TickRange> written = fill(writer.value());
    if (written.isOk()) {
        if (Status closed = writer.value().close(); !closed.isOk())
            return closed.error();
    }
    return written;
}

/// Like agents: a node's tick period is the shortest usual interval of its series.
std::vector<RecordedIdentity> ImportedSeries::introduceNodes(const Topology& topology)
{
    std::vector<SampleTimes> times(topology.count(EntityKind::Node));
    for (const Series& series : m_series) {
        const EntityRef node = topology.ancestor(series.entity, EntityKind::Node);
        for (const Sample& sample : series.samples) {
            if (node.isValid())
                times[node.index].push_back(timeOfTick(sample.tick, m_ticks.period));
        }
    }
    std::map<EntityRef, std::vector<GpuLabels>> gpus; // by node
    for (const auto& [entity, gpu] : m_gpus)
        gpus[topology.ancestor(entity, EntityKind::Node)].push_back(gpu);
    std::vector<RecordedIdentity> identities;
    for (std::uint32_t node = 0; node < times.size(); ++node) {
        std::ranges::sort(times[node]);
        times[node].erase(std::unique(times[node].begin(), times[node].end()), times[node].end());
        m_counts.reports += times[node].size();
        auto identity = std::make_shared<NodeIdentity>();
        identity->name = topology.name({EntityKind::Node, node});
        identity->tickPeriod = std::max(m_ticks.period, typicalInterval(times[node]).value_or(m_ticks.period));
        identity->inventory = gpuInventory(gpus[{EntityKind::Node, node}]);
        identities.push_back({{}, node, std::move(identity)});
    }
    return identities;
}

/// The offset of an entity's first sample applies to the tick; other samples that differ have their own.
void ImportedSeries::noteOffset(const Series& series, const Sample& sample, Blocks& blocks)
{
    const double offset = offsetOf(sample.time, sample.tick, m_ticks.period);
    const std::uint32_t entity = series.entity.index;
    const auto blockOf = [&](const MetricDescriptor& metric) -> ExactBlock& {
        ExactBlock& block = blocks[m_metrics.add(metric).value];
        block.first = RecordedBlock::firstOf(sample.tick);
        return block;
    };
    ExactBlock& ofKind = blockOf(offsetMetric(series.entity.kind));
    const std::span<const double> row = ofKind.row(sample.tick);
    if (entity >= row.size() || std::isnan(row[entity]))
        ofKind.put(sample.tick, entity, {&offset, 1});
    else if (row[entity] != offset)
        blockOf(offsetMetric(m_metrics.descriptor(series.metric))).put(sample.tick, entity, {&offset, 1});
}

Result<TickRange> ImportedSeries::fill(SegmentWriter& writer)
{
    const TopologyPtr topology = m_builder.build();
    const MetricId presence = m_metrics.add(presenceMetric());
    const NameTable names;
    RecordedRows rows;
    rows.identities = introduceNodes(*topology);
    TickRange written;
    for (TickIndex first = nextBlock(); first != noBlock; first = nextBlock()) {
        Blocks blocks;
        for (Series& series : m_series) {
            for (;
                 series.next < series.samples.size() && series.samples[series.next].tick < first + RecordedBlock::ticks;
                 ++series.next) {
                const Sample& sample = series.samples[series.next];
                ExactBlock& block = blocks[series.metric.value];
                block.first = first;
                block.put(sample.tick, series.entity.index, {&sample.value, 1});
                if (m_counts.farthest >= finestOffset)
                    noteOffset(series, sample, blocks);
                if (const EntityRef node = topology->ancestor(series.entity, EntityKind::Node); node.isValid()) {
                    ExactBlock& reported = blocks[presence.value];
                    reported.first = first;
                    reported.put(sample.tick, node.index, {&hasReported, 1});
                }
                written = written.isEmpty()
                    ? TickRange{sample.tick, sample.tick + 1}
                    : TickRange{std::min(written.from, sample.tick), std::max(written.to, sample.tick + 1)};
            }
        }
        const Status done = writer.commit({*topology, m_metrics, names, rows, {}, {}, {}, written, &blocks});
        if (!done.isOk())
            return done.error();
        rows = {};
    }
    return written;
}

} // namespace lockstep
