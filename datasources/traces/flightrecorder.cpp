// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/flightrecorder.h"

#include "datasources/traces/kinetocomm.h"
#include "datasources/traces/tensorsize.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

namespace lockstep {

namespace {

/// "[[3, 4]] Float": tensors' sizes and types as one text, to be compared between ranks.
std::string shapeOf(DataValue sizes, DataValue types)
{
    std::string shape;
    for (std::size_t i = 0; i < sizes.count(); ++i) {
        shape += shape.empty() ? "[" : ", [";
        const auto tensor = sizes.element(i);
        for (std::size_t d = 0; d < tensor.count(); ++d)
            shape += fmt::format("{}{}", d == 0 ? "" : ", ", tensor.element(d).integer().value_or(-1));
        shape += "]";
        shape += fmt::format(" {}", types.element(i).text());
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

class Dump
{
public:
    Dump(DataValue root, std::optional<std::int32_t> rank) : m_root(root), m_rank(rank) { }

    CollectiveTrace read(const std::string& file)
    {
        m_trace.participants.push_back({m_rank, file, true, {}, 0});
        const auto entries = m_root["entries"];
        for (std::size_t i = 0; i < entries.count(); ++i)
            add(entries.element(i));
        return std::move(m_trace);
    }

    [[nodiscard]] std::size_t unreadable() const { return m_unreadable; }

private:
    void add(DataValue entry)
    {
        const auto name = entry["profiling_name"].text();
        const bool isPair = entry["is_p2p"].boolean().value_or(false);
        const auto sequence = entry[isPair ? "p2p_seq_id" : "collective_seq_id"].integer();
        if (!entry.isDictionary() || name.empty() || !sequence) {
            ++m_unreadable;
            return;
        }
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
        const auto side = op.kind == CollectiveKind::AllGather ? "output" : "input";
        op.bytes = bytesOf(entry[fmt::format("{}_sizes", side)], entry[fmt::format("{}_dtypes", side)]);
        op.shape = shapeIndex(shapeOf(entry["input_sizes"], entry["input_dtypes"]));
        m_trace.ops.push_back(op);
    }

    std::uint32_t communicatorOf(DataValue group, std::optional<std::pair<std::int32_t, std::int32_t>> peers)
    {
        const std::string name(group.isList() ? group.element(0).text() : group.text());
        const auto description = group.element(1).text();
        Communicator communicator;
        communicator.name
            = description.empty() || description == "undefined" ? name : fmt::format("{} ({})", name, description);
        communicator.members = ranksFromText(m_root["pg_config"][name]["ranks"].text());
        if (peers) {
            communicator.name += fmt::format(" {}->{}", peers->first, peers->second);
            communicator.members = {std::min(peers->first, peers->second), std::max(peers->first, peers->second)};
        }
        communicator.size = static_cast<std::uint32_t>(communicator.members.size());
        const auto [found, isNew]
            = m_index.try_emplace(communicator.name, static_cast<std::uint32_t>(m_trace.communicators.size()));
        if (isNew)
            m_trace.communicators.push_back(std::move(communicator));
        return found->second;
    }

    std::uint32_t shapeIndex(std::string shape)
    {
        if (shape.empty())
            return 0;
        const auto [found, isNew]
            = m_shapes.try_emplace(std::move(shape), static_cast<std::uint32_t>(m_trace.shapes.size()));
        if (isNew)
            m_trace.shapes.push_back(found->first);
        return found->second;
    }

    DataValue m_root;
    std::optional<std::int32_t> m_rank;
    CollectiveTrace m_trace;
    std::map<std::string, std::uint32_t> m_index;
    std::map<std::string, std::uint32_t> m_shapes;
    std::size_t m_unreadable = 0;
};

} // namespace

Result<CollectiveTrace> readFlightRecorder(const DataTree& tree, const std::string& file,
                                           std::optional<std::int32_t> rank, std::vector<std::string>& notes)
{
    const auto root = tree.root();
    if (!root.isDictionary() || !root["entries"].isList())
        return Error{
            fmt::format("{}: has no list of entries; expected a Flight Recorder dump with version, pg_config and "
                        "entries",
                        file)};
    const auto version = root["version"].text();
    if (!version.starts_with("2."))
        notes.push_back(fmt::format("{}: version \"{}\" of the dump is not known; read as 2.x", file, version));
    Dump dump(root, rank);
    auto trace = dump.read(file);
    if (trace.ops.empty())
        return Error{fmt::format("{}: none of its {} entries holds a collective; expected profiling_name and "
                                 "collective_seq_id",
                                 file, root["entries"].count())};
    if (dump.unreadable() > 0)
        notes.push_back(
            fmt::format("{}: {} entries lack a name or a sequence and were not used", file, dump.unreadable()));
    return trace;
}

} // namespace lockstep
