// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/matching/hangverdict.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

constexpr std::int64_t unknown = -1;

/// Wait relations: nodes are ranks, then one for each collective, which keeps the number of edges small.
class WaitGraph
{
public:
    explicit WaitGraph(std::size_t nodes) : m_next(nodes) { }

    std::uint32_t addNode()
    {
        m_next.emplace_back();
        return static_cast<std::uint32_t>(m_next.size() - 1);
    }
    void addEdge(std::uint32_t from, std::uint32_t to) { m_next[from].push_back(to); }

    /// The strongly connected component of each node (Tarjan, iterative). An edge between two components leads to the
    /// lower number.
    [[nodiscard]] std::vector<std::uint32_t> components() const;

    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& edges() const { return m_next; }

private:
    std::vector<std::vector<std::uint32_t>> m_next;
};

std::vector<std::uint32_t> WaitGraph::components() const
{
    constexpr auto none = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> component(m_next.size(), none);
    std::vector<std::uint32_t> visit(m_next.size(), none);
    std::vector<std::uint32_t> low(m_next.size(), none);
    std::vector<std::uint32_t> open;
    std::vector<std::pair<std::uint32_t, std::size_t>> path; // node, edges taken
    std::uint32_t visits = 0;
    std::uint32_t components = 0;
    for (std::uint32_t start = 0; start < m_next.size(); ++start) {
        if (visit[start] != none)
            continue;
        path.emplace_back(start, 0);
        while (!path.empty()) {
            const auto node = path.back().first;
            if (path.back().second == 0) {
                visit[node] = low[node] = visits++;
                open.push_back(node);
            }
            bool goesDeeper = false;
            while (path.back().second < m_next[node].size()) {
                const auto next = m_next[node][path.back().second++];
                if (visit[next] == none) {
                    path.emplace_back(next, 0);
                    goesDeeper = true;
                    break;
                }
                if (component[next] == none)
                    low[node] = std::min(low[node], visit[next]);
            }
            if (goesDeeper)
                continue;
            if (low[node] == visit[node]) {
                while (component[node] == none) {
                    component[open.back()] = components;
                    open.pop_back();
                }
                ++components;
            }
            path.pop_back();
            if (!path.empty())
                low[path.back().first] = std::min(low[path.back().first], low[node]);
        }
    }
    return component;
}

/// One rank in one process group.
struct Membership
{
    std::int64_t entered = unknown; ///< highest sequence
    std::int64_t completed = unknown;
    std::vector<std::int64_t> pending;
    TimePoint pendingSince = TimePoint::max();
};

/// The dump of one rank.
struct Record
{
    bool isEmpty = false;
    bool hasPending = false;
    bool keepsCompleted = false; ///< completed entries are kept, so a missing entry is evidence
    TimePoint pendingSince = TimePoint::max();
};

/// Ranks that wait in a collective or for a transfer, and the ranks they wait for.
struct Block
{
    HangPlace place;
    std::vector<std::int32_t> waiting;
    std::vector<std::int32_t> missing;
    bool isTransfer = false;
};

class HangSearch
{
public:
    HangSearch(const CollectiveTrace& trace, const CollectiveMatches& matches) : m_trace(trace), m_matches(matches)
    {
        readRecords();
        readMemberships();
        readProgress();
        for (const auto& [communicator, memberships] : m_memberships)
            findBlocks(communicator, memberships);
        findTransfers();
    }

    [[nodiscard]] HangVerdict verdict() const;

private:
    using Memberships = std::map<std::int32_t, Membership>;
    using Suspects = std::map<std::int32_t, HangSuspect>;

    void readRecords();
    void readMemberships();
    void readProgress();
    void findBlocks(std::uint32_t communicator, const Memberships& memberships);
    void findTransfers();
    [[nodiscard]] const CollectiveMatch* matchAt(std::uint32_t communicator, std::int64_t sequence) const;
    [[nodiscard]] HangPlace placeAt(std::uint32_t communicator, std::int64_t sequence) const;
    [[nodiscard]] std::vector<std::int32_t> membersOf(std::uint32_t communicator, const Memberships& memberships) const;
    [[nodiscard]] Suspects suspectsOf(bool inTransfers) const;
    [[nodiscard]] std::map<std::int32_t, std::uint32_t> roots(const Suspects& suspects, bool onlyCollectives) const;
    void addDelays(WaitGraph& graph, const std::map<std::int32_t, std::uint32_t>& nodes) const;
    [[nodiscard]] std::vector<std::int32_t> unfinished(HangPlace& place) const;
    [[nodiscard]] std::optional<HangPlace> firstPending() const;
    [[nodiscard]] const CollectiveMatch* mismatch() const;
    [[nodiscard]] bool nameSuspects(const Suspects& suspects, HangVerdict& verdict) const;
    /// Maximum number of named ranks: of more, most are victims.
    [[nodiscard]] std::size_t maxNamed() const
    {
        constexpr std::size_t least = 2;
        constexpr std::size_t most = 8;
        return std::clamp(m_records.size() / 4, least, most);
    }

