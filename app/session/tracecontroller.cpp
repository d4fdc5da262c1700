// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/tracecontroller.h"

#include "app/session/analyses.h"
#include "app/session/tracecolumns.h"
#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "models/analysis/sync/whatif/whatif.h"
#include "models/core/batch.h"
#include "models/core/batchqueue.h"
#include "models/core/topologybuilder.h"
#include "models/store/clustermodel.h"
#include "models/view/timeaxis.h"
#include "models/view/timewindow.h"

#include <algorithm>
#include <set>

namespace lockstep {

namespace {

/// Handed over at once: applied within some frames, and few enough that the store remembers all for the analyses.
constexpr std::size_t spansAtOnce = 60'000;
constexpr std::chrono::milliseconds feedingPause{8};
constexpr std::size_t notesTold = 3;
constexpr SourceId traceSource{0};
/// Metrics that are worked out from spans: of the GPU, and what it adds to its node and rack.
constexpr std::size_t columnsALane = 8;

/// Workers are ranked as the spans of the trace are.
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
    auto whatIf = std::make_shared<JobWhatIf>();
    whatIf->job = name;
    whatIf->result = std::move(result).value();
    for (const auto& [dpRank, stage] : workers)
        whatIf->workers.push_back({dpRank, stage, static_cast<std::uint32_t>(whatIf->workers.size())});
    return whatIf;
}

Result<OpenedTrace> readTrace(const std::vector<std::string>& arguments, Duration tickPeriod,
                              const std::stop_token& stop)
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
        return Error{opened.name + ": holds nothing with a time; expected spans"};
    opened.batches = batchesOfTrace(spans, traceSource, tickPeriod);
    opened.whatIf = whatIfOf(read.value().training, opened.name, opened.notes);
    return opened;
}

BatchPtr closing(const std::string& name)
{
    auto batch = std::make_shared<Batch>();
    batch->source = traceSource;
    batch->status = SourceStatus{SourceState::Closed, name, "a trace, read to its end", std::nullopt, 0};
    return batch;
}

} // namespace

TraceController::TraceController(ClusterModel& cluster, TimeWindow& time, BatchQueue& queue, Analyses& analyses)
    : m_cluster(cluster), m_time(time), m_queue(queue), m_analyses(analyses)
{
    m_feeding.setInterval(feedingPause);
    connect(&m_feeding, &QTimer::timeout, this, &TraceController::feed);
    connect(&m_cluster, &ClusterModel::derivedApplied, this, &TraceController::keepDerived);
}

TraceController::~TraceController()
{
    if (isShowing())
        m_cluster.setColdColumns(nullptr);
}

void TraceController::open(const QStringList& paths)
{
    std::vector<std::string> arguments;
    for (const QString& path : paths)
        arguments.push_back(path.toStdString());
    if (arguments.empty())
        return;
    const std::uint64_t reading = ++m_reading;
    m_reader.ask([this, reading, arguments = std::move(arguments),
                  period = m_cluster.store().tickPeriod()](const std::stop_token& stop) {
        auto opened = std::make_shared<Result<OpenedTrace>>(readTrace(arguments, period, stop));
        QMetaObject::invokeMethod(
            this, [this, opened, reading] { tell(std::move(*opened), reading); }, Qt::QueuedConnection);
    });
}

void TraceController::tell(Result<OpenedTrace> opened, std::uint64_t reading)
{
    if (reading != m_reading)
        return;
    if (opened.isOk())
        Q_EMIT read(std::make_shared<OpenedTrace>(std::move(opened).value()));
    else
        Q_EMIT problem(QString::fromStdString(opened.error().message));
}

void TraceController::show(OpenedTrace trace)
{
    beginAnew(trace);
    m_analyses.sync().publishTraceWhatIf(trace.whatIf);
    m_batches = std::move(trace.batches);
    m_batches.push_back(closing(trace.name));
    const Duration margin = std::max<Duration>(trace.range.length() / 50, std::chrono::microseconds(1));
    m_time.setExtent(trace.range);
    m_time.setRange({trace.range.from - margin, trace.range.to + margin});
    m_time.setCursor(trace.range.to);
    tellNotes(trace);
    m_feeding.start();
    feed();
}

void TraceController::beginAnew(const OpenedTrace& trace)
{
    const Duration tick = m_cluster.store().tickPeriod();
    const TickRange ticks{tickIndexOf(trace.range.from, tick), tickIndexOf(trace.range.to, tick) + 1};
    m_range = trace.range;
    m_columns = std::make_unique<TraceColumns>(ticks, ticksThatFit(trace));
    // Ticks bring no columns, and what is worked out is kept here: so neither they nor spans leave with time.
    m_cluster.setColdColumns(m_columns.get(), ClusterStore::Source::ColdAlone);
    TopologyBuilder cluster;
    cluster.setClusterName(trace.name);
    m_cluster.setTopology(cluster.build());
    m_cluster.setLoadedTimes({{timeOfTick(ticks.from, tick), timeOfTick(ticks.to, tick)}});
}

void TraceController::keepDerived(const Derived& derived)
{
    if (!m_columns || derived.columns.empty())
        return;
    std::vector<MetricDescriptor> metrics;
    for (const DerivedColumn& column : derived.columns) {
        if (!m_cluster.store().metrics().find(column.metric.name).isValid())
            metrics.push_back(column.metric);
    }
    m_cluster.declare(metrics);
    m_cluster.coldColumnsCame(m_columns->take(derived.columns, m_cluster.store().metrics()));
}

TickIndex TraceController::ticksThatFit(const OpenedTrace& trace) const
{
    constexpr std::size_t columnBytes = 96; // a tick's own, whatever its values
    const std::size_t bytesATick = columnsALane * (columnBytes + std::max<std::size_t>(trace.lanes, 1) * sizeof(float));
    return static_cast<TickIndex>(m_columnBudget / bytesATick);
}

TimePoint TraceController::now() const
{
    return std::clamp(m_time.cursor(), m_range.from, std::max(m_range.from, m_range.to));
}

void TraceController::tellNotes(const OpenedTrace& trace)
{
    const Duration shown = ticksThatFit(trace) * m_cluster.store().tickPeriod();
    if (shown < trace.range.length())
        Q_EMIT note(
            tr("Maps and charts of waiting end %1 into the trace, as the rest does not fit into %2 MB of memory. "
               "The timeline shows all of it")
                .arg(QString::fromStdString(formatDuration(shown)))
                .arg(m_columnBudget / 1'000'000));
    for (std::size_t at = 0; at < std::min(trace.notes.size(), notesTold); ++at)
        Q_EMIT note(QString::fromStdString(trace.notes[at]));
    if (trace.notes.size() > notesTold)
        Q_EMIT note(tr("%1 more notes on these files; lockstep analyze prints all of them")
                        .arg(trace.notes.size() - notesTold));
}

void TraceController::feed()
{
    if (m_queue.size() > 0 || m_analyses.isBusy())
        return;
    std::size_t spans = 0;
    while (m_next < m_batches.size() && spans < spansAtOnce) {
        BatchPtr batch = std::exchange(m_batches[m_next++], nullptr);
        spans += batch->tick ? batch->tick->spans.size() : 0;
        m_queue.push(std::move(batch));
    }
    if (m_next < m_batches.size())
        return;
    m_batches.clear();
    m_next = 0;
    m_feeding.stop();
}

} // namespace lockstep
