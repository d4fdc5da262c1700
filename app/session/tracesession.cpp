// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tracesession.h"

#include "app/session/past/results/resultcolumns.h"
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/batch.h"
#include "models/core/topology/topologybuilder.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timesteps.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace lockstep {

namespace {

/// Workers are numbered like the spans of the trace.
std::shared_ptr<const JobWhatIf> whatIfOf(const TrainingTrace& trace, const std::string& name,
                                          std::vector<std::string>& notes)
{
    if (trace.ops.empty())
        return nullptr;
    Result<WhatIf> result = analyseWhatIf(trace);
    if (!result.isOk()) {
        notes.push_back(result.error().message);
        return nullptr;
    }
    std::set<std::pair<std::int32_t, std::int32_t>> workers;
    for (const TrainingOp& op : trace.ops)
        workers.insert({op.dpRank, op.stage});
    notes.push_back(fmt::format("the trace names {} workers, and each is shown as one rank; a worker with several GPUs "
                                "(tensor or sequence parallel) counts as one",
                                workers.size()));
    auto whatIf = std::make_shared<JobWhatIf>();
    whatIf->job = name;
    whatIf->result = std::move(result).value();
    for (const auto& [dpRank, stage] : workers)
        whatIf->workers.push_back({dpRank, stage, static_cast<std::uint32_t>(whatIf->workers.size())});
    return whatIf;
}

Result<OpenedTrace> readTrace(const std::vector<std::string>& arguments, const std::stop_token& stop)
{
    std::vector<TraceInput> inputs;
    for (const std::string& argument : arguments) {
        Result<std::vector<TraceInput>> listed = traceInputs(argument);
        if (!listed.isOk())
            return listed.error();
        std::ranges::move(listed.value(), std::back_inserter(inputs));
    }
    Result<TraceSet> read = readTraces(inputs, stop, TraceDetail::Everything);
    if (!read.isOk())
        return read.error();
    OpenedTrace opened;
    opened.name = nameOfTraces(arguments);
    opened.notes = std::move(read.value().notes);
    const TraceSpans spans = spansOfTraces(read.value(), opened.name);
    opened.range = spans.range();
    opened.lanes = spans.lanes.size();
    opened.spans = spans.spanCount();
    if (opened.spans == 0)
        return Error{opened.name + " contains no spans"};
    opened.batches = batchesOfTrace(spans, SourceId{0}, OpenedTrace::tickPeriod);
    opened.whatIf = whatIfOf(read.value().training, opened.name, opened.notes);
    return opened;
}

} // namespace

void TraceOpener::open(const QStringList& paths)
{
    std::vector<std::string> arguments;
    for (const QString& path : paths)
        arguments.push_back(path.toStdString());
    if (arguments.empty())
        return;
    m_reader.ask([this, reading = ++m_reading, arguments = std::move(arguments)](const std::stop_token& stop) {
        auto read = std::make_shared<Result<OpenedTrace>>(readTrace(arguments, stop));
        QMetaObject::invokeMethod(
            this, [this, read, reading] { deliver(std::move(*read), reading); }, Qt::QueuedConnection);
    });
}

void TraceOpener::deliver(Result<OpenedTrace> read, std::uint64_t reading)
{
    if (reading != m_reading)
        return;
    if (read.isOk())
        Q_EMIT opened(std::make_shared<OpenedTrace>(std::move(read).value()));
    else
        Q_EMIT problem(QString::fromStdString(read.error().message));
}

namespace {

/// Spans per step: applied within a few frames, and few enough that the store keeps all until they are analysed.
constexpr std::size_t spansAtOnce = 60'000;
constexpr std::chrono::milliseconds feedingPause{8};
constexpr std::size_t notesReported = 3;
/// Metrics computed from spans: of the GPU, and aggregated for node and rack.
constexpr std::size_t columnsALane = 8;

BatchPtr closing(const std::string& name)
{
    auto batch = std::make_shared<Batch>();
    batch->source = SourceId{0};
    batch->status = SourceStatus{SourceState::Closed, name, "trace, fully loaded", std::nullopt, 0};
    return batch;
}

} // namespace

