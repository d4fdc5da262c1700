// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/alertspanel.h"

#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/causality/runbooks.h"
#include "models/analysis/causality/slowport.h"
#include "models/analysis/causality/storecoverage.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/items/alertdetailsmodel.h"
#include "models/items/alertmodel.h"
#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/panels/drainmenu.h"
#include "widgets/panels/paneltable.h"

#include <QGuiApplication>
#include <QHeaderView>
#include <QSplitter>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr int linesOfLowPanel = 16;

QString runbookTextOf(const Alert& alert, const ViewContext& context)
{
    const Runbooks own;
    const Runbooks& runbooks = context.runbooks ? *context.runbooks : own;
    return toQString(runbooks.runbookOf(alert, *context.cluster.store().topology()).text);
}

/// "cdu-1: a pump or valve of the loop". Omits figures, which were not known at an earlier moment.
QString withoutFigures(const Alert& alert)
{
    const CauseRow* const cause = causeRow(alert.kind);
    const QString kind = cause != nullptr ? modelText(cause->words) : toQString(alert.kind);
    return alert.names.empty() ? kind : modelText(alert.names.front()) + QStringLiteral(": ") + kind;
}

} // namespace

AlertsPanel::AlertsPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_model(new AlertModel(context.cluster, context.time, *context.alerts, this)),
      m_storyModel(new AlertDetailsModel(this)),
      m_table(makePanelTable(context, *m_model)),
      m_story(makePanelTable(context, *m_storyModel)),
      m_parts(new QSplitter(Qt::Vertical))
{
    makeTable();
    makeStory();
    m_parts->addWidget(m_table);
    m_parts->addWidget(m_story);
    m_parts->setStretchFactor(0, 1);
    m_parts->setStretchFactor(1, 2);
    m_parts->setChildrenCollapsible(false);
    for (QTableView* part : {m_table, m_story})
        part->setMinimumHeight(0);
    setContent(m_parts);
    setFocusProxy(m_table);
    connect(m_model, &AlertModel::refreshed, this, &AlertsPanel::refresh);
    if (context.coverage != nullptr)
        connect(context.coverage, &StoreCoverage::changed, this, &AlertsPanel::refresh);
    if (const IncidentWorkspace* const workspace = context.incidents; workspace != nullptr) {
        const auto follow = [this, workspace] {
            m_model->setJudgements(workspace->records().judgements());
        };
        connect(workspace, &IncidentWorkspace::judgementsChanged, this, follow);
        follow();
    }
    refresh();
}

void AlertsPanel::makeTable()
{
    m_table->setAccessibleName(tr("Alerts, most severe first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(AlertModel::SeverityColumn, EntityDelegate::Text::Hidden);
    delegate.setFigureColumns({AlertModel::SinceColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    header->moveSection(header->visualIndex(AlertModel::SeverityColumn), 0);
    header->resizeSection(AlertModel::SeverityColumn, 24);
    header->resizeSection(AlertModel::WhereColumn,
                          metrics.horizontalAdvance(QStringLiteral("r0-leaf00/to:r0-spine00")) + 16);
    header->resizeSection(AlertModel::OwnerColumn, metrics.horizontalAdvance(QStringLiteral("facilities")) + 16);
    header->resizeSection(AlertModel::StateColumn, metrics.horizontalAdvance(tr("acknowledged, 00 min 00 s")) + 16);
    header->moveSection(header->visualIndex(AlertModel::StateColumn), header->visualIndex(AlertModel::WhereColumn));
    header->resizeSection(AlertModel::SinceColumn, metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 16);
    for (const int column : {AlertModel::StateColumn, AlertModel::WhereColumn, AlertModel::OwnerColumn})
        m_besides.emplace_back(column, header->sectionSize(column));
    showSentences(*m_table, AlertModel::WhatColumn, 0);
    connect(header, &QHeaderView::sectionResized, this, &AlertsPanel::fitRows);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, [this] { m_hasNewRows = true; });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        reportStory();
        show(m_model->alertAt(index.row()));
    });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { showOnset(m_model->alertAt(index.row())); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        // Rows must not move between press and release, so the story is shown after the click.
        if (QGuiApplication::mouseButtons() == Qt::NoButton)
            reportStory();
    });
    holdWhileHovered(*m_table, [this](bool isHeld) { m_model->setHeld(isHeld); });
    offerDrainMenu(
        *m_table,
        [this](int row) {
            return row < 0 || row >= m_model->rowCount() ? std::nullopt : std::optional(m_model->alertAt(row));
        },
        [this] { return m_context.cluster.store().topology(); });
}

