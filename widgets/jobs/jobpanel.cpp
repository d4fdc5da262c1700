// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/jobpanel.h"

#include "models/analysis/causality/dependencygraph.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/goodput/jobreport.h"
#include "models/analysis/goodput/jobruns.h"
#include "models/analysis/goodput/neighbourcost.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/rates.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/ratesettings.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/incidents/boundline.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/jobs/goodputbar.h"
#include "widgets/jobs/jobreading.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QLabel>
#include <QObject>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>

namespace lockstep {

JobsModel::JobsModel(QObject* parent)
    : TableModel({{tr("Job")},
                  {tr("GPUs"), {}, isFigure},
                  {tr("Step"), {}, isFigure},
                  {tr("Step time"), {}, isFigure},
                  {tr("Goodput"),
                   tr("Goodput: share of the job's GPU time in the visible range that was productive, without waits, "
                      "checkpoints, restarts and lost work"),
                   isFigure},
                  {tr("Wait loss"), {}, isFigure},
                  {tr("MFU"),
                   tr("Model FLOPs utilisation, then its reference: the value in the cluster file or, without one, the "
                      "job's best hour"),
                   isFigure}},
                 parent)
{ }

EntityRef JobsModel::jobAt(int row) const
{
    return rowAt(row) != nullptr ? rowAt(row)->job : EntityRef{};
}

int JobsModel::rowOf(EntityRef job) const
{
    return rowWith(job, &Row::job);
}

QString JobsModel::text(const Row& row, int column)
{
    const auto number = [](double value) {
        return std::isnan(value) ? tr("no data") : toQString(formatNumber(value));
    };
    switch (column) {
    case NameColumn:
        return toQString(row.name);
    case GpusColumn:
        return number(row.gpus);
    case StepColumn:
        return std::isnan(row.step) ? tr("no data") : QString::number(std::llround(row.step));
    case StepTimeColumn:
        return quantityText(row.stepSeconds, Unit::Seconds);
    case GoodputColumn:
        return quantityText(row.goodput, Unit::Ratio);
    case WaitColumn:
        return quantityText(row.waitShare, Unit::Ratio);
    case MfuColumn:
        return std::isnan(row.mfu * row.mfuReference)
            ? quantityText(row.mfu, Unit::Ratio)
            : tr("%1 / %2").arg(quantityText(row.mfu, Unit::Ratio), quantityText(row.mfuReference, Unit::Ratio));
    default:
        return {};
    }
}

QVariant JobsModel::data(const QModelIndex& index, int role) const
{
    const Row* const row = rowAt(index.row());
    if (row == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::TextAlignmentRole:
        return alignment(index.column());
    case EntityRole:
        return QVariant::fromValue(row->job);
    default:
        return {};
    }
}

namespace {

/// Input fields for the cost of GPU time, currency and GPU hours between failures, at the end of a figure tree; saved
/// in the settings. Needs ViewContext::rates. GUI thread; owned by its panel.
class RateFields : public QObject
{
    Q_OBJECT

public:
    RateFields(ViewContext context, FigureTree& tree, QObject* parent = nullptr)
        : QObject(parent), m_context(context), m_currency(new BoundLine(tr("Currency")))
    {
        addField(tree, tr("Cost per GPU hour"), &Rates::gpuHour);
        addField(tree, tr("Cost per reserved GPU hour"), &Rates::reservedGpuHour);
        addField(tree, tr("Cost per hour of labour"), &Rates::labourHour);
        addField(tree, tr("Cost per day of delay"), &Rates::delayDay);
        addField(tree, tr("Cost per kWh"), &Rates::kilowattHour);
        tree.addField(tr("Currency"), m_currency);
        addField(tree, tr("GPU hours between failures"), &Rates::gpuHoursPerFailure);
        connect(m_currency, &BoundLine::committed, this, [this](const QString& text) {
            constexpr int longestCurrency = 8;
            Rates rates = m_context.rates->rates();
            if (!text.trimmed().isEmpty())
                rates.currency = text.trimmed().left(longestCurrency).toStdString();
            m_context.rates->setRates(std::move(rates));
            refresh();
        });
        connect(m_context.rates, &RateSettings::changed, this, &RateFields::refresh);
        refresh();
    }

private:
    struct Field
    {
        BoundLine* line;
        std::optional<double> Rates::*rate;
    };

