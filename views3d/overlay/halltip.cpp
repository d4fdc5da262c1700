// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halltip.h"

#include "models/core/metrics/flags.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/palette.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
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
constexpr double fromEdge = 4; // of the view
constexpr double widestTip = 420;
constexpr double offset = 16; // from the pointer, so that the tip does not cover what it points at

QString quoted(const std::string& words)
{
    return modelText(words);
}

/// Reason why a measured entity has no value.
QString nothingKnown(HallMode mode, const QString& name, const QString& title)
{
    switch (mode) {
    case HallMode::Deviation:
        return tr("%1 has too few peers for a comparison.").arg(name);
    case HallMode::Rate:
    case HallMode::TimeToLimit:
        return tr("%1 has too few samples in the last minute to compute a rate of change.").arg(name);
    default:
        return tr("%1 reports no data for %2.").arg(name, title);
    }
}

QString sentenceFor(const HallValues& values, const HallSample& sample, const QString& name, const QString& worst,
                    bool isOwn)
{
    const MetricDescriptor& metric = *values.metric();
    const QString title = quoted(metric.title);
    const QString value = quoted(formatValue(metric, sample.value));
    switch (sample.valueState) {
    case ValueState::NotMeasured:
        return tr("%1 is not measured on %2.").arg(title, name);
    case ValueState::NoData:
        return nothingKnown(values.mode(), name, title);
    case ValueState::Stale:
        return std::isnan(sample.value)
            ? tr("%1 is not reporting.").arg(name)
            : tr("%1 is not reporting; the last value of %2 was %3.").arg(name, title, value);
    case ValueState::Current:
        break;
    }
    if (isOwn)
        return tr("%1 of %2 is %3.").arg(title, name, value);
    if (metric.unit == Unit::Bitmask)
        return tr("Worst %1 in %2: %3, on %4.").arg(title, name, value, worst);
    const QString lead = metric.direction == Direction::LowIsBad ? tr("Lowest") : tr("Highest");
    return tr("%1 %2 in %3: %4, on %5.").arg(lead, title, name, value, worst);
}

QString ageOf(const ViewContext& context, EntityRef entity)
{
    const ClusterStore& store = context.cluster.store();
    if (!context.time.isFollowing())
        return tr("recorded at %1").arg(quoted(formatTime(context.time.cursor(), store.tickPeriod())));
    const EntityRef node = store.topology()->ancestor(entity, EntityKind::Node);
    if (!store.topology()->contains(node) || store.node(node).freshness == Freshness::NeverSeen)
        return tr("never reported");
    const Duration age = std::max(wallClockNow() - store.node(node).lastReceived, Duration(0));
    return quoted(formatDuration(std::chrono::floor<std::chrono::milliseconds>(age)));
}

/// Lays out sentence and facts in the available width: the sentence wraps, paths are elided in the middle.
class TipLayout
{
public:
    TipLayout(const HallTip& tip, QSizeF viewport, const QFont& font) : m_tip(tip), m_metrics(font)
    {
        double values = 0;
        for (const auto& [label, value] : tip.facts) {
            m_labels = std::max(m_labels, m_metrics.horizontalAdvance(label));
            values = std::max(values, m_metrics.horizontalAdvance(value));
        }
        const double natural = std::max(m_metrics.horizontalAdvance(tip.sentence), m_labels + columnGap + values);
        const double room = std::min(widestTip, viewport.width() - 2 * fromEdge) - 2 * padding;
        m_inner = std::ceil(std::max(std::min(natural, room), 1.0));
        m_sentence = m_metrics.boundingRect(QRectF(0, 0, m_inner, 1e4), sentenceFlags, tip.sentence).height();
    }

    [[nodiscard]] QSizeF size() const
    {
        const double facts = rowHeight() * static_cast<double>(m_tip.facts.size());
        return {m_inner + 2 * padding, std::ceil(m_sentence + afterSentence + facts + 2 * padding)};
    }

    void paint(QPainter& painter, QRectF plate, const Palette& palette) const
    {
        const QRectF inner = plate.adjusted(padding, padding, -padding, -padding);
        painter.setPen(QColor(palette.text));
        painter.drawText(QRectF(inner.topLeft(), QSizeF(m_inner, m_sentence)), sentenceFlags, m_tip.sentence);
        QRectF row(inner.left(), inner.top() + m_sentence + afterSentence, m_inner, rowHeight());
        for (const auto& [label, value] : m_tip.facts) {
            painter.setPen(QColor(palette.dimText));
            painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, label);
            painter.setPen(QColor(palette.text));
            const QRectF rest = row.adjusted(m_labels + columnGap, 0, 0, 0);
            painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter,
                             m_metrics.elidedText(value, Qt::ElideMiddle, rest.width()));
            row.translate(0, rowHeight());
        }
    }

private:
    static constexpr int sentenceFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

    [[nodiscard]] double rowHeight() const { return std::ceil(m_metrics.height() + 2); }

    const HallTip& m_tip;
    QFontMetricsF m_metrics;
    double m_labels = 0;
    double m_inner = 0;
    double m_sentence = 0;
};

} // namespace

HallTip tipFor(const ViewContext& context, const HallValues& values, EntityRef entity)
{
    const Topology& topology = *context.cluster.store().topology();
    const QString name = quoted(topology.name(entity));
    HallTip tip;
    const HallSample sample = values.of(entity);
    if (values.metric()) {
        const MetricDescriptor& metric = *values.metric();
        const EntityRef worst{metric.entityKind, sample.worst};
        const QString worstName = topology.contains(worst) ? quoted(topology.name(worst)) : QString();
        tip.sentence = sentenceFor(values, sample, name, worstName, metric.entityKind == entity.kind);
        if (!std::isnan(sample.value))
            tip.facts.emplace_back(quoted(metric.title), quoted(formatValue(metric, sample.value)));
        if (metric.entityKind != entity.kind && topology.contains(worst))
            tip.facts.emplace_back(tr("Measured on"), quoted(topology.path(worst)));
        if (const auto limit = metric.critical ? metric.critical : metric.warning)
            tip.facts.emplace_back(tr("Limit"), quoted(formatQuantity(static_cast<double>(*limit), metric.unit)));
    } else {
        tip.sentence = tr("No metric selected.");
    }
    tip.facts.emplace_back(tr("Where"), quoted(topology.path(entity)));
    if (entity.kind != EntityKind::Rack)
        tip.facts.emplace_back(tr("Age"), ageOf(context, entity));
    if (sample.hidesSilence && sample.valueState == ValueState::Current)
        tip.facts.emplace_back(tr("Note"), tr("part of this component is silent"));
    return tip;
}

QRectF tipRect(const HallTip& tip, QPointF pointer, QSizeF viewport, const QFont& font)
{
    if (tip.sentence.isEmpty())
        return {};
    const QSizeF size = TipLayout(tip, viewport, font).size();
    QPointF at = pointer + QPointF(offset, offset);
    if (at.x() + size.width() > viewport.width() - fromEdge)
        at.setX(pointer.x() - offset - size.width());
    if (at.y() + size.height() > viewport.height() - fromEdge)
        at.setY(pointer.y() - offset - size.height());
    // If there is no space on either side, the tip covers the pointer but stays in the view.
    at.setX(std::max(fromEdge, std::min(at.x(), viewport.width() - fromEdge - size.width())));
    at.setY(std::max(fromEdge, std::min(at.y(), viewport.height() - fromEdge - size.height())));
    return {at, size};
}

void paintTip(QPainter& painter, const HallTip& tip, QPointF pointer, QSizeF viewport, const Palette& palette)
{
    const QRectF plate = tipRect(tip, pointer, viewport, painter.font());
    if (plate.isEmpty())
        return;
    painter.setPen(QColor(palette.line));
    painter.setBrush(QColor(palette.raised));
    painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    TipLayout(tip, viewport, painter.font()).paint(painter, plate, palette);
}

} // namespace lockstep
