// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/inspectorlog.h"

#include "datasources/text/jsonaccess.h"
#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/traceprices.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr std::int64_t largestCommunicator = 1'000'000;
constexpr std::size_t longestLine = std::size_t{4} << 20; ///< far longer than the entry of an operation
constexpr double longestMicroseconds = 1e14; // three years

/// Start of the first kernel event: when the GPU entered the collective. Only in verbose logs.
std::optional<TimePoint> kernelStart(simdjson::dom::element performance)
{
    const auto trace = memberOf(performance, "event_trace_ts");
    const auto member = trace ? memberOf(*trace, "kernel_events") : std::nullopt;
    const auto events = member ? arrayOf(*member) : std::nullopt;
    if (!events)
        return std::nullopt;
    std::optional<double> first;
    for (const auto event : *events) {
        const auto start = numberMember(event, "kernel_start_ts");
        if (start && *start > 0)
            first = std::min(first.value_or(*start), *start);
    }
    const auto time = first ? fromMicroseconds(*first) : std::nullopt;
    return time ? std::optional(TimePoint(*time)) : std::nullopt;
}

class Log
{
public:
    explicit Log(TraceMeter& meter) : m_meter(meter) { }

    /// False if the line is no record of an operation.
    bool add(simdjson::dom::element line)
    {
        const auto header = memberOf(line, "header");
        const auto collective = memberOf(line, "coll_perf");
        const auto performance = collective ? collective : memberOf(line, "p2p_perf");
        if (!header || !performance)
            return false;
        const auto rank = integerMember(*header, "rank");
        const auto size = integerMember(*header, "n_ranks");
        const auto name = textMember(*performance, collective ? "coll" : "p2p");
        if (!rank || !size || *size < 1 || *size > largestCommunicator || *rank < 0 || *rank >= *size || name.empty())
            return false;
        if (!m_meter.hold(traceprice::collective))
            return true;

        CollectiveOp op;
        op.participant = participantOf(line, static_cast<std::int32_t>(*rank), *size);
        op.member = static_cast<std::int32_t>(*rank);
        op.kind = collectiveKindFromName(name);
        op.sequence = std::max<std::int64_t>(
            integerMember(*performance, collective ? "coll_sn" : "p2p_sn").value_or(CollectiveOp::noSequence),
            CollectiveOp::noSequence);
        op.communicator = communicatorOf(*header, *performance, op, *size);
        const auto time = numberMember(*performance, collective ? "coll_exec_time_us" : "p2p_exec_time_us");
        if (time && *time >= 0 && *time <= longestMicroseconds)
            op.duration = fromMicroseconds(*time);
        op.start = kernelStart(*performance);
        const auto bytes = integerMember(*performance, collective ? "coll_msg_size_bytes" : "p2p_msg_size_bytes");
        op.bytes = wholeBuffer(op.kind, bytes.value_or(0), *size);
        m_trace.ops.push_back(op);
        return true;
    }

    [[nodiscard]] CollectiveTrace take() && { return std::move(m_trace); }

private:
    /// For all-gather and reduce-scatter the log contains one rank's shard.
    static std::uint64_t wholeBuffer(CollectiveKind kind, std::int64_t bytes, std::int64_t ranks)
    {
        constexpr std::int64_t limit = std::int64_t{1} << 42; // still fits when multiplied by a million ranks
        const auto bounded = static_cast<std::uint64_t>(std::clamp<std::int64_t>(bytes, 0, limit));
        const bool isShard = kind == CollectiveKind::AllGather || kind == CollectiveKind::ReduceScatter;
        return isShard ? bounded * static_cast<std::uint64_t>(ranks) : bounded;
    }

    std::uint32_t participantOf(simdjson::dom::element line, std::int32_t rank, std::int64_t size)
    {
        const auto metadata = memberOf(line, "metadata");
        const auto host = metadata ? textMember(*metadata, "hostname") : std::string_view{};
        const auto pid = metadata ? integerMember(*metadata, "pid") : std::nullopt;
        const auto name = host.empty() || !pid ? m_meter.file() : fmt::format("{} pid {}", boundedName(host), *pid);
        const auto [found, isNew]
            = m_processes.try_emplace(name, static_cast<std::uint32_t>(m_trace.participants.size()));
        if (isNew) {
            m_meter.hold(traceprice::participant);
            m_trace.participants.push_back({rank, name, false, {}, 0});
            m_largest.push_back(size);
        } else if (size > m_largest[found->second]) {
            m_largest[found->second] = size;
            m_trace.participants[found->second].rank = rank;
        }
        return found->second;
    }

    std::uint32_t communicatorOf(simdjson::dom::element header, simdjson::dom::element performance,
                                 const CollectiveOp& op, std::int64_t size)
    {
        Communicator communicator;
        const auto id = boundedName(textMember(header, "id"));
        const auto label = boundedName(textMember(header, "comm_name"));
        communicator.name = label.empty() ? std::string(id) : fmt::format("{} ({})", label, id);
        communicator.size = static_cast<std::uint32_t>(size);
        const auto peer = integerMember(performance, "p2p_peer");
        if (peer && *peer >= 0 && *peer < size) {
            const auto other = static_cast<std::int32_t>(*peer);
            const bool isSend = op.kind == CollectiveKind::Send;
            communicator.name += fmt::format(" {}->{}", isSend ? op.member : other, isSend ? other : op.member);
            communicator.size = 2;
            communicator.members = {std::min(op.member, other), std::max(op.member, other)};
        }
        const auto [found, isNew]
            = m_index.try_emplace(communicator.name, static_cast<std::uint32_t>(m_trace.communicators.size()));
        if (isNew) {
            m_meter.hold(traceprice::communicator + traceprice::name(communicator.name));
            communicator.isNumberedFromZero = communicator.members.empty();
            m_trace.communicators.push_back(std::move(communicator));
        }
        return found->second;
    }

    TraceMeter& m_meter;
    CollectiveTrace m_trace;
    std::map<std::string, std::uint32_t> m_processes;
    std::vector<std::int64_t> m_largest; ///< by participant: number of ranks in its largest communicator
    std::map<std::string, std::uint32_t> m_index;
};

} // namespace

Result<CollectiveTrace> readInspectorLog(const std::string& text, TraceMeter& meter, std::vector<std::string>& notes)
{
    const auto& file = meter.file();
    Log log(meter);
    simdjson::dom::parser parser;
    std::size_t unreadable = 0;
    std::size_t others = 0;
    std::size_t used = 0;
    for (std::size_t from = 0; from < text.size() && meter.mayContinue();) {
        const auto end = std::min(text.find('\n', from), text.size());
        const auto line = std::string_view(text).substr(from, end - from);
        from = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        simdjson::dom::element element;
        if (line.size() > longestLine
            || parser.parse(line.data(), line.size(), false).get(element) != simdjson::SUCCESS)
            ++unreadable;
        else
            ++(log.add(element) ? used : others);
    }
    if (used == 0)
        return Error{
            fmt::format("{}: none of its {} lines describes a collective; expected header and coll_perf or p2p_perf",
                        file, unreadable + others)};
    if (unreadable > 0)
        notes.push_back(
            fmt::format("{}: {} of invalid JSON (truncated or damaged) not used", file, counted(unreadable, "line")));
    if (others > 0)
        notes.push_back(fmt::format("{}: {} without a collective not used", file, counted(others, "line")));
    return std::move(log).take();
}

} // namespace lockstep
