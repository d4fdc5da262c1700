// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/metricfactsmodel.h"

#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/view/colour/theme.h"
#include "models/view/comparison/comparison.h"
#include "models/view/cursorvalues.h"
#include "models/view/decimation.h"
#include "models/view/modeltext.h"
#include "widgets/common/fonts.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr int factPadding = 6;
constexpr int trendWidth = 84;
constexpr int widestValue = 12; ///< characters
constexpr int slack = 6; ///< advances of fallback glyphs (the thin space) round up

} // namespace

void drawSparkline(QPainter& painter, const QRect& area, std::span<const float> samples, Rgb colour)
{
    if (area.width() < 4 || area.height() < 4)
        return;
    const std::vector<PixelExtent> extents = decimate(samples, static_cast<std::size_t>(area.width()));
    float low = 0;
    float high = 0;
    bool isFirst = true;
    for (const PixelExtent& extent : extents) {
        if (!extent.hasData)
            continue;
        low = isFirst ? extent.low : std::min(low, extent.low);
        high = isFirst ? extent.high : std::max(high, extent.high);
        isFirst = false;
    }
    if (isFirst)
        return;
    const double span = high > low ? static_cast<double>(high - low) : 0;
    const auto yOf = [&](float value) {
        return span > 0 ? area.bottom() - static_cast<double>(value - low) / span * (area.height() - 1)
                        : area.center().y();
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(toColor(colour));
    std::optional<QPointF> last;
    for (std::size_t x = 0; x < extents.size(); ++x) {
        const PixelExtent& extent = extents[x];
        if (!extent.hasData) {
            // Pixels between samples are not gaps; only a gap breaks the line.
            if (extent.hasGap)
                last.reset();
            continue;
        }
        const double at = area.left() + static_cast<double>(x);
        if (last)
            painter.drawLine(*last, QPointF(at, yOf(extent.last)));
        painter.drawLine(QPointF(at, yOf(extent.low)), QPointF(at, yOf(extent.high)));
        last = QPointF(at, yOf(extent.last));
    }
    if (last)
        painter.fillRect(QRectF(last->x() - 1, last->y() - 1, 3, 3), toColor(colour));
    painter.restore();
}

MetricFactsDelegate::MetricFactsDelegate(const Theme& theme, QObject* parent)
    : QStyledItemDelegate(parent), m_theme(theme)
{ }

QSize MetricFactsDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const
{
    const QString text = index.data().toString();
    const int height = rowHeight(textFont());
    switch (index.column()) {
    case MetricFactsModel::Name:
        return {QFontMetrics(textFont()).horizontalAdvance(text) + 2 * factPadding + slack, height};
    case MetricFactsModel::Trend:
        return {trendWidth, height};
    case MetricFactsModel::Value: {
        // Words are elided, so that one of them does not cut the names of all metrics.
        const QFontMetrics figures(figureFont());
        const int width = std::min(figures.horizontalAdvance(text), widestValue * figures.averageCharWidth());
        return {width + 3 * factPadding + severityMarkSide + slack, height};
    }
    default:
        return {QFontMetrics(smallFigureFont()).horizontalAdvance(text) + 2 * factPadding + slack, height};
    }
}

void MetricFactsDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto* model = qobject_cast<const MetricFactsModel*>(index.model());
    if (model == nullptr)
        return;
    const MetricFact& fact = model->fact(index.row());
    const Palette& palette = m_theme.palette();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->fillRect(option.rect,
                      toColor(isSelected      ? mixed(palette.panel, palette.accent, 0.28)
                                  : isHovered ? palette.raised
                                              : palette.panel));
    const QRect box = option.rect.adjusted(factPadding, 0, -factPadding, 0);
    // Elide names in the middle, because their end matters as much as their beginning.
    const Qt::TextElideMode elide = index.column() == MetricFactsModel::Name ? Qt::ElideMiddle : Qt::ElideRight;
    const auto text = [&](const QRect& area, const QFont& font, Rgb colour, Qt::Alignment side) {
        painter->setFont(font);
        painter->setPen(toColor(colour));
        painter->drawText(area, static_cast<int>(side | Qt::AlignVCenter),
                          painter->fontMetrics().elidedText(index.data().toString(), elide, area.width()));
    };
    switch (index.column()) {
    case MetricFactsModel::Name:
        text(box, textFont(), fact.isBelieved ? palette.text : palette.dimText, Qt::AlignLeft);
        break;
    case MetricFactsModel::Trend:
        drawSparkline(*painter, box.adjusted(0, 4, 0, -4), fact.trend,
                      fact.isBelieved ? palette.hover : palette.dimText);
        break;
    case MetricFactsModel::Value:
        if (fact.severity)
            drawSeverity(
                *painter,
                QRectF(box.left(), box.center().y() - severityMarkSide / 2.0 + 0.5, severityMarkSide, severityMarkSide),
                *fact.severity, palette);
        text(box.adjusted(severityMarkSide + factPadding, 0, 0, 0), figureFont(),
             fact.isBelieved ? palette.text : palette.dimText, Qt::AlignRight);
        break;
    default:
        text(box, smallFigureFont(), palette.dimText, Qt::AlignRight);
        break;
    }
}

