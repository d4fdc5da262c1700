// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/flightrecorder.h"

#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/traceprices.h"
#include "models/core/parsenumber.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lockstep {

namespace {

/// Large enough for a collective of a thousand tensors.
constexpr std::size_t longestShape = std::size_t{64} << 10;

/// "[[3, 4]] Float": sizes and types of tensors as text, for comparison between ranks.
std::string shapeOf(DataValue sizes, DataValue types)
{
    std::string shape;
    for (std::size_t i = 0; i < sizes.count() && shape.size() < longestShape; ++i) {
        shape += shape.empty() ? "[" : ", [";
        const auto tensor = sizes.element(i);
        for (std::size_t d = 0; d < tensor.count() && shape.size() < longestShape; ++d)
            shape += fmt::format("{}{}", d == 0 ? "" : ", ", tensor.element(d).integer().value_or(-1));
        shape += "]";
        shape += fmt::format(" {}", boundedName(types.element(i).text()));
    }
    return shape;
}

std::uint64_t bytesOf(DataValue sizes, DataValue types)
{
    constexpr double limit = 1e17;
    double total = 0;
    for (std::size_t i = 0; i < sizes.count(); ++i) {
        double bytes = elementSize(types.element(i).text());
        const auto tensor = sizes.element(i);
        for (std::size_t d = 0; d < tensor.count(); ++d)
            bytes *= static_cast<double>(std::max<std::int64_t>(tensor.element(d).integer().value_or(0), 0));
        total += bytes;
    }
    return total < limit ? static_cast<std::uint64_t>(total) : 0;
}

std::string groupName(std::string_view name, std::string_view description)
{
    const auto of = boundedName(description);
    return of.empty() || of == "undefined" ? std::string(name) : fmt::format("{} ({})", name, of);
}

OpState stateOf(std::string_view state)
{
    if (state == "scheduled")
        return OpState::Scheduled;
    return state == "started" ? OpState::Started : OpState::Completed;
}

/// "nccl:send 1->2" as {1, 2}, and so "nccl:recv 2<-1".
std::optional<std::pair<std::int32_t, std::int32_t>> peersOf(std::string_view name)
{
    constexpr std::size_t arrowLength = 2;
    auto arrow = name.find("->");
    const bool isReceive = arrow == std::string_view::npos;
    arrow = isReceive ? name.find("<-") : arrow;
    const auto space = name.rfind(' ', arrow);
    if (arrow == std::string_view::npos || space == std::string_view::npos)
        return std::nullopt;
    std::pair<std::int32_t, std::int32_t> peers;
    const auto own = std::from_chars(name.data() + space + 1, name.data() + arrow, peers.first);
    const auto other = std::from_chars(name.data() + arrow + arrowLength, name.data() + name.size(), peers.second);
    if (own.ec != std::errc{} || other.ec != std::errc{})
        return std::nullopt;
    if (isReceive)
        std::swap(peers.first, peers.second);
    return peers;
}

/// nullopt if 0 or implausible.
std::optional<TimePoint> timeOf(DataValue nanoseconds)
{
    constexpr std::int64_t latest = 4'102'444'800'000'000'000; // 2100
    const auto time = nanoseconds.integer();
    return time && *time > 0 && *time < latest ? std::optional(TimePoint(Duration(*time))) : std::nullopt;
}

} // namespace

FlightRecorderBuilder::FlightRecorderBuilder(TraceMeter& meter, std::optional<std::int32_t> rank)
    : m_meter(meter), m_rank(rank)
{
    m_trace.participants.push_back({m_rank, meter.file(), true, {}, 0});
}

void FlightRecorderBuilder::add(DataValue entries)
{
    for (std::size_t i = 0; i < entries.count() && m_meter.mayContinue(); ++i)
        addEntry(entries.element(i));
}

void FlightRecorderBuilder::addEntry(DataValue entry)
{
    ++m_entries;
    if (!entry.isDictionary()) {
        ++m_unreadable;
        return;
    }
    const auto name = boundedName(entry["profiling_name"].text());
    const bool isPair = entry["is_p2p"].boolean().value_or(false);
    const auto sequence = entry[isPair ? "p2p_seq_id" : "collective_seq_id"].integer();
    if (name.empty() || !sequence) {
        ++m_unreadable;
        return;
    }
    if (!m_meter.hold(traceprice::collective))
        return;
    CollectiveOp op;
    op.kind = collectiveKindFromName(name);
    op.sequence = std::max<std::int64_t>(*sequence, 0);
    op.member = m_rank.value_or(-1);
    op.state = stateOf(entry["state"].text());
    op.communicator = communicatorOf(entry["process_group"], {{}, isPair, isPair ? peersOf(name) : std::nullopt});
    if (const auto id = entry["pg_id"].integer())
        m_groupsById[*id] = m_groups[op.communicator].name;
    if (const auto milliseconds = entry["duration_ms"].number(); milliseconds && *milliseconds >= 0) {
        constexpr double longest = 1e12;
        op.duration = Duration(std::llround(std::min(*milliseconds, longest) * 1e6));
    }
    op.handedOver = timeOf(entry["time_created_ns"]);
    op.seenDone = op.state == OpState::Completed ? timeOf(entry["time_discovered_completed_ns"]) : std::nullopt;
    const auto side = op.kind == CollectiveKind::AllGather ? "output" : "input";
    op.bytes = bytesOf(entry[fmt::format("{}_sizes", side)], entry[fmt::format("{}_dtypes", side)]);
    op.shape = shapeIndex(shapeOf(entry["input_sizes"], entry["input_dtypes"]));
    m_trace.ops.push_back(op);
}

/// A group's ranks may follow the entries, so they are filled in at the end.
std::uint32_t FlightRecorderBuilder::communicatorOf(DataValue group, Group of)
{
    of.name = boundedName(group.isList() ? group.element(0).text() : group.text());
    Communicator communicator;
    communicator.name = groupName(of.name, group.element(1).text());
    if (of.isTransfer)
        communicator.group = communicator.name;
    const auto key = of.peers ? fmt::format("{} {}->{}", communicator.name, of.peers->first, of.peers->second)
        : of.isTransfer       ? communicator.name + " ->"
                              : communicator.name;
    const auto [found, isNew] = m_index.try_emplace(key, static_cast<std::uint32_t>(m_trace.communicators.size()));
    if (!isNew)
        return found->second;
    m_meter.hold(traceprice::communicator + traceprice::name(key));
    m_groups.push_back(std::move(of));
    m_trace.communicators.push_back(std::move(communicator));
    return found->second;
}

std::uint32_t FlightRecorderBuilder::shapeIndex(std::string shape)
{
    if (shape.empty())
        return 0;
    const auto [found, isNew]
        = m_shapes.try_emplace(std::move(shape), static_cast<std::uint32_t>(m_trace.shapes.size()));
    if (isNew) {
        m_meter.hold(traceprice::name(found->first));
        m_trace.shapes.push_back(found->first);
    }
    return found->second;
}

/// Sends and receives number ranks within their group. In groups of more than two, each rank counts separately, so the
/// sequence numbers cannot be compared.
void FlightRecorderBuilder::settleGroups(DataValue groups)
{
    std::vector<bool> countsApart(m_groups.size(), false);
    for (std::size_t i = 0; i < m_groups.size() && m_meter.mayContinue(); ++i) {
        auto& communicator = m_trace.communicators[i];
        const auto& of = m_groups[i];
        const auto ranks = ranksFromText(groups[of.name]["ranks"].text());
        countsApart[i] = of.isTransfer && ranks.size() > 2;
        if (of.peers) {
            const auto rankOf = [&](std::int32_t place) {
                const bool isPlace = place >= 0 && static_cast<std::size_t>(place) < ranks.size();
                return isPlace ? ranks[static_cast<std::size_t>(place)] : place;
            };
            const auto [from, to] = std::pair(rankOf(of.peers->first), rankOf(of.peers->second));
            communicator.name += fmt::format(" {}->{}", from, to);
            communicator.members = {std::min(from, to), std::max(from, to)};
        } else if (!of.isTransfer) {
            communicator.members = ranks;
        }
        communicator.size = static_cast<std::uint32_t>(communicator.members.size());
        m_meter.hold(communicator.members.size() * traceprice::rank);
    }
    for (auto& op : m_trace.ops) {
        if (countsApart[op.communicator])
            op.sequence = CollectiveOp::noSequence;
    }
}

