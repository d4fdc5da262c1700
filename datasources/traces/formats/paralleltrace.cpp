// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/paralleltrace.h"

#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/traceprices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

namespace lockstep {

namespace {

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

/// A transfer lasts from the start of the last worker, by that worker's clock, to its end by the worker's own, so that
/// a short one may last less than nothing. Clock errors average out; leaving these ops out would shift the median.
bool isTimed(const TraceEvent& event, OpType type)
{
    constexpr Duration clockError = std::chrono::milliseconds(10);
    const bool isBefore = event.phase == 'X' && event.start && event.duration && *event.duration < Duration::zero();
    return event.isSpan() || (isBefore && !isComputeLike(type) && *event.duration >= -clockError);
}

} // namespace

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
        tensorRankOf; // the lowest of each worker speaks for it
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
        return Error{
            fmt::format("{}: none of {} ops lies on a thread named \"PP rank N, ...\"; expected such names to tell "
                        "the pipeline stages",
                        file, placeless)};
    if (m_ignored > 0)
        notes.push_back(
            fmt::format("{}: {} spans are no training ops or lack a step, and were not used", file, m_ignored));
    if (placeless > 0)
        notes.push_back(
            fmt::format("{}: {} ops lie on threads without a \"PP rank\" and were not used", file, placeless));
    if (otherTensorRanks > 0)
        notes.push_back(fmt::format(
            "{}: {} ops of further tensor-parallel ranks were not used; the lowest rank of each worker speaks "
            "for it",
            file, otherTensorRanks));
    return std::move(m_trace);
}

} // namespace lockstep
