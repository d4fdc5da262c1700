// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/windowmoment.h"

#include "models/core/units.h"
#include "models/incidents/entityname.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

QString timeText(TimePoint time)
{
    return QString::number(qlonglong{time.time_since_epoch().count()});
}

/// Limited to the years 1896 to 2043, so that sums of times do not overflow; nullopt for anything else.
std::optional<TimePoint> timeAt(const QJsonObject& object, QStringView key)
{
    constexpr qlonglong farthest = qlonglong{1} << 61;
    bool isNumber = false;
    const qlonglong ns = object[key].toString().toLongLong(&isNumber);
    if (!isNumber || ns < -farthest || ns > farthest)
        return std::nullopt;
    return TimePoint(Duration(ns));
}

std::optional<TimeRange> rangeAt(const QJsonObject& object, QStringView from, QStringView to)
{
    const auto begin = timeAt(object, from);
    const auto end = timeAt(object, to);
    if (!begin || !end || *end <= *begin)
        return std::nullopt;
    return TimeRange{*begin, *end};
}

std::string exactUtc(TimePoint moment)
{
    constexpr int nanoseconds = 9;
    return formatUtc(moment, moment == std::chrono::floor<std::chrono::seconds>(moment) ? 0 : nanoseconds);
}

std::vector<EntityRef> selectedAt(const QJsonObject& object, const Topology& topology)
{
    std::vector<EntityRef> selected;
    for (const QJsonValue& each : object[u"selected"].toArray()) {
        for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
            const auto entityKind = static_cast<EntityKind>(kind);
            if (each[u"kind"].toString().toStdString() != entityKindName(entityKind))
                continue;
            const EntityRef found = findEntity(topology, {entityKind, each[u"path"].toString().toStdString()});
            if (found.isValid())
                selected.push_back(found);
        }
    }
    return selected;
}

} // namespace

QByteArray windowMoment(const ViewContext& context, int workspace, const QJsonObject& timeline)
{
    const ClusterStore& store = context.cluster.store();
    QJsonObject moment{{u"workspace"_s, workspace},
                       {u"from_ns"_s, timeText(context.time.range().from)},
                       {u"to_ns"_s, timeText(context.time.range().to)},
                       {u"cursor_ns"_s, timeText(context.time.cursor())}};
    if (const auto marked = context.time.marked()) {
        moment[u"marked_from_ns"_s] = timeText(marked->from);
        moment[u"marked_to_ns"_s] = timeText(marked->to);
    }
    if (const MetricId metric = context.selection.metric(); metric.isValid())
        moment[u"metric"_s] = QString::fromStdString(store.metrics().descriptor(metric).name);
    QJsonArray selected;
    for (const EntityRef entity : context.selection.selected()) {
        const EntityName name = nameOf(*store.topology(), entity);
        const std::string kind(entityKindName(name.kind));
        selected.append(
            QJsonObject{{u"kind"_s, QString::fromStdString(kind)}, {u"path"_s, QString::fromStdString(name.path)}});
    }
    moment[u"selected"_s] = selected;
    if (!timeline.isEmpty())
        moment[u"timeline"_s] = timeline;
    return QJsonDocument(moment).toJson(QJsonDocument::Compact);
}

QString windowLink(const ViewContext& context, int workspace, const LinkPart& source)
{
    const ClusterStore& store = context.cluster.store();
    const TimeWindow::Place& place = context.time.target();
    std::vector<LinkPart> parts{source,
                                {"workspace", std::to_string(workspace + 1)},
                                {"from", exactUtc(place.range.from)},
                                {"to", exactUtc(place.range.to)},
                                {"at", exactUtc(place.cursor)}};
    if (const MetricId metric = context.selection.metric(); metric.isValid())
        parts.emplace_back("metric", store.metrics().descriptor(metric).name);
    if (const EntityRef entity = context.selection.current(); entity.isValid() && store.topology()->contains(entity))
        parts.emplace_back("select", store.topology()->path(entity));
    return QString::fromStdString(makeViewLink(parts));
}

QJsonObject timelineOf(const QByteArray& json)
{
    return QJsonDocument::fromJson(json).object()[u"timeline"_s].toObject();
}

std::optional<int> showWindowMoment(const QByteArray& json, const ViewContext& context)
{
    const QJsonObject moment = QJsonDocument::fromJson(json).object();
    const auto range = rangeAt(moment, u"from_ns", u"to_ns");
    const auto cursor = timeAt(moment, u"cursor_ns");
    if (!range || !cursor)
        return std::nullopt;
    const ClusterStore& store = context.cluster.store();
    context.time.setRange(*range);
    context.time.setCursor(*cursor);
    context.time.setMarked(rangeAt(moment, u"marked_from_ns", u"marked_to_ns"));
    const MetricId metric = store.metrics().find(moment[u"metric"].toString().toStdString());
    if (metric.isValid())
        context.selection.setMetric(metric);
    context.selection.setSelected(selectedAt(moment, *store.topology()));
    return moment[u"workspace"].toInt();
}

} // namespace lockstep