/// pg_status identifies groups by a number. Only entries, or the order of creation, relate it to a name; the order is
/// used if it agrees with all entries.
void FlightRecorderBuilder::readProgress(DataValue frame)
{
    const auto status = frame["pg_status"];
    const auto config = frame["pg_config"];
    std::map<std::int64_t, DataValue> byId;
    for (std::size_t i = 0; i < status.count() && m_meter.mayContinue(); ++i) {
        const auto [key, value] = status.member(i);
        if (const auto id = parseNumber<std::int64_t>(key))
            byId.emplace(*id, value);
    }
    std::map<std::int64_t, std::string> names; ///< pg_config's keys in their order
    std::map<std::string, std::string> described;
    for (std::size_t i = 0; i < config.count() && m_meter.mayContinue(); ++i) {
        const auto [key, value] = config.member(i);
        const std::string name(boundedName(key));
        described[name] = groupName(name, value["desc"].text());
        if (const auto number = parseNumber<std::int64_t>(key))
            names.emplace(*number, name);
    }
    std::map<std::int64_t, std::string> byOrder;
    if (names.size() == byId.size() && names.size() == described.size()) {
        auto name = names.begin();
        for (const auto& [id, value] : byId)
            byOrder.emplace(id, (name++)->second);
        const auto agrees = [&](const auto& of) {
            const auto found = byOrder.find(of.first);
            return found != byOrder.end() && found->second == of.second;
        };
        if (!std::ranges::all_of(m_groupsById, agrees))
            byOrder.clear();
    }
    byOrder.insert(m_groupsById.begin(), m_groupsById.end());
    for (const auto& [id, value] : byId) {
        const auto name = byOrder.find(id);
        const auto group = name != byOrder.end() ? described.find(name->second) : described.end();
        if (group == described.end() || !m_meter.hold(traceprice::name(group->second)))
            continue;
        m_trace.progress.push_back({0, group->second, value["last_enqueued_collective"].integer().value_or(-1),
                                    value["last_completed_collective"].integer().value_or(-1)});
    }
}

Result<CollectiveTrace> FlightRecorderBuilder::finish(DataValue frame, std::vector<std::string>& notes)
{
    const auto& file = m_meter.file();
    if (!frame.isDictionary() || !frame["entries"].isList())
        return Error{
            fmt::format("{}: has no list of entries; expected a Flight Recorder dump with version, pg_config and "
                        "entries",
                        file)};
    const auto version = boundedName(frame["version"].text());
    if (!version.starts_with("2."))
        notes.push_back(fmt::format("{}: unknown dump version \"{}\"; read as version 2.x", file, version));
    if (m_trace.ops.empty() && m_entries > 0)
        return Error{fmt::format(
            "{}: none of its {} entries contains a collective; expected profiling_name and collective_seq_id", file,
            m_entries)};
    if (m_unreadable > 0)
        notes.push_back(
            fmt::format("{}: {} without a name or sequence not used", file, counted(m_unreadable, "entry", "entries")));
    m_trace.participants.front().isEmptyDump = m_entries == 0;
    settleGroups(frame["pg_config"]);
    readProgress(frame);
    return std::move(m_trace);
}

} // namespace lockstep
