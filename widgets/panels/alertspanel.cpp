// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/alertspanel.h"

#include "models/items/alertmodel.h"
#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/timewindow.h"
#include "widgets/common/emptystate.h"
#include "widgets/panels/entitydelegate.h"
#include "widgets/panels/paneltable.h"

#include <QHeaderView>
#include <QStackedLayout>
#include <QTableView>

#include <algorithm>

namespace lockstep {

AlertsPanel::AlertsPanel(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(new AlertModel(context.cluster, context.time, this)),
      m_table(makePanelTable(context, *m_model)),
      m_empty(new EmptyState(context)),
      m_pages(new QStackedLayout(this))
{
    m_table->setAccessibleName(tr("Alerts, the most pressing first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(AlertModel::SeverityColumn, EntityDelegate::Text::Hidden);
    delegate.setFigureColumns({AlertModel::SinceColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    header->moveSection(header->visualIndex(AlertModel::SeverityColumn), 0);
    header->resizeSection(AlertModel::SeverityColumn, 24);
    header->resizeSection(AlertModel::WhereColumn,
                          metrics.horizontalAdvance(QStringLiteral("A01 / node-0000 / gpu0")) + 16);
    header->resizeSection(AlertModel::StateColumn, metrics.horizontalAdvance(tr("acknowledged, 00 min 00 s")) + 16);
    header->moveSection(header->visualIndex(AlertModel::StateColumn), header->visualIndex(AlertModel::WhereColumn));
    header->resizeSection(AlertModel::SinceColumn, metrics.horizontalAdvance(QStringLiteral("00:00:00")) + 16);
    showSentences(*m_table, AlertModel::WhatColumn, metrics.horizontalAdvance(QLatin1Char('m')) * 20);

    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);

    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { show(m_model->alertAt(index.row())); });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { showOnset(m_model->alertAt(index.row())); });
    holdUnderPointer(*m_table, [this](bool isHeld) { m_model->setHeld(isHeld); });
    connect(m_model, &AlertModel::refreshed, this, &AlertsPanel::refresh);
    refresh();
}

/// In a narrow panel place and state are left to the hover, which tells them as well.
void AlertsPanel::resizeEvent(QResizeEvent* event)
{
    const bool isNarrow = width() < m_table->fontMetrics().horizontalAdvance(QLatin1Char('m')) * 50;
    m_table->setColumnHidden(AlertModel::WhereColumn, isNarrow);
    m_table->setColumnHidden(AlertModel::StateColumn, isNarrow);
    QWidget::resizeEvent(event);
}

std::optional<PlaceAlert> AlertsPanel::meant() const
{
    if (const QModelIndexList chosen = m_table->selectionModel()->selectedRows(); !chosen.isEmpty())
        return m_model->alertAt(chosen.front().row());
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->alertAt(row).state == PlaceAlert::State::Active)
            return m_model->alertAt(row);
    }
    return std::nullopt;
}

void AlertsPanel::show(const PlaceAlert& alert)
{
    if (alert.entity.isValid())
        m_context.selection.show(alert.entity);
}

void AlertsPanel::showOnset(const PlaceAlert& alert)
{
    show(alert);
    m_context.time.setCursor(alert.since);
}

void AlertsPanel::refresh()
{
    int active = 0;
    int acknowledged = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        active += m_model->alertAt(row).state == PlaceAlert::State::Active ? 1 : 0;
        acknowledged += m_model->alertAt(row).state == PlaceAlert::State::Acknowledged ? 1 : 0;
    }
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    const TimeWindow& time = m_context.time;
    const TimePoint moment = time.isFollowing() ? wallClockNow() : time.cursor();
    // Silence is no all-clear.
    if (m_context.cluster.store().knowsAlertsAt(moment))
        m_empty->setText(tr("No alerts at this moment."),
                         tr("What passes a limit, fails, hangs or keeps others waiting stands here until it is over."));
    else
        m_empty->setText(
            tr("Nothing is known of this moment."),
            tr("No node has reported, or it was before this session; open the recording to see its alerts."));
    QString caption = m_model->rowCount() == 0
        ? QString()
        : tr("%1 active, %2 acknowledged · K acknowledges, Enter goes to the beginning").arg(active).arg(acknowledged);
    if (m_model->waiting() > 0)
        caption = tr("%1 new, shown when the pointer leaves · ").arg(m_model->waiting()) + caption;
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep
