// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/kinetotrace.h"

#include "datasources/traces/formats/traceprices.h"
#include "models/core/time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace lockstep {

namespace {

std::optional<Duration> timeOf(simdjson::dom::element value)
{
    const auto number = numberOf(value);
    return number ? fromMicroseconds(*number) : std::nullopt;
}

char phaseOf(simdjson::dom::element value)
{
    const auto phase = textOf(value);
    return phase.empty() ? '\0' : phase.front();
}

} // namespace

TraceEvent readTraceEvent(simdjson::dom::object object)
{
    TraceEvent event;
    for (const auto& [key, value] : object) {
        switch (key.size()) { // by length first, because this runs for every member of every event
        case 2:
            if (key == "ts")
                event.start = timeOf(value);
            else if (key == "ph")
                event.phase = phaseOf(value);
            break;
        case 3:
            if (key == "dur")
                event.duration = timeOf(value);
            else if (key == "pid")
                event.pid = integerOf(value).value_or(0);
            else if (key == "tid")
                event.tid = integerOf(value).value_or(0);
            else if (key == "cat")
                event.category = textOf(value);
            break;
        case 4:
            if (key == "args")
                event.args = value;
            else if (key == "name")
                event.name = textOf(value);
            break;
        default:
            break;
        }
    }
    return event;
}

namespace {

/// Metadata around the events of a Kineto trace.
struct KinetoFrame
{
    std::optional<std::int32_t> rank;
    std::optional<std::int32_t> worldSize;
    Duration base{}; ///< baseTimeNanoseconds, to add to every time
    std::map<std::string, std::vector<std::int32_t>> groupRanks; ///< by process group name, ascending
    bool isSound = true; ///< false: not JSON, so nothing is known
};

/// Names the communicators of a Kineto trace consistently across ranks: by process group if the trace has it. Otherwise
/// by the order of their CUDA streams, because each process group uses one stream.
class KinetoCommunicators
{
public:
    /// @param streams of communication kernels, unordered, with repetitions
    KinetoCommunicators(const KinetoFrame& frame, std::vector<std::int64_t> streams, TraceMeter& meter);

    [[nodiscard]] std::uint32_t indexOf(const KinetoComm& comm, std::int64_t stream);
    [[nodiscard]] static bool isPointToPoint(const KinetoComm& comm);

    [[nodiscard]] std::vector<Communicator> take() && { return std::move(m_communicators); }

private:
    struct Description
    {
        Communicator communicator; ///< without its members
        const std::vector<std::int32_t>* members = nullptr; ///< null: not listed
    };

    [[nodiscard]] Description describe(const KinetoComm& comm, std::int64_t stream) const;

