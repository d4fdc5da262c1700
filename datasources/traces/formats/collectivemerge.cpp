// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/formats/collectivemerge.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

class Merger
{
public:
    void add(CollectiveTrace part)
    {
        const auto firstParticipant = static_cast<std::uint32_t>(m_trace.participants.size());
        std::ranges::move(part.participants, std::back_inserter(m_trace.participants));
        std::vector<std::uint32_t> communicators;
        for (auto& communicator : part.communicators)
            communicators.push_back(communicatorIndex(std::move(communicator)));
        std::vector<std::uint32_t> shapes;
        for (auto& shape : part.shapes)
            shapes.push_back(shapeIndex(std::move(shape)));
        for (auto op : part.ops) {
            op.participant += firstParticipant;
            op.communicator = communicators[op.communicator];
            op.shape = shapes[op.shape];
            m_trace.ops.push_back(op);
        }
        for (auto& progress : part.progress) {
            progress.participant += firstParticipant;
            m_trace.progress.push_back(std::move(progress));
        }
        std::vector<std::uint32_t> kernels;
        for (auto& kernel : part.kernels)
            kernels.push_back(kernelIndex(std::move(kernel)));
        for (auto compute : part.computes) {
            compute.participant += firstParticipant;
            compute.name = kernels[compute.name];
            m_trace.computes.push_back(compute);
        }
    }

    CollectiveTrace take() &&
    {
        orderParticipants();
        settleSequences();
        return std::move(m_trace);
    }

private:
    using CommunicatorKey = std::tuple<std::string, std::uint32_t, std::vector<std::int32_t>>;

    std::uint32_t communicatorIndex(Communicator communicator)
    {
        const auto [found, isNew]
            = m_communicators.try_emplace({communicator.name, communicator.size, communicator.members},
                                          static_cast<std::uint32_t>(m_trace.communicators.size()));
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

    std::uint32_t kernelIndex(std::string kernel)
    {
        const auto [found, isNew]
            = m_kernels.try_emplace(std::move(kernel), static_cast<std::uint32_t>(m_trace.kernels.size()));
        if (isNew)
            m_trace.kernels.push_back(found->first);
        return found->second;
    }

    void orderParticipants()
    {
        auto& participants = m_trace.participants;
        std::vector<std::uint32_t> order(participants.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) {
            return std::pair(participants[i].rank.value_or(std::numeric_limits<std::int32_t>::max()),
                             std::string_view(participants[i].source));
        });
        std::vector<Participant> ordered;
        std::vector<std::uint32_t> place(order.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            ordered.push_back(participants[order[i]]);
        }
        participants = std::move(ordered);
        for (auto& op : m_trace.ops)
            op.participant = place[op.participant];
        for (auto& progress : m_trace.progress)
            progress.participant = place[progress.participant];
        for (auto& compute : m_trace.computes)
            compute.participant = place[compute.participant];
    }

    /// Sequences are used only if all ranks of a communicator record them; otherwise its ops are matched by start.
    void settleSequences()
    {
        std::set<std::uint32_t> unnumbered;
        for (const auto& op : m_trace.ops) {
            if (op.sequence == CollectiveOp::noSequence)
                unnumbered.insert(op.communicator);
        }
        for (auto& op : m_trace.ops) {
            if (unnumbered.contains(op.communicator))
                op.sequence = CollectiveOp::noSequence;
        }
    }

    CollectiveTrace m_trace;
    std::map<CommunicatorKey, std::uint32_t> m_communicators;
    std::map<std::string, std::uint32_t> m_shapes;
    std::map<std::string, std::uint32_t> m_kernels;
};

} // namespace

Result<CollectiveTrace> mergeCollectives(std::vector<CollectiveTrace> parts, std::vector<std::string>& notes)
{
    std::map<std::int32_t, std::string> sourceOfRank;
    const bool isSingle = parts.size() == 1 && parts.front().participants.size() == 1;
    std::size_t rankless = 0;
    Merger merger;
    for (auto& part : parts) {
        // A part with several processes is a log with ranks within communicators, which may repeat.
        const bool isFileOfOneRank = part.participants.size() == 1 && part.participants.front().isWholeFile;
        if (isFileOfOneRank) {
            const auto& participant = part.participants.front();
            rankless += participant.rank ? 0 : 1;
            if (!participant.rank && !isSingle)
                return Error{fmt::format("{}: the rank is neither in the file nor in its name; expected RANK=FILE",
                                         participant.source)};
            if (participant.rank) {
                const auto [found, isNew] = sourceOfRank.try_emplace(*participant.rank, participant.source);
                if (!isNew)
                    return Error{fmt::format("{} and {} both claim to be rank {}; expected one trace per rank",
                                             found->second, participant.source, *participant.rank)};
            }
        }
        merger.add(std::move(part));
    }
    if (rankless > 0)
        notes.emplace_back("the rank is neither in the file nor in its name; write RANK=FILE");
    return std::move(merger).take();
}

} // namespace lockstep
