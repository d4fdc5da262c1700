// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/visiblerows.h"

#include "models/store/clusterstore.h"
#include "widgets/timeline/marks/lastheard.h"

#include <algorithm>

namespace lockstep {

namespace {

/// Mixes numbers into one; the order matters.
class Fingerprint
{
public:
    void add(std::uint64_t number)
    {
        m_value = (m_value ^ number) * 0x9E3779B97F4A7C15U;
        m_value ^= m_value >> 29U;
    }
    void add(TimePoint time) { add(static_cast<std::uint64_t>(time.time_since_epoch().count())); }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0;
};

void addSpans(const LaneSpans& lane, TimeRange range, Fingerprint& print)
{
    const LaneSpans spans = lane.overlapping(nsOf(range.from), nsOf(range.to));
    print.add(spans.size());
    if (spans.empty())
        return;
    print.add(static_cast<std::uint64_t>(spans.startNs(0)));
    print.add(static_cast<std::uint64_t>(spans.startNs(spans.size() - 1)));
}

void addNotHeard(const NodeStatus& node, Fingerprint& print)
{
    print.add(static_cast<std::uint64_t>(node.freshness));
    print.add(node.gaps.size());
    if (!node.gaps.empty())
        print.add(node.gaps.back().range.to);
    if (node.freshness == Freshness::Stale)
        print.add(lastHeard(node));
}

} // namespace

std::vector<VisibleRow> visibleRows(const TimelineRows& rows, const TimelineGeometry& geometry)
{
    std::vector<VisibleRow> visible;
    const auto add = [&](int top, int bottom) {
        for (const TimelineRow& row : rows.between(top, bottom))
            visible.push_back({&row, QRect(0, geometry.viewY(row.top), geometry.width, row.bottom - row.top)});
    };
    add(0, std::min(geometry.frozen, geometry.lanesHeight()));
    add(geometry.frozen + geometry.scroll, geometry.scroll + geometry.lanesHeight());
    return visible;
}

std::uint64_t fingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store, TimeRange range)
{
    Fingerprint print;
    for (const auto& [row, area] : rows) {
        if (row->kind != TimelineRow::Kind::Lane)
            continue;
        addSpans(store.laneSpans(row->lane, range), range, print);
        if (row->node.isValid())
            addNotHeard(store.node(row->node), print);
    }
    return print.value();
}

std::uint64_t labelFingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store)
{
    Fingerprint print;
    for (const auto& [row, area] : rows) {
        if (row->node.isValid())
            print.add(static_cast<std::uint64_t>(store.freshness(row->node)));
    }
    return print.value();
}

} // namespace lockstep