    const CollectiveTrace& m_trace;
    const CollectiveMatches& m_matches;
    std::map<std::int32_t, Record> m_records; ///< by rank
    std::map<std::uint32_t, Memberships> m_memberships; ///< of process groups in which a rank waits
    std::vector<Block> m_blocks;
    std::set<std::int32_t> m_absent; ///< members of those groups without a dump
    bool m_hangs = false;
};

void HangSearch::readRecords()
{
    for (const auto& participant : m_trace.participants) {
        if (participant.rank)
            m_records[*participant.rank].isEmpty = participant.isEmptyDump;
    }
    for (const auto& op : m_trace.ops) {
        const bool isPending = op.state != OpState::Completed;
        m_hangs = m_hangs || isPending;
        const auto rank = m_trace.participants[op.participant].rank;
        if (!rank)
            continue;
        auto& record = m_records[*rank];
        record.hasPending = record.hasPending || isPending;
        record.keepsCompleted = record.keepsCompleted || !isPending;
        if (isPending)
            record.pendingSince = std::min(record.pendingSince, op.handedOver.value_or(TimePoint::max()));
    }
}

void HangSearch::readMemberships()
{
    for (const auto& op : m_trace.ops) {
        if (op.state != OpState::Completed && m_trace.communicators[op.communicator].group.empty())
            m_memberships[op.communicator];
    }
    for (const auto& op : m_trace.ops) {
        const auto rank = m_trace.participants[op.participant].rank;
        const auto memberships = m_memberships.find(op.communicator);
        if (!rank || memberships == m_memberships.end() || op.sequence == CollectiveOp::noSequence)
            continue;
        auto& membership = memberships->second[*rank];
        membership.entered = std::max(membership.entered, op.sequence);
        if (op.state == OpState::Completed) {
            membership.completed = std::max(membership.completed, op.sequence);
            continue;
        }
        membership.pending.push_back(op.sequence);
        membership.pendingSince = std::min(membership.pendingSince, op.handedOver.value_or(TimePoint::max()));
    }
    for (auto& [communicator, memberships] : m_memberships) {
        for (auto& [rank, membership] : memberships)
            std::ranges::sort(membership.pending);
    }
}

/// Not used for groups that also send and receive, because the dump counts both together.
void HangSearch::readProgress()
{
    std::set<std::string> mixed;
    std::multimap<std::string, std::uint32_t> byName;
    for (const auto& communicator : m_trace.communicators)
        mixed.insert(communicator.group);
    for (const auto& [communicator, memberships] : m_memberships)
        byName.emplace(m_trace.communicators[communicator].name, communicator);
    for (const auto& progress : m_trace.progress) {
        const auto rank = m_trace.participants[progress.participant].rank;
        if (!rank || mixed.contains(progress.group))
            continue;
        const auto [first, last] = byName.equal_range(progress.group);
        for (auto at = first; at != last; ++at) {
            if (!isMember(m_trace.communicators[at->second], *rank))
                continue;
            auto& membership = m_memberships[at->second][*rank];
            membership.entered = std::max(membership.entered, progress.entered);
            membership.completed = std::max(membership.completed, progress.completed);
        }
    }
}

const CollectiveMatch* HangSearch::matchAt(std::uint32_t communicator, std::int64_t sequence) const
{
    const auto place = [](const CollectiveMatch& match) {
        return std::pair(match.communicator, match.sequence);
    };
    const auto found
        = std::ranges::lower_bound(m_matches.matches, std::pair(communicator, sequence), std::less{}, place);
    return found != m_matches.matches.end() && place(*found) == std::pair(communicator, sequence) ? &*found : nullptr;
}