void AlertsPanel::makeStory()
{
    m_story->setAccessibleName(tr("Details of the selected alert"));
    m_story->setWordWrap(true);
    m_story->setTextElideMode(Qt::ElideRight);
    m_story->horizontalHeader()->hide();
    delegateOf(*m_story).setFigureColumns({AlertDetailsModel::SinceColumn});
    m_story->horizontalHeader()->resizeSection(
        AlertDetailsModel::SinceColumn, m_story->fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 16);
    stretchColumn(*m_story, AlertDetailsModel::WhatColumn, 80);
    m_story->hide();
    connect(m_story, &QTableView::clicked, this, &AlertsPanel::followStory);
    connect(m_story, &QTableView::activated, this, &AlertsPanel::followStory);
    connect(m_story->horizontalHeader(), &QHeaderView::sectionResized, this, &AlertsPanel::fitStory);
    connect(m_storyModel, &QAbstractItemModel::modelReset, this, &AlertsPanel::fitStory);
    connect(m_storyModel, &QAbstractItemModel::dataChanged, this, &AlertsPanel::fitStory);
}

void AlertsPanel::fitStory()
{
    fitRowsToText(*m_story, {AlertDetailsModel::WhatColumn});
}

/// A title may take half of the panel. Rows do not move under the pointer, unless new ones are inserted.
void AlertsPanel::fitRows()
{
    const bool hasNewRows = std::exchange(m_hasNewRows, false);
    if (m_table->viewport()->underMouse() && !hasNewRows)
        return;
    const int max = std::max(3 * m_table->fontMetrics().lineSpacing(), height() / 2);
    if (fitRowsToText(*m_table, {AlertModel::WhatColumn}, max))
        shareHeight();
}

/// Gives the rows the height that they need and the story the rest. A low panel shows only the selected row, without
/// header.
void AlertsPanel::shareHeight()
{
    const int row = std::max(m_table->rowHeight(std::max(0, m_table->currentIndex().row())), rowHeight(textFont()));
    const bool isLow = height() < linesOfLowPanel * m_table->fontMetrics().lineSpacing();
    m_table->horizontalHeader()->setVisible(!isLow);
    if (!m_story->isVisibleTo(this))
        return;
    const int frame = 2 * m_table->frameWidth();
    const int header = isLow ? 0 : m_table->horizontalHeader()->sizeHint().height();
    const int wanted = header + m_table->verticalHeader()->length() + frame;
    const int max = isLow ? row + frame : height() / 2;
    const int table = std::min(wanted, max);
    m_parts->setSizes({table, std::max(row, height() - table)});
    if (isLow)
        m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtTop);
}

TimePoint AlertsPanel::shownMoment() const
{
    return m_context.time.isFollowing() ? m_context.cluster.store().now() : m_context.time.cursor();
}

void AlertsPanel::reportStory()
{
    std::optional<Alert> alert = chosen();
    if (alert && isVisible()) // reads columns
    {
        alert->costGpuSeconds = costOf(*alert, m_context.cluster.store(), shownMoment());
        addSlowPort(*alert, m_context.cluster.store(), shownMoment());
    }
    m_storyModel->setAlert(alert, alert ? runbookTextOf(*alert, m_context) : QString(),
                           alert ? m_model->judgementsOf(*alert) : std::vector<Judgement>());
    if (m_story->isVisibleTo(this) == alert.has_value())
        return;
    m_story->setVisible(alert.has_value());
    shareHeight();
}

void AlertsPanel::followStory(const QModelIndex& line)
{
    if (const QVariant entity = line.data(EntityRole); entity.isValid())
        m_context.selection.show(entity.value<EntityRef>());
    if (const QVariant time = line.data(TimeRole); time.isValid())
        m_context.time.setCursor(TimePoint(Duration(time.toLongLong())));
}

/// Hides columns that do not fit beside the sentence; the hover text contains them.
void AlertsPanel::fitColumns()
{
    const int sentence = m_table->fontMetrics().horizontalAdvance(QLatin1Char('m')) * 24;
    const QHeaderView* const header = m_table->horizontalHeader();
    int room = width() - header->sectionSize(AlertModel::SeverityColumn) - header->sectionSize(AlertModel::SinceColumn)
        - sentence;
    for (const auto& [column, wide] : m_besides) {
        room -= wide;
        m_table->setColumnHidden(column, room < 0);
    }
}

