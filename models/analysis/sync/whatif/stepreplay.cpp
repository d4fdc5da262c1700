// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/stepreplay.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

/// Shorter pauses are the normal cost of launches.
constexpr std::int64_t minPauseNs = 50'000;

/// Uncertainty of clocks: an event of the sender that ends this shortly after a receive still counts as before it.
constexpr std::int64_t toleranceNs = 200'000;
/// A sender has finished an event that ended within this share of its duration before the receive ended.
constexpr std::int64_t justDone = 25;
/// Maximum number of the sender's events until it has finished streaming.
constexpr std::ptrdiff_t streamedEvents = 3;

float secondsOf(std::int64_t ns)
{
    return static_cast<float>(static_cast<double>(ns) * 1e-9);
}

} // namespace

/// The time between the events of each lane of a window: late kernel launches, data loading. A plain value.
class StepReplay::Pauses
{
public:
    /// @param isLost by lane: spans are missing, so its pauses are meaningless
    Pauses(const SyncWindow& window, const std::vector<bool>& isLost);

    /// Time since the lane's last event; 0 if unknown: before its first one, and where whole steps are missing.
    [[nodiscard]] std::int64_t beforeNs(std::uint32_t event) const { return m_beforeNs[event]; }
    /// Whether pauses before this operation are compared, because some lane pauses longer than a launch takes.
    [[nodiscard]] bool count(const SyncSpan& span) const;

private:
    [[nodiscard]] bool isLost(std::uint32_t lane) const { return lane < m_isLost.size() && m_isLost[lane]; }

    const std::vector<bool>& m_isLost;
    std::vector<std::int64_t> m_beforeNs; ///< by event
    std::unordered_map<std::uint32_t, std::int64_t> m_longestNs; ///< by the operation that follows
};

StepReplay::Pauses::Pauses(const SyncWindow& window, const std::vector<bool>& isLost)
    : m_isLost(isLost), m_beforeNs(window.events().size(), 0)
{
    const auto& events = window.events();
    for (std::uint32_t lane = 0; lane < window.laneCount(); ++lane) {
        if (this->isLost(lane) || window.laneBegin(lane) == window.laneEnd(lane))
            continue;
        std::int64_t toNs = events[window.laneBegin(lane)].span.startNs;
        std::uint32_t step = events[window.laneBegin(lane)].span.step;
        for (std::uint32_t at = window.laneBegin(lane); at < window.laneEnd(lane); ++at) {
            const SyncSpan& span = events[at].span;
            // Steps in between are missing, and so is the lane's activity.
            if (span.step > step + 1)
                toNs = std::max(toNs, span.startNs);
            step = std::max(step, span.step);
            if (!isLeftOut(events[at]) && span.startNs > toNs) {
                m_beforeNs[at] = span.startNs - toNs;
                std::int64_t& longest = m_longestNs[span.op];
                longest = std::max(longest, m_beforeNs[at]);
            }
            toNs = std::max(toNs, span.endNs);
        }
    }
}

bool StepReplay::Pauses::count(const SyncSpan& span) const
{
    const auto longest = m_longestNs.find(span.op);
    return !isLost(span.lane) && longest != m_longestNs.end() && longest->second >= minPauseNs;
}

/// Groups a replay's events by kind, to determine the usual value of each kind. A member of StepReplay::Builder.
class StepReplay::Families
{
public:
    enum class Kind : std::uint8_t {
        Work, ///< computation of a rank
        Pause, ///< between two operations, by the following one
        Other, ///< of a rank, but not computation: checkpoints
        Transfer,
    };
    struct Key
    {
        Kind kind = Kind::Work;
        std::uint32_t op = 0;
        std::uint64_t size = 0; ///< of data and group, for a transfer
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void add(std::uint32_t item, Key key) { m_families[key].push_back(item); }

    /// Ideal durations: the median for transfers, the mean for work of ranks.
    void idealise(std::vector<Item>& items);
    /// See StepReplay::paces(). Call after idealise(). Paces are relative to the median lane, which a few slow lanes do
    /// not affect.
    [[nodiscard]] std::vector<LanePace> paces(const std::vector<Item>& items, std::size_t lanes,
                                              const std::vector<bool>& isLost);

private:
    void gather(const std::vector<Item>& items, std::span<const std::uint32_t> family);
    [[nodiscard]] float mean() const;
    [[nodiscard]] float median();