TraceSession::TraceSession(Duration history, OpenedTrace trace, std::size_t columnBytes)
    : Session({.tickPeriod = OpenedTrace::tickPeriod, .history = history, .feed = Feed::File}, analysesOfFiles()),
      m_trace(std::move(trace)),
      m_columnBytes(columnBytes),
      m_columns(std::make_unique<ResultColumns>(ticks(), ticksWithinBudget()))
{
    m_trace.batches.push_back(closing(m_trace.name));
    // Trace ticks have no columns, and results are kept here, so neither these nor spans expire.
    cluster().setColdColumns(m_columns.get());
    m_feeding.setInterval(feedingPause);
    connect(&m_feeding, &QTimer::timeout, this, &TraceSession::feed);
    connect(&cluster(), &ClusterModel::derivedApplied, this, &TraceSession::keepDerived);
    for (const auto moved : {&TimeWindow::changed, &TimeWindow::cursorChanged})
        connect(&m_time, moved, &cluster(), &ClusterModel::announce);
}

TraceSession::~TraceSession()
{
    cluster().setColdColumns(nullptr);
}

void TraceSession::begin()
{
    TopologyBuilder builder;
    builder.setClusterName(m_trace.name);
    cluster().setTopology(builder.build());
    m_pipeline.sync().publishTraceWhatIf(m_trace.whatIf);
    const Duration margin = std::max<Duration>(m_trace.range.length() / 50, std::chrono::microseconds(1));
    m_time.setExtent(m_trace.range);
    m_time.setRange({m_trace.range.from - margin, m_trace.range.to + margin});
    m_time.setCursor(m_trace.range.to);
    reportNotes();
    m_pump.start();
    m_feeding.start();
    feed();
    Q_EMIT shown();
}

void TraceSession::keepDerived(const Derived& derived)
{
    if (derived.columns.empty())
        return;
    std::vector<MetricDescriptor> metrics;
    for (const DerivedColumn& column : derived.columns) {
        if (!cluster().store().metrics().find(column.metric.name).isValid())
            metrics.push_back(column.metric);
    }
    cluster().declare(metrics);
    cluster().coldColumnsCame(m_columns->take(derived.columns, cluster().store().metrics()));
}

TickRange TraceSession::ticks() const
{
    return {tickIndexOf(m_trace.range.from, OpenedTrace::tickPeriod),
            tickIndexOf(m_trace.range.to, OpenedTrace::tickPeriod) + 1};
}

TickIndex TraceSession::ticksWithinBudget() const
{
    constexpr std::size_t columnBytes = 96; // per tick, independent of values
    const std::size_t lanes = std::max<std::size_t>(m_trace.lanes, 1);
    return static_cast<TickIndex>(m_columnBytes / (columnsALane * (columnBytes + lanes * sizeof(float))));
}

TimePoint TraceSession::now() const
{
    const TimeRange& range = m_trace.range;
    return std::clamp(m_time.cursor(), range.from, std::max(range.from, range.to));
}

void TraceSession::stepBySpan(EntityRef of, int direction)
{
    if (const auto next = nextSpanStart(cluster().store(), of, m_time.target().cursor, direction))
        m_time.setCursor(*next);
    else
        Q_EMIT cannotStep(direction > 0 ? tr("The selection has no later span")
                                        : tr("The selection has no earlier span"));
}

void TraceSession::reportNotes()
{
    const Duration shownTime = ticksWithinBudget() * OpenedTrace::tickPeriod;
    if (shownTime < m_trace.range.length())
        Q_EMIT note(tr("Maps and charts show waits for the first %1 of the trace only. The rest does not fit into %2 "
                       "MB of memory. The timeline shows the whole trace.")
                        .arg(QString::fromStdString(formatDuration(shownTime)))
                        .arg(m_columnBytes / 1'000'000));
    for (std::size_t at = 0; at < std::min(m_trace.notes.size(), notesReported); ++at)
        Q_EMIT note(QString::fromStdString(m_trace.notes[at]));
    if (m_trace.notes.size() > notesReported)
        Q_EMIT note(tr("Further notes about these files: %1. Run lockstep analyze to print all notes.")
                        .arg(m_trace.notes.size() - notesReported));
}

void TraceSession::feed()
{
    if (m_queue.size() > 0 || m_pipeline.isBusy())
        return;
    std::size_t spans = 0;
    std::vector<BatchPtr>& batches = m_trace.batches;
    while (m_next < batches.size() && spans < spansAtOnce) {
        BatchPtr batch = std::exchange(batches[m_next++], nullptr);
        spans += batch->tick ? batch->tick->spans.size() : 0;
        m_queue.push(std::move(batch));
    }
    if (m_next == batches.size())
        m_feeding.stop();
}

} // namespace lockstep

#include "moc_tracesession.cpp"
