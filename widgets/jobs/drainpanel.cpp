// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/drainpanel.h"

#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/drain/drainfacts.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/metrics/metricnames.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"
#include "models/view/modeltext.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/text.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/jobs/jobreading.h"
#include "widgets/panels/drainmenu.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t nodesNamed = 2;

QString isolatedText(const DrainEntry& entry)
{
    if (!entry.isWorthDraining())
        return {};
    const double seconds = entry.isFree() ? 0 : entry.verdict.option(entry.verdict.best).isolatedInSeconds;
    return seconds > 0 ? toQString(secondsText(seconds)) : DrainModel::tr("immediately");
}

} // namespace

DrainModel::DrainModel(QObject* parent)
    : TableModel(
        {{{}},
         {tr("Where")},
         {tr("Action")},
         {tr("Gain"), tr("GPU time that draining saves in one day, or until the job ends if that is sooner"), isFigure},
         {tr("Drained in"), {}, isFigure},
         {tr("Spare")},
         {tr("Remedy")}},
        parent)
{ }

void DrainModel::setRows(std::vector<DrainRow> rows, TopologyPtr topology, const Rates& rates)
{
    m_topology = std::move(topology);
    m_rates = rates;
    replaceRows(std::move(rows));
}

int DrainModel::rowOf(const std::string& key) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const DrainRow& row) { return row.entry.alert.key == key; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int DrainModel::rowAbout(EntityRef entity) const
{
    const auto found = std::ranges::find_if(m_rows, [&](const DrainRow& row) {
        const auto& culprits = row.entry.alert.entities;
        return std::ranges::find(culprits, entity) != culprits.end()
            || std::ranges::find(row.entry.nodes, entity) != row.entry.nodes.end();
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

EntityRef DrainModel::placeOf(const DrainRow& row)
{
    if (!row.entry.alert.entities.empty())
        return row.entry.alert.entities.front();
    return row.entry.nodes.empty() ? EntityRef{} : row.entry.nodes.front();
}

/// The nodes; if draining does not help, the faulty component.
QString DrainModel::placeText(const DrainRow& row) const
{
    QStringList names;
    for (const EntityRef node : row.entry.nodes)
        names.append(m_topology && m_topology->contains(node) ? toQString(m_topology->name(node)) : QString());
    if (row.entry.nodes.empty()) {
        for (const std::string& name : row.entry.alert.names)
            names.append(modelText(name));
    }
    if (names.isEmpty())
        return toQString(row.entry.alert.kind);
    const auto max = static_cast<qsizetype>(nodesNamed);
    return names.size() <= max
        ? names.join(QStringLiteral(", "))
        : tr("%1 and %2 more").arg(names.first(max).join(QStringLiteral(", "))).arg(names.size() - max);
}

QString DrainModel::text(const DrainRow& row, int column) const
{
    const DrainEntry& entry = row.entry;
    switch (column) {
    case SeverityColumn:
        return entry.alert.severity == Severity::Critical ? tr("critical") : tr("warning");
    case PlaceColumn:
        return placeText(row);
    case AdviceColumn:
        return modelText(drainAdvice(entry));
    case WonColumn:
        if (entry.nodes.empty() || entry.isFree())
            return {};
        return entry.verdict.isKnown
            ? toQString(gpuHoursText(entry.verdict.wonGpuSeconds) + costSuffix(entry.verdict.wonGpuSeconds, m_rates))
            : tr("unknown");
    case IsolatedColumn:
        return isolatedText(entry);
    case SpareColumn:
        return entry.nodes.empty() ? QString() : entry.hasSpares ? tr("spare") : tr("no spare");
    case EndsColumn: {
        const QString remedy = modelText(toText(entry.remedy.remedy));
        return isRecoverable(entry.remedy.remedy) ? tr("recoverable: %1").arg(remedy)
                                                  : tr("manual repair: %1").arg(remedy);
    }
    default:
        return {};
    }
}

QVariant DrainModel::data(const QModelIndex& index, int role) const
{
    const DrainRow* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::ToolTipRole: // includes texts that do not fit into the columns
        return QStringList{modelText(row->entry.alert.title), text(*row, AdviceColumn), text(*row, WonColumn),
                           text(*row, SpareColumn), text(*row, EndsColumn)}
            .join(QLatin1Char('\n'));
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case EntityRole:
        return placeOf(*row).isValid() ? QVariant::fromValue(placeOf(*row)) : QVariant();
    case SeverityRole:
        return static_cast<int>(row->entry.alert.severity);
    case IsDimRole:
        return row->entry.nodes.empty();
    default:
        return {};
    }
}

namespace {

/// The drain queue at a moment, from the store's data up to then.
struct DrainSnapshot
{
    std::vector<DrainRow> rows; ///< by priority
    bool isPending = false; ///< part of it is still being read from disk
};

/// @param alerts of that moment  @param moment that is shown
DrainSnapshot drainAt(const ClusterStore& store, std::span<const Alert> alerts, TimePoint moment)
{
    DrainSnapshot reading;
    const TickRange hour = drainTicks(moment, store.tickPeriod());
    const auto columnOf = [&](std::string_view metric, TickIndex tick) {
        const MetricId id = store.metrics().find(metric);
        reading.isPending |= id.isValid() && store.available(id, {tick, tick + 1}) == Availability::Pending;
        return copyOfColumn(store, metric, tick);
    };
    const auto utilisation = [&store] {
        const MetricId metric = store.metrics().find(metrics::gpu::utilisation);
        const std::span<const float> now = metric.isValid() ? store.current(metric) : std::span<const float>();
        return std::vector<float>(now.begin(), now.end());
    };
    const DrainSource source{
        .topology = *store.topology(),
        .tickPeriod = store.tickPeriod(),
        .moment = moment,
        .columnOf = columnOf,
        .trainingJobs = [&](TickRange ticks) { return trainingJobs(store, ticks); },
        .seriesOf = [&](EntityRef job, TickRange ticks) { return seriesOf(store, job, ticks); },
        .stateOf = [&](EntityRef job, TickRange ticks) { return stateOf(store, job, ticks); },
        .isReporting = [&](EntityRef node) { return store.freshness(node) == Freshness::Live; },
        .utilisation = utilisation,
    };
    reading.rows = drainRows(source, observedJobs(store.spans()), alerts);
    for (DrainRow& row : reading.rows)
        row.entry.alert.title = titleAt(row.entry.alert, store, moment);
    const bool hasJobs = std::ranges::any_of(reading.rows, [](const DrainRow& row) { return !row.entry.job.empty(); });
    const MetricId goodput = store.metrics().find(metrics::job::goodput);
    reading.isPending |= goodput.isValid() && hasJobs && store.available(goodput, hour) == Availability::Pending;
    return reading;
}

} // namespace

DrainPanel::DrainPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent),
      m_model(new DrainModel(this)),
      m_table(makePanelTable(context, *m_model)),
      m_figures(new FigureTree(context, this))
{
    build();
    connect(&context.selection, &Selection::selectedChanged, this, &DrainPanel::followSelection);
    if (context.alerts != nullptr)
        connect(context.alerts, &JoinedAlerts::joined, this, &DrainPanel::readSoon);
    if (context.rates != nullptr)
        connect(context.rates, &RateSettings::changed, this, &DrainPanel::refresh);
    refresh();
}

void DrainPanel::build()
{
    m_table->setAccessibleName(tr("Nodes to drain, largest gain first"));
    m_figures->setAccessibleName(tr("Figures of the selected row; expand one to see its formula"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(DrainModel::SeverityColumn, EntityDelegate::Text::Hidden);
    delegate.setFigureColumns({DrainModel::WonColumn, DrainModel::IsolatedColumn});
    delegate.setNameColumns({DrainModel::PlaceColumn});
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto widthOf = [&](const QString& text) {
        return metrics.horizontalAdvance(text) + 16;
    };
    QHeaderView& header = *m_table->horizontalHeader();
    header.resizeSection(DrainModel::SeverityColumn, 24);
    header.resizeSection(DrainModel::IsolatedColumn, widthOf(tr("Drained in")));
    header.resizeSection(DrainModel::SpareColumn, widthOf(tr("no spare")));
    header.resizeSection(DrainModel::EndsColumn,
                         widthOf(tr("manual repair: %1").arg(QStringLiteral("reseat or replace the cable"))));
    stretchColumn(*m_table, DrainModel::PlaceColumn, widthOf(QStringLiteral("node-0000")));
    whenChosen(*m_table, [this](int row) { choose(row); });
    holdWhileHovered(*m_table, [this](bool isHeld) { setHeld(isHeld); });
    offerDrainMenu(
        *m_table,
        [this](int row) {
            const DrainRow* const its = m_model->at(row);
            return its == nullptr ? std::nullopt : std::optional(its->entry.alert);
        },
        [this] { return m_context.cluster.store().topology(); });
    QVBoxLayout* const lines = makeContent();
    lines->addWidget(m_table);
    lines->addWidget(m_figures, 1);
    setFocusProxy(m_table);
}

void DrainPanel::shareHeight()
{
    limitHeight(*m_table, height() * 2 / 5);
}

void DrainPanel::resizeEvent(QResizeEvent* event)
{
    QHeaderView& header = *m_table->horizontalHeader();
    showColumns(*m_table);
    const QFontMetrics metrics = m_table->fontMetrics();
    constexpr int narrow = 480; // long advice is truncated here and complete in the tooltip
    const DrainPlan longest = width() < narrow ? DrainPlan::CheckpointFirst : DrainPlan::AtNextCheckpoint;
    header.resizeSection(DrainModel::AdviceColumn, metrics.horizontalAdvance(modelText(toText(longest))) + 16);
    const bool hasRate = m_context.rates != nullptr && m_context.rates->rates().gpuHour;
    const QString won
        = hasRate ? QStringLiteral("1 234\u2009GPU h, 1 234\u2009USD") : QStringLiteral("1 234\u2009GPU h");
    header.resizeSection(DrainModel::WonColumn, metrics.horizontalAdvance(won) + 16);
    int wanted = metrics.horizontalAdvance(QStringLiteral("node-0000")) + 16;
    for (int column = 0; column < DrainModel::ColumnCount; ++column)
        wanted += column == DrainModel::PlaceColumn ? 0 : header.sectionSize(column);
    static constexpr int leaving[]
        = {DrainModel::EndsColumn, DrainModel::SpareColumn, DrainModel::IsolatedColumn, DrainModel::WonColumn};
    hideColumns(*m_table, wanted, width(), leaving);
    shareHeight();
    QWidget::resizeEvent(event);
}

void DrainPanel::choose(int row)
{
    const DrainRow* const its = m_model->at(row);
    if (its == nullptr)
        return;
    m_chosen = its->entry.alert.key;
    showChosen();
    if (const EntityRef place = DrainModel::placeOf(*its); place.isValid())
        m_context.selection.show(place);
}

/// Shows the row of an entity selected elsewhere.
void DrainPanel::followSelection()
{
    const int row = m_model->rowAbout(m_context.selection.current());
    if (row < 0 || m_model->rowOf(m_chosen) == row)
        return;
    m_chosen = m_model->at(row)->entry.alert.key;
    showChosen();
}

bool DrainPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TimePoint moment = shownMoment();
    DrainSnapshot reading;
    if (m_context.alerts != nullptr)
        reading = drainAt(store, m_context.alerts->at(moment), moment);
    m_model->setRows(std::move(reading.rows), store.topology(),
                     m_context.rates != nullptr ? m_context.rates->rates() : Rates());
    showContent(m_model->rowCount() > 0);
    if (m_model->rowCount() > 0)
        showChosen();
    else
        explainEmpty(moment, reading.isPending);
    reportCaption(reading.isPending);
    return reading.isPending;
}

void DrainPanel::showChosen()
{
    const int row = std::max(0, m_model->rowOf(m_chosen));
    const DrainRow* const its = m_model->at(row);
    if (its == nullptr)
        return;
    if (m_table->currentIndex().row() != row)
        m_table->selectRow(row);
    shareHeight();
    m_figures->setGroups(drainReport(*its, m_context.rates != nullptr ? m_context.rates->rates() : Rates()));
}

/// Missing data must not look like a healthy cluster.
void DrainPanel::explainEmpty(TimePoint moment, bool isPending)
{
    if (m_context.alerts == nullptr || isPending || m_context.alerts->isFirstResultPending())
        return m_empty->setText(tr("Loading…"), tr("Nodes to drain appear when loading is complete."));
    if (m_context.cluster.store().hasDataAt(moment))
        return m_empty->setText(tr("No nodes to drain at this moment."),
                                tr("Active alerts appear here, with the gain and the cost of draining their nodes."));
    m_empty->setText(tr("No data at this moment."),
                     tr("No node has reported yet, or this moment is before the session began. To see earlier data, "
                        "open a recording."));
}

void DrainPanel::reportCaption(bool isPending)
{
    int toDrain = 0;
    double won = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const DrainEntry& entry = m_model->at(row)->entry;
        toDrain += entry.isWorthDraining() ? 1 : 0;
        won += entry.isWorthDraining() && entry.verdict.isKnown ? entry.verdict.wonGpuSeconds : 0;
    }
    QString caption;
    if (isPending)
        caption = tr("loading…");
    else if (m_model->rowCount() > 0)
        caption = toDrain == 0 ? tr("%n alerts; draining is not worthwhile", nullptr, m_model->rowCount())
                               : tr("draining is worthwhile for %1 of %2 alerts; gain %3")
                                     .arg(toDrain)
                                     .arg(m_model->rowCount())
                                     .arg(toQString(gpuHoursText(won)));
    setCaption(caption);
}

} // namespace lockstep

#include "moc_drainpanel.cpp"
