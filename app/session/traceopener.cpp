// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/traceopener.h"

#include "datasources/traces/formats/tracereader.h"
#include "datasources/traces/spans/tracebatches.h"
#include "models/analysis/sync/whatif/whatif.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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

} // namespace lockstep

#include "moc_traceopener.cpp"
#include "models/core/batch.h"
