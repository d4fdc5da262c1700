// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/evidencerows.h"

#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

namespace lockstep {

Status writeEntities(Database& database, const std::string& table, std::uint64_t owner,
                     const std::vector<EntityName>& entities)
{
    for (std::size_t i = 0; i < entities.size(); ++i) {
        if (Status done = run(database, "INSERT INTO " + table + " VALUES(?,?,?,?)", owner, i,
                              entityKindName(entities[i].kind), entities[i].path);
            !done.isOk())
            return done;
    }
    return success();
}

Result<EntityName> entityAt(const Database& database, const Statement& row, int kindColumn)
{
    const std::string kind = row.text(kindColumn);
    const std::optional<EntityKind> known = entityKindFromName(kind);
    if (!known)
        return Error{fmt::format("{}: expected a kind of entity such as \"gpu\", found \"{}\"", database.path(), kind)};
    return EntityName{*known, row.text(kindColumn + 1)};
}

Status readEntities(Database& database, const std::string& table, const std::string& column, std::uint64_t owner,
                    std::vector<EntityName>& entities)
{
    return forEachRow(
        database, fmt::format("SELECT kind, path FROM {} WHERE {}=? ORDER BY position", table, column),
        [&](const Statement& row) -> Status {
            Result<EntityName> entity = entityAt(database, row, 0);
            if (!entity.isOk())
                return entity.error();
            entities.push_back(std::move(entity).value());
            return success();
        },
        owner);
}

namespace {

static_assert(std::endian::native == std::endian::little, "samples are written as they lie in memory");

template <class T>
std::span<const std::byte> raw(const std::vector<T>& values)
{
    return std::as_bytes(std::span(values));
}

Status writeMetric(Database& database, IncidentKey incident, const MetricDescriptor& metric)
{
    return run(database, "INSERT OR IGNORE INTO evidence_metric VALUES(?,?,?,?,?,?,?,?,?,?)", incident.value,
               metric.name, metric.title, unitName(metric.unit), entityKindName(metric.entityKind), metric.kind,
               metric.direction, metric.warning, metric.critical, metric.fullScale);
}

Status writeSeries(Database& database, IncidentKey incident, std::size_t position, const EvidenceSeries& series)
{
    if (Status written = writeMetric(database, incident, series.metric); !written.isOk())
        return written;
    return run(database, "INSERT INTO evidence_series VALUES(?,?,?,?,?,?,?,?)", incident.value, position,
               series.metric.name, entityKindName(series.entity.kind), series.entity.path, series.from, series.step,
               raw(series.values));
}

Status writeHeat(Database& database, IncidentKey incident, std::size_t position, const EvidenceHeat& heat)
{
    if (Status written = writeMetric(database, incident, heat.metric); !written.isOk())
        return written;
    std::string rows;
    for (const EvidenceHeat::Row& row : heat.rows)
        rows += row.first + '\t' + row.last + '\n';
    return run(database, "INSERT INTO evidence_heat VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)", incident.value, position,
               heat.metric.name, heat.from, heat.step, heat.columns, rows, raw(heat.values), heat.reduction, heat.low,
               heat.high, heat.scaleChoice, raw(heat.colours));
}

Status writeSpan(Database& database, IncidentKey incident, std::size_t position, const EvidenceSpan& span)
{
    const std::optional<std::uint32_t> rank
        = span.rank == Span::noRank ? std::nullopt : std::optional<std::uint32_t>(span.rank);
    return run(database, "INSERT INTO evidence_span VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)", incident.value, position,
               entityKindName(span.entity.kind), span.entity.path, span.lane, span.operation, span.communicator,
               spanKindName(span.kind), span.start, span.end, rank, span.step, span.sequence, span.bytes);
}

Status writeEvent(Database& database, IncidentKey incident, std::size_t position, const EvidenceEvent& event)
{
    return run(database, "INSERT INTO evidence_event VALUES(?,?,?,?,?,?,?,?,?)", incident.value, position, event.time,
               event.severity, entityKindName(event.entity.kind), event.entity.path, event.code, event.text,
               event.count);
}

Status writeGap(Database& database, IncidentKey incident, std::size_t position, const EvidenceGap& gap)
{
    return run(database, "INSERT INTO evidence_gap VALUES(?,?,?,?,?,?,?)", incident.value, position, gap.node.path,
               gap.range.from, gap.range.to, gap.ticks, gap.reason);
}

template <class T, class Write>
Status writeEachOf(Database& database, IncidentKey incident, const std::vector<T>& items, Write write)
{
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (Status written = write(database, incident, i, items[i]); !written.isOk())
            return written;
    }
    return success();
}

using Metrics = std::map<std::string, MetricDescriptor>;

/// Reads one incident's evidence; caches shared data.
class Reader
{
public:
    Reader(Database& database, IncidentKey incident) : m_database(database), m_incident(incident) { }

