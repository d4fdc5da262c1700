// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/halltip.h"

#include "models/core/flags.h"
#include "models/store/clustermodel.h"
#include "models/view/palette.h"
#include "models/view/timeaxis.h"
#include "models/view/timewindow.h"
#include "models/view/translation.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double padding = 10;
constexpr double columnGap = 14;
constexpr double afterSentence = 4;
constexpr double offset = 16; // from the pointer, so that it hides nothing that is pointed at

QString quoted(const std::string& words)
{
    return QString::fromStdString(words);
}

/// Why nothing can be said of something that is measured.
QString nothingKnown(HallMode mode, const QString& name, const QString& title)
{
    switch (mode) {
    case HallMode::Deviation:
        return tr("%1 has too few peers to be compared with.").arg(name);
    case HallMode::Rate:
    case HallMode::TimeToLimit:
        return tr("%1 has too few samples of the last minute to tell how it changes.").arg(name);
    default:
        return tr("%1 reports no data for %2.").arg(name, title);
    }
}

QString sentenceFor(const HallValues& values, const HallReading& reading, const QString& name, const QString& worst,
                    bool isOwn)
{
    const MetricDescriptor& metric = *values.metric();
    const QString title = quoted(metric.title);
    const QString value = quoted(formatValue(metric, reading.value));
    switch (reading.knowledge) {
    case Knowledge::NotMeasured:
        return tr("%1 is not measured at %2.").arg(title, name);
    case Knowledge::NoData:
        return nothingKnown(values.mode(), name, title);
    case Knowledge::Stale:
        return std::isnan(reading.value) ? tr("%1 is silent.").arg(name)
                                         : tr("%1 is silent; %2 was last %3.").arg(name, title, value);
    case Knowledge::Current:
        break;
    }
    if (isOwn)
        return tr("%1 of %2 is %3.").arg(title, name, value);
    const QString lead = metric.direction == Direction::LowIsBad ? tr("Lowest") : tr("Highest");
    return tr("%1 %2 within %3 is %4, at %5.").arg(lead, title, name, value, worst);
}

QString ageOf(const ViewContext& context, EntityRef entity)
{
    const ClusterStore& store = context.cluster.store();
    if (!context.time.isFollowing())
        return tr("as recorded at %1").arg(quoted(formatTime(context.time.cursor(), store.tickPeriod())));
    const EntityRef node = store.topology()->ancestor(entity, EntityKind::Node);
    if (!store.topology()->contains(node) || store.node(node).freshness == Freshness::NeverSeen)
        return tr("never heard of");
    const Duration age = std::max(wallClockNow() - store.node(node).lastReceived, Duration(0));
    return quoted(formatDuration(std::chrono::floor<std::chrono::milliseconds>(age)));
}

double labelWidth(const HallTip& tip, const QFontMetricsF& metrics)
{
    double widest = 0;
    for (const auto& [label, value] : tip.facts)
        widest = std::max(widest, metrics.horizontalAdvance(label));
    return widest;
}

double rowHeight(const QFontMetricsF& metrics)
{
    return std::ceil(metrics.height() + 2);
}

} // namespace

HallTip tipFor(const ViewContext& context, const HallValues& values, EntityRef entity)
{
    const Topology& topology = *context.cluster.store().topology();
    const QString name = quoted(topology.name(entity));
    HallTip tip;
    const HallReading reading = values.of(entity);
    if (values.metric()) {
        const MetricDescriptor& metric = *values.metric();
        const EntityRef worst{metric.entityKind, reading.worst};
        const QString worstName = topology.contains(worst) ? quoted(topology.name(worst)) : QString();
        tip.sentence = sentenceFor(values, reading, name, worstName, metric.entityKind == entity.kind);
        if (!std::isnan(reading.value))
            tip.facts.emplace_back(quoted(metric.title), quoted(formatValue(metric, reading.value)));
        if (metric.entityKind != entity.kind && topology.contains(worst))
            tip.facts.emplace_back(tr("From"), quoted(topology.path(worst)));
        if (const auto limit = metric.critical ? metric.critical : metric.warning)
            tip.facts.emplace_back(tr("Limit"), quoted(formatQuantity(static_cast<double>(*limit), metric.unit)));
    } else {
        tip.sentence = tr("No metric is chosen to colour by.");
    }
    tip.facts.emplace_back(tr("Where"), quoted(topology.path(entity)));
    if (entity.kind != EntityKind::Rack)
        tip.facts.emplace_back(tr("Age"), ageOf(context, entity));
    if (reading.hidesSilence && reading.knowledge == Knowledge::Current)
        tip.facts.emplace_back(tr("Note"), tr("something within is silent"));
    return tip;
}

QRectF tipRect(const HallTip& tip, QPointF pointer, QSizeF viewport, const QFont& font)
{
    if (tip.sentence.isEmpty())
        return {};
    const QFontMetricsF metrics(font);
    double width = metrics.horizontalAdvance(tip.sentence);
    for (const auto& [label, value] : tip.facts)
        width = std::max(width, labelWidth(tip, metrics) + columnGap + metrics.horizontalAdvance(value));
    QRectF plate(pointer + QPointF(offset, offset),
                 QSizeF(width + 2 * padding,
                        rowHeight(metrics) * static_cast<double>(tip.facts.size() + 1) + 2 * padding + afterSentence));
    if (plate.right() > viewport.width())
        plate.moveRight(std::max(pointer.x() - offset, plate.width()));
    if (plate.bottom() > viewport.height())
        plate.moveBottom(std::max(pointer.y() - offset, plate.height()));
    return plate;
}

void paintTip(QPainter& painter, const HallTip& tip, QPointF pointer, QSizeF viewport, const Palette& palette)
{
    const QRectF plate = tipRect(tip, pointer, viewport, painter.font());
    if (plate.isEmpty())
        return;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(QColor(palette.line));
    painter.setBrush(QColor(palette.raised));
    painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    QPointF at(plate.left() + padding, plate.top() + padding + metrics.ascent());
    painter.setPen(QColor(palette.text));
    painter.drawText(at, tip.sentence);
    at.ry() += afterSentence;
    for (const auto& [label, value] : tip.facts) {
        at.ry() += rowHeight(metrics);
        painter.setPen(QColor(palette.dimText));
        painter.drawText(at, label);
        painter.setPen(QColor(palette.text));
        painter.drawText(at + QPointF(labelWidth(tip, metrics) + columnGap, 0), value);
    }
}

} // namespace lockstep
