// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/marks/spanfacts.h"

#include "models/core/units.h"
#include "models/store/clusterstore.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/lastheard.h"

#include <QStringList>

#include <algorithm>

namespace lockstep {

namespace {

QString durationText(std::int64_t nanoseconds)
{
    return toQString(formatDuration(Duration(nanoseconds)));
}

/// "all_reduce #4211 on dp2"; the parts that are unknown are left out.
QString operationText(const NameTable& names, const StoredSpan& span)
{
    QStringList parts;
    if (span.op != 0)
        parts << toQString(names.name(NameId{span.op}));
    if (span.sequence != 0)
        parts << QStringLiteral("#%1").arg(span.sequence);
    if (span.communicator != 0)
        parts << tr("on %1").arg(toQString(names.name(NameId{span.communicator})));
    return parts.join(QLatin1Char(' '));
}

QString sentenceOf(const QString& who, const QString& what, const StoredSpan& span)
{
    const QString length = durationText(span.durationNs);
    const auto orKind = [&](const QString& kind) {
        return what.isEmpty() ? kind : what;
    };
    switch (span.spanKind()) {
    case SpanKind::Wait:
        return what.isEmpty() ? tr("%1 waited %2").arg(who, length) : tr("%1 waited %2 in %3").arg(who, length, what);
    case SpanKind::Step:
        return tr("%1: step %2, %3").arg(who).arg(span.step).arg(length);
    case SpanKind::Marker:
        return tr("%1: %2").arg(who, orKind(tr("marker")));
    case SpanKind::Checkpoint:
        return tr("%1: %2, %3").arg(who, orKind(tr("checkpoint")), length);
    case SpanKind::Restart:
        return tr("%1: %2, %3").arg(who, orKind(tr("restart")), length);
    case SpanKind::Idle:
        return tr("%1: idle, %2").arg(who, length);
    case SpanKind::Compute:
    case SpanKind::Collective:
    case SpanKind::Transfer:
        break;
    }
    const QString kind = toQString(spanKindName(span.spanKind()));
    if (span.bytes != 0)
        return tr("%1: %2, %3, %4")
            .arg(who, orKind(kind), quantityText(static_cast<double>(span.bytes), Unit::Bytes), length);
    return tr("%1: %2, %3").arg(who, orKind(kind), length);
}

QString nameOf(const ClusterStore& store, const SpanLane& lane)
{
    const std::string& name = store.spans().names().name(lane.name);
    if (!name.empty())
        return toQString(name);
    return store.topology()->contains(lane.entity) ? toQString(store.topology()->name(lane.entity)) : tr("lane");
}

/// The lane's position, and the accuracy of its clock.
void addPlace(const ClusterStore& store, const SpanLane& lane, std::vector<HoverFact>& facts)
{
    if (!store.topology()->contains(lane.entity))
        return;
    facts.push_back({tr("Where"), toQString(store.topology()->path(lane.entity))});
    if (lane.job.isValid() && lane.job.value != 0)
        facts.push_back({tr("Job"), toQString(store.spans().names().name(lane.job))});
    const EntityRef node = store.topology()->ancestor(lane.entity, EntityKind::Node);
    if (!node.isValid())
        return;
    if (const auto& clock = store.node(node).clock)
        facts.push_back({tr("Clock"), tr("uncertainty ±%1").arg(toQString(formatDuration(clock->uncertainty)))});
}

} // namespace

HoverText explainSpan(const ClusterStore& store, const SpanLane& lane, const StoredSpan& span, std::size_t others)
{
    const TimePoint start{Duration(span.startNs)};
    HoverText result;
    result.sentence = sentenceOf(nameOf(store, lane), operationText(store.spans().names(), span), span);
    auto& facts = result.facts;
    facts.push_back({tr("Kind"), toQString(spanKindName(span.spanKind()))});
    facts.push_back({tr("Start"), toQString(formatTime(start, std::chrono::microseconds(1)))});
    if (span.durationNs > 0)
        facts.push_back({tr("Duration"), durationText(span.durationNs)});
    if (span.step != 0 && span.spanKind() != SpanKind::Step)
        facts.push_back({tr("Step"), QString::number(span.step)});
    if (span.bytes != 0 && span.durationNs > 0) {
        const double rate = static_cast<double>(span.bytes) * 1e9 / static_cast<double>(span.durationNs);
        facts.push_back({tr("Throughput"), quantityText(rate, Unit::BytesPerSecond)});
    }
    addPlace(store, lane, facts);
    if (others > 0)
        facts.push_back({tr("Also here"), tr("%n more spans; zoom in to see each", nullptr, static_cast<int>(others))});
    return result;
}

namespace {

bool areAll(const std::vector<AvailableRange>& ranges, Availability state)
{
    return std::ranges::all_of(ranges, [state](const AvailableRange& each) { return each.state == state; });
}

/// The reason if the lane has no span because it begins later or has not reported so far; otherwise empty.
QString beyondItsSpans(const ClusterStore& store, std::size_t lane, TimePoint time)
{
    const TimeRange here{time, time + Duration(1)};
    const Availability state = store.spansAvailable(here).front().state;
    if (state == Availability::Pending)
        return tr("the spans of this time are still loading from the recording");
    if (state == Availability::None)
        return tr("no spans were recorded at this time");
    const LaneSpans spans = store.laneSpans(lane, here);
    if (spans.empty())
        return {};
    const std::int64_t ns = nsOf(time);
    if (const std::int64_t first = spans.startNs(0); ns < first)
        return tr("no span here; the next one begins at %1")
            .arg(toQString(formatTime(TimePoint(Duration(first)), std::chrono::milliseconds(1))));
    const TimePoint end = std::max(here.to, timeOfTick(store.ticks().to, store.tickPeriod()));
    const std::int64_t last = spans.latestEndNs();
    return ns >= last && areAll(store.spansAvailable({time, end}), Availability::Ready)
        ? tr("no span here; the last one ended %1 earlier").arg(durationText(ns - last))
        : QString();
}

} // namespace

HoverText explainNothing(const ClusterStore& store, std::size_t index, TimePoint time)
{
    const SpanLane& lane = store.spans().lanes()[index];
    HoverText result;
    const EntityRef node = store.topology()->contains(lane.entity)
        ? store.topology()->ancestor(lane.entity, EntityKind::Node)
        : EntityRef{};
    const QString who = nameOf(store, lane);
    const QString beyond = beyondItsSpans(store, index, time);
    result.sentence = tr("%1: %2").arg(who, beyond.isEmpty() ? tr("no span here") : beyond);
    result.facts.push_back({tr("Time"), toQString(formatTime(time, std::chrono::milliseconds(1)))});
    if (node.isValid()) {
        const NodeStatus& status = store.node(node);
        const QString nodeName = toQString(store.topology()->name(node));
        const auto gap = std::ranges::find_if(status.gaps, [&](const Gap& g) { return g.range.contains(time); });
        if (gap != status.gaps.end()) {
            result.sentence = tr("%1: no data, because %2 did not report").arg(who, nodeName);
            result.facts.push_back({tr("Gap"), durationText(gap->range.length().count())});
            result.facts.push_back({tr("Reason"), toQString(gap->reason)});
        } else if (status.freshness == Freshness::Stale && time > lastHeard(status)) {
            result.sentence = tr("%1: no data, because %2 is stale").arg(who, nodeName);
            result.facts.push_back(
                {tr("Last sample"), toQString(formatTime(lastHeard(status), std::chrono::seconds(1)))});
        }
    }
    addPlace(store, lane, result.facts);
    return result;
}

} // namespace lockstep