    std::map<Key, std::vector<std::uint32_t>> m_families; ///< items
    std::vector<float> m_values; ///< scratch: durations of a family
};

void StepReplay::Families::gather(const std::vector<Item>& items, std::span<const std::uint32_t> family)
{
    m_values.clear();
    for (const std::uint32_t item : family)
        m_values.push_back(items[item].observed);
}

float StepReplay::Families::mean() const
{
    double sum = 0;
    for (const float value : m_values)
        sum += static_cast<double>(value);
    return static_cast<float>(sum / static_cast<double>(m_values.size()));
}

float StepReplay::Families::median()
{
    const auto middle = m_values.begin() + static_cast<std::ptrdiff_t>(m_values.size() / 2);
    std::ranges::nth_element(m_values, middle);
    return *middle;
}

void StepReplay::Families::idealise(std::vector<Item>& items)
{
    for (const auto& [key, family] : m_families) {
        gather(items, family);
        const float ideal = key.kind == Kind::Transfer ? median() : mean();
        for (const std::uint32_t item : family)
            items[item].ideal = ideal;
    }
}

std::vector<LanePace> StepReplay::Families::paces(const std::vector<Item>& items, std::size_t lanes,
                                                  const std::vector<bool>& isLost)
{
    struct Sum
    {
        double own = 0;
        double ideal = 0;
        double pausedLonger = 0; ///< excess over the ideal
    };
    std::vector<Sum> sums(lanes);
    for (const auto& [key, family] : m_families) {
        if (key.kind != Kind::Work && key.kind != Kind::Pause)
            continue;
        for (const std::uint32_t item : family) {
            const auto own = static_cast<double>(items[item].observed);
            const auto ideal = static_cast<double>(items[item].ideal);
            Sum& sum = sums[items[item].lane];
            sum.own += own;
            sum.ideal += ideal;
            sum.pausedLonger += key.kind == Kind::Pause ? own - ideal : 0;
        }
    }
    std::vector<LanePace> paces(lanes, {std::numeric_limits<float>::quiet_NaN(), 0});
    m_values.clear();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Sum& sum = sums[lane];
        if (!(sum.ideal > 0) || (lane < isLost.size() && isLost[lane]))
            continue;
        const double longer = sum.own - sum.ideal;
        paces[lane] = {static_cast<float>(sum.own / sum.ideal),
                       static_cast<float>(longer > 0 ? std::clamp(sum.pausedLonger / longer, 0.0, 1.0) : 0)};
        m_values.push_back(paces[lane].slowdown);
    }
    const float usual = m_values.empty() ? 1 : median();
    for (LanePace& pace : paces)
        pace.slowdown /= usual > 0 ? usual : 1;
    return paces;
}

/// Sorts the events of a window in replay order. Lives for one constructor of StepReplay.
class StepReplay::Builder
{
public:
    Builder(const SyncWindow& window, const std::vector<bool>& isLost, StepReplay& replay)
        : m_window(window), m_isLost(isLost), m_replay(replay), m_pauses(window, isLost)
    { }

    void build();

private:
    static constexpr std::uint64_t alone = 0;
    static constexpr std::uint64_t streamed = 1; ///< received before the sender had finished

    [[nodiscard]] const WindowEvent& event(std::uint32_t at) const { return m_window.events()[at]; }
    [[nodiscard]] static bool isShared(const WindowEvent& each);

    void findSenders();
    [[nodiscard]] std::uint32_t sentBy(std::uint32_t receive, std::uint32_t sender) const;
    [[nodiscard]] bool takesPart(std::uint32_t lane, const WindowEvent& each) const;
    void run();
    bool step(std::uint32_t at);
    bool arrive(std::uint32_t at);
    void emitPause(std::uint32_t at);
    void emitGroup(std::uint32_t group);
    void emitAlone(std::uint32_t at);
    [[nodiscard]] std::int64_t lengthAlone(std::uint32_t at) const;
    [[nodiscard]] Item blank(std::uint32_t op, std::uint32_t lane, std::int64_t ns);
    void add(const Item& item, Families::Key key);
    void done(std::uint32_t at);
    void joinMarks();

    const SyncWindow& m_window;
    const std::vector<bool>& m_isLost; ///< by lane
    StepReplay& m_replay;
    Pauses m_pauses;
    std::vector<std::uint32_t> m_cursor; ///< by lane: event
    std::vector<std::uint32_t> m_ready; ///< lanes that may be able to progress
    std::vector<std::uint32_t> m_missing; ///< by group: number of members that have not arrived
    std::vector<std::uint8_t> m_isEntered; ///< by event: its lane has reached it
    std::vector<std::uint8_t> m_hasArrived; ///< by event: waits for its group
    std::vector<std::uint8_t> m_isDone; ///< by event
    std::vector<std::uint32_t> m_sentBy; ///< by event: the sender's event of a receive
    std::vector<std::uint32_t> m_marks; ///< by event: index into m_sentAt
    std::vector<std::vector<std::uint32_t>> m_waiting; ///< by mark: lanes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_aliases; ///< mark, and the mark that represents it
    std::unordered_map<std::uint32_t, std::uint32_t> m_opIndex;
    Families m_families;
};