    Status readHead(Evidence& evidence);
    Status readMetrics();
    Status readSeries(Evidence& evidence);
    Status readHeats(Evidence& evidence);
    Status readSpans(Evidence& evidence);
    Status readEvents(Evidence& evidence);
    Status readGaps(Evidence& evidence);

private:
    template <class Row>
    Status each(std::string_view sql, Row&& row)
    {
        return forEachRow(m_database, sql, std::forward<Row>(row), m_incident.value);
    }
    [[nodiscard]] Error strange(std::string_view what) const
    {
        return {fmt::format("{}: the evidence of incident {} is damaged: {}", m_database.path(),
                            keyText(m_incident.value), what)};
    }
    [[nodiscard]] MetricDescriptor metric(const std::string& name) const
    {
        const auto found = m_metrics.find(name);
        if (found != m_metrics.end())
            return found->second;
        MetricDescriptor unknown;
        unknown.name = unknown.title = name;
        return unknown;
    }

    Database& m_database;
    IncidentKey m_incident;
    Metrics m_metrics;
};

/// False when the bytes are no whole number of elements.
template <class T>
bool copyRaw(std::span<const std::byte> bytes, std::vector<T>& values)
{
    if (bytes.size() % sizeof(T) != 0)
        return false;
    values.resize(bytes.size() / sizeof(T));
    if (!bytes.empty())
        std::memcpy(values.data(), bytes.data(), bytes.size());
    return true;
}

/// Whether the given number of steps, from any time that timeOf() returns, gives a valid time.
bool isSpan(Duration step, std::size_t count)
{
    constexpr std::int64_t farthest = std::int64_t{1} << 61;
    return step.count() > 0 && static_cast<std::int64_t>(count) <= farthest / step.count();
}

/// Lines of "FIRST\tLAST". Earlier versions wrote "FIRST to LAST", or a single name.
std::vector<EvidenceHeat::Row> heatRowsOf(const std::string& text)
{
    const std::string_view separator = text.find('\t') == std::string::npos ? " to " : "\t";
    std::vector<EvidenceHeat::Row> rows;
    for (std::size_t from = 0; from < text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        const std::string line = text.substr(from, end - from);
        const std::size_t at = line.find(separator);
        rows.push_back({line.substr(0, at), line.substr(at == std::string::npos ? 0 : at + separator.size())});
        from = end + 1;
    }
    return rows;
}

Status Reader::readHead(Evidence& e)
{
    return each("SELECT cluster, source, version, gathered_ns, from_ns, to_ns, tick_ns, clock_uncertainty_ns, "
                "spans_left_out FROM evidence WHERE incident=?",
                [&](const Statement& row) {
                    e.cluster = row.text(0);
                    e.source = row.text(1);
                    e.version = row.text(2);
                    e.gathered = timeOf(row, 3);
                    e.range = {timeOf(row, 4), timeOf(row, 5)};
                    e.tickPeriod = Duration(row.integer(6));
                    e.clockUncertainty = Duration(row.integer(7));
                    e.spansLeftOut = static_cast<std::uint64_t>(row.integer(8));
                    return success();
                });
}

Status Reader::readMetrics()
{
    return each("SELECT name, title, unit, entity_kind, kind, direction, warning, critical, full_scale "
                "FROM evidence_metric WHERE incident=?",
                [&](const Statement& row) -> Status {
                    MetricDescriptor metric;
                    metric.name = row.text(0);
                    metric.title = row.text(1);
                    const std::optional<Unit> unit = unitFromName(row.text(2));
                    const std::optional<EntityKind> kind = entityKindFromName(row.text(3));
                    if (!unit || !kind)
                        return strange(fmt::format("metric \"{}\" has an unknown unit or kind", metric.name));
                    metric.unit = *unit;
                    metric.entityKind = *kind;
                    metric.kind = row.integer(4) == 1 ? MetricKind::Counter : MetricKind::Gauge;
                    metric.direction = static_cast<Direction>(std::clamp<std::int64_t>(row.integer(5), 0, 2));
                    metric.warning = row.optionalReal(6);
                    metric.critical = row.optionalReal(7);
                    metric.fullScale = row.optionalReal(8);
                    m_metrics.emplace(metric.name, metric);
                    return success();
                });
}

Status Reader::readSeries(Evidence& evidence)
{
    return each("SELECT metric, entity_kind, entity_path, from_ns, step_ns, samples FROM evidence_series "
                "WHERE incident=? ORDER BY position",
                [&](const Statement& row) -> Status {
                    Result<EntityName> entity = entityAt(m_database, row, 1);
                    if (!entity.isOk())
                        return entity.error();
                    EvidenceSeries series{
                        metric(row.text(0)), std::move(entity).value(), timeOf(row, 3), Duration(row.integer(4)), {}};
                    if (!copyRaw(row.bytes(5), series.values) || !isSpan(series.step, series.values.size()))
                        return strange("a series has no step or an incomplete sample");
                    evidence.series.push_back(std::move(series));
                    return success();
                });
}

Status Reader::readHeats(Evidence& evidence)
{
    return each("SELECT metric, from_ns, step_ns, columns, row_names, samples, reduction, low, high, scale_choice, "
                "colours FROM evidence_heat WHERE incident=? ORDER BY position",
                [&](const Statement& row) -> Status {
                    EvidenceHeat heat;
                    heat.metric = metric(row.text(0));
                    heat.from = timeOf(row, 1);
                    heat.step = Duration(row.integer(2));
                    heat.columns = static_cast<std::uint32_t>(std::clamp<std::int64_t>(row.integer(3), 0, 1 << 24));
                    heat.rows = heatRowsOf(row.text(4));
                    heat.reduction = row.text(6);
                    heat.low = static_cast<float>(row.real(7));
                    heat.high = static_cast<float>(row.real(8));
                    heat.scaleChoice = row.text(9);
                    const bool isWhole = copyRaw(row.bytes(5), heat.values) && copyRaw(row.bytes(10), heat.colours);
                    if (!isWhole || !isSpan(heat.step, heat.columns) || heat.columns == 0
                        || heat.values.size() != heat.rows.size() * heat.columns)
                        return strange("the cells of a heatmap do not match its rows and columns");
                    evidence.heats.push_back(std::move(heat));
                    return success();
                });
}

Status Reader::readSpans(Evidence& evidence)
{
    return each("SELECT entity_kind, entity_path, lane, operation, communicator, kind, start_ns, end_ns, rank, step, "
                "sequence, bytes FROM evidence_span WHERE incident=? ORDER BY position",
                [&](const Statement& row) -> Status {
                    Result<EntityName> entity = entityAt(m_database, row, 0);
                    if (!entity.isOk())
                        return entity.error();
                    const std::optional<SpanKind> kind = spanKindFromName(row.text(5));
                    if (!kind || row.integer(7) < row.integer(6))
                        return strange("a span has an unknown kind or ends before it starts");
                    evidence.spans.push_back(
                        {std::move(entity).value(), row.text(2), row.text(3), row.text(4), *kind, timeOf(row, 6),
                         timeOf(row, 7), row.isNull(8) ? Span::noRank : static_cast<std::uint32_t>(row.integer(8)),
                         static_cast<std::uint32_t>(row.integer(9)), static_cast<std::uint64_t>(row.integer(10)),
                         static_cast<std::uint64_t>(row.integer(11))});
                    return success();
                });
}

Status Reader::readEvents(Evidence& evidence)
{
    return each("SELECT time_ns, severity, entity_kind, entity_path, code, text, count FROM evidence_event "
                "WHERE incident=? ORDER BY position",
                [&](const Statement& row) -> Status {
                    Result<EntityName> entity = entityAt(m_database, row, 2);
                    if (!entity.isOk())
                        return entity.error();
                    evidence.events.push_back({timeOf(row, 0),
                                               static_cast<Severity>(std::clamp<std::int64_t>(row.integer(1), 0, 2)),
                                               std::move(entity).value(), row.text(4), row.text(5),
                                               static_cast<std::uint32_t>(row.integer(6))});
                    return success();
                });
}

Status Reader::readGaps(Evidence& evidence)
{
    return each("SELECT node, from_ns, to_ns, ticks, reason FROM evidence_gap WHERE incident=? ORDER BY position",
                [&](const Statement& row) {
                    evidence.gaps.push_back({{EntityKind::Node, row.text(0)},
                                             {timeOf(row, 1), timeOf(row, 2)},
                                             static_cast<std::uint64_t>(row.integer(3)),
                                             row.text(4)});
                    return success();
                });
}

Status removeEvidence(Database& database, IncidentKey incident)
{
    for (const char* table : {"evidence", "evidence_series", "evidence_heat", "evidence_metric", "evidence_span",
                              "evidence_event", "evidence_gap"}) {
        if (Status removed = run(database, fmt::format("DELETE FROM {} WHERE incident=?", table), incident.value);
            !removed.isOk())
            return removed;
    }
    return success();
}

} // namespace