HangPlace HangSearch::placeAt(std::uint32_t communicator, std::int64_t sequence) const
{
    HangPlace place{communicator, sequence, CollectiveKind::Generic, 0, 0};
    const auto* const match = matchAt(communicator, sequence);
    for (const auto at : match != nullptr ? m_matches.opsOf(*match) : std::span<const std::uint32_t>()) {
        place.kind = m_trace.ops[at].kind;
        place.waiting += m_trace.ops[at].state != OpState::Completed ? 1 : 0;
    }
    return place;
}

std::vector<std::int32_t> HangSearch::membersOf(std::uint32_t communicator, const Memberships& memberships) const
{
    const auto& of = m_trace.communicators[communicator];
    std::vector<std::int32_t> members = of.members;
    if (of.isNumberedFromZero) {
        for (std::uint32_t rank = 0; rank < of.size; ++rank)
            members.push_back(static_cast<std::int32_t>(rank));
    }
    for (const auto& [rank, membership] : memberships) {
        if (!isMember(of, rank))
            members.push_back(rank);
    }
    return members;
}

void HangSearch::findBlocks(std::uint32_t communicator, const Memberships& memberships)
{
    std::map<std::int32_t, std::int64_t> reached;
    std::vector<std::int32_t> absent;
    for (const auto rank : membersOf(communicator, memberships)) {
        const auto record = m_records.find(rank);
        const auto membership = memberships.find(rank);
        if (record == m_records.end())
            absent.push_back(rank);
        else if (membership != memberships.end() && membership->second.entered != unknown)
            reached[rank] = membership->second.entered;
        else if (record->second.isEmpty || record->second.keepsCompleted)
            reached[rank] = unknown;
    }
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (const auto& [rank, sequence] : reached)
        least = std::min(least, sequence);
    std::optional<std::int64_t> first; ///< pending
    std::optional<std::int64_t> blocked; ///< pending, and not entered by all
    for (const auto& [rank, membership] : memberships) {
        if (membership.pending.empty())
            continue;
        first = std::min(first.value_or(membership.pending.front()), membership.pending.front());
        if (const auto after = std::ranges::upper_bound(membership.pending, least); after != membership.pending.end())
            blocked = std::min(blocked.value_or(*after), *after);
    }
    const auto add = [&](std::int64_t sequence, std::vector<std::int32_t> missing) {
        Block block{placeAt(communicator, sequence), {}, std::move(missing), false};
        for (const auto& [rank, membership] : memberships) {
            if (!membership.pending.empty() && membership.pending.back() >= sequence)
                block.waiting.push_back(rank);
        }
        block.place.waiting = static_cast<std::uint32_t>(block.waiting.size());
        block.place.missing = static_cast<std::uint32_t>(block.missing.size());
        m_blocks.push_back(std::move(block));
    };
    if (blocked) {
        std::vector<std::int32_t> missing;
        for (const auto& [rank, sequence] : reached) {
            if (sequence < *blocked)
                missing.push_back(rank);
        }
        add(*blocked, std::move(missing));
    }
    if (first && !absent.empty()) {
        m_absent.insert(absent.begin(), absent.end());
        add(*first, std::move(absent));
    }
}

/// Transfers have no common number. Of two ranks, the one with more pending transfers waits for the other.
void HangSearch::findTransfers()
{
    std::map<std::uint32_t, std::map<std::int32_t, std::uint32_t>> pending; // of communicators, by rank
    std::map<std::pair<std::uint32_t, std::int32_t>, CollectiveKind> kinds;
    for (const auto& op : m_trace.ops) {
        const auto rank = m_trace.participants[op.participant].rank;
        const auto& communicator = m_trace.communicators[op.communicator];
        if (!rank || op.state == OpState::Completed || communicator.group.empty() || communicator.members.size() != 2)
            continue;
        ++pending[op.communicator][*rank];
        kinds[{op.communicator, *rank}] = op.kind;
    }
    for (const auto& [communicator, counts] : pending) {
        const auto& members = m_trace.communicators[communicator].members;
        for (std::size_t at = 0; at < 2; ++at) {
            const auto waiting = counts.find(members[at]);
            const auto other = counts.find(members[1 - at]);
            if (waiting == counts.end() || (other != counts.end() && other->second >= waiting->second))
                continue;
            const HangPlace place{communicator, CollectiveOp::noSequence, kinds[{communicator, members[at]}], 1, 1};
            m_blocks.push_back({place, {members[at]}, {members[1 - at]}, true});
            if (!m_records.contains(members[1 - at]))
                m_absent.insert(members[1 - at]);
        }
    }
}

HangSearch::Suspects HangSearch::suspectsOf(bool inTransfers) const
{
    Suspects suspects;
    for (const auto& block : m_blocks) {
        if (block.isTransfer != inTransfers)
            continue;
        for (const auto rank : block.missing) {
            const auto record = m_records.find(rank);
            auto reason = inTransfers ? SuspectReason::NoTransfer : SuspectReason::NeverEntered;
            if (record == m_records.end())
                reason = SuspectReason::NoDump;
            else if (record->second.isEmpty)
                reason = SuspectReason::EmptyDump;
            const auto [found, isNew] = suspects.try_emplace(rank, HangSuspect{rank, reason, block.place});
            if (!isNew && found->second.place.waiting < block.place.waiting)
                found->second.place = block.place;
        }
    }
    return suspects;
}

/// Ranks that wait in a group may wait for one that is blocked in a group it entered earlier.
void HangSearch::addDelays(WaitGraph& graph, const std::map<std::int32_t, std::uint32_t>& nodes) const
{
    for (const auto& [communicator, memberships] : m_memberships) {
        const auto collective = graph.addNode();
        for (const auto& [rank, membership] : memberships) {
            if (membership.pending.empty())
                continue;
            graph.addEdge(nodes.at(rank), collective);
            if (m_records.at(rank).pendingSince < membership.pendingSince)
                graph.addEdge(collective, nodes.at(rank));
        }
    }
}

/// The suspects that do not wait for other suspects, except mutually. Suspects that wait for each other have the same
/// number.
std::map<std::int32_t, std::uint32_t> HangSearch::roots(const Suspects& suspects, bool onlyCollectives) const
{
    std::map<std::int32_t, std::uint32_t> nodes;
    const auto addRank = [&](std::int32_t rank) {
        nodes.try_emplace(rank, static_cast<std::uint32_t>(nodes.size()));
    };
    for (const auto& [rank, record] : m_records)
        addRank(rank);
    std::ranges::for_each(m_absent, addRank);
    WaitGraph graph(nodes.size());
    for (const auto& block : m_blocks) {
        if (block.isTransfer && onlyCollectives)
            continue;
        const auto collective = graph.addNode();
        for (const auto rank : block.waiting)
            graph.addEdge(nodes.at(rank), collective);
        for (const auto rank : block.missing)
            graph.addEdge(collective, nodes.at(rank));
    }
    if (!onlyCollectives)
        addDelays(graph, nodes);
    const auto components = graph.components();
    const auto count = components.empty() ? 0 : *std::ranges::max_element(components) + 1;
    std::vector<bool> holdsSuspect(count, false);
    std::vector<bool> reachesSuspect(count, false);
    for (const auto& [rank, suspect] : suspects)
        holdsSuspect[components[nodes.at(rank)]] = true;
    std::vector<std::vector<std::uint32_t>> nodesOf(count);
    for (std::uint32_t node = 0; node < components.size(); ++node)
        nodesOf[components[node]].push_back(node);
    for (std::uint32_t component = 0; component < count; ++component) {
        for (const auto node : nodesOf[component]) {
            for (const auto next : graph.edges()[node]) {
                const auto to = components[next];
                if (to != component && (holdsSuspect[to] || reachesSuspect[to]))
                    reachesSuspect[component] = true;
            }
        }
    }
    std::map<std::int32_t, std::uint32_t> found;
    for (const auto& [rank, suspect] : suspects) {
        const auto component = components[nodes.at(rank)];
        if (!reachesSuspect[component])
            found.emplace(rank, component);
    }
    return found;
}

std::vector<std::int32_t> HangSearch::unfinished(HangPlace& place) const
{
    std::set<std::int32_t> found;
    for (const auto& [communicator, memberships] : m_memberships) {
        std::int64_t completed = unknown;
        for (const auto& [rank, membership] : memberships)
            completed = std::max(completed, membership.completed);
        for (const auto& [rank, membership] : memberships) {
            if (membership.pending.empty() || membership.pending.front() > completed)
                continue;
            const auto at = placeAt(communicator, membership.pending.front());
            if (!synchronises(at.kind)) // a rank may leave other kinds early
                continue;
            place = found.empty() ? at : place;
            found.insert(rank);
        }
    }
    return {found.begin(), found.end()};
}

