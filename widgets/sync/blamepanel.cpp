// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/blamepanel.h"

#include "models/core/units.h"
#include "models/view/selection.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/panels/entitydelegate.h"
#include "widgets/panels/paneltable.h"
#include "widgets/sync/blamemodel.h"
#include "widgets/sync/timeshares.h"
#include "widgets/sync/whatiftext.h"

#include <QHeaderView>
#include <QLabel>
#include <QStackedLayout>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

BlamePanel::BlamePanel(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(new BlameModel(context.cluster, *context.sync, this)),
      m_table(makePanelTable(context, *m_model)),
      m_note(new QLabel(this)),
      m_pages(new QStackedLayout)
{
    auto* lines = new QVBoxLayout(this);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(0);
    lines->addWidget(new TimeShares(context, this));
    lines->addWidget(m_note);
    lines->addLayout(m_pages, 1);
    m_note->setFont(smallTextFont());
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(8, 2, 8, 2);
    m_table->setAccessibleName(tr("Who is to blame for waiting, worst first"));
    EntityDelegate& delegate = delegateOf(*m_table);
    delegate.setMarkColumn(BlameModel::WhoColumn);
    delegate.setFigureColumns({BlameModel::LostColumn, BlameModel::ShareColumn, BlameModel::LastStepColumn});
    QHeaderView* header = m_table->horizontalHeader();
    const QFontMetrics metrics = m_table->fontMetrics();
    const auto widthFor = [&](const QString& sample) {
        return metrics.horizontalAdvance(sample) + 20;
    };
    header->resizeSection(BlameModel::WhoColumn, widthFor(QStringLiteral("checkpoint storage  train-a")) + 16);
    header->resizeSection(BlameModel::LostColumn, widthFor(tr("GPU s lost")));
    header->resizeSection(BlameModel::ShareColumn, widthFor(QStringLiteral("00.0 %")));
    header->resizeSection(BlameModel::LastStepColumn, widthFor(tr("Last step")));
    header->resizeSection(BlameModel::WhereColumn, widthFor(QStringLiteral("A01 / node-0000 / gpu0")));
    m_leastPattern = widthFor(QStringLiteral("systemic: 14 of t"));
    giveRestTo(*m_table, BlameModel::PatternColumn, m_leastPattern);
    m_table->setTextElideMode(Qt::ElideRight); // a pattern begins with what matters

    m_empty = new EmptyState(context);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_table);
    setFocusProxy(m_table);

    connect(m_table, &QTableView::clicked, this, &BlamePanel::choose);
    connect(m_table, &QTableView::activated, this, &BlamePanel::choose);
    connect(context.sync, &SyncBoard::changed, this, &BlamePanel::refresh);
    connect(&context.selection, &Selection::selectedChanged, this, &BlamePanel::showSelected);
    refresh();
}

/// Where there is no room for all columns, the place is left to the hover, which tells it as well.
void BlamePanel::resizeEvent(QResizeEvent* event)
{
    const QHeaderView& header = *m_table->horizontalHeader();
    int wanted = m_leastPattern;
    for (int column = 0; column < BlameModel::PatternColumn; ++column)
        wanted += header.sectionSize(column);
    wanted += m_table->fontMetrics().horizontalAdvance(QStringLiteral("A01 / node-0000 / gpu0")) + 20;
    m_table->setColumnHidden(BlameModel::WhereColumn, wanted > width());
    QWidget::resizeEvent(event);
}

void BlamePanel::choose(const QModelIndex& index)
{
    if (const QVariant entity = index.data(EntityRole); entity.isValid())
        m_context.selection.select(entity.value<EntityRef>());
}

/// Lines change places as blame does; the choice stays with the thing, not with the line.
void BlamePanel::showSelected()
{
    const int row = m_model->rowOf(m_context.selection.current());
    if (row >= 0)
        m_table->selectRow(row);
    else
        m_table->clearSelection();
}

/// Blame and what-if answer two questions; where they name different things the reader must not have to guess why.
void BlamePanel::refreshNote()
{
    const auto wholeStage = [](const std::shared_ptr<const JobWhatIf>& whatIf) {
        return whatIf != nullptr && whatIf->result.verdict == WhatIfVerdict::LastStage ? whatIf : nullptr;
    };
    std::shared_ptr<const JobWhatIf> whatIf = wholeStage(m_context.sync->traceWhatIf());
    for (const auto& job : m_context.sync->snapshot()->jobs)
        whatIf = whatIf != nullptr ? whatIf : wholeStage(job->whatIf);
    const bool isApart = whatIf != nullptr && m_model->rowCount() > 0;
    m_note->setVisible(isApart);
    if (isApart)
        m_note->setText(tr("Ranks are held against their peers in the same stage here. That the last pipeline stage is "
                           "too long for all of them is what the what-if finds: steps take %1 times as long as they "
                           "could.")
                            .arg(slowdownText(whatIf->result.slowdown)));
}

void BlamePanel::refresh()
{
    refreshNote();
    m_pages->setCurrentIndex(m_model->rowCount() > 0 ? 1 : 0);
    if (!m_table->selectionModel()->selectedRows().isEmpty() || m_context.selection.current().isValid())
        showSelected();
    double waited = 0;
    double all = 0;
    std::size_t steps = 0;
    for (const auto& job : m_context.sync->snapshot()->jobs) {
        steps = std::max(steps, job->steps.size());
        for (const auto& step : job->steps) {
            waited += step->waitGpuSeconds;
            all += std::chrono::duration<double>(step->range.length()).count() * static_cast<double>(job->ranks.size());
        }
    }
    QString caption;
    if (all > 0)
        caption = (steps == 1 ? tr("one step, %1 of GPU time spent waiting")
                              : tr("last %1 steps, %2 of GPU time spent waiting").arg(steps))
                      .arg(quantityText(waited / all, Unit::Ratio));
    // That nothing was found must not read like that nothing was looked at.
    if (all > 0)
        m_empty->setText(
            tr("Nobody keeps others waiting."),
            tr("In the last %1 steps no rank held the others up for long enough to be blamed.").arg(steps));
    else
        m_empty->setText(
            tr("No steps to judge yet."),
            tr("Blame follows from collectives that jobs post with communicator and sequence, or from a trace."));
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep
