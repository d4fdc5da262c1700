// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/whatifpanel.h"

#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/jobshown.h"
#include "widgets/sync/workergrid.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace lockstep {

namespace {

constexpr int barPad = 8;
constexpr std::size_t maxWorkers = 8;
/// Smaller improvements of the step time are ignored.
constexpr double minSaved = 0.002;

} // namespace

WhatIfBars::WhatIfBars(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Cost of each activity and each slow worker"));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
}

void WhatIfBars::show(const std::shared_ptr<const JobWhatIf>& whatIf)
{
    m_sections.clear();
    update();
    if (!whatIf)
        return;
    const WhatIf& result = whatIf->result;
    auto types = result.byOpType;
    std::ranges::stable_sort(types, std::greater{}, &std::pair<std::string, double>::second);
    const double top = types.empty() ? 1 : std::max(types.front().second - 1, 0.1);
    Section byType{tr("Added to step time by:"), {}};
    for (const auto& [name, slowdown] : types)
        byType.bars.push_back({toQString(name), quantityText(std::max(slowdown - 1, 0.0), Unit::Ratio),
                               std::max(slowdown - 1, 0.0) / top});
    m_sections.push_back(std::move(byType));

    Section without = sectionWithout(*whatIf);
    QStringList spoken;
    for (const Bar& bar : without.bars)
        spoken << bar.label + QLatin1Char(' ') + bar.value;
    m_sections.push_back(std::move(without));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
}

/// Workers by gain, largest first, all over the same steps. A worker no slower than the mean gains nothing.
WhatIfBars::Section WhatIfBars::sectionWithout(const JobWhatIf& whatIf)
{
    Section section{tr("Saved per step without:"), {}};
    const double idealShare = 1 - 1 / std::max(whatIf.result.slowdown, 1.0);
    const auto add = [&](const QString& name, double with, double without) {
        const double saved = std::max(with - without, 0.0);
        const bool isClear = saved > minSaved * with;
        section.bars.push_back({name, isClear ? quantityText(saved, Unit::Seconds) : tr("nothing"),
                                isClear ? std::clamp(saved / (with * idealShare), 0.0, 1.0) : 0});
    };
    if (whatIf.slow.size() > 1)
        add(tr("%1 slow ranks").arg(whatIf.slow.size()), whatIf.result.stepSeconds, whatIf.stepSecondsWithoutSlow);
    std::vector<WhatIfWorker> asked;
    std::ranges::copy_if(whatIf.result.workers, std::back_inserter(asked),
                         [](const WhatIfWorker& worker) { return !std::isnan(worker.secondsSaved()); });
    std::ranges::stable_sort(asked, std::greater{}, &WhatIfWorker::secondsSaved);
    for (std::size_t at = 0; at < std::min(asked.size(), maxWorkers); ++at)
        add(workerName(asked[at].dpRank, asked[at].stage), asked[at].stepSecondsWith, asked[at].stepSecondsWithout);
    return section;
}

void WhatIfBars::drawBar(QPainter& painter, const QRect& line, const Bar& bar, int labelWidth, int valueWidth) const
{
    const Palette& palette = m_context.theme.palette();
    const QRect label(line.left(), line.top(), labelWidth, line.height());
    const QRect value(line.right() - valueWidth, line.top(), valueWidth, line.height());
    const int room = value.left() - barPad - label.right() - barPad;
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.text));
    painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(bar.label, Qt::ElideRight, labelWidth));
    painter.setFont(smallFigureFont());
    painter.drawText(value, Qt::AlignRight | Qt::AlignVCenter, bar.value);
    const QRectF track(label.right() + barPad, line.center().y() - 3, std::max(room, 0), 7);
    painter.fillRect(track, toColor(palette.raised));
    painter.fillRect(QRectF(track.left(), track.top(), track.width() * bar.share, track.height()),
                     toColor(palette.wait));
}

void WhatIfBars::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const int lineHeight = QFontMetrics(smallTextFont()).height() + 3;
    int labelWidth = 0;
    int valueWidth = 0;
    for (const Section& section : m_sections) {
        for (const Bar& bar : section.bars) {
            labelWidth = std::max(labelWidth, QFontMetrics(smallTextFont()).horizontalAdvance(bar.label));
            valueWidth = std::max(valueWidth, QFontMetrics(smallFigureFont()).horizontalAdvance(bar.value) + 2);
        }
    }
    labelWidth = std::min(labelWidth, width() / 2);
    int y = 2;
    std::size_t left = m_sections.size();
    for (const Section& section : m_sections) {
        // Sections share the height, so that the first does not displace the second.
        const int room = (height() - y) / static_cast<int>(left--) / lineHeight - 1;
        const auto shown = std::min(section.bars.size(), static_cast<std::size_t>(std::max(room, 0)));
        if (shown == 0)
            continue;
        painter.setFont(smallTextFont());
        painter.setPen(toColor(palette.dimText));
        painter.drawText(QRect(barPad, y, width() - 2 * barPad, lineHeight), Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(section.title, Qt::ElideRight, width() - 2 * barPad));
        y += lineHeight;
        for (std::size_t at = 0; at < shown; ++at, y += lineHeight)
            drawBar(painter, QRect(barPad, y, width() - 2 * barPad, lineHeight), section.bars[at], labelWidth,
                    valueWidth);
        y += barPad;
    }
    m_context.frames.painted();
}

