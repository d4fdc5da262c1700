// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/incidents/evidencerows.h"
#include "datasources/sqlite/query.h"

#include <fmt/format.h>

#include <bit>

namespace lockstep {

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
    for (const std::string& row : heat.rows)
        rows += row + '\n';
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
Status writeEachOf(Database& database, IncidentKey incident, const std::vector<T>& things, Write write)
{
    for (std::size_t i = 0; i < things.size(); ++i) {
        if (Status written = write(database, incident, i, things[i]); !written.isOk())
            return written;
    }
    return success();
}

} // namespace

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

} // namespace lockstep
