// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/flightrecorder.h"

#include "datasources/traces/formats/kinetocomm.h"
#include "datasources/traces/formats/tensorsize.h"
#include "datasources/traces/formats/traceprices.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// A collective of a thousand tensors fits.
constexpr std::size_t longestShape = std::size_t{64} << 10;

/// "[[3, 4]] Float": tensors' sizes and types as one text, to be compared between ranks.
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

OpState stateOf(std::string_view state)
{
    if (state == "scheduled")
        return OpState::Scheduled;
    return state == "started" ? OpState::Started : OpState::Completed;
}

/// "nccl:send 1->2" as {1, 2}.
std::optional<std::pair<std::int32_t, std::int32_t>> peersOf(std::string_view name)
{
    const auto arrow = name.find("->");
    const auto space = name.rfind(' ', arrow);
    if (arrow == std::string_view::npos || space == std::string_view::npos)
        return std::nullopt;
    std::pair<std::int32_t, std::int32_t> peers;
    const auto from = std::from_chars(name.data() + space + 1, name.data() + arrow, peers.first);
    const auto to = std::from_chars(name.data() + arrow + 2, name.data() + name.size(), peers.second);
    return from.ec == std::errc{} && to.ec == std::errc{} ? std::optional(peers) : std::nullopt;
}

/// Nothing where it is 0 or not of this age of the world.
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
    for (std::size_t i = 0; i < entries.count() && m_meter.goesOn(); ++i)
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
    op.communicator = communicatorOf(entry["process_group"], isPair ? peersOf(name) : std::nullopt);
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

/// The ranks of a group may stand behind the entries, so they are filled in at the end.
std::uint32_t FlightRecorderBuilder::communicatorOf(DataValue group,
                                                    std::optional<std::pair<std::int32_t, std::int32_t>> peers)
{
    const std::string name(boundedName(group.isList() ? group.element(0).text() : group.text()));
    const auto description = boundedName(group.element(1).text());
    Communicator communicator;
    communicator.name
        = description.empty() || description == "undefined" ? name : fmt::format("{} ({})", name, description);
    if (peers) {
        communicator.name += fmt::format(" {}->{}", peers->first, peers->second);
        communicator.members = {std::min(peers->first, peers->second), std::max(peers->first, peers->second)};
    }
    const auto [found, isNew]
        = m_index.try_emplace(communicator.name, static_cast<std::uint32_t>(m_trace.communicators.size()));
    if (!isNew)
        return found->second;
    m_meter.hold(traceprice::communicator + traceprice::name(communicator.name));
    m_groups.push_back(peers ? std::string() : name);
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
        notes.push_back(fmt::format("{}: version \"{}\" of the dump is not known; read as 2.x", file, version));
    if (m_trace.ops.empty())
        return Error{fmt::format("{}: none of its {} entries holds a collective; expected profiling_name and "
                                 "collective_seq_id",
                                 file, m_entries)};
    if (m_unreadable > 0)
        notes.push_back(fmt::format("{}: {} entries lack a name or a sequence and were not used", file, m_unreadable));
    const auto groups = frame["pg_config"];
    for (std::size_t i = 0; i < m_groups.size() && m_meter.goesOn(); ++i) {
        auto& communicator = m_trace.communicators[i];
        if (communicator.members.empty())
            communicator.members = ranksFromText(groups[m_groups[i]]["ranks"].text());
        communicator.size = static_cast<std::uint32_t>(communicator.members.size());
        m_meter.hold(communicator.members.size() * traceprice::rank);
    }
    return std::move(m_trace);
}

} // namespace lockstep