    const KinetoFrame& m_frame;
    TraceMeter& m_meter;
    std::vector<std::int64_t> m_streams; ///< ascending, without duplicates
    std::vector<Communicator> m_communicators;
    std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> m_index; ///< by name and size
};

void readGroups(simdjson::dom::element config, KinetoFrame& frame)
{
    const auto groups = arrayOf(config);
    if (!groups)
        return;
    for (const auto group : *groups) {
        const auto member = memberOf(group, "ranks");
        const auto ranks = member ? arrayOf(*member) : std::nullopt;
        if (!ranks)
            continue;
        std::vector<std::int32_t> list;
        for (const auto rank : *ranks) {
            if (const auto number = smallIntegerOf(rank))
                list.push_back(*number);
        }
        std::ranges::sort(list);
        list.erase(std::unique(list.begin(), list.end()), list.end());
        frame.groupRanks[std::string(textMember(group, "pg_name"))] = std::move(list);
    }
}

KinetoFrame readKinetoFrame(const std::string& text)
{
    KinetoFrame frame;
    simdjson::dom::parser parser;
    simdjson::dom::element document;
    if (parser.parse(text).get(document) != simdjson::SUCCESS) {
        frame.isSound = false;
        return frame;
    }
    if (const auto base = integerMember(document, "baseTimeNanoseconds"))
        frame.base = Duration(*base);
    const auto info = memberOf(document, "distributedInfo");
    if (!info)
        return frame;
    if (const auto rank = memberOf(*info, "rank"))
        frame.rank = smallIntegerOf(*rank);
    if (frame.rank && *frame.rank < 0)
        frame.rank.reset();
    if (const auto size = memberOf(*info, "world_size"))
        frame.worldSize = smallIntegerOf(*size);
    if (const auto config = memberOf(*info, "pg_config"))
        readGroups(*config, frame);
    return frame;
}

KinetoCommunicators::KinetoCommunicators(const KinetoFrame& frame, std::vector<std::int64_t> streams, TraceMeter& meter)
    : m_frame(frame), m_meter(meter), m_streams(std::move(streams))
{
    std::ranges::sort(m_streams);
    m_streams.erase(std::unique(m_streams.begin(), m_streams.end()), m_streams.end());
}

bool KinetoCommunicators::isPointToPoint(const KinetoComm& comm)
{
    const bool isHalf = comm.kind == CollectiveKind::Send || comm.kind == CollectiveKind::Recv;
    return isHalf && comm.sourceRank && comm.destinationRank;
}

/// Refers to members without copying, because it is called for every collective, and a group may have all ranks of a
/// job.
KinetoCommunicators::Description KinetoCommunicators::describe(const KinetoComm& comm, std::int64_t stream) const
{
    Description description;
    auto& communicator = description.communicator;
    communicator.size = comm.groupSize;
    if (comm.group.empty()) {
        // The n-th stream, because its number depends on the process's other streams.
        const auto at = std::ranges::lower_bound(m_streams, stream) - m_streams.begin();
        communicator.name = fmt::format("NCCL stream {}", at + 1);
        communicator.isInferred = true;
        const auto world = static_cast<std::uint32_t>(std::max(m_frame.worldSize.value_or(0), 0));
        communicator.isNumberedFromZero = communicator.size > 0 && communicator.size == world;
        return description;
    }
    communicator.name = comm.groupDescription.empty() || comm.groupDescription == "undefined"
        ? comm.group
        : fmt::format("{} ({})", comm.group, comm.groupDescription);
    const auto known = m_frame.groupRanks.find(comm.group);
    if (comm.ranks)
        description.members = comm.ranks.get();
    else if (known != m_frame.groupRanks.end())
        description.members = &known->second;
    if (description.members != nullptr && !description.members->empty())
        communicator.size = static_cast<std::uint32_t>(description.members->size());
    if (isPointToPoint(comm)) {
        communicator.name += fmt::format(" {}->{}", *comm.sourceRank, *comm.destinationRank);
        communicator.size = 2;
    }
    return description;
}

std::uint32_t KinetoCommunicators::indexOf(const KinetoComm& comm, std::int64_t stream)
{
    auto [communicator, members] = describe(comm, stream);
    const auto [found, isNew] = m_index.try_emplace({communicator.name, communicator.size},
                                                    static_cast<std::uint32_t>(m_communicators.size()));
    if (!isNew)
        return found->second;
    if (!comm.group.empty() && isPointToPoint(comm))
        communicator.members
            = {std::min(*comm.sourceRank, *comm.destinationRank), std::max(*comm.sourceRank, *comm.destinationRank)};
    else if (members != nullptr)
        communicator.members = *members;
    m_meter.hold(traceprice::communicator + traceprice::name(communicator.name)
                 + communicator.members.size() * traceprice::rank);
    m_communicators.push_back(std::move(communicator));
    return found->second;
}

/// Memory per byte of the text around the events, its parser and groups.
constexpr std::size_t frameBytes = 20;

bool isKernel(const TraceEvent& event)
{
    return event.category == "kernel" || event.category == "Kernel";
}

bool isRuntime(const TraceEvent& event)
{
    return event.category == "cuda_runtime" || event.category == "cuda_driver" || event.category == "Runtime";
}

/// GPU activity other than kernels.
bool isCopy(const TraceEvent& event)
{
    return event.category == "gpu_memcpy" || event.category == "gpu_memset" || event.category == "Memcpy"
        || event.category == "Memset";
}

/// "enumerate(DataLoader)#_MultiProcessingDataLoaderIter.__next__": the training loop waits for its next batch.
bool isLoading(const TraceEvent& event)
{
    return event.name.find("DataLoader") != std::string_view::npos
        && event.name.find("__next__") != std::string_view::npos && event.category != "python_function";
}

using Interval = std::pair<Duration, Duration>;

/// Sorts and merges overlapping intervals.
void join(std::vector<Interval>& intervals)
{
    std::ranges::sort(intervals);
    std::size_t last = 0;
    for (std::size_t at = 1; at < intervals.size(); ++at) {
        if (intervals[at].first <= intervals[last].second)
            intervals[last].second = std::max(intervals[last].second, intervals[at].second);
        else
            intervals[++last] = intervals[at];
    }
    intervals.resize(std::min(intervals.size(), last + 1));
}

Duration lengthOf(const std::vector<Interval>& joined)
{
    Duration length{};
    for (const auto& [start, end] : joined)
        length = boundedSum(length, end - start);
    return length;
}

/// Time for which both are active.
Duration overlapOf(const std::vector<Interval>& one, const std::vector<Interval>& other)
{
    Duration length{};
    std::size_t at = 0;
    for (const auto& [start, end] : one) {
        while (at < other.size() && other[at].second <= start)
            ++at;
        for (std::size_t next = at; next < other.size() && other[next].first < end; ++next)
            length = boundedSum(length, std::min(end, other[next].second) - std::max(start, other[next].first));
    }
    return length;
}

bool communicates(std::string_view kernelName)
{
    return kernelName.find("nccl") != std::string_view::npos || kernelName.find("rccl") != std::string_view::npos;
}

} // namespace

