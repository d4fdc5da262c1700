// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/incidents/incidentnotes.h"

#include "models/incidents/workspace/annotationmodel.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/panels/paneltable.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace lockstep {

namespace {

QToolButton* button(const QString& text, const QString& tip)
{
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setFocusPolicy(Qt::StrongFocus);
    return made;
}

/// Unassigned annotations that begin within the incident's time.
std::vector<Annotation> looseNotes(const IncidentWorkspace& workspace)
{
    std::vector<Annotation> loose;
    const Incident* const incident = workspace.current();
    if (!incident)
        return loose;
    constexpr std::size_t maxTaken = 1000;
    for (const AnnotationMark& mark :
         workspace.marks().startingIn({incident->range.from, incident->range.to + Duration(1)})) {
        const Annotation* const annotation = workspace.records().find(mark.key);
        if (annotation && !annotation->incident.isValid() && loose.size() < maxTaken)
            loose.push_back(*annotation);
    }
    return loose;
}

} // namespace

IncidentNotes::IncidentNotes(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(new AnnotationModel(*context.incidents, this)),
      m_table(makePanelTable(context, *m_model)),
      m_link(button(tr("Mark first as cause"), tr("Mark the earliest selected note as the cause of the others"))),
      m_takeOut(button(tr("Remove"), tr("Remove the selected notes from the incident; they stay on the time bar"))),
      m_remove(button(tr("Delete"), tr("Delete the selected notes"))),
      m_take(button(QString(), tr("Add notes from this time range that belong to no incident"))),
      m_pages(new QStackedLayout)
{
    makeTable();
    auto* empty = new EmptyState(context);
    empty->setText(tr("No notes yet."), tr("Mark a moment or a range in any view, select a component, and press A."));
    m_pages->addWidget(empty);
    m_pages->addWidget(m_table);
    auto* line = new QHBoxLayout;
    line->setContentsMargins(6, 2, 6, 2);
    line->addWidget(m_link);
    line->addWidget(m_takeOut);
    line->addWidget(m_remove);
    line->addStretch();
    line->addWidget(m_take);
    auto* lines = makeBox<QVBoxLayout>(this, 0);
    lines->addLayout(m_pages, 1);
    lines->addLayout(line);

    connect(m_link, &QToolButton::clicked, this, &IncidentNotes::link);
    connect(m_takeOut, &QToolButton::clicked, this, &IncidentNotes::detachChosen);
    connect(m_remove, &QToolButton::clicked, this, &IncidentNotes::removeChosen);
    connect(m_take, &QToolButton::clicked, this, &IncidentNotes::attachLooseNotes);
    connect(context.incidents, &IncidentWorkspace::annotationsChanged, this, &IncidentNotes::refresh);
    connect(context.incidents, &IncidentWorkspace::focusedChanged, this, [this] {
        if (const int row = m_model->rowOf(m_context.incidents->focused()); row >= 0 && !chosenRows().contains(row))
            m_table->selectRow(row);
    });
}

void IncidentNotes::makeTable()
{
    m_table->setAccessibleName(tr("Incident notes, by time"));
    m_table->setTextElideMode(Qt::ElideRight); // sentences, not names
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    delegateOf(*m_table).setFigureColumns({AnnotationModel::TimeColumn, AnnotationModel::LengthColumn});
    m_table->verticalHeader()->show(); // row numbers, which links refer to
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics figures(figureFont());
    const QFontMetrics words = m_table->fontMetrics();
    header->resizeSection(AnnotationModel::TimeColumn,
                          figures.horizontalAdvance(QStringLiteral("00:00:00.000 UTC")) + 14);
    header->resizeSection(AnnotationModel::LengthColumn, figures.horizontalAdvance(QStringLiteral("12 min 5 s")) + 12);
    header->resizeSection(AnnotationModel::WhereColumn,
                          words.horizontalAdvance(QStringLiteral("A01 / node-0000")) + 12);
    header->resizeSection(AnnotationModel::LinksColumn, words.horizontalAdvance(tr("caused by 1")) + 16);
    header->resizeSection(AnnotationModel::AuthorColumn, words.horizontalAdvance(QStringLiteral("mmmmmm")) + 12);
    const int minText = words.horizontalAdvance(QLatin1Char('m')) * 18;
    stretchColumn(*m_table, AnnotationModel::TextColumn, minText);
    hideColumnsToFit(*m_table,
                     {AnnotationModel::AuthorColumn, AnnotationModel::WhereColumn, AnnotationModel::LengthColumn,
                      AnnotationModel::LinksColumn},
                     AnnotationModel::TextColumn, minText);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { goTo(index.row()); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &IncidentNotes::refresh);
}

QList<int> IncidentNotes::chosenRows() const
{
    QList<int> rows;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        rows << index.row();
    std::ranges::sort(rows);
    return rows;
}

void IncidentNotes::refresh()
{
    const qsizetype chosen = chosenRows().size();
    m_link->setEnabled(chosen >= 2);
    m_takeOut->setEnabled(chosen >= 1);
    m_remove->setEnabled(chosen >= 1);
    const std::size_t loose = looseNotes(*m_context.incidents).size();
    m_take->setVisible(loose > 0);
    m_take->setText(tr("Add %n notes from this range", nullptr, static_cast<int>(loose)));
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
}

void IncidentNotes::goTo(int row)
{
    const Annotation* const note = m_context.incidents->records().find(m_model->keyAt(row));
    if (!note)
        return;
    m_context.incidents->setFocused(note->key);
    const TimeRange range = m_context.time.target().range;
    if (!range.overlaps({note->range.from, note->range.to + Duration(1)})) {
        const Duration half = range.length() / 2;
        m_context.time.setRange({note->range.from - half, note->range.from + half});
    }
    m_context.time.setCursor(note->range.from);
    if (note->entities.empty())
        return;
    const EntityRef entity = findEntity(*m_context.cluster.store().topology(), note->entities.front());
    if (entity.isValid())
        m_context.selection.select(entity);
}

void IncidentNotes::link()
{
    const QList<int> rows = chosenRows();
    IncidentChange change;
    change.text = "Link notes";
    for (qsizetype i = 1; i < rows.size(); ++i)
        change.links.push_back(
            {{}, AnnotationLink{m_model->keyAt(rows[0]), m_model->keyAt(rows[i]), LinkKind::Caused}});
    m_context.incidents->make(change);
}

void IncidentNotes::detachChosen()
{
    IncidentChange change;
    change.text = "Remove notes from the incident";
    for (const int row : chosenRows()) {
        const Annotation& note = *m_context.incidents->records().find(m_model->keyAt(row));
        Annotation loose = note;
        loose.incident = {};
        change.annotations.push_back({note, std::move(loose)});
    }
    m_context.incidents->make(change);
}

void IncidentNotes::removeChosen()
{
    IncidentChange change;
    change.text = "Delete notes";
    const IncidentRecords& records = m_context.incidents->records();
    for (const int row : chosenRows()) {
        const AnnotationKey key = m_model->keyAt(row);
        change.annotations.push_back({*records.find(key), {}});
        for (const AnnotationLink& link : records.links()) {
            if (link.from == key || link.to == key)
                change.links.push_back({link, {}});
        }
    }
    m_context.incidents->make(change);
}

void IncidentNotes::attachLooseNotes()
{
    IncidentChange change;
    change.text = "Add notes to the incident";
    for (const Annotation& note : looseNotes(*m_context.incidents)) {
        Annotation taken = note;
        taken.incident = m_context.incidents->currentKey();
        change.annotations.push_back({note, std::move(taken)});
    }
    m_context.incidents->make(change);
}

} // namespace lockstep

#include "moc_incidentnotes.cpp"
