// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/tenantpanel.h"

#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/goodput/figuretext.h"
#include "models/core/allocationwords.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/time.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/store/settledticks.h"
#include "models/view/modeltext.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/jobs/goodputbar.h"
#include "widgets/jobs/jobreading.h"
#include "widgets/panels/paneltable.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <span>
#include <utility>

namespace lockstep {

TenantsModel::TenantsModel(QObject* parent)
    : TableModel({{tr("Tenant")},
                  {tr("Jobs"), {}, isFigure},
                  {tr("Reserved"), {}, isFigure},
                  {tr("Productive"), {}, isFigure},
                  {tr("Lost"), tr("Reserved but not productive: waits, checkpoints, restarts, lost work and idle time"),
                   isFigure},
                  {tr("Unknown"),
                   tr("Reserved, but without data from any rank, so it may have been productive or lost"), isFigure},
                  {tr("Worst cause")}},
                 parent)
{ }

QVariant TenantsModel::data(const QModelIndex& index, int role) const
{
    const Row* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(index.column());
    if (role == EntityRole)
        return QVariant::fromValue(row->tenant);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    switch (index.column()) {
    case NameColumn:
        return toQString(row->name);
    case JobsColumn:
        return QString::number(row->jobs);
    case ReservedColumn:
        return toQString(row->reserved);
    case GoodputColumn:
        return toQString(row->goodput);
    case LostColumn:
        return toQString(row->lost);
    case UnknownColumn:
        return toQString(row->unknown);
    default:
        return modelText(row->cause);
    }
}

namespace {

/// Tenants' GPU time in the visible range, from a store.
struct TenantSnapshot
{
    TenantReport report;
    bool isAsked = false; ///< whether a scheduler is queried
    bool isPending = false; ///< part of it is still being read from disk
};

/// Allocations are repeated within half a minute.
JobHolders holdersIn(const ClusterStore& store, TimePoint moment)
{
    const TimeRange within{moment - allocationReportedAgain - std::chrono::seconds(1), moment + Duration(1)};
    const NameTable& names = store.spans().names();
    const std::vector<SpanLane>& lanes = store.spans().lanes();
    JobHolders holders;
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (lanes[lane].entity.kind != EntityKind::Node || names.name(lanes[lane].name) != allocationLane)
            continue;
        const LaneSpans spans = store.laneSpans(lane, within);
        for (std::size_t at = 0; at < spans.size(); ++at) {
            const StoredSpan span = spans[at];
            const bool isWithin = span.startNs < within.to.time_since_epoch().count()
                && span.endNs() > within.from.time_since_epoch().count();
            if (!isWithin || span.spanKind() == SpanKind::Idle)
                continue;
            JobHolder& holder = holders[names.name(NameId{span.job})];
            holder.tenant = names.name(NameId{span.communicator});
            if (std::ranges::find(holder.nodes, lanes[lane].entity) == holder.nodes.end())
                holder.nodes.push_back(lanes[lane].entity);
        }
    }
    return holders;
}

/// @param known tenants of jobs that were found earlier; new ones are added
/// @param alerts at the end of the ticks
TenantSnapshot readTenants(const ClusterStore& store, TickRange ticks, std::span<const Alert> alerts, JobHolders& known)
{
    TenantSnapshot reading;
    reading.isAsked = store.metrics().find(metrics::job::allocatedGpus).isValid();
    ticks.from = std::max(ticks.from, store.ticks().from);
    const auto columnOf = [&](std::string_view metric, TickIndex tick) {
        const MetricId id = store.metrics().find(metric);
        reading.isPending |= id.isValid() && store.available(id, {tick, tick + 1}) == Availability::Pending;
        return copyOfColumn(store, metric, tick);
    };
    const auto seriesOfAll = [&](std::span<const EntityRef> jobs) {
        std::vector<JobSeries> all;
        for (const EntityRef job : jobs)
            all.push_back(seriesOf(store, job, ticks));
        return all;
    };
    const std::vector<TickIndex> all = ticksIn(ticks);
    const TenantSource source{
        .topology = *store.topology(),
        .tickPeriod = store.tickPeriod(),
        .ticks = all,
        .columnOf = columnOf,
        .seriesOf = seriesOfAll,
        .holdersAt = [&](TimePoint moment) { return holdersIn(store, moment); },
    };
    reading.report = tenantReport(tenantFacts(source, known, observedJobs(store.spans()), alerts));
    return reading;
}

constexpr Duration tenantInterval = std::chrono::seconds(10); ///< while live, because it covers hours
constexpr std::size_t maxSelectedJobs = 1024;
constexpr std::string_view notMeasured = "\u2013";
constexpr int cellPadding = 16;
constexpr double negligible = 0.01; ///< fraction of the reserved time

/// Without data, neither productive nor lost time is known.
TenantLine lineOf(const Topology& topology, const TenantRow& row)
{
    const double reserved = row.time.reserved;
    const bool isReported = row.time.isMeasured();
    return {row.name.empty() ? EntityRef{} : topology.find(EntityKind::Tenant, {}, row.name),
            tenantName(row.name),
            row.jobs.size(),
            gpuHoursText(reserved),
            isReported ? shareText(row.time.productive / reserved) : std::string(notMeasured),
            isReported ? gpuHoursText(row.lost()) : std::string(notMeasured),
            reserved > 0 ? shareText(row.time.unknown / reserved) : std::string(),
            row.causes.empty() ? std::string() : row.causes.front().title};
}

QString captionOf(const GpuTime& time)
{
    const QString productive
        = TenantPanel::tr("%1 · %2 productive")
              .arg(toQString(gpuHoursText(time.reserved)), toQString(shareText(time.productive / time.reserved)));
    return time.unknown / time.reserved < negligible
        ? productive
        : TenantPanel::tr("%1, %2 unknown").arg(productive, toQString(shareText(time.unknown / time.reserved)));
}

} // namespace