Status writeEvidence(Database& database, IncidentKey incident, const Evidence& e)
{
    Status written = removeEvidence(database, incident);
    if (written.isOk())
        written
            = run(database, "INSERT INTO evidence VALUES(?,?,?,?,?,?,?,?,?,?)", incident.value, e.cluster, e.source,
                  e.version, e.gathered, e.range.from, e.range.to, e.tickPeriod, e.clockUncertainty, e.spansLeftOut);
    if (written.isOk())
        written = writeEachOf(database, incident, e.series, writeSeries);
    if (written.isOk())
        written = writeEachOf(database, incident, e.heats, writeHeat);
    if (written.isOk())
        written = writeEachOf(database, incident, e.spans, writeSpan);
    if (written.isOk())
        written = writeEachOf(database, incident, e.events, writeEvent);
    if (written.isOk())
        written = writeEachOf(database, incident, e.gaps, writeGap);
    return written;
}

Result<Evidence> readEvidence(Database& database, IncidentKey incident)
{
    Evidence evidence;
    Reader reader(database, incident);
    Status read = reader.readHead(evidence);
    if (read.isOk())
        read = reader.readMetrics();
    if (read.isOk())
        read = reader.readSeries(evidence);
    if (read.isOk())
        read = reader.readHeats(evidence);
    if (read.isOk())
        read = reader.readSpans(evidence);
    if (read.isOk())
        read = reader.readEvents(evidence);
    if (read.isOk())
        read = reader.readGaps(evidence);
    if (!read.isOk())
        return read.error();
    return evidence;
}

} // namespace lockstep