bool KinetoBuilder::recognises(const TraceEvent& event)
{
    constexpr auto categories
        = std::to_array<std::string_view>({"cpu_op", "user_annotation", "python_function", "Operator", "Trace"});
    return event.phase == 'X'
        && (isKernel(event) || isRuntime(event) || std::ranges::find(categories, event.category) != categories.end());
}

void KinetoBuilder::add(const TraceEvent& event)
{
    if (!event.isSpan())
        return;
    noteTime(event);
    if (isKernel(event)) {
        addKernel(event);
    } else if (isRuntime(event)) {
        const auto correlation = event.args ? integerMember(*event.args, "correlation") : std::nullopt;
        if (correlation && m_meter.hold(traceprice::launch))
            m_launches.push_back({*correlation, event.tid, *event.start});
    } else if (event.args && (event.name == "record_param_comms" || event.name.starts_with("nccl:"))
               && event.category != "gpu_user_annotation" && m_meter.hold(traceprice::cpuOp)) {
        m_cpuOps.push_back({event.tid, *event.start, boundedSum(*event.start, *event.duration),
                            readKinetoComm(event.name, *event.args, m_rankLists)});
    }
}

void KinetoBuilder::noteTime(const TraceEvent& event)
{
    const Interval interval{*event.start, boundedSum(*event.start, *event.duration)};
    if (!m_traced)
        m_traced = interval;
    m_traced = {std::min(m_traced->first, interval.first), std::max(m_traced->second, interval.second)};
    const bool isBusy = isKernel(event) || isCopy(event);
    if ((isBusy || isLoading(event)) && m_meter.hold(traceprice::interval))
        (isBusy ? m_busy : m_loading).push_back(interval);
}

void KinetoBuilder::measure(Participant& participant)
{
    join(m_busy);
    join(m_loading);
    participant.traced = m_traced ? m_traced->second - m_traced->first : Duration::zero();
    participant.gpuBusy = lengthOf(m_busy);
    participant.loading = lengthOf(m_loading);
    participant.loadingIdle = participant.loading - overlapOf(m_loading, m_busy);
}

void KinetoBuilder::addKernel(const TraceEvent& event)
{
    if (!communicates(event.name)) {
        m_compute = boundedSum(m_compute, *event.duration);
        ++m_computeKernels;
        if (m_detail == TraceDetail::Everything && m_meter.hold(traceprice::compute))
            m_computes.push_back({*event.start, *event.duration, nameIndex(event.name)});
        return;
    }
    if (!m_meter.hold(traceprice::collective))
        return;
    Kernel kernel{*event.start, *event.duration, -1, -1, {}};
    if (event.args) {
        kernel.stream = integerMember(*event.args, "stream").value_or(-1);
        kernel.correlation = integerMember(*event.args, "correlation").value_or(-1);
        kernel.comm = readKinetoComm(event.name, *event.args, m_rankLists);
    } else {
        kernel.comm.kind = collectiveKindFromName(event.name);
    }
    m_kernels.push_back(std::move(kernel));
}

std::uint32_t KinetoBuilder::nameIndex(std::string_view name)
{
    const auto [found, isNew] = m_names.try_emplace(std::string(name), static_cast<std::uint32_t>(m_names.size()));
    if (isNew)
        m_meter.hold(traceprice::name(name));
    return found->second;
}