TenantPanel::TenantPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent),
      m_model(new TenantsModel(this)),
      m_table(makePanelTable(context, *m_model)),
      m_bar(new ShareBar(context, this)),
      m_note(makeNote({}, this)),
      m_figures(new FigureTree(context, this)),
      m_export(new QPushButton(tr("Export..."), this))
{
    build();
    if (context.rates != nullptr)
        connect(context.rates, &RateSettings::changed, this, &TenantPanel::refresh);
    connect(m_export, &QPushButton::clicked, this, &TenantPanel::exportWanted);
    refresh();
}

void TenantPanel::build()
{
    m_table->setAccessibleName(tr("Tenants"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setNameColumns({TenantsModel::NameColumn});
    delegate.setFigureColumns({TenantsModel::JobsColumn, TenantsModel::ReservedColumn, TenantsModel::GoodputColumn,
                               TenantsModel::LostColumn, TenantsModel::UnknownColumn});
    const QFontMetrics metrics = m_table->fontMetrics();
    const int hours = metrics.horizontalAdvance(QStringLiteral("123.4 GPU h")) + cellPadding;
    for (int column = 0; column < TenantsModel::ColumnCount; ++column) {
        const QString title = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        const bool isHours = column == TenantsModel::ReservedColumn || column == TenantsModel::LostColumn;
        m_table->horizontalHeader()->resizeSection(
            column, std::max(metrics.horizontalAdvance(title) + cellPadding, isHours ? hours : 0));
    }
    whenChosen(*m_table, [this](int row) { choose(row); });
    m_bar->setAccessibleName(tr("Where the tenant's GPU time went"));
    m_note->setWordWrap(true);
    m_export->setToolTip(tr("Export all tenants as HTML, CSV or JSON"));
    QVBoxLayout* const lines = makeContent();
    lines->addWidget(m_table);
    lines->addWidget(m_bar);
    auto* words = new QHBoxLayout;
    words->setContentsMargins(8, 0, 8, 2);
    words->addWidget(m_note, 1);
    words->addWidget(m_export);
    lines->addLayout(words);
    lines->addWidget(m_figures, 1);
    setFocusProxy(m_table);
}

void TenantPanel::arrange()
{
    limitHeight(*m_table, height() / 3);
    showColumns(*m_table); // a hidden one has no width
    QHeaderView& header = *m_table->horizontalHeader();
    const int name = m_table->fontMetrics().horizontalAdvance(QStringLiteral("physics-lab")) + cellPadding;
    const int cause
        = m_table->fontMetrics().horizontalAdvance(QStringLiteral("GPU 4 of node-0012 is slow")) + cellPadding;
    int wanted = name + cause;
    for (const int column : {TenantsModel::JobsColumn, TenantsModel::ReservedColumn, TenantsModel::GoodputColumn,
                             TenantsModel::LostColumn, TenantsModel::UnknownColumn})
        wanted += header.sectionSize(column);
    const int room = width() - m_table->verticalScrollBar()->sizeHint().width();
    const bool hasCauses = wanted <= room;
    m_table->setColumnHidden(TenantsModel::CauseColumn, !hasCauses);
    static constexpr int leaving[]
        = {TenantsModel::JobsColumn, TenantsModel::ReservedColumn, TenantsModel::UnknownColumn};
    hideColumns(*m_table, hasCauses ? wanted : wanted - cause, room, leaving);
    if (hasCauses)
        header.resizeSection(TenantsModel::NameColumn, name);
    stretchColumn(*m_table, hasCauses ? TenantsModel::CauseColumn : TenantsModel::NameColumn, hasCauses ? cause : name);
}

void TenantPanel::resizeEvent(QResizeEvent* event)
{
    arrange();
    QWidget::resizeEvent(event);
}

const TenantRow* TenantPanel::chosen() const
{
    if (m_report.isEmpty())
        return nullptr;
    const auto its
        = m_chosen ? std::ranges::find(m_report.tenants, *m_chosen, &TenantRow::name) : m_report.tenants.begin();
    return its == m_report.tenants.end() ? &m_report.tenants.front() : &*its;
}

void TenantPanel::choose(int row)
{
    if (row < 0 || row >= static_cast<int>(m_report.tenants.size()))
        return;
    const TenantRow& tenant = m_report.tenants[static_cast<std::size_t>(row)];
    m_chosen = tenant.name;
    const Topology& topology = *m_context.cluster.store().topology();
    std::vector<EntityRef> selected;
    for (const TenantJob& job : tenant.jobs) {
        const EntityRef its = topology.find(EntityKind::Job, {}, job.name);
        if (its.isValid() && selected.size() < maxSelectedJobs)
            selected.push_back(its);
    }
    const EntityRef its = tenant.name.empty() ? EntityRef{} : topology.find(EntityKind::Tenant, {}, tenant.name);
    if (its.isValid())
        selected.push_back(its); // last: detail views show the last one
    m_context.selection.setSelected(std::move(selected));
    showChosen();
}

void TenantPanel::refresh()
{
    m_readAt.reset();
    readNow();
}

bool TenantPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const bool isLive = m_context.time.isFollowing();
    if (isLive && m_readAt && store.now() >= *m_readAt && store.now() - *m_readAt < tenantInterval)
        return false;
    m_readAt = isLive ? std::optional(store.now()) : std::nullopt;
    if (std::exchange(m_knownOf, store.spans().generation()) != store.spans().generation())
        m_known.clear(); // another cluster
    const TickRange ticks = ticksOfJobs(m_context.time, store.tickPeriod());
    const TimePoint moment = timeOfTick(ticks.to - 1, store.tickPeriod());
    std::vector<Alert> alerts = m_context.alerts != nullptr ? m_context.alerts->at(moment) : std::vector<Alert>();
    for (Alert& each : alerts)
        each.title = titleAt(each, store, moment);
    TenantSnapshot reading = readTenants(store, ticks, alerts, m_known);
    m_report = std::move(reading.report);
    std::vector<TenantLine> rows;
    for (const TenantRow& tenant : m_report.tenants)
        rows.push_back(lineOf(*store.topology(), tenant));
    m_model->setRows(std::move(rows));
    // Without a scheduler there are no tenants; the job view is more useful.
    const bool hasTenants
        = std::ranges::any_of(m_report.tenants, [](const TenantRow& row) { return !row.name.empty(); });
    showContent(hasTenants);
    QString caption;
    if (hasTenants) {
        showChosen();
        arrange();
        caption = captionOf(m_report.all.time);
    } else {
        explainEmpty(reading.isAsked, reading.isPending);
    }
    setCaption(caption);
    if (reading.isPending)
        m_readAt.reset();
    return reading.isPending;
}

/// Distinguishes "no scheduler is queried" from "no tenant runs anything".
void TenantPanel::explainEmpty(bool isAsked, bool isPending)
{
    if (isPending)
        return m_empty->setText(tr("Loading…"), tr("Loading allocations from the recording."));
    if (isAsked)
        return m_empty->setText(tr("No tenant held GPUs in the visible range."),
                                tr("Zoom out, or move the cursor to another time."));
    m_empty->setText(tr("The tenants of the jobs are unknown."),
                     tr("Add [slurm] or [kubernetes] to the agent.toml of one agent. That agent then queries the "
                        "scheduler for all nodes."));
}

void TenantPanel::showChosen()
{
    const TenantRow* const tenant = chosen();
    if (tenant == nullptr)
        return;
    const auto row = static_cast<int>(tenant - m_report.tenants.data());
    if (m_table->currentIndex().row() != row)
        m_table->selectRow(row);
    m_bar->setParts(tr("GPU time of %1").arg(toQString(tenantName(tenant->name))), goodputParts(tenant->time));
    const auto timeText = [](TimePoint time) {
        return toQString(formatTime(time, std::chrono::seconds(1))).section(QLatin1Char(' '), 0, 0);
    };
    m_note->setText(
        tr("%1 to %2; causes at the displayed time").arg(timeText(m_report.range.from), timeText(m_report.range.to)));
    m_figures->setGroups(tenantFigures(*tenant, m_context.rates != nullptr ? m_context.rates->rates() : Rates()));
}

} // namespace lockstep

#include "moc_tenantpanel.cpp"