    void addField(FigureTree& tree, const QString& name, std::optional<double> Rates::*rate)
    {
        auto* line = new BoundLine(name);
        line->setPlaceholderText(tr("not set"));
        tree.addField(name, line);
        const Field field{line, rate};
        m_fields.push_back(field);
        connect(line, &BoundLine::committed, this, [this, field](const QString& text) { take(field, text); });
    }

    /// Invalid input restores the stored value; it is not zero.
    void take(const Field& field, const QString& text)
    {
        bool isNumber = false;
        const double value = text.trimmed().toDouble(&isNumber);
        if ((isNumber && std::isfinite(value) && value > 0) || text.trimmed().isEmpty()) {
            Rates rates = m_context.rates->rates();
            rates.*field.rate = isNumber ? std::optional(value) : std::nullopt;
            m_context.rates->setRates(std::move(rates));
        }
        refresh();
    }

    void refresh()
    {
        const Rates& rates = m_context.rates->rates();
        m_currency->setStored(toQString(rates.currency));
        for (const Field& field : m_fields)
            field.line->setStored(rates.*field.rate ? QString::number(*(rates.*field.rate), 'g', 10) : QString());
    }

    ViewContext m_context;
    BoundLine* m_currency;
    std::vector<Field> m_fields;
};

constexpr std::size_t maxNeighbours = 8; ///< those with which it shares most links
constexpr Duration placementInterval = std::chrono::seconds(10);
/// For larger jobs only the job itself is selected, because views search the selection per entity.
constexpr std::size_t maxSelected = 1024;

/// A job's row in the list at the moment shown.
JobsModel::Row rowOf(const ClusterStore& store, EntityRef job, TickRange ticks)
{
    const JobLedger ledger = ledgerOf(seriesOf(store, job, ticks));
    const JobState state = stateOf(store, job, ticks);
    const GpuTime& time = ledger.time;
    return {job,
            store.topology()->name(job),
            ledger.gpus,
            state.step,
            state.stepSeconds,
            goodputOf(time).ratio,
            time.reserved > 0 ? time.wait / time.reserved : JobState::unknown,
            state.mfu,
            state.mfuReference};
}

} // namespace

JobPanel::JobPanel(ViewContext context, QWidget* parent)
    : MomentPanel(context, parent),
      m_model(new JobsModel(this)),
      m_table(makePanelTable(context, *m_model)),
      m_bar(new ShareBar(context, this)),
      m_note(makeNote({}, this)),
      m_figures(new FigureTree(context, this))
{
    build();
    connect(&context.selection, &Selection::selectedChanged, this, &JobPanel::followSelection);
    if (context.rates != nullptr)
        connect(context.rates, &RateSettings::changed, this, &JobPanel::refresh);
    refresh();
}

void JobPanel::build()
{
    m_table->setAccessibleName(tr("Training jobs"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setNameColumns({JobsModel::NameColumn});
    delegate.setFigureColumns({JobsModel::GpusColumn, JobsModel::StepColumn, JobsModel::StepTimeColumn,
                               JobsModel::GoodputColumn, JobsModel::WaitColumn, JobsModel::MfuColumn});
    const QFontMetrics metrics = m_table->fontMetrics();
    for (int column = 0; column < JobsModel::ColumnCount; ++column)
        m_table->horizontalHeader()->resizeSection(
            column,
            metrics.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()) + 24);
    m_table->horizontalHeader()->resizeSection(JobsModel::MfuColumn,
                                               metrics.horizontalAdvance(QStringLiteral("38.1 % / 42.5 %")) + 24);
    stretchColumn(*m_table, JobsModel::NameColumn, metrics.horizontalAdvance(QStringLiteral("train-a")) + 24);
    whenChosen(*m_table, [this](int row) { choose(m_model->jobAt(row)); });
    m_bar->setAccessibleName(tr("Where the job's GPU time went"));
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 0, 8, 2);
    QVBoxLayout* const lines = makeContent();
    lines->addWidget(m_table);
    lines->addWidget(m_bar);
    lines->addWidget(m_note);
    lines->addWidget(m_figures, 1);
    if (m_context.rates != nullptr)
        new RateFields(m_context, *m_figures, this);
    setFocusProxy(m_table);
}

void JobPanel::shareHeight()
{
    limitHeight(*m_table, height() / 3);
}

void JobPanel::resizeEvent(QResizeEvent* event)
{
    QHeaderView& header = *m_table->horizontalHeader();
    showColumns(*m_table);
    int wanted = m_table->fontMetrics().horizontalAdvance(QStringLiteral("train-a-name")) + 24;
    for (int column = JobsModel::NameColumn + 1; column < JobsModel::ColumnCount; ++column)
        wanted += header.sectionSize(column);
    static constexpr int leaving[]
        = {JobsModel::StepColumn, JobsModel::GpusColumn, JobsModel::WaitColumn, JobsModel::MfuColumn};
    hideColumns(*m_table, wanted, width(), leaving);
    shareHeight();
    QWidget::resizeEvent(event);
}

void JobPanel::choose(EntityRef job)
{
    if (!job.isValid())
        return;
    m_chosen = job;
    std::vector<EntityRef> selected = placesOf(m_context.cluster.store(), job);
    if (selected.size() > maxSelected)
        selected.clear();
    selected.push_back(job); // last: detail views show the last one
    m_context.selection.setSelected(std::move(selected));
    refresh();
}

/// Follows a job that is selected in another view.
void JobPanel::followSelection()
{
    const EntityRef current = m_context.selection.current();
    if (current.kind != EntityKind::Job || current == m_shown || m_model->rowOf(current) < 0)
        return;
    m_chosen = current;
    refresh();
}

bool JobPanel::read()
{
    const ClusterStore& store = m_context.cluster.store();
    const TickRange ticks = ticksOfJobs(m_context.time, store.tickPeriod());
    std::vector<JobsModel::Row> rows;
    for (const EntityRef job : trainingJobs(store, ticks))
        rows.push_back(rowOf(store, job, ticks));
    const auto chosen = std::ranges::find(rows, m_chosen, &JobsModel::Row::job);
    const auto largest = std::ranges::max_element(rows, {}, &JobsModel::Row::gpus);
    m_shown = chosen != rows.end() ? chosen->job : largest != rows.end() ? largest->job : EntityRef{};
    m_model->setRows(std::move(rows));
    showContent(m_shown.isValid());
    QString caption;
    if (m_shown.isValid()) {
        showJob(ticks);
        caption = toQString(store.topology()->name(m_shown));
    } else {
        m_ledger = {};
        explainEmpty(ticks);
    }
    setCaption(caption);
    return isPending(ticks);
}

bool JobPanel::isPending(TickRange ticks) const
{
    const ClusterStore& store = m_context.cluster.store();
    const MetricId gpus = store.metrics().find(metrics::job::gpus);
    return gpus.isValid() && store.available(gpus, ticks) == Availability::Pending;
}

/// Distinguishes "nothing is posted" from "nothing runs".
void JobPanel::explainEmpty(TickRange ticks)
{
    const ClusterStore& store = m_context.cluster.store();
    const MetricId gpus = store.metrics().find(metrics::job::gpus);
    if (isPending(ticks))
        return m_empty->setText(tr("Loading…"), tr("Loading job data from the recording."));
    if (gpus.isValid())
        return m_empty->setText(tr("No training jobs in the visible range."),
                                tr("Zoom out, or move the cursor to another time."));
    m_empty->setText(tr("No training jobs yet."),
                     tr("Run a job with the NCCL plugin or lockstep.py, or post job events to the agent's socket."));
}

/// Placement rarely changes and takes milliseconds in a large hall, so it is cached for a while.
void JobPanel::findPlacement(TimePoint moment)
{
    if (m_placedJob == m_shown && std::chrono::abs(moment - m_placedAt) < placementInterval)
        return;
    m_placedJob = m_shown;
    m_placedAt = moment;
    const ClusterStore& store = m_context.cluster.store();
    const ObservedJobs jobs = observedJobs(store.spans());
    const auto job = std::ranges::find(jobs, store.topology()->name(m_shown), &ObservedJob::name);
    std::vector<PlacedGroup> groups;
    if (job != jobs.end() && m_context.fabric != nullptr && m_context.fabric->flows()) {
        for (const CommunicatorFlow& flow : *m_context.fabric->flows()) {
            const bool isIts = std::ranges::all_of(*flow.gpus, [&](EntityRef gpu) {
                return !gpu.isValid() || std::ranges::binary_search(job->places, gpu);
            });
            if (isIts)
                groups.push_back({flow.gpus, flow.traffic});
        }
    }
    m_placement = job == jobs.end() ? Placement{} : placementOf(*job, groups, DependencyGraph(*store.topology(), jobs));
}

FigureGroup JobPanel::neighbours(const JobSeries& series, TickRange ticks) const
{
    const ClusterStore& store = m_context.cluster.store();
    const auto valuesOf = [&](std::string_view metric, EntityRef job) {
        std::vector<float> values;
        const MetricId id = store.metrics().find(metric);
        if (id.isValid() && job.isValid())
            store.series(id, job.index, ticks, values);
        return values;
    };
    std::vector<Neighbour> sharing;
    for (const Placement::Shared& other : m_placement.shared | std::views::take(maxNeighbours)) {
        const EntityRef job = store.topology()->find(EntityKind::Job, {}, other.job);
        sharing.push_back({other.job, other.links, valuesOf(metrics::job::traffic, job)});
    }
    return neighbourFigures(neighbourCosts(series, valuesOf(metrics::job::busBandwidth, m_shown), sharing),
                            m_placement.isCabled, m_context.rates != nullptr ? m_context.rates->rates() : Rates());
}

void JobPanel::showJob(TickRange ticks)
{
    const ClusterStore& store = m_context.cluster.store();
    const int row = m_model->rowOf(m_shown);
    if (m_table->currentIndex().row() != row)
        m_table->selectRow(row);
    shareHeight();
    const JobSeries series = seriesOf(store, m_shown, ticks);
    m_ledger = ledgerOf(series);
    const JobState state = stateOf(store, m_shown, ticks);
    std::vector<FigureGroup> groups
        = jobReport(series, m_ledger, state, m_context.rates != nullptr ? m_context.rates->rates() : Rates());
    if (const std::vector<JobRun> runs = runsIn(store.topology()->name(m_shown), series); runs.size() > 1)
        groups.insert(groups.begin() + 1, earlierRuns(runs));
    findPlacement(timeOfTick(ticks.to - 1, store.tickPeriod()));
    groups.push_back(neighbours(series, ticks));
    if (m_placement.nodes > 0)
        groups.push_back(placementFigures(m_placement));
    m_figures->setGroups(std::move(groups));
    showBar();
}

void JobPanel::showBar()
{
    const ClusterStore& store = m_context.cluster.store();
    const Duration period = store.tickPeriod();
    const auto timeText = [&](TickIndex tick) {
        return toQString(formatTime(timeOfTick(tick, period), std::chrono::seconds(1))).section(QLatin1Char(' '), 0, 0);
    };
    m_bar->setParts(tr("GPU time of %1 GPUs, %2 to %3")
                        .arg(toQString(formatNumber(m_ledger.gpus)), timeText(m_ledger.counted.from),
                             timeText(m_ledger.counted.to)),
                    goodputParts(m_ledger.time));
    const Duration silence = static_cast<std::int64_t>(m_ledger.silentTicks) * period;
    QString note;
    if (silence > JobLedger::longestSilence)
        note = tr("No data for %1. The job is treated as ended, so this time is not counted.")
                   .arg(toQString(formatDuration(silence)));
    else if (m_ledger.counted.to == tickIndexOf(m_context.time.cursor(), period) + 1 && m_ledger.silentTicks > 0)
        note = tr("No data for %1. This time is counted as unknown.").arg(toQString(formatDuration(silence)));
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

} // namespace lockstep

#include "jobpanel.moc"
#include "moc_jobpanel.cpp"