std::optional<HangPlace> HangSearch::firstPending() const
{
    const CollectiveOp* first = nullptr;
    const auto order = [](const CollectiveOp& op) {
        return std::tuple(op.handedOver.value_or(TimePoint::max()), op.communicator, op.sequence);
    };
    for (const auto& op : m_trace.ops) {
        if (op.state != OpState::Completed && (first == nullptr || order(op) < order(*first)))
            first = &op;
    }
    return first != nullptr ? std::optional(placeAt(first->communicator, first->sequence)) : std::nullopt;
}

const CollectiveMatch* HangSearch::mismatch() const
{
    const auto isIt = [&](const CollectiveMatch& match) {
        return (match.kindsDiffer || match.shapesDiffer) && placeAt(match.communicator, match.sequence).waiting > 0;
    };
    const auto found = std::ranges::find_if(m_matches.matches, isIt);
    return found != m_matches.matches.end() ? &*found : nullptr;
}

/// @return whether there is a verdict; it may be that the suspects cannot be determined
bool HangSearch::nameSuspects(const Suspects& suspects, HangVerdict& verdict) const
{
    if (suspects.empty())
        return false;
    const auto isAbsent = [&](const auto& of) {
        return m_absent.contains(of.first);
    };
    const auto waits = [&](const auto& of) {
        const auto record = m_records.find(of.first);
        return record != m_records.end() && record->second.hasPending;
    };
    auto found = roots(suspects, false);
    if (2 * m_absent.size() >= m_records.size() && std::erase_if(found, isAbsent) > 0 && found.empty()) {
        verdict.kind = HangVerdict::Kind::DumpsElsewhere;
        for (const auto& suspect : suspects) {
            if (isAbsent(suspect) && (!verdict.place || verdict.place->waiting < suspect.second.place.waiting))
                verdict.place = suspect.second.place;
        }
        return true;
    }
    if (!std::ranges::all_of(found, waits)) {
        std::erase_if(found, waits); // ranks with nothing pending wait for no other rank
    } else if (found.size() > 1) {
        // Tries again without transfers and collectives entered earlier, which are weaker evidence.
        auto fewer = roots(suspects, true);
        std::erase_if(fewer, [&](const auto& of) { return !found.contains(of.first); });
        found = fewer.empty() ? found : fewer;
    }
    for (const auto& [rank, component] : found) {
        const auto& place = suspects.at(rank).place;
        if (!verdict.place || verdict.place->waiting < place.waiting)
            verdict.place = place;
    }
    verdict.missing = found.size();
    if (found.size() > maxNamed() && !std::ranges::all_of(found, isAbsent)) {
        verdict.kind = HangVerdict::Kind::TooMany;
        return true;
    }
    for (const auto& [rank, suspect] : suspects) {
        if (found.contains(rank))
            verdict.suspects.push_back(suspect);
        else if (!m_absent.contains(rank))
            verdict.others.push_back(rank);
    }
    const bool isCycle = found.size() > 1
        && std::ranges::all_of(found, [&](const auto& of) { return of.second == found.begin()->second; });
    verdict.kind = isCycle ? HangVerdict::Kind::Deadlock : HangVerdict::Kind::Suspects;
    return true;
}

HangVerdict HangSearch::verdict() const
{
    HangVerdict verdict;
    if (!m_hangs)
        return verdict;
    HangPlace unfinishedIn;
    verdict.unfinished = unfinished(unfinishedIn);
    if (nameSuspects(suspectsOf(false), verdict))
        return verdict;
    if (const auto* const match = mismatch()) {
        verdict.kind = HangVerdict::Kind::Mismatch;
        verdict.place = placeAt(match->communicator, match->sequence);
        verdict.kindsDiffer = match->kindsDiffer;
        return verdict;
    }
    if (nameSuspects(suspectsOf(true), verdict))
        return verdict;
    if (!verdict.unfinished.empty() && verdict.unfinished.size() <= maxNamed()) {
        verdict.kind = HangVerdict::Kind::Suspects;
        verdict.place = unfinishedIn;
        for (const auto rank : verdict.unfinished)
            verdict.suspects.push_back({rank, SuspectReason::NotCompleted, unfinishedIn});
        return verdict;
    }
    verdict.kind = HangVerdict::Kind::AllEntered;
    verdict.place = firstPending();
    return verdict;
}

} // namespace

HangVerdict findHang(const CollectiveTrace& trace, const CollectiveMatches& matches)
{
    return HangSearch(trace, matches).verdict();
}

} // namespace lockstep
