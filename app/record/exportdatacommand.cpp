// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/exporters/exposedmetric.h"
#include "datasources/exporters/foreignmetric.h"
#include "datasources/imports/importtext.h"
#include "datasources/recording/recordedrows.h"
#include "datasources/recording/recording.h"
#include "datasources/text/jsonwriter.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/units.h"
#include "models/core/visibletext.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

namespace lockstep {

namespace {

struct Sample
{
    TickIndex tick = 0;
    double value = noData;
    Duration offset{}; ///< of its time from the tick
};

struct SeriesData
{
    EntityRef entity;
    std::string path; ///< "node-17/gpu3"
    std::vector<Sample> samples; ///< ascending; NaN: a gap begins
};

/// "node-17/gpu3", optionally preceded by the node's rack.
std::string pathOf(const Topology& topology, EntityRef entity, bool withRack)
{
    std::vector<std::string> names;
    for (EntityRef at = entity; at.isValid(); at = topology.parent(at)) {
        if (withRack || at.kind != EntityKind::Rack || at == entity)
            names.push_back(topology.name(at));
    }
    std::ranges::reverse(names);
    return fmt::format("{}", fmt::join(names, "/"));
}

bool isNamed(const std::string& path, const std::vector<std::string>& wanted)
{
    return wanted.empty() || std::ranges::any_of(wanted, [whole = '/' + path + '/'](const std::string& each) {
               return whole.find('/' + each + '/') != std::string::npos;
           });
}

/// "2026-11-21T03:12:44.25Z", with as many digits as needed to be exact.
std::string exactTime(TimePoint time)
{
    std::string text = formatUtc(time, 9);
    text.pop_back();
    text.resize(text.find_last_not_of('0') + 1);
    return (text.back() == '.' ? text.substr(0, text.size() - 1) : text) + 'Z';
}

std::string unixSeconds(TimePoint time)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    std::string text = fmt::format("{}.{:09}", seconds.time_since_epoch().count(), (time - seconds).count());
    text.resize(text.find_last_not_of('0') + 1);
    return text.ends_with('.') ? text.substr(0, text.size() - 1) : text;
}

/// The shortest text that reads back as the same value. Most values are decimals or floats.
std::string numberText(double value)
{
    if (std::isnan(value))
        return "NaN";
    const auto asFloat = static_cast<float>(value);
    return asFloat == value ? fmt::format("{}", asFloat) : fmt::format("{}", value);
}

/// Quotes a field according to RFC 4180.
std::string field(const std::string& text)
{
    if (text.find_first_of(",\"\n\r") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// Inserts a NaN where samples are missing for longer than the usual interval.
void markGaps(std::vector<Sample>& samples, TickRange range)
{
    if (samples.empty())
        return;
    SampleTimes times;
    for (const Sample& sample : samples)
        times.push_back(TimePoint(Duration(sample.tick)));
    const TickIndex usual = typicalInterval(times).value_or(Duration(1)).count();
    const auto isGap = [usual](TickIndex ticks) {
        return ticks >= 2 * usual;
    };
    std::vector<Sample> marked;
    if (isGap(samples.front().tick - range.from))
        marked.push_back({range.from, noData});
    for (const Sample& sample : samples) {
        if (!marked.empty() && !std::isnan(marked.back().value) && isGap(sample.tick - marked.back().tick))
            marked.push_back({marked.back().tick + usual, noData});
        marked.push_back(sample);
    }
    if (isGap(range.to - marked.back().tick))
        marked.push_back({marked.back().tick + usual, noData});
    samples = std::move(marked);
}

/// Sample times of a metric's block. Uses the metric's own offsets, otherwise those of its entity kind, otherwise the
/// nodes'.
class SampleOffsets
{
public:
    SampleOffsets(Recording& recording, MetricId metric, TickIndex first)
        : m_topology(*recording.topology()), m_kind(recording.metrics().descriptor(metric).entityKind)
    {
        const auto read = [&](const MetricDescriptor& offsets, EntityKind kind) {
            const MetricId id = recording.metrics().find(offsets.name);
            if (id.isValid())
                m_blocks.emplace_back(kind, recording.block<double>(id, first));
        };
        read(offsetMetric(recording.metrics().descriptor(metric)), m_kind);
        read(offsetMetric(m_kind), m_kind);
        if (m_kind != EntityKind::Node)
            read(offsetMetric(EntityKind::Node), EntityKind::Node);
    }
    [[nodiscard]] Duration at(TickIndex tick, std::uint32_t entity) const
    {
        for (const auto& [kind, block] : m_blocks) {
            const EntityRef of = m_topology.ancestor({m_kind, entity}, kind);
            const std::span<const double> row = block.row(tick);
            if (of.isValid() && of.index < row.size() && !std::isnan(row[of.index]))
                return std::chrono::milliseconds(std::llround(row[of.index] * 1000));
        }
        return {};
    }

private:
    const Topology& m_topology;
    EntityKind m_kind;
    std::vector<std::pair<EntityKind, ExactBlock>> m_blocks;
};

/// The metric's entities that have a sample in the range, in topology order.
std::vector<SeriesData> readSeries(Recording& recording, MetricId metric, TickRange range,
                                   const std::vector<std::string>& wanted)
{
    const EntityKind kind = recording.metrics().descriptor(metric).entityKind;
    const Topology& topology = *recording.topology();
    std::vector<SeriesData> series;
    for (std::uint32_t index = 0; index < topology.count(kind); ++index) {
        const EntityRef entity{kind, index};
        if (isNamed(pathOf(topology, entity, true), wanted))
            series.push_back({entity, pathOf(topology, entity, false), {}});
    }
    for (const TickIndex first : recording.blocksWithin(range)) {
        const ExactBlock block = recording.block<double>(metric, first);
        const SampleOffsets offsets(recording, metric, first);
        for (TickIndex tick = std::max(first, range.from); tick < std::min(first + RecordedBlock::ticks, range.to);
             ++tick) {
            const std::span<const double> row = block.row(tick);
            for (SeriesData& each : series) {
                if (each.entity.index < row.size() && !std::isnan(row[each.entity.index]))
                    each.samples.push_back({tick, row[each.entity.index], offsets.at(tick, each.entity.index)});
            }
        }
    }
    std::erase_if(series, [](const SeriesData& each) { return each.samples.empty(); });
    for (SeriesData& each : series)
        markGaps(each.samples, range);
    return series;
}

/// A writer for one output format.
class DataFormat
{
public:
    using Write = std::function<void(std::string_view)>;

    DataFormat(const Recording& recording, const Write& write) : m_recording(recording), m_write(write) { }
    virtual ~DataFormat() = default;
    DataFormat(const DataFormat&) = delete;
    DataFormat& operator=(const DataFormat&) = delete;

    virtual void begin() { }
    virtual void add(const MetricDescriptor& metric, const std::vector<SeriesData>& series) = 0;
    virtual void end() { }

protected:
    [[nodiscard]] TimePoint timeOf(const Sample& sample) const
    {
        return timeOfTick(sample.tick, m_recording.tickPeriod()) + sample.offset;
    }

    const Recording& m_recording;
    const Write& m_write;
};

class CsvData : public DataFormat
{
public:
    using DataFormat::DataFormat;
    void begin() override { m_write("time,unix_ns,metric,unit,entity,value\n"); }
    void add(const MetricDescriptor& metric, const std::vector<SeriesData>& series) override
    {
        for (const SeriesData& each : series) {
            const std::string who
                = fmt::format("{},{},{}", field(metric.name), unitName(metric.unit), field(each.path));
            std::string lines;
            for (const Sample& sample : each.samples)
                lines += fmt::format("{},{},{},{}\n", exactTime(timeOf(sample)),
                                     timeOf(sample).time_since_epoch().count(), who, numberText(sample.value));
            m_write(lines);
        }
    }
};

class JsonData : public DataFormat
{
public:
    using DataFormat::DataFormat;
    void begin() override
    {
        m_json.beginObject().key("tick_ns").number(m_recording.tickPeriod().count());
        m_json.key("series").beginList();
    }
    void add(const MetricDescriptor& metric, const std::vector<SeriesData>& series) override
    {
        for (const SeriesData& each : series) {
            m_json.beginObject().key("metric").text(metric.name).key("unit").text(unitName(metric.unit));
            m_json.key("kind").text(entityKindName(each.entity.kind)).key("entity").text(each.path);
            m_write(m_json.key("samples").drain());
            // Custom JSON output, because numbers are as short as possible and times have more digits than a double.
            std::string samples = "[";
            for (const Sample& sample : each.samples)
                samples += fmt::format("{}[{},{}]", samples.size() > 1 ? "," : "",
                                       timeOf(sample).time_since_epoch().count(),
                                       std::isnan(sample.value) ? "null" : numberText(sample.value));
            m_write(samples + "]");
            m_json.endObject();
        }
    }
    void end() override { m_write(m_json.endList().endObject().drain() + "\n"); }

private:
    JsonWriter m_json;
};

class OpenMetricsData : public DataFormat
{
public:
    using DataFormat::DataFormat;
    void add(const MetricDescriptor& metric, const std::vector<SeriesData>& series) override
    {
        const bool isKnown = findMetric(metric.name) != nullptr;
        std::string name = isKnown ? ownNameOf(metric) : metric.name;
        std::ranges::replace_if(
            name, [](unsigned char c) { return std::isalnum(c) == 0 && c != ':'; }, '_');
        std::string lines = fmt::format("# TYPE {} unknown\n", name);
        for (const SeriesData& each : series) {
            const std::string labels = Exposition::labelText(labelsOf(placeOfEntity(each.entity)));
            for (const Sample& sample : each.samples)
                lines
                    += fmt::format("{}{} {} {}\n", name, labels, numberText(sample.value), unixSeconds(timeOf(sample)));
            m_write(lines);
            lines.clear();
        }
    }
    void end() override { m_write("# EOF\n"); }

private:
    [[nodiscard]] std::vector<PlaceStep> placeOfEntity(EntityRef entity) const
    {
        std::vector<PlaceStep> place;
        const Topology& topology = *m_recording.topology();
        for (EntityRef at = entity; at.isValid(); at = topology.parent(at)) {
            // Omits racks, because they come from the cluster file.
            if (at.kind != EntityKind::Rack || at == entity)
                place.push_back({at.kind, topology.name(at)});
        }
        std::ranges::reverse(place);
        return place;
    }
};

/// The recording's metrics by name; an Error lists the available ones.
Result<std::vector<MetricId>> metricsNamed(const Recording& recording, const std::vector<std::string>& names)
{
    std::vector<MetricId> metrics;
    for (const std::string& name : names) {
        const MetricId metric = recording.metrics().find(name);
        if (!metric.isValid()) {
            std::string has;
            for (std::uint32_t id = 0; id < recording.metrics().size(); ++id)
                has += (id > 0 ? ", " : "") + recording.metrics().descriptor(MetricId{id}).name;
            return Error{fmt::format("{} has no metric {}; available: {}", recording.path(), name, has)};
        }
        metrics.push_back(metric);
    }
    for (std::uint32_t id = 0; names.empty() && id < recording.metrics().size(); ++id) {
        if (!describesSamples(recording.metrics().descriptor(MetricId{id}).name))
            metrics.push_back(MetricId{id});
    }
    return metrics;
}

Result<TickRange> rangeFrom(const CommandInput& line, const Recording& recording)
{
    TickRange range = recording.ticks();
    for (const char* const name : {"--from", "--to"}) {
        const auto text = line.option(name);
        if (!text)
            continue;
        const auto moment = parseMoment(*text);
        if (!moment)
            return Error{fmt::format("{} {}: expected a time such as 2026-11-21T03:12:44Z or 1795230764", name, *text)};
        // The first tick that is not before it.
        const TickIndex tick = tickIndexOf(*moment + recording.tickPeriod() - Duration(1), recording.tickPeriod());
        TickIndex& end = std::string_view(name) == "--from" ? range.from : range.to;
        end = std::clamp(tick, recording.ticks().from, recording.ticks().to);
    }
    return range;
}

std::unique_ptr<DataFormat> formatFor(const CommandInput& line, const Recording& recording,
                                      const DataFormat::Write& write)
{
    if (line.has("--json"))
        return std::make_unique<JsonData>(recording, write);
    if (line.has("--openmetrics"))
        return std::make_unique<OpenMetricsData>(recording, write);
    return std::make_unique<CsvData>(recording, write);
}

CommandResult exportFrom(Recording& recording, const CommandInput& line, const DataFormat::Write& write)
{
    const Result<std::vector<MetricId>> metrics = metricsNamed(recording, line.all("--metric"));
    const Result<TickRange> range = rangeFrom(line, recording);
    if (!metrics.isOk() || !range.isOk())
        return failedWith((metrics.isOk() ? range.error() : metrics.error()).message);
    const std::vector<std::string> entities = line.all("--entity");
    const std::unique_ptr<DataFormat> format = formatFor(line, recording, write);
    format->begin();
    bool isEmpty = true;
    for (const MetricId metric : metrics.value()) {
        const std::vector<SeriesData> series = readSeries(recording, metric, range.value(), entities);
        isEmpty = isEmpty && series.empty();
        if (!series.empty())
            format->add(recording.metrics().descriptor(metric), series);
    }
    format->end();
    CommandResult answer;
    answer.addProblems(recording.problems());
    if (isEmpty)
        answer.err += "no samples match\n";
    answer.exitCode = answer.err.empty() ? 0 : 1;
    return answer;
}

} // namespace

CommandPage exportDataPage()
{
    return {
        .name = "lockstep export-data",
        .summary = "export the samples of a recording as CSV, JSON or OpenMetrics",
        .synopsis
        = {"RECORDING [--metric NAME]... [--entity NAME]... [--from T] [--to T] [--csv|--json|--openmetrics]"},
        .about = "Exports the samples of a recording. Where a time series ends, one NaN (JSON: null) marks the\n"
                 "first time without a sample.\n\n"
                 "  RECORDING   recording: a folder or a single file\n",
        .options
        = {{"--metric", "NAME", "only this metric (gpu.power); may be repeated (default: all)"},
           {"--entity", "NAME",
            "only this entity and its parts, by name or path (node-17, node-17/gpu3); may be repeated (default: "
            "all)"},
           {"--from", "T", "start of the time range; ISO 8601 or Unix time"},
           {"--to", "T", "end of the time range; samples at this time are excluded"},
           {"--csv", "", "CSV with the columns time,unix_ns,metric,unit,entity,value (default)"},
           {"--json", "", "one JSON object for all samples"},
           {"--openmetrics", "", "OpenMetrics text, which lockstep import can read"}},
        .examples = "  lockstep export-data site --metric gpu.power --entity node-17 --from 2026-11-21T03:00:00Z\n",
    };
}

CommandResult exportData(std::span<const std::string> arguments, const std::function<void(std::string_view)>& write)
{
    const CommandPage page = exportDataPage();
    return runCommand(page, arguments, [&](const CommandInput& line) {
        if (line.rest.size() != 1 || line.flags.size() > 1)
            return wrongUsage(page, "expected one RECORDING and at most one format");
        Result<Recording> opened = Recording::open(line.rest.front());
        return opened.isOk() ? exportFrom(opened.value(), line, write) : failedWith(opened.error().message);
    });
}

} // namespace lockstep
