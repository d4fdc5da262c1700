// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sync/stepreplay.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace lockstep {

namespace {

/// Clocks are known this well: what a sender ended so shortly after a receive still counts as before it.
constexpr std::int64_t toleranceNs = 200'000;

float secondsOf(std::int64_t ns)
{
    return static_cast<float>(static_cast<double>(ns) * 1e-9);
}

} // namespace

/// Puts the events of a window in an order that can be replayed. Lives for one constructor.
class StepReplay::Builder
{
public:
    Builder(const SyncWindow& window, StepReplay& replay) : m_window(window), m_replay(replay) { }

    void build()
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
        m_hasArrived.resize(m_window.events().size(), 0);
        m_marks.resize(m_window.events().size(), none);
        findSenders();
        for (std::uint32_t lane = 0; lane < m_replay.m_lanes; ++lane) {
            m_cursor[lane] = m_window.laneBegin(lane);
            m_ready.push_back(lane);
        }
        run();
        // Clocks that disagree can make lanes wait in a circle; the first that is stuck gets on, and then the rest.
        for (std::uint32_t lane = 0; lane < m_replay.m_lanes; ++lane) {
            while (m_cursor[lane] < m_window.laneEnd(lane)) {
                emitAlone(m_cursor[lane]);
                m_ready.push_back(lane);
                run();
            }
        }
        idealise();
    }

private:
    using Family = std::pair<std::uint32_t, std::uint64_t>; ///< operation; size of data and group

    [[nodiscard]] const WindowEvent& event(std::uint32_t at) const { return m_window.events()[at]; }

    /// Waits that nobody is known to have caused, and idling, are what a replay leaves out.
    [[nodiscard]] bool isSkipped(const WindowEvent& each) const
    {
        const bool isLoneWait = each.span.kind == SpanKind::Wait && !each.span.isReceive()
            && (each.group == WindowEvent::none || !each.span.isCollective());
        return !each.isFresh() || each.span.kind == SpanKind::Idle || isLoneWait;
    }
    [[nodiscard]] bool isShared(const WindowEvent& each) const
    {
        return each.group != WindowEvent::none && each.span.isCollective();
    }

    void findSenders()
    {
        m_sentBy.resize(m_window.events().size(), none);
        for (std::uint32_t at = 0; at < m_window.events().size(); ++at) {
            const SyncSpan& span = event(at).span;
            const std::uint32_t sender = span.isReceive() && event(at).isFresh() ? m_window.senderOf(span) : none;
            if (sender == none || sender == span.lane)
                continue;
            const std::int64_t received
                = span.endNs - m_window.clockOffsetNs(span.lane) + m_window.clockOffsetNs(sender) + toleranceNs;
            const auto first = m_window.events().begin() + m_window.laneBegin(sender);
            const auto last = m_window.events().begin() + m_window.laneEnd(sender);
            // Lanes are in order of start; as they do one thing after another, ends are in order too.
            auto sent = std::partition_point(first, last,
                                             [&](const WindowEvent& each) { return each.span.endNs <= received; });
            while (sent != first && isSkipped(*std::prev(sent)))
                --sent;
            if (sent == first)
                continue;
            m_sentBy[at] = static_cast<std::uint32_t>(std::prev(sent) - m_window.events().begin());
            if (std::uint32_t& mark = m_marks[m_sentBy[at]]; mark == none)
                mark = static_cast<std::uint32_t>(m_replay.m_sentCount++);
        }
        m_waiting.resize(m_replay.m_sentCount);
    }

    void run()
    {
        while (!m_ready.empty()) {
            const std::uint32_t lane = m_ready.back();
            m_ready.pop_back();
            while (m_cursor[lane] < m_window.laneEnd(lane) && step(m_cursor[lane])) { }
        }
    }

    /// @return whether the lane got on
    bool step(std::uint32_t at)
    {
        const WindowEvent& each = event(at);
        if (isSkipped(each)) {
            done(at);
            return true;
        }
        if (isShared(each))
            return arrive(at);
        if (m_sentBy[at] != none && m_isDone[m_sentBy[at]] == 0) {
            m_waiting[m_marks[m_sentBy[at]]].push_back(each.span.lane);
            return false;
        }
        emitAlone(at);
        return true;
    }

    bool arrive(std::uint32_t at)
    {
        const std::uint32_t group = event(at).group;
        if (std::exchange(m_hasArrived[at], std::uint8_t{1}) != 0)
            return false; // looked at again while it waits
        if (--m_missing[group] > 0)
            return false;
        emitGroup(group);
        return true;
    }

    void emitGroup(std::uint32_t group)
    {
        const WaitGroup& all = m_window.groups()[group];
        Item item = blank(all.shortest, secondsOf(event(all.shortest).span.lengthNs()));
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
            // Of those that somebody waits for one speaks for all: they end together.
            if (m_marks[at] != none && item.marks == none)
                item.marks = m_marks[at];
            else if (m_marks[at] != none)
                m_aliases.emplace_back(m_marks[at], item.marks);
        }
        add(item, {m_replay.m_ops[item.op], std::uint64_t{event(all.shortest).span.sizeClass} << 32 | all.count});
        for (const std::uint32_t lane : members) {
            done(m_cursor[lane]);
            m_ready.push_back(lane);
        }
    }

    void emitAlone(std::uint32_t at)
    {
        const WindowEvent& each = event(at);
        std::int64_t length = isShared(each) ? each.span.lengthNs() - each.waitNs : each.span.lengthNs();
        Item item = blank(at, 0);
        if (const std::uint32_t sent = m_sentBy[at]; sent != none && m_isDone[sent] != 0) {
            item.sent = m_marks[sent];
            const std::uint32_t sender = event(sent).span.lane;
            const std::int64_t sentAt
                = event(sent).span.endNs - m_window.clockOffsetNs(sender) + m_window.clockOffsetNs(each.span.lane);
            length = std::clamp<std::int64_t>(each.span.endNs - sentAt, 0, length);
        } else if (each.span.isReceive()) {
            length = 0; // for whom it waits is not known, so that no part of it can be told from waiting
        }
        item.observed = secondsOf(length);
        item.marks = m_marks[at];
        const bool isWork = each.span.communicator == SyncSpan::none || each.span.kind == SpanKind::Compute;
        add(item,
            {m_replay.m_ops[item.op], isWork ? workFamily : std::uint64_t{each.span.sizeClass} << 32 | aloneFamily});
        done(at);
    }

    [[nodiscard]] Item blank(std::uint32_t at, float seconds)
    {
        const auto [found, isNew]
            = m_opIndex.try_emplace(event(at).span.op, static_cast<std::uint32_t>(m_replay.m_ops.size()));
        if (isNew)
            m_replay.m_ops.push_back(event(at).span.op);
        Item item;
        item.observed = seconds;
        item.lane = event(at).span.lane;
        item.op = found->second;
        return item;
    }

    void add(const Item& item, Family family)
    {
        m_families[family].push_back(static_cast<std::uint32_t>(m_replay.m_items.size()));
        m_replay.m_items.push_back(item);
    }

    void done(std::uint32_t at)
    {
        m_isDone[at] = 1;
        ++m_cursor[event(at).span.lane];
        if (m_marks[at] == none)
            return;
        for (const std::uint32_t lane : std::exchange(m_waiting[m_marks[at]], {}))
            m_ready.push_back(lane);
    }

    void idealise()
    {
        std::vector<std::uint32_t> same(m_replay.m_sentCount);
        for (std::uint32_t mark = 0; mark < same.size(); ++mark)
            same[mark] = mark;
        for (const auto& [mark, speaker] : m_aliases)
            same[mark] = speaker;
        for (Item& item : m_replay.m_items)
            item.sent = item.sent == none ? none : same[item.sent];
        std::vector<float> values;
        for (const auto& [family, items] : m_families) {
            values.clear();
            for (const std::uint32_t item : items)
                values.push_back(m_replay.m_items[item].observed);
            const float ideal = family.second == workFamily ? meanOf(values) : medianOf(values);
            for (const std::uint32_t item : items)
                m_replay.m_items[item].ideal = ideal;
        }
    }

    static float meanOf(const std::vector<float>& values)
    {
        double sum = 0;
        for (const float value : values)
            sum += static_cast<double>(value);
        return static_cast<float>(sum / static_cast<double>(values.size()));
    }
    static float medianOf(std::vector<float>& values)
    {
        const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::ranges::nth_element(values, middle);
        return *middle;
    }

    static constexpr std::uint64_t workFamily = ~std::uint64_t{0};
    static constexpr std::uint64_t aloneFamily = 0;

    const SyncWindow& m_window;
    StepReplay& m_replay;
    std::vector<std::uint32_t> m_cursor; ///< by lane: event
    std::vector<std::uint32_t> m_ready; ///< lanes that may get on
    std::vector<std::uint32_t> m_missing; ///< by group: members that have not come yet
    std::vector<std::uint8_t> m_hasArrived; ///< by event: waits for its group
    std::vector<std::uint8_t> m_isDone; ///< by event
    std::vector<std::uint32_t> m_sentBy; ///< by event: of a receive the sender's
    std::vector<std::uint32_t> m_marks; ///< by event: its place in m_sentAt
    std::vector<std::vector<std::uint32_t>> m_waiting; ///< by mark: lanes
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_aliases; ///< mark, and the mark that speaks for it
    std::unordered_map<std::uint32_t, std::uint32_t> m_opIndex;
    std::map<Family, std::vector<std::uint32_t>> m_families; ///< items
};

StepReplay::StepReplay(const SyncWindow& window)
{
    Builder(window, *this).build();
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
            if (item.sent != none)
                time = std::max(time, m_sentAt[item.sent]);
            time += isOpObserved && scenario.lanes[item.lane] != 0 ? item.observed : item.ideal;
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