namespace {

QString limitsText(const MetricDescriptor& metric)
{
    const auto text = [&](float limit) {
        return quantityText(static_cast<double>(limit), metric.unit);
    };
    if (metric.warning && metric.critical)
        return text(*metric.warning) + QStringLiteral(" / ") + text(*metric.critical);
    if (metric.warning)
        return text(*metric.warning);
    return metric.critical ? text(*metric.critical) : QString();
}

int rankOf(const MetricDescriptor& metric, const MetricFact& fact)
{
    constexpr float tenths = 10;
    constexpr int withoutLimit = 11;
    if (fact.severity)
        return -1 - static_cast<int>(*fact.severity);
    if (!fact.isBelieved)
        return withoutLimit + 1;
    const float limit = metric.warning.value_or(metric.critical.value_or(noData));
    if (std::isnan(limit))
        return withoutLimit;
    const float distance = limit != 0 ? std::abs((fact.value - limit) / limit) : 1;
    return static_cast<int>(std::min(distance, 1.0F) * tenths);
}

MetricFact makeFact(const ClusterStore& store, MetricId metric, EntityRef entity, std::optional<TickIndex> tick,
                    TickRange trend)
{
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::span<const float> values = valuesAt(store, metric, tick);
    MetricFact fact;
    fact.metric = metric;
    fact.entity = entity;
    fact.name = modelText(descriptor.title);
    fact.value = entity.index < values.size() ? values[entity.index] : noData;
    fact.valueText = toQString(formatValue(descriptor, fact.value));
    fact.limitText = limitsText(descriptor);
    const bool isStale = !tick && store.freshness(entity) != Freshness::Live;
    fact.isBelieved = !isStale && !std::isnan(fact.value);
    if (fact.isBelieved)
        fact.severity = severityOf(descriptor, fact.value);
    else if (!std::isnan(fact.value))
        fact.valueText = QCoreApplication::translate("lockstep::FactsPanel", "last %1").arg(fact.valueText);
    fact.rank = rankOf(descriptor, fact);
    if (descriptor.unit != Unit::Bitmask) // flags have no trend
        store.series(metric, entity.index, trend, fact.trend);
    return fact;
}

void sortWorstFirst(std::vector<MetricFact>& facts)
{
    std::ranges::stable_sort(facts, {}, &MetricFact::rank);
}

/// Index of the worst value in a column that is still valid.
std::optional<std::uint32_t> worstIn(const ClusterStore& store, MetricId metric, std::optional<TickIndex> tick)
{
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::span<const float> values = valuesAt(store, metric, tick);
    std::optional<std::uint32_t> worst;
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        if (std::isnan(values[i]) || (worst && !isWorse(descriptor, values[i], values[*worst])))
            continue;
        if (tick || store.freshness({descriptor.entityKind, i}) == Freshness::Live)
            worst = i;
    }
    return worst;
}

} // namespace

std::vector<MetricFact> metricFactsOf(const ClusterStore& store, EntityRef entity, std::optional<TickIndex> tick,
                                      TickRange trend)
{
    std::vector<MetricFact> facts;
    for (const MetricId metric : store.metrics().ofKind(entity.kind))
        facts.push_back(makeFact(store, metric, entity, tick, trend));
    // Omits metrics that this entity has never reported or, for a past moment, did not report around it.
    std::erase_if(facts, [&](const MetricFact& fact) {
        const std::span<const float> latest = tick ? std::span<const float>() : store.latest(fact.metric);
        const bool isReported = entity.index < latest.size() && !std::isnan(latest[entity.index]);
        const auto isData = [](float value) {
            return !std::isnan(value);
        };
        return std::isnan(fact.value) && !isReported && std::ranges::none_of(fact.trend, isData);
    });
    sortWorstFirst(facts);
    return facts;
}

void addBaselines(std::vector<MetricFact>& facts, const Comparison& comparison, const ClusterStore& store,
                  std::optional<TickIndex> tick)
{
    std::erase_if(facts, [&](const MetricFact& fact) { return comparison.computes(fact.metric); });
    for (MetricFact& fact : facts) {
        const MetricDescriptor& metric = store.metrics().descriptor(fact.metric);
        const float before = comparison.baselineAt(fact.metric, fact.entity.index, newestOr(store, tick));
        fact.baselineText = valueText(metric, before);
        const float difference = compared(fact.value, before, Shown::Difference);
        if (fact.isBelieved && !std::isnan(difference) && canBeShown(metric, Shown::Difference))
            fact.baselineText += QStringLiteral(", ")
                + valueText(comparedMetric(metric, Shown::Difference, comparison.baseline().name), difference);
    }
}

std::vector<MetricFact> worstFacts(const ClusterStore& store, std::optional<TickIndex> tick, TickRange trend)
{
    std::vector<MetricFact> facts;
    for (std::uint32_t i = 0; i < store.metrics().size(); ++i) {
        const MetricDescriptor& descriptor = store.metrics().descriptor(MetricId{i});
        if (!isJudged(descriptor) || !store.metrics().isOffered(MetricId{i}))
            continue;
        const auto worst = worstIn(store, MetricId{i}, tick);
        if (!worst)
            continue;
        MetricFact fact = makeFact(store, MetricId{i}, {descriptor.entityKind, *worst}, tick, trend);
        if (descriptor.entityKind != EntityKind::Node || store.topology()->count(EntityKind::Node) > 1)
            fact.name += QStringLiteral(" · ") + entityLabel(*store.topology(), fact.entity);
        facts.push_back(std::move(fact));
    }
    sortWorstFirst(facts);
    return facts;
}

MetricFactsModel::MetricFactsModel(QObject* parent)
    : TableModel({{tr("Metric")},
                  {tr("Trend")},
                  {tr("Value"), {}, isFigure},
                  {tr("Baseline"), {}, isFigure},
                  {tr("Limits"), {}, isFigure}},
                 parent)
{ }

/// Maps each current row to its index in @p facts; empty if the rows differ.
std::vector<int> MetricFactsModel::placesIn(const std::vector<MetricFact>& facts) const
{
    if (facts.size() != m_rows.size())
        return {};
    std::vector<int> places;
    for (const MetricFact& old : m_rows) {
        const auto found = std::ranges::find_if(facts, [&old](const MetricFact& fact) { return fact.isSame(old); });
        if (found == facts.end())
            return {};
        places.push_back(static_cast<int>(found - facts.begin()));
    }
    return places;
}

void MetricFactsModel::setFacts(std::vector<MetricFact> facts)
{
    const std::vector<int> places = placesIn(facts);
    if (places.empty()) {
        if (facts.empty() && m_rows.empty())
            return;
        beginResetModel();
        m_rows = std::move(facts);
        endResetModel();
        return;
    }
    if (!std::ranges::is_sorted(places)) {
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList from = persistentIndexList();
        QModelIndexList to;
        for (const QModelIndex& index : from)
            to.append(createIndex(places[static_cast<std::size_t>(index.row())], index.column()));
        m_rows = std::move(facts);
        changePersistentIndexList(from, to);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    } else {
        m_rows = std::move(facts);
    }
    changeRows(0, rowCount());
}

QVariant MetricFactsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const MetricFact& shown = fact(index.row());
    if (role == Qt::AccessibleTextRole || role == Qt::ToolTipRole)
        return shown.limitText.isEmpty() ? tr("%1: %2").arg(shown.name, shown.valueText)
                                         : tr("%1: %2, limits %3").arg(shown.name, shown.valueText, shown.limitText);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name:
        return shown.name;
    case Value:
        return shown.valueText;
    case BaselineColumn:
        return shown.baselineText;
    case Limits:
        return shown.limitText;
    default:
        return {};
    }
}

} // namespace lockstep

#include "moc_metricfactsmodel.cpp"