void StepReplay::Builder::build()
{
    m_replay.m_lanes = m_window.laneCount();
    m_cursor.resize(m_replay.m_lanes);
    for (const WaitGroup& group : m_window.groups()) {
        const auto isFresh = [this](std::uint32_t member) {
            return event(member).isFresh();
        };
        m_missing.push_back(static_cast<std::uint32_t>(std::ranges::count_if(m_window.membersOf(group), isFresh)));
    }
    m_isDone.resize(m_window.events().size(), 0);
    m_isEntered.resize(m_window.events().size(), 0);
    m_hasArrived.resize(m_window.events().size(), 0);
    m_marks.resize(m_window.events().size(), none);
    findSenders();
    for (std::uint32_t lane = 0; lane < m_replay.m_lanes; ++lane) {
        m_cursor[lane] = m_window.laneBegin(lane);
        m_ready.push_back(lane);
    }
    run();
    // Wrong clocks can cause a cycle of waits; the first blocked lane is then released.
    for (std::uint32_t lane = 0; lane < m_replay.m_lanes; ++lane) {
        while (m_cursor[lane] < m_window.laneEnd(lane)) {
            emitAlone(m_cursor[lane]);
            m_ready.push_back(lane);
            run();
        }
    }
    joinMarks();
    m_families.idealise(m_replay.m_items);
    m_replay.m_paces = m_families.paces(m_replay.m_items, m_replay.m_lanes, m_isLost);
}

bool StepReplay::Builder::isShared(const WindowEvent& each)
{
    return each.group != WindowEvent::none && each.span.isCollective();
}

void StepReplay::Builder::findSenders()
{
    m_sentBy.resize(m_window.events().size(), none);
    for (std::uint32_t at = 0; at < m_window.events().size(); ++at) {
        const SyncSpan& span = event(at).span;
        const std::uint32_t sender = span.isReceive() && event(at).isFresh() ? m_window.senderOf(span) : none;
        if (sender == none || sender == span.lane)
            continue;
        m_sentBy[at] = sentBy(at, sender);
        if (m_sentBy[at] == none)
            continue;
        if (std::uint32_t& mark = m_marks[m_sentBy[at]]; mark == none)
            mark = static_cast<std::uint32_t>(m_replay.m_sentCount++);
    }
    m_waiting.resize(m_replay.m_sentCount);
}

/// The sender's event that the receiver waited for: the one that just finished or, if data is streamed meanwhile, the
/// current one, including the collective in which it ended.
std::uint32_t StepReplay::Builder::sentBy(std::uint32_t receive, std::uint32_t sender) const
{
    const SyncSpan& span = event(receive).span;
    const std::int64_t received = span.endNs - m_window.clockOffsetNs(span.lane) + m_window.clockOffsetNs(sender);
    const auto first = m_window.events().begin() + m_window.laneBegin(sender);
    const auto last = m_window.events().begin() + m_window.laneEnd(sender);
    // Lanes are sorted by start. They run one operation after the other, so ends are sorted too.
    const auto current = std::partition_point(
        first, last, [&](const WindowEvent& each) { return each.span.endNs <= received + toleranceNs; });
    auto before = current;
    while (before != first && isLeftOut(*std::prev(before)))
        --before;
    const bool isUnderWay = current != last && !isLeftOut(*current) && current->span.startNs < received
        && current->span.step == span.step;
    std::int64_t work = isUnderWay ? current->span.lengthNs() : 0;
    for (auto each = before; each != first && before - each < streamedEvents; --each)
        work = std::max(work, std::prev(each)->span.kind == SpanKind::Compute ? std::prev(each)->span.lengthNs() : 0);
    const bool isJustDone = before != first && received - std::prev(before)->span.endNs <= work / justDone;
    if (isJustDone || !isUnderWay)
        return before == first ? none : static_cast<std::uint32_t>(std::prev(before) - m_window.events().begin());
    auto until = current;
    for (auto each = std::next(current); each != last && each - current < streamedEvents; ++each) {
        if (isLeftOut(*each) || each->span.isReceive() || takesPart(span.lane, *each))
            break;
        until = each;
        if (each->span.isCollective())
            break;
    }
    return takesPart(span.lane, *current) ? none : static_cast<std::uint32_t>(until - m_window.events().begin());
}