namespace {

constexpr int gridShare = 3;
constexpr int barsShare = 2;

/// A trace for which only the what-if analysis is available so far.
std::shared_ptr<const JobSync> jobOf(const std::shared_ptr<const JobWhatIf>& trace)
{
    auto job = std::make_shared<JobSync>();
    job->name = trace->job;
    job->whatIf = trace;
    for (const JobWhatIf::Worker& worker : trace->workers)
        job->ranks.push_back(worker.rank);
    job->verdict = judgeJob(*job, trace.get());
    return job;
}

/// The open trace, then the live jobs that have been replayed.
std::vector<std::shared_ptr<const JobSync>> replayedOn(const SyncResults& syncResults)
{
    std::vector<std::shared_ptr<const JobSync>> all;
    for (const auto& job : syncResults.snapshot()->worstFirst()) {
        if (job->whatIf && job->whatIf == syncResults.traceWhatIf())
            all.insert(all.begin(), job);
        else if (job->whatIf)
            all.push_back(job);
    }
    const bool isKnown = !all.empty() && all.front()->whatIf == syncResults.traceWhatIf();
    if (syncResults.traceWhatIf() && !isKnown)
        all.insert(all.begin(), jobOf(syncResults.traceWhatIf()));
    return all;
}

} // namespace

WhatIfPanel::WhatIfPanel(ViewContext context, QWidget* parent) : Panel(context, parent)
{
    build();
    connect(context.sync, &SyncResults::changed, this, &WhatIfPanel::refresh);
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
    m_sentence = makeLabel({}, this);
    m_sentence->setWordWrap(true);
    m_sentence->setFont(titleFont());
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_figures = makeNote({}, this);
    m_figures->setWordWrap(true);
    m_figures->setToolTip(tr("Lockstep replays steps from their spans. In an ideal step, each operation takes the mean "
                             "time of its kind, and each transfer has its usual bandwidth."));
    m_grid = new WorkerGrid(m_context, this);
    m_bars = new WhatIfBars(m_context, this);
    m_legend = new Legend(m_context.theme, this);

    auto* page = new QWidget;
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* top = makeBox<QHBoxLayout>(nullptr, 8, {8, 4, 8, 0});
    top->addWidget(m_choice);
    top->addWidget(m_sentence, 1);
    auto* middle = makeBox<QHBoxLayout>(nullptr, 0);
    middle->addWidget(m_grid, gridShare);
    middle->addWidget(m_bars, barsShare);
    auto* lines = makeBox<QVBoxLayout>(page, 2);
    lines->addLayout(top);
    auto* figures = new QHBoxLayout;
    figures->setContentsMargins(8, 0, 8, 2);
    figures->addWidget(m_figures, 1);
    lines->addLayout(figures);
    lines->addLayout(middle, 1);
    lines->addWidget(m_legend);

    setContent(page);
    m_empty->setText(
        tr("No steps to replay yet."),
        tr("Run a job that reports the step and operation of each span, or open a trace of training steps."));
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
    const auto all = replayedOn(*m_context.sync);
    // Sorted by name, so that the order stays when results change.
    std::vector<std::string> jobs;
    for (const auto& each : all)
        jobs.push_back(each->name);
    std::ranges::sort(jobs);
    if (jobs != m_jobs) {
        m_jobs = std::move(jobs);
        m_choice->clear();
        for (const std::string& job : m_jobs)
            m_choice->addItem(job.empty() ? tr("(unnamed job)") : toQString(job));
        m_choice->setVisible(m_jobs.size() > 1);
    }
    const auto chosen = std::ranges::find(all, m_chosen, [](const auto& each) { return each->name; });
    const auto shown = chosen != all.end() ? chosen : all.begin();
    m_shown = all.empty() ? nullptr : (*shown)->whatIf;
    showContent(m_shown != nullptr);
    m_grid->show(m_shown);
    m_bars->show(m_shown);
    QString caption;
    if (m_shown) {
        m_choice->setCurrentIndex(static_cast<int>(std::ranges::find(m_jobs, (*shown)->name) - m_jobs.begin()));
        const QString evidence = verdictEvidence(**shown);
        m_sentence->setText(verdictText(**shown, m_context.cluster.store()));
        m_figures->setText(evidence + QLatin1Char(' ') + lossText(m_shown->result));
        m_legend->setScale(m_grid->scale(), Unit::None);
        const std::size_t steps = m_shown->result.steps.size();
        caption = tr("%1, %n steps replayed", nullptr, static_cast<int>(steps)).arg(toQString((*shown)->name));
        if (m_shown != m_context.sync->traceWhatIf())
            caption += momentText(*m_context.sync);
    }
    setCaption(caption);
}

} // namespace lockstep

#include "moc_whatifpanel.cpp"