void AlertsPanel::resizeEvent(QResizeEvent* event)
{
    fitColumns();
    QWidget::resizeEvent(event);
    fitRows();
    shareHeight();
}

std::optional<Alert> AlertsPanel::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? std::nullopt : std::optional(m_model->alertAt(rows.front().row()));
}

std::optional<Alert> AlertsPanel::currentAlert() const
{
    if (const std::optional<Alert> alert = chosen())
        return alert;
    std::optional<Alert> open;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Alert& alert = m_model->alertAt(row);
        if (alert.state == Alert::State::Active)
            return alert;
        if (!open && alert.state != Alert::State::Cleared)
            open = alert;
    }
    return open;
}

void AlertsPanel::choose(const Alert& alert)
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->alertAt(row).key == alert.key)
            m_table->selectRow(row);
    }
    show(alert);
}

void AlertsPanel::show(const Alert& alert)
{
    if (!alert.entities.empty())
        m_context.selection.show(alert.entities.front());
    else if (!alert.chain.empty() && !alert.chain.front().entities.empty()) // a job or storage
        m_context.selection.show(alert.chain.front().entities.front());
    m_shown = AlertAt{alert, shownMoment()};
    m_shownEntity = m_context.selection.current();
}

std::optional<AlertAt> AlertsPanel::shown() const
{
    return m_shownEntity == m_context.selection.current() ? m_shown : std::nullopt;
}

void AlertsPanel::showOnset(const Alert& alert)
{
    show(alert);
    m_context.time.setCursor(alert.onset);
}

void AlertsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    reportStory();
}

/// How much the absence of alerts means.
QString AlertsPanel::coverageText() const
{
    // The past would have to be read from disk.
    const std::vector<DetectorState> standings
        = m_context.coverage != nullptr && isVisible() && m_context.time.isFollowing()
        ? m_context.coverage->at(shownMoment())
        : std::vector<DetectorState>();
    if (standings.empty())
        return tr("Detectors without data raise no alerts. The Coverage view lists them.");
    const std::size_t blind = blindCount(standings);
    if (blind == 0)
        return tr("All %1 detectors have data. The Coverage view shows details.").arg(standings.size());
    return tr("%n of %1 detectors have no data. The Coverage view lists the metrics that they need.", nullptr,
              static_cast<int>(blind))
        .arg(standings.size());
}

void AlertsPanel::refresh()
{
    fitRows();
    reportStory();
    int active = 0;
    int acknowledged = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        active += m_model->alertAt(row).state == Alert::State::Active ? 1 : 0;
        acknowledged += m_model->alertAt(row).state == Alert::State::Acknowledged ? 1 : 0;
    }
    showContent(m_model->rowCount() > 0);
    const TimeWindow& time = m_context.time;
    const TimePoint moment = time.isFollowing() ? wallClockNow() : time.cursor();
    // Missing data must not look like a healthy cluster.
    if (m_context.alerts->isFirstResultPending())
        m_empty->setText(tr("Analysing events…"), tr("Alerts for this moment appear when the analysis is complete."));
    else if (const auto alert = shown(); alert && moment >= alert->alert.onset && moment < alert->alert.raisedAt)
        m_empty->setText(tr("Not raised yet: %1").arg(withoutFigures(alert->alert)),
                         tr("The problem begins at this moment. The alert is raised %1 later.")
                             .arg(toQString(formatDuration(alert->alert.raisedAt - moment))));
    else if (m_context.cluster.store().hasDataAt(moment))
        m_empty->setText(tr("No alerts at this moment."), coverageText());
    else
        m_empty->setText(tr("No data at this moment."),
                         tr("No node has reported yet, or this moment is before the session began. To see earlier "
                            "alerts, open a recording."));
    QString caption = m_model->rowCount() == 0
        ? QString()
        : tr("%1 active, %2 acknowledged · K: acknowledge, Shift+S: shelve, Enter: show onset")
              .arg(active)
              .arg(acknowledged);
    if (m_model->waiting() > 0)
        caption = tr("%1 new (move the pointer off the list to show them) · ").arg(m_model->waiting()) + caption;
    setCaption(caption);
}

} // namespace lockstep

#include "moc_alertspanel.cpp"