/// Whether an event is a collective that the lane also enters, so that it cannot wait for its end.
bool StepReplay::Builder::takesPart(std::uint32_t lane, const WindowEvent& each) const
{
    if (!isShared(each))
        return false;
    const auto members = m_window.membersOf(m_window.groups()[each.group]);
    return std::ranges::any_of(members, [&](std::uint32_t member) { return event(member).span.lane == lane; });
}

void StepReplay::Builder::run()
{
    while (!m_ready.empty()) {
        const std::uint32_t lane = m_ready.back();
        m_ready.pop_back();
        while (m_cursor[lane] < m_window.laneEnd(lane) && step(m_cursor[lane])) { }
    }
}

/// @return whether the lane has progressed
bool StepReplay::Builder::step(std::uint32_t at)
{
    const WindowEvent& each = event(at);
    if (isLeftOut(each)) {
        done(at);
        return true;
    }
    if (std::exchange(m_isEntered[at], std::uint8_t{1}) == 0)
        emitPause(at);
    if (isShared(each))
        return arrive(at);
    if (m_sentBy[at] != none && m_isDone[m_sentBy[at]] == 0) {
        m_waiting[m_marks[m_sentBy[at]]].push_back(each.span.lane);
        return false;
    }
    emitAlone(at);
    return true;
}

bool StepReplay::Builder::arrive(std::uint32_t at)
{
    const std::uint32_t group = event(at).group;
    if (std::exchange(m_hasArrived[at], std::uint8_t{1}) != 0)
        return false; // retried while it waits
    if (--m_missing[group] > 0)
        return false;
    emitGroup(group);
    return true;
}

void StepReplay::Builder::emitPause(std::uint32_t at)
{
    const SyncSpan& span = event(at).span;
    if (m_pauses.count(span))
        add(blank(between, span.lane, m_pauses.beforeNs(at)), {Families::Kind::Pause, span.op, 0});
}

void StepReplay::Builder::emitGroup(std::uint32_t group)
{
    const WaitGroup& all = m_window.groups()[group];
    const SyncSpan& shortest = event(all.shortest).span;
    Item item = blank(shortest.op, shortest.lane, event(all.shortest).lengthNs());
    item.group = static_cast<std::uint32_t>(m_replay.m_groupLanes.size());
    GroupLanes lanes{static_cast<std::uint32_t>(m_replay.m_members.size()), 0};
    for (const std::uint32_t member : m_window.membersOf(all)) {
        if (!event(member).isFresh() || m_cursor[event(member).span.lane] != member)
            continue;
        m_replay.m_members.push_back(event(member).span.lane);
        ++lanes.count;
    }
    m_replay.m_groupLanes.push_back(lanes);
    const auto first = m_replay.m_members.begin() + lanes.first;
    const std::vector<std::uint32_t> members(first, first + lanes.count);
    for (const std::uint32_t lane : members) {
        const std::uint32_t at = m_cursor[lane];
        // One event represents all that end together.
        if (m_marks[at] != none && item.marks == none)
            item.marks = m_marks[at];
        else if (m_marks[at] != none)
            m_aliases.emplace_back(m_marks[at], item.marks);
    }
    add(item, {Families::Kind::Transfer, shortest.op, std::uint64_t{shortest.sizeClass} << 32 | all.count});
    for (const std::uint32_t lane : members) {
        done(m_cursor[lane]);
        m_ready.push_back(lane);
    }
}

/// Duration without waiting. For a receive: the time after its sender had finished. For a part of a collective: its
/// transfer.
std::int64_t StepReplay::Builder::lengthAlone(std::uint32_t at) const
{
    const WindowEvent& each = event(at);
    const std::int64_t length = isShared(each) ? each.lengthNs() - each.waitNs : each.span.lengthNs();
    if (const std::uint32_t sent = m_sentBy[at]; sent != none && m_isDone[sent] != 0) {
        const std::uint32_t sender = event(sent).span.lane;
        const std::int64_t sentAt
            = event(sent).span.endNs - m_window.clockOffsetNs(sender) + m_window.clockOffsetNs(each.span.lane);
        // Negative if data were streamed before the sender had finished.
        return std::min(each.span.endNs - sentAt, length);
    }
    // For a receive with an unknown sender, transfer and wait cannot be separated.
    return each.span.isReceive() ? 0 : length;
}

