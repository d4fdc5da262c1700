// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/whatifpanel.h"

#include "models/synclive/syncboard.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/legend.h"
#include "widgets/common/text.h"
#include "widgets/sync/whatifbars.h"
#include "widgets/sync/whatiftext.h"
#include "widgets/sync/workergrid.h"

#include <QComboBox>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

namespace {

constexpr int gridShare = 3;
constexpr int barsShare = 2;

/// The trace that is open, then the jobs that are followed.
std::vector<std::shared_ptr<const JobWhatIf>> allOn(const SyncBoard& board)
{
    std::vector<std::shared_ptr<const JobWhatIf>> all;
    if (board.traceWhatIf())
        all.push_back(board.traceWhatIf());
    for (const auto& job : board.snapshot()->jobs) {
        const bool isTrace = job->whatIf && board.traceWhatIf() && job->whatIf->job == board.traceWhatIf()->job;
        if (job->whatIf && !isTrace)
            all.push_back(job->whatIf);
    }
    return all;
}

} // namespace

WhatIfPanel::WhatIfPanel(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    build();
    connect(context.sync, &SyncBoard::changed, this, &WhatIfPanel::refresh);
    refresh();
}

void WhatIfPanel::build()
{
    m_choice = new QComboBox(this);
    m_choice->setAccessibleName(tr("Job"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_choice->hide();
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { choose(m_jobs[static_cast<std::size_t>(index)]); });
    m_sentence = new QLabel(this);
    m_sentence->setWordWrap(true);
    m_sentence->setFont(titleFont());
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures = new QLabel(this);
    m_figures->setFont(smallTextFont());
    m_figures->setForegroundRole(QPalette::PlaceholderText);
    m_figures->setToolTip(tr("S: steps as they were over steps in which each op takes the mean of its kind. "
                             "M_W, M_S: share of the loss that is gone when the slowest 3 % of workers, or the last "
                             "stage, are ideal."));
    m_grid = new WorkerGrid(m_context, this);
    m_bars = new WhatIfBars(m_context, this);
    m_legend = new Legend(m_context.theme, this);

    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 0);
    top->setSpacing(8);
    top->addWidget(m_choice);
    top->addWidget(m_sentence, 1);
    auto* middle = new QHBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    middle->addWidget(m_grid, gridShare);
    middle->addWidget(m_bars, barsShare);
    auto* lines = new QVBoxLayout(page);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setSpacing(2);
    lines->addLayout(top);
    auto* figures = new QHBoxLayout;
    figures->setContentsMargins(8, 0, 8, 2);
    figures->addWidget(m_figures, 1);
    lines->addLayout(figures);
    lines->addLayout(middle, 1);
    lines->addWidget(m_legend);

    auto* empty = new EmptyState(m_context);
    empty->setText(tr("Nothing to replay yet."),
                   tr("What steps would take without stragglers follows from spans with step and operation: "
                      "of jobs that post them, or of a trace of training steps."));
    m_pages = new QStackedLayout(this);
    m_pages->addWidget(empty);
    m_pages->addWidget(page);
    setFocusProxy(m_grid);
}

void WhatIfPanel::choose(const std::string& job)
{
    m_chosen = job;
    refresh();
}

QString WhatIfPanel::sentence() const
{
    return m_sentence->text();
}

void WhatIfPanel::refresh()
{
    const auto all = allOn(*m_context.sync);
    std::vector<std::string> jobs;
    for (const auto& each : all)
        jobs.push_back(each->job);
    if (jobs != m_jobs) {
        m_jobs = std::move(jobs);
        m_choice->clear();
        for (const std::string& job : m_jobs)
            m_choice->addItem(job.empty() ? tr("(unnamed job)") : toQString(job));
        m_choice->setVisible(m_jobs.size() > 1);
    }
    const auto chosen = std::ranges::find(m_jobs, m_chosen);
    const auto index = chosen != m_jobs.end() ? static_cast<std::size_t>(chosen - m_jobs.begin()) : 0;
    m_shown = all.empty() ? nullptr : all[index];
    m_pages->setCurrentIndex(m_shown ? 1 : 0);
    m_grid->show(m_shown);
    m_bars->show(m_shown);
    QString caption;
    if (m_shown) {
        const WhatIf& result = m_shown->result;
        m_choice->setCurrentIndex(static_cast<int>(index));
        m_sentence->setText(verdictSentence(result));
        m_figures->setText(tr("S %1   M_W %2   M_S %3   %4 of %5 workers count as the slowest")
                               .arg(slowdownText(result.slowdown), slowdownText(result.workerShare),
                                    slowdownText(result.lastStageShare))
                               .arg(result.replacedWorkers)
                               .arg(result.workers.size()));
        m_legend->setScale(m_grid->scale(), Unit::None);
        caption = tr("%1, %2 steps").arg(toQString(m_shown->job)).arg(result.steps.size());
    }
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep
