// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/selftestpanel.h"

#include "models/analysis/detect/watch/selftestwatch.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr std::size_t errorsColumn = 0; ///< of SelfTestWatch::watched

Unit unitOf(std::size_t column)
{
    return findMetric(SelfTestWatch::watched[column])->unit;
}

/// If only summaries are left, uses the worst value of a step.
std::vector<float> valuesAt(const ClusterStore& store, std::string_view metric, TickIndex tick)
{
    const MetricId id = store.metrics().find(metric);
    if (!id.isValid())
        return {};
    std::span<const float> values;
    if (const TickIndex step = store.summaryStep({tick, tick + 1}) / store.tickPeriod(); step > 1) {
        const Extreme worst = metric == SelfTestWatch::watched[errorsColumn] ? Extreme::Highest : Extreme::Lowest;
        values = store.coldExtremes(id, {tick / step * step, tick / step * step + step}, worst)
                     .value_or(std::span<const float>());
    } else {
        values = store.column(id, tick);
    }
    return {values.begin(), values.end()};
}

/// The results of a node, and the worst of its GPUs compared with their peers.
SelfTestRow rowOf(const WatchedTick& now, const SelfTestWatch::Compared& compared, EntityRef node)
{
    SelfTestRow row;
    row.node = node;
    row.results.assign(SelfTestWatch::watched.size(), noData);
    float share = 1;
    const auto take = [&](EntityRef entity) {
        const bool isGpu = entity.kind == EntityKind::Gpu;
        const std::size_t end = isGpu ? SelfTestWatch::firstOfNodes : row.results.size();
        for (std::size_t column = isGpu ? 0 : SelfTestWatch::firstOfNodes; column < end; ++column) {
            const float value = now.value(column, entity.index);
            float& worst = row.results[column];
            worst = column == errorsColumn ? std::fmax(worst, value) : std::fmin(worst, value);
        }
        const SelfTestWatch::Worst& slowest = (isGpu ? compared.gpus : compared.nodes)[entity.index];
        if (slowest.share < share) {
            share = slowest.share;
            std::tie(row.outlier, row.column, row.value, row.median)
                = std::tuple(entity, slowest.column, slowest.value, slowest.median);
        }
        if (const float errors = isGpu ? now.value(errorsColumn, entity.index) : 0; errors > 0) {
            share = 0; // a wrong result always ranks first
            std::tie(row.outlier, row.column, row.value, row.median) = std::tuple(entity, errorsColumn, errors, noData);
        }
    };
    take(node);
    for (const EntityRef child : now.topology->children(node)) {
        if (child.kind == EntityKind::Gpu)
            take(child);
    }
    return row;
}

} // namespace

SelfTestHistory SelfTestHistory::read(const ClusterStore& store, TimeRange range)
{
    SelfTestHistory history;
    const MetricId age = store.metrics().find(metrics::selftest::age);
    const Duration period = store.tickPeriod();
    const TickRange held = store.ticks();
    const TickIndex from = std::max(tickIndexOf(range.from, period), held.from);
    const TickIndex to = std::min(tickIndexOf(range.to, period) + 1, held.to);
    if (!age.isValid() || to <= from)
        return history;
    const TickIndex stride = std::max<TickIndex>(1, (to - from) / maxMoments);
    std::map<EntityRef, std::vector<SelfTestRow>> byNode;
    for (TickIndex tick = to - 1; tick >= from; tick -= stride) {
        history.isPending |= store.available(age, {tick, tick + 1}) == Availability::Pending;
        const std::vector<float> ages = valuesAt(store, metrics::selftest::age, tick);
        WatchedTick now{{tick, timeOfTick(tick, period), 1, tick}, store.topology(), {}};
        // Ages are rounded, and for summaries the age is the lowest of a step.
        const Duration same = std::max<Duration>(std::chrono::minutes(2), 2 * store.summaryStep({tick, tick + 1}));
        std::vector<std::pair<EntityRef, TimePoint>> tested; // not in the rows yet
        for (std::uint32_t node = 0; node < ages.size(); ++node) {
            const EntityRef entity{EntityKind::Node, node};
            if (std::isnan(ages[node]) || !store.topology()->contains(entity))
                continue;
            const TimePoint finished = now.time
                - std::chrono::duration_cast<Duration>(std::chrono::duration<double>(static_cast<double>(ages[node])));
            const std::vector<SelfTestRow>& rows = byNode[entity];
            if (rows.empty() || rows.back().finished - finished >= same)
                tested.emplace_back(entity, finished);
        }
        if (tested.empty())
            continue;
        for (const std::string_view metric : SelfTestWatch::watched)
            now.columns.push_back(valuesAt(store, metric, tick));
        const SelfTestWatch::Compared compared = SelfTestWatch::compared(now);
        for (const auto& [node, finished] : tested) {
            byNode[node].push_back(rowOf(now, compared, node));
            byNode[node].back().finished = finished;
        }
    }
    for (const bool hasOutlier : {true, false}) {
        for (const auto& [node, rows] : byNode) {
            const auto isOutlier = [](const SelfTestRow& row) {
                return row.outlier.isValid();
            };
            if (std::ranges::any_of(rows, isOutlier) == hasOutlier)
                history.rows.insert(history.rows.end(), rows.begin(), rows.end());
        }
    }
    return history;
}

SelfTestModel::SelfTestModel(QObject* parent)
    : TableModel({{{}},
                  {tr("Node")},
                  {tr("Tested (UTC)")},
                  {tr("Outlier"), tr("The result that is furthest below its peers of the same hardware model")},
                  {tr("Result"), {}, isFigure},
                  {tr("Peers"), tr("Median of the peers"), isFigure},
                  {tr("Difference"), {}, isFigure}},
                 parent)
{ }

void SelfTestModel::setRows(std::vector<SelfTestRow> rows, TopologyPtr topology)
{
    m_topology = std::move(topology);
    replaceRows(std::move(rows));
}

QString SelfTestModel::text(const SelfTestRow& row, int column) const
{
    const bool isWrong = row.outlier.isValid() && row.column == errorsColumn;
    switch (column) {
    case SeverityColumn:
        return !row.outlier.isValid() ? QString() : isWrong ? tr("critical") : tr("warning");
    case NodeColumn:
        return toQString(m_topology->name(row.node));
    case FinishedColumn:
        return toQString(formatDateTime(row.finished));
    case OutlierColumn: {
        if (!row.outlier.isValid())
            return tr("none");
        const QString test = isWrong ? tr("wrong results") : modelText(SelfTestWatch::nameOf(row.column));
        return row.outlier == row.node ? test : u"%1: %2"_s.arg(toQString(m_topology->name(row.outlier)), test);
    }
    case ValueColumn:
        return row.outlier.isValid() ? quantityText(static_cast<double>(row.value), unitOf(row.column)) : QString();
    case PeersColumn:
        return std::isnan(row.median) ? QString() : quantityText(static_cast<double>(row.median), unitOf(row.column));
    case DeviationColumn:
        return std::isnan(row.median) ? QString()
                                      : signedText(static_cast<double>(row.value / row.median - 1), Unit::Ratio);
    default:
        return {};
    }
}

/// All results, by their metrics.
QString SelfTestModel::resultsText(const SelfTestRow& row)
{
    QStringList lines;
    for (std::size_t column = 0; column < row.results.size(); ++column) {
        if (!std::isnan(row.results[column]))
            lines << u"%1: %2"_s.arg(modelText(findMetric(SelfTestWatch::watched[column])->title),
                                     quantityText(static_cast<double>(row.results[column]), unitOf(column)));
    }
    return lines.join(u'\n');
}

QVariant SelfTestModel::data(const QModelIndex& index, int role) const
{
    const SelfTestRow* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::ToolTipRole:
        return resultsText(*row);
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case EntityRole:
        return QVariant::fromValue(row->outlier.isValid() ? row->outlier : row->node);
    case SeverityRole:
        if (!row->outlier.isValid())
            return {};
        return static_cast<int>(row->column == errorsColumn ? Severity::Critical : Severity::Warning);
    default:
        return {};
    }
}

SelfTestPanel::SelfTestPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent), m_model(new SelfTestModel(this)), m_table(makePanelTable(context, *m_model))
{
    build();
    refresh();
}

void SelfTestPanel::build()
{
    m_table->setAccessibleName(tr("Self-tests by node, nodes with outliers first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(SelfTestModel::SeverityColumn, EntityDelegate::Text::Hidden);
    delegate.setNameColumns({SelfTestModel::NodeColumn});
    delegate.setFigureColumns({SelfTestModel::FinishedColumn, SelfTestModel::ValueColumn, SelfTestModel::PeersColumn,
                               SelfTestModel::DeviationColumn});
    const auto give = [this](int column, const QString& sample) {
        m_table->horizontalHeader()->resizeSection(column, m_table->fontMetrics().horizontalAdvance(sample) + 16);
    };
    m_table->horizontalHeader()->resizeSection(SelfTestModel::SeverityColumn, 24);
    give(SelfTestModel::NodeColumn, u"node-00000"_s);
    delegate.setShortened(SelfTestModel::FinishedColumn, 16); // to the minute
    give(SelfTestModel::FinishedColumn, u"2026-03-01 03:12  "_s);
    give(SelfTestModel::ValueColumn, u"1.23 TB/s  "_s);
    give(SelfTestModel::PeersColumn, u"1.23 TB/s  "_s);
    give(SelfTestModel::DeviationColumn, tr("Difference"));
    const int least = m_table->fontMetrics().horizontalAdvance(u"gpu0: matrix product"_s) + 16;
    stretchColumn(*m_table, SelfTestModel::OutlierColumn, least);
    hideColumnsToFit(*m_table, {SelfTestModel::PeersColumn, SelfTestModel::ValueColumn}, SelfTestModel::OutlierColumn,
                     least);
    whenChosen(*m_table, [this](int row) {
        const QVariant entity = m_model->index(row, 0).data(EntityRole);
        if (entity.isValid())
            m_context.selection.show(entity.value<EntityRef>());
    });
    setContent(m_table);
    setFocusProxy(m_table);
}

bool SelfTestPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TimeRange visible = m_context.time.range();
    SelfTestHistory history = SelfTestHistory::read(store, {visible.from, std::min(visible.to, shownMoment())});
    const bool hasRows = !history.rows.empty();
    std::set<EntityRef> nodes;
    std::set<EntityRef> outliers;
    for (const SelfTestRow& row : history.rows) {
        nodes.insert(row.node);
        if (row.outlier.isValid())
            outliers.insert(row.node);
    }
    m_model->setRows(std::move(history.rows), store.topology());
    if (!hasRows && history.isPending)
        m_empty->setText(tr("Loading…"), tr("Loading self-tests from the recording."));
    else if (!hasRows)
        m_empty->setText(
            tr("No self-tests in the visible range."),
            tr("Set enabled = true under [selftest] in the agent.toml of the nodes, or show a longer range."));
    showContent(hasRows);
    setCaption(
        hasRows
            ? tr("%1 of %n tested nodes with an outlier", nullptr, static_cast<int>(nodes.size())).arg(outliers.size())
            : QString());
    return history.isPending;
}

} // namespace lockstep

#include "moc_selftestpanel.cpp"
