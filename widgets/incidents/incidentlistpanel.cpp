// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidentlistpanel.h"

#include "models/incidents/workspace/incidentlistmodel.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/panels/paneltable.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockstep {

IncidentListPanel::IncidentListPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent),
      m_model(new IncidentListModel(*context.incidents, this)),
      m_search(new QLineEdit),
      m_onlyOpen(new QToolButton),
      m_table(makePanelTable(context, *m_model)),
      m_problem(makeLabel())
{
    m_search->setPlaceholderText(tr("Search, e.g. pump tag:cooling owner:noor"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search incidents"));
    m_search->installEventFilter(this);
    m_onlyOpen->setText(tr("Open only"));
    m_onlyOpen->setCheckable(true);
    m_onlyOpen->setFocusPolicy(Qt::StrongFocus);
    m_onlyOpen->setToolTip(tr("Show only open incidents"));
    m_onlyOpen->setAccessibleName(tr("Show only open incidents"));
    m_problem->setWordWrap(true);
    m_problem->setMargin(6);
    m_problem->hide();
    makeTable();

    auto* line = makeBox<QHBoxLayout>(nullptr, 6, {6, 4, 6, 4});
    line->addWidget(m_search, 1);
    line->addWidget(m_onlyOpen);
    auto* lines = makeBox<QVBoxLayout>(this, 0);
    lines->addLayout(line);
    lines->addWidget(m_problem);
    setContent(m_table, lines);
    setFocusProxy(m_search);

    connect(m_search, &QLineEdit::textChanged, this, &IncidentListPanel::narrow);
    connect(m_onlyOpen, &QToolButton::toggled, this, &IncidentListPanel::narrow);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { choose(index.row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { choose(index.row()); });
    connect(context.incidents, &IncidentWorkspace::listChanged, this, &IncidentListPanel::followWorkspace);
    connect(context.incidents, &IncidentWorkspace::currentChanged, this, &IncidentListPanel::followWorkspace);
    connect(context.incidents, &IncidentWorkspace::problemChanged, this, &IncidentListPanel::followWorkspace);
    followWorkspace();
}

void IncidentListPanel::makeTable()
{
    m_table->setAccessibleName(tr("Incidents"));
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* remove = new QAction(tr("Delete incident"), m_table);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &IncidentListPanel::removeChosen);
    m_table->addAction(remove);
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(IncidentListModel::SeverityColumn, EntityDelegate::Text::Hidden);
    delegate.setFigureColumns({IncidentListModel::TimeColumn, IncidentListModel::NotesColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto resize = [&](int column, const QString& widest) {
        header->resizeSection(column, metrics.horizontalAdvance(widest) + 18);
    };
    // The mark has no text, so its column needs no heading.
    header->setMinimumSectionSize(24);
    header->resizeSection(IncidentListModel::SeverityColumn, 28);
    resize(IncidentListModel::StateColumn, tr("mitigated"));
    header->resizeSection(IncidentListModel::TimeColumn,
                          QFontMetrics(figureFont()).horizontalAdvance(QStringLiteral("2026-03-01 03:12")) + 14);
    resize(IncidentListModel::OwnerColumn, QStringLiteral("mmmmmm"));
    resize(IncidentListModel::NotesColumn, tr("Notes"));
    m_table->setWordWrap(true);
    m_table->setTextElideMode(Qt::ElideRight); // titles are distinguished by their beginning
    m_table->verticalHeader()->setDefaultSectionSize(rowHeight(textFont()) + metrics.lineSpacing());
    const int minTitle = metrics.horizontalAdvance(QLatin1Char('m')) * 14;
    stretchColumn(*m_table, IncidentListModel::TitleColumn, minTitle);
    hideColumnsToFit(*m_table,
                     {IncidentListModel::OwnerColumn, IncidentListModel::NotesColumn, IncidentListModel::StateColumn,
                      IncidentListModel::TimeColumn},
                     IncidentListModel::TitleColumn, minTitle);
}

void IncidentListPanel::narrow()
{
    IncidentQuery query;
    query.text = m_search->text().toStdString();
    if (m_onlyOpen->isChecked())
        query.state = IncidentState::Open;
    m_context.incidents->search(std::move(query));
}

void IncidentListPanel::choose(int row)
{
    const QModelIndex index = m_model->index(row, 0);
    if (index.isValid())
        m_context.incidents->open({index.data(IncidentListModel::KeyRole).toULongLong()});
}

void IncidentListPanel::removeChosen()
{
    const QModelIndex index = m_table->currentIndex();
    if (index.isValid())
        m_context.incidents->remove({index.data(IncidentListModel::KeyRole).toULongLong()});
}

void IncidentListPanel::followWorkspace()
{
    const IncidentWorkspace& workspace = *m_context.incidents;
    const int row = m_model->rowOf(workspace.currentKey());
    if (row < 0)
        m_table->clearSelection();
    else if (m_table->currentIndex().row() != row)
        m_table->selectRow(row);
    m_problem->setVisible(!workspace.problem().empty());
    m_problem->setText(toQString(workspace.problem()));
    if (m_search->text().isEmpty() && !m_onlyOpen->isChecked())
        m_empty->setText(
            tr("No incidents yet."),
            tr("To open an incident, mark a range (Shift + drag) and press I. To annotate the selection, press A."));
    else
        m_empty->setText(tr("No matching incidents."), tr("No incident matches the search and the filter."));
    showContent(!workspace.list().rows.empty());
    refreshCaption();
}

void IncidentListPanel::refreshCaption()
{
    const IncidentList& list = m_context.incidents->list();
    QString caption;
    if (list.found > list.rows.size())
        caption = tr("first %1 of %2, times in UTC").arg(list.rows.size()).arg(list.found);
    else if (list.found > 0)
        caption = !m_search->text().isEmpty()
            ? tr("%1 found, times in UTC").arg(list.found)
            : tr("%n incidents, newest first, times in UTC", nullptr, static_cast<int>(list.found));
    setCaption(caption);
}

bool IncidentListPanel::eventFilter(QObject* watched, QEvent* event)
{
    // Arrow keys move from the search field to the list, as in the command palette.
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down && m_model->rowCount() > 0) {
            m_table->setFocus();
            if (!m_table->currentIndex().isValid())
                m_table->selectRow(0);
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            choose(0);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace lockstep

#include "moc_incidentlistpanel.cpp"