/// A launch is within the CPU ops that made it, on the same thread. The innermost ops describe it.
void KinetoBuilder::linkToCpuOps()
{
    const auto launchOrder = [](const Launch& launch) {
        return std::pair(launch.correlation, launch.time);
    };
    const auto opOrder = [](const CpuOp& op) {
        return std::pair(op.thread, op.start);
    };
    std::ranges::sort(m_launches, {}, launchOrder);
    std::ranges::stable_sort(m_cpuOps, {}, opOrder);
    for (auto& kernel : m_kernels) {
        const auto launch = std::ranges::lower_bound(m_launches, kernel.correlation, {}, &Launch::correlation);
        if (launch == m_launches.end() || launch->correlation != kernel.correlation)
            continue;
        auto op = std::ranges::upper_bound(m_cpuOps, std::pair(launch->thread, launch->time), {}, opOrder);
        // record_param_comms and its annotation are nested two deep, so a few steps back find both.
        for (auto steps = 4; steps > 0 && op != m_cpuOps.begin(); --steps) {
            --op;
            if (op->thread == launch->thread && launch->time <= op->end)
                kernel.comm.merge(op->comm);
        }
    }
}

void KinetoBuilder::addComputes(Duration base, CollectiveTrace& trace)
{
    trace.kernels.resize(m_names.size());
    for (const auto& [name, index] : m_names)
        trace.kernels[index] = name;
    trace.computes.reserve(m_computes.size());
    for (const auto& kernel : m_computes)
        trace.computes.push_back({0, kernel.name, TimePoint(boundedSum(base, kernel.start)), kernel.duration});
}

Result<CollectiveTrace> KinetoBuilder::finish(const std::string& file, const std::string& frame,
                                              std::optional<std::int32_t> rankOfName, std::vector<std::string>& notes)
{
    const bool hasKernels = !m_kernels.empty() || m_computeKernels > 0;
    Participant participant;
    measure(participant);
    // Without a GPU, waiting for data is the only useful information.
    constexpr int worthTelling = 10; // a tenth of the time
    if (!hasKernels && participant.loading <= participant.traced / worthTelling)
        return Error{fmt::format("{}: contains no GPU kernels; expected a trace recorded with CUDA activity", file)};
    linkToCpuOps();
    if (!m_meter.hold(frame.size() * frameBytes))
        return m_meter.problem();
    auto info = readKinetoFrame(frame);
    if (!info.rank && rankOfName) {
        info.rank = rankOfName;
        notes.push_back(fmt::format("{}: rank {} was taken from the file name", file, *rankOfName));
    }
    if (!info.isSound)
        notes.push_back(
            fmt::format("{}: the text around its events is damaged; its rank and groups are unknown", file));

    CollectiveTrace trace;
    participant.rank = info.rank;
    participant.source = file;
    participant.isWholeFile = true;
    participant.compute = m_compute;
    participant.computeKernels = m_computeKernels;
    trace.participants.push_back(std::move(participant));
    if (!hasKernels)
        notes.push_back(fmt::format("{}: contains no GPU kernels; it was recorded without CUDA activity", file));
    else if (m_kernels.empty())
        notes.push_back(fmt::format("{}: none of its {} GPU kernels communicates", file, m_computeKernels));

    std::vector<std::int64_t> streams;
    for (const auto& kernel : m_kernels)
        streams.push_back(kernel.stream);
    KinetoCommunicators communicators(info, std::move(streams), m_meter);
    for (const auto& kernel : m_kernels) {
        if (!m_meter.mayContinue())
            return m_meter.problem();
        CollectiveOp op;
        op.communicator = communicators.indexOf(kernel.comm, kernel.stream);
        op.member = info.rank.value_or(-1);
        op.kind = kernel.comm.kind;
        op.sequence = kernel.comm.sequence.value_or(CollectiveOp::noSequence);
        if (KinetoCommunicators::isPointToPoint(kernel.comm))
            op.sequence = CollectiveOp::noSequence; // shared by all pairs of the group
        op.start = TimePoint(boundedSum(info.base, kernel.start));
        op.duration = kernel.duration;
        op.bytes = kernel.comm.bytes();
        trace.ops.push_back(op);
    }
    trace.communicators = std::move(communicators).take();
    addComputes(info.base, trace);
    return trace;
}

} // namespace lockstep
