// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/eventtrace.h"

#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/kinetotrace.h"
#include "datasources/traces/formats/traceprices.h"
#include "datasources/traces/pieces/eventpieces.h"
#include "datasources/traces/pieces/tracemeter.h"
#include "models/analysis/sync/trace/trainingop.h"
#include "models/core/result.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

/// Collects the ops of a Chrome trace with parallel ranks: the process is the data-parallel rank, the thread's name
/// gives the pipeline stage ("PP rank 1, TP rank 0, compute"), args contain step, seq_id and model_chunk. The size of
/// the job follows from the data. Threads may be named before or after their events.
class ParallelTraceBuilder
{
public:
    explicit ParallelTraceBuilder(TraceMeter& meter) : m_meter(meter) { }

    /// Whether an event identifies such a trace.
    [[nodiscard]] static bool recognises(const TraceEvent& event);

    void add(const TraceEvent& event);

    /// The trace, or what it lacks ("FILE: ..."); notes are added to `notes`.
    [[nodiscard]] Result<TrainingTrace> finish(const std::string& file, std::vector<std::string>& notes);

private:
    struct Thread
    {
        std::int64_t pid = 0;
        std::int64_t tid = 0;
        std::string name;
    };

    [[nodiscard]] std::size_t threadOf(const TraceEvent& event);

    TraceMeter& m_meter;
    std::vector<Thread> m_threads;
    std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> m_threadIndex;
    std::size_t m_lastThread = 0;
    TrainingTrace m_trace; ///< until finish(), stages are thread ids
    std::size_t m_ignored = 0;
};

std::optional<std::int32_t> numberAfter(std::string_view text, std::string_view label)
{
    const auto at = text.find(label);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::int32_t number = 0;
    const auto* from = text.data() + at + label.size();
    const auto [end, error] = std::from_chars(from, text.data() + text.size(), number);
    return error == std::errc{} && number >= 0 ? std::optional(number) : std::nullopt;
}

struct Place
{
    std::int32_t dpRank = 0;
    std::int32_t stage = 0;
    std::int32_t tensorRank = 0;
};

std::optional<std::int32_t> asRank(std::int64_t pid)
{
    if (pid < 0 || pid > std::numeric_limits<std::int32_t>::max())
        return std::nullopt;
    return static_cast<std::int32_t>(pid);
}

std::optional<Place> placeOf(std::string_view threadName, std::int64_t pid)
{
    const auto stage = numberAfter(threadName, "PP rank ");
    const auto named = numberAfter(threadName, "DP rank ");
    const auto dpRank = named ? named : asRank(pid);
    if (!stage || !dpRank)
        return std::nullopt;
    return Place{*dpRank, *stage, numberAfter(threadName, "TP rank ").value_or(0)};
}

/// A transfer is measured from the start of the last worker, by that worker's clock, to its own end, by its own clock,
/// so it may be negative. Negative ones are kept, because clock errors average out; without them the median would
/// shift.
bool isTimed(const TraceEvent& event, OpType type)
{
    constexpr Duration clockError = std::chrono::milliseconds(10);
    const bool isBefore = event.phase == 'X' && event.start && event.duration && *event.duration < Duration::zero();
    return event.isSpan() || (isBefore && !isComputeLike(type) && *event.duration >= -clockError);
}

bool ParallelTraceBuilder::recognises(const TraceEvent& event)
{
    return event.phase == 'X' && event.args && opTypeFromName(event.name) && integerMember(*event.args, "step");
}

std::size_t ParallelTraceBuilder::threadOf(const TraceEvent& event)
{
    const auto isSame = [&](const Thread& thread) {
        return thread.pid == event.pid && thread.tid == event.tid;
    };
    if (m_lastThread < m_threads.size() && isSame(m_threads[m_lastThread]))
        return m_lastThread;
    const auto [found, isNew] = m_threadIndex.try_emplace({event.pid, event.tid}, m_threads.size());
    if (isNew) {
        m_meter.hold(traceprice::thread);
        m_threads.push_back({event.pid, event.tid, {}});
    }
    m_lastThread = found->second;
    return m_lastThread;
}

void ParallelTraceBuilder::add(const TraceEvent& event)
{
    if (event.phase == 'M') {
        if (event.name == "thread_name" && event.args)
            m_threads[threadOf(event)].name = boundedName(textMember(*event.args, "name"));
        return;
    }
    if (event.phase != 'X')
        return;
    const auto type = opTypeFromName(event.name);
    TrainingOp op;
    std::optional<std::int32_t> step;
    const auto args = event.args ? objectOf(*event.args) : std::nullopt;
    if (type && isTimed(event, *type) && args) {
        for (const auto& [key, value] : *args) {
            if (key == "step")
                step = smallIntegerOf(value);
            else if (key == "seq_id")
                op.sequence = smallIntegerOf(value).value_or(TrainingOp::unknown);
            else if (key == "model_chunk")
                op.chunk = smallIntegerOf(value).value_or(TrainingOp::unknown);
        }
    }
    if (!step) {
        ++m_ignored;
        return;
    }
    if (!m_meter.hold(traceprice::trainingOp))
        return;
    op.type = *type;
    op.step = *step;
    op.start = TimePoint(*event.start);
    op.duration = *event.duration;
    op.stage = static_cast<std::int32_t>(threadOf(event));
    m_trace.ops.push_back(op);
}

