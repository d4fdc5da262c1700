// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/eventspanel.h"

#include "models/items/eventmodel.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QTableView>

namespace lockstep {

EventsPanel::EventsPanel(ViewContext context, QWidget* parent)
    : Panel(context, parent), m_model(new EventModel(context.cluster, this)), m_table(makePanelTable(context, *m_model))
{
    m_table->setAccessibleName(tr("Events, newest first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(EventModel::SeverityColumn, EntityDelegate::Text::Hidden);
    delegate.setFigureColumns({EventModel::TimeColumn, EventModel::CountColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    header->resizeSection(EventModel::WhereColumn,
                          metrics.horizontalAdvance(QStringLiteral("A01 / node-0000 / gpu0")) + 16);
    header->resizeSection(EventModel::CountColumn, metrics.horizontalAdvance(QStringLiteral("00000")) + 16);
    // The text before the place: in a narrow panel it must be visible.
    header->moveSection(header->visualIndex(EventModel::WhatColumn), header->visualIndex(EventModel::WhereColumn));
    makeRoom(false);
    showSentences(*m_table, EventModel::WhatColumn, metrics.horizontalAdvance(QLatin1Char('m')) * 20,
                  [this](bool isNarrow) { makeRoom(isNarrow); });

    setContent(m_table);
    m_empty->setText(tr("No events yet."),
                     tr("Device errors, link failures and rejected job events appear here when agents report them."));
    setFocusProxy(m_table);

    connect(m_table, &QTableView::clicked, this, &EventsPanel::choose);
    connect(m_table, &QTableView::activated, this, &EventsPanel::choose);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &EventsPanel::refresh);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &EventsPanel::refresh);
    connect(m_model, &EventModel::waitingChanged, this, &EventsPanel::refresh);
    holdWhileHovered(*m_table, [this](bool isHeld) { m_model->setHeld(isHeld); });
    connect(&context.time, &TimeWindow::cursorChanged, this, &EventsPanel::showMoment);
    connect(&context.time, &TimeWindow::changed, this, &EventsPanel::showMoment);
    showMoment();
    refresh();
}

/// A narrow panel omits milliseconds and time zone, which the tool tip shows.
void EventsPanel::makeRoom(bool isNarrow)
{
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    const QString time = isNarrow ? QStringLiteral("00:00:00") : QStringLiteral("00:00:00.000 UTC");
    delegateOf(*m_table).setShortened(EventModel::TimeColumn, isNarrow ? static_cast<int>(time.size()) : 0);
    header->resizeSection(EventModel::TimeColumn, metrics.horizontalAdvance(time) + (isNarrow ? 12 : 24));
    header->resizeSection(EventModel::SeverityColumn, 26);
}

void EventsPanel::choose(const QModelIndex& index)
{
    if (const QVariant entity = index.data(EntityRole); entity.isValid())
        m_context.selection.show(entity.value<EntityRef>());
    if (const QVariant time = index.data(TimeRole); time.isValid())
        m_context.time.setCursor(TimePoint(Duration(time.toLongLong())));
}

void EventsPanel::showMoment()
{
    const TimeWindow& time = m_context.time;
    m_model->setMoment(time.isFollowing() ? std::nullopt : std::optional(time.cursor()));
}

void EventsPanel::refresh()
{
    const int rows = m_model->rowCount();
    showContent(rows > 0);
    QString caption = rows > 0 ? tr("%n events, newest first, times in UTC", nullptr, rows) : QString();
    if (m_model->waiting() > 0)
        caption += tr(" · %1 new (move the pointer off the list to show them)").arg(m_model->waiting());
    setCaption(caption);
}

} // namespace lockstep

#include "moc_eventspanel.cpp"