void StepReplay::Builder::emitAlone(std::uint32_t at)
{
    const WindowEvent& each = event(at);
    Item item = blank(each.span.op, each.span.lane, lengthAlone(at));
    if (const std::uint32_t sent = m_sentBy[at]; sent != none && m_isDone[sent] != 0)
        item.sent = m_marks[sent];
    item.marks = m_marks[at];
    if (each.span.kind == SpanKind::Compute)
        add(item, {Families::Kind::Work, each.span.op, 0});
    else if (each.span.communicator == SyncSpan::none)
        add(item, {Families::Kind::Other, each.span.op, 0});
    else
        add(item,
            {Families::Kind::Transfer, each.span.op,
             std::uint64_t{each.span.sizeClass} << 32 | (item.observed < 0 ? streamed : alone)});
    done(at);
}

StepReplay::Item StepReplay::Builder::blank(std::uint32_t op, std::uint32_t lane, std::int64_t ns)
{
    const auto [found, isNew] = m_opIndex.try_emplace(op, static_cast<std::uint32_t>(m_replay.m_ops.size()));
    if (isNew)
        m_replay.m_ops.push_back(op);
    Item item;
    item.observed = secondsOf(ns);
    item.lane = lane;
    item.op = found->second;
    return item;
}

void StepReplay::Builder::add(const Item& item, Families::Key key)
{
    m_families.add(static_cast<std::uint32_t>(m_replay.m_items.size()), key);
    m_replay.m_isTransfer.resize(m_replay.m_ops.size(), 0);
    m_replay.m_isTransfer[item.op] = key.kind == Families::Kind::Transfer ? 1 : 0;
    m_replay.m_items.push_back(item);
}

void StepReplay::Builder::done(std::uint32_t at)
{
    m_isDone[at] = 1;
    ++m_cursor[event(at).span.lane];
    if (m_marks[at] == none)
        return;
    for (const std::uint32_t lane : std::exchange(m_waiting[m_marks[at]], {}))
        m_ready.push_back(lane);
}

/// Represents events that end together by one mark.
void StepReplay::Builder::joinMarks()
{
    std::vector<std::uint32_t> same(m_replay.m_sentCount);
    for (std::uint32_t mark = 0; mark < same.size(); ++mark)
        same[mark] = mark;
    for (const auto& [mark, speaker] : m_aliases)
        same[mark] = speaker;
    for (Item& item : m_replay.m_items)
        item.sent = item.sent == none ? none : same[item.sent];
}

StepReplay::StepReplay(const SyncWindow& window, const std::vector<bool>& isLost)
{
    Builder(window, isLost, *this).build();
}

bool StepReplay::isLeftOut(const WindowEvent& event)
{
    const bool isLoneWait = event.span.kind == SpanKind::Wait && !event.span.isReceive()
        && (event.group == WindowEvent::none || !event.span.isCollective());
    return !event.isFresh() || event.span.kind == SpanKind::Idle || isLoneWait;
}

ReplayScenario StepReplay::uniform(bool observed) const
{
    const std::uint8_t flag = observed ? 1 : 0;
    return {std::vector<std::uint8_t>(m_ops.size(), flag), std::vector<std::uint8_t>(m_lanes, flag)};
}

double StepReplay::seconds(const ReplayScenario& scenario)
{
    m_laneTimes.assign(m_lanes, 0);
    m_sentAt.assign(m_sentCount, 0);
    for (const Item& item : m_items) {
        const bool isOpObserved = scenario.ops[item.op] != 0;
        if (item.group == none) {
            float& time = m_laneTimes[item.lane];
            const float length = isOpObserved && scenario.lanes[item.lane] != 0 ? item.observed : item.ideal;
            time = item.sent != none ? std::max(time, m_sentAt[item.sent] + length) : time + length;
            if (item.marks != none)
                m_sentAt[item.marks] = time;
            continue;
        }
        const GroupLanes& group = m_groupLanes[item.group];
        const std::span members = std::span(m_members).subspan(group.first, group.count);
        float last = 0;
        bool isAnyObserved = false;
        for (const std::uint32_t lane : members) {
            last = std::max(last, m_laneTimes[lane]);
            isAnyObserved = isAnyObserved || scenario.lanes[lane] != 0;
        }
        last += isOpObserved && isAnyObserved ? item.observed : item.ideal;
        for (const std::uint32_t lane : members)
            m_laneTimes[lane] = last;
        if (item.marks != none)
            m_sentAt[item.marks] = last;
    }
    return m_laneTimes.empty() ? 0 : static_cast<double>(std::ranges::max(m_laneTimes));
}

} // namespace lockstep