Result<TrainingTrace> ParallelTraceBuilder::finish(const std::string& file, std::vector<std::string>& notes)
{
    std::vector<std::optional<Place>> places;
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t>
        tensorRankOf; // the lowest of each worker represents it
    for (const auto& thread : m_threads) {
        places.push_back(placeOf(thread.name, thread.pid));
        if (!places.back())
            continue;
        const auto& place = *places.back();
        const auto [found, isNew] = tensorRankOf.try_emplace({place.dpRank, place.stage}, place.tensorRank);
        found->second = std::min(found->second, place.tensorRank);
    }

    std::size_t placeless = 0;
    std::size_t otherTensorRanks = 0;
    std::erase_if(m_trace.ops, [&](TrainingOp& op) {
        const auto& place = places[static_cast<std::size_t>(op.stage)];
        if (!place) {
            ++placeless;
            return true;
        }
        if (tensorRankOf[{place->dpRank, place->stage}] != place->tensorRank) {
            ++otherTensorRanks;
            return true;
        }
        op.dpRank = place->dpRank;
        op.stage = place->stage;
        return false;
    });
    if (m_trace.ops.empty())
        return Error{fmt::format("{}: none of {} operations is on a thread named \"PP rank N, ...\"; expected such "
                                 "names to identify the pipeline stages",
                                 file, placeless)};
    if (m_ignored > 0)
        notes.push_back(
            fmt::format("{}: spans that are not training operations or lack a step, not used: {}", file, m_ignored));
    if (placeless > 0)
        notes.push_back(
            fmt::format("{}: {} on threads without a \"PP rank\" not used", file, counted(placeless, "operation")));
    if (otherTensorRanks > 0)
        notes.push_back(
            fmt::format("{}: {} of other tensor-parallel ranks not used; the lowest rank represents each worker", file,
                        counted(otherTensorRanks, "operation")));
    return std::move(m_trace);
}

class EventTrace
{
public:
    EventTrace(std::unique_ptr<BlockReader> reader, TraceDetail detail)
        : m_file(reader->name()),
          m_meter(reader->meter()),
          m_pieces(std::move(reader)),
          m_parallel(m_meter),
          m_kineto(detail, m_meter)
    { }

    void read()
    {
        simdjson::dom::parser parser;
        while (const auto piece = m_pieces.next()) {
            simdjson::dom::element events;
            constexpr bool copyFirst = false; // the block already has the padding that the parser needs
            const auto error = parser.parse(piece->data(), piece->size(), copyFirst).get(events);
            if (error != simdjson::SUCCESS) {
                m_notes.push_back(fmt::format("{}: invalid JSON after at most {} events ({}); the rest was not read",
                                              m_file, m_pieces.eventCount(), simdjson::error_message(error)));
                return;
            }
            addAll(events);
        }
        if (m_pieces.problem())
            damage(m_pieces.problem()->message);
    }

    Result<TraceFile> finish(const EventTraceRequest& request)
    {
        if (m_kind == Kind::Undecided) {
            if (m_isDamaged)
                return Error{m_damage};
            return Error{fmt::format("{}: none of {} events is a profiler event or a training operation; expected a "
                                     "Kineto trace or operations with a step",
                                     m_file, m_pieces.eventCount())};
        }
        if (m_kind == Kind::Parallel) {
            auto trace = m_parallel.finish(m_file, m_notes);
            if (!trace.isOk())
                return explain(trace.error());
            return TraceFile{std::move(trace).value(), std::move(m_notes)};
        }
        auto trace = m_kineto.finish(m_file, m_pieces.frame(), request.rankOfName, m_notes);
        if (!trace.isOk())
            return explain(trace.error());
        if (request.rankOverride)
            setRank(trace.value(), *request.rankOverride);
        return TraceFile{std::move(trace).value(), std::move(m_notes)};
    }

private:
    void damage(const std::string& how)
    {
        m_isDamaged = true;
        m_damage = how;
        m_notes.push_back(how);
    }

    enum class Kind : std::uint8_t { Undecided, Parallel, Kineto };

    void addAll(simdjson::dom::element events)
    {
        const auto array = arrayOf(events);
        if (!array)
            return;
        if (m_kind == Kind::Undecided)
            decide(*array);
        for (const auto element : *array) {
            const auto object = objectOf(element);
            if (!object)
                continue;
            const auto event = readTraceEvent(*object);
            // Until the kind is known both receive metadata, which may precede the first identifying event.
            if (m_kind != Kind::Kineto)
                m_parallel.add(event);
            if (m_kind != Kind::Parallel)
                m_kineto.add(event);
        }
    }

    void decide(simdjson::dom::array events)
    {
        for (const auto element : events) {
            const auto object = objectOf(element);
            const auto event = object ? readTraceEvent(*object) : TraceEvent{};
            if (ParallelTraceBuilder::recognises(event))
                m_kind = Kind::Parallel;
            else if (KinetoBuilder::recognises(event))
                m_kind = Kind::Kineto;
            if (m_kind != Kind::Undecided)
                return;
        }
    }

    /// Missing data of a damaged file may have been after the damage (thread names are often last), so both are
    /// reported.
    [[nodiscard]] Error explain(const Error& error) const
    {
        return m_isDamaged ? Error{fmt::format("{}; {}", error.message, m_damage)} : error;
    }

    static void setRank(CollectiveTrace& trace, std::int32_t rank)
    {
        trace.participants.front().rank = rank;
        for (auto& op : trace.ops)
            op.member = rank;
    }

    std::string m_file;
    TraceMeter& m_meter;
    EventPieces m_pieces;
    ParallelTraceBuilder m_parallel;
    KinetoBuilder m_kineto;
    Kind m_kind = Kind::Undecided;
    bool m_isDamaged = false;
    std::string m_damage;
    std::vector<std::string> m_notes;
};

} // namespace

Result<TraceFile> readEventTrace(std::unique_ptr<BlockReader> reader, const EventTraceRequest& request)
{
    EventTrace trace(std::move(reader), request.detail);
    trace.read();
    return trace.finish(request);
}

} // namespace lockstep
