// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/stepheatview.h"

#include "models/store/clustermodel.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/text.h"
#include "widgets/sync/driftcanvas.h"
#include "widgets/sync/jobshown.h"
#include "widgets/sync/stepheatcanvas.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockstep {

StepHeatView::StepHeatView(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_canvas(new StepHeatCanvas(context, this)),
      m_drift(new DriftCanvas(context, this)),
      m_legend(new Legend(context.theme, this))
{
    buildControls();
    buildPages();
    setFocusProxy(m_canvas);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    m_legend->hide();
    connect(m_canvas, &StepHeatCanvas::shownChanged, this, &StepHeatView::showChanged);
    connect(m_drift, &DriftCanvas::shownChanged, this, &StepHeatView::showChanged);
    connect(context.sync, &SyncBoard::changed, this, &StepHeatView::refillJobs);
    refillJobs();
    setQuantity(StepQuantity::Blame);
}

void StepHeatView::buildControls()
{
    m_jobs = new QComboBox(this);
    m_jobs->setAccessibleName(tr("Job"));
    m_jobs->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_jobs->setMinimumWidth(64);
    m_jobs->hide(); // shown if there are several
    connect(m_jobs, &QComboBox::activated, this, [this](int index) {
        m_canvas->setJob(m_knownJobs[static_cast<std::size_t>(index)]);
        m_drift->setJob(m_knownJobs[static_cast<std::size_t>(index)]);
    });
    m_quantities = {
        makeModeButton(tr("Wait"), tr("How long each rank waited for others"), this),
        makeModeButton(tr("Blame"), tr("GPU time that other ranks lost because of each rank"), this),
        makeModeButton(tr("Slowdown"), tr("Compute time relative to peers in the same pipeline stage"), this),
    };
    auto* group = new QButtonGroup(this);
    auto* controls = new QHBoxLayout;
    controls->setContentsMargins(8, 3, 8, 3);
    controls->setSpacing(6);
    controls->addWidget(m_jobs);
    for (std::size_t at = 0; at < m_quantities.size(); ++at) {
        group->addButton(m_quantities[at]);
        controls->addWidget(m_quantities[at]);
        connect(m_quantities[at], &QToolButton::clicked, this,
                [this, at] { setQuantity(static_cast<StepQuantity>(at)); });
    }
    m_driftButton = makeModeButton(
        tr("Drift"), tr("How the compute time of each rank changes against its peers over thousands of steps"), this);
    group->addButton(m_driftButton);
    controls->addWidget(m_driftButton);
    connect(m_driftButton, &QToolButton::clicked, this, &StepHeatView::showDrift);
    controls->addStretch(1);
    m_worstFirst = makeModeButton(tr("Worst first"), tr("Sort ranks by total"), this);
    connect(m_worstFirst, &QToolButton::toggled, m_canvas, &StepHeatCanvas::setWorstFirst);
    controls->addWidget(m_worstFirst);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(controls);
    m_pages = new QStackedLayout;
    layout->addLayout(m_pages, 1);
}

void StepHeatView::buildPages()
{
    const auto addPage = [this](std::initializer_list<QWidget*> widgets, QWidget* canvas) {
        auto* page = new QWidget;
        auto* lines = new QVBoxLayout(page);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->setSpacing(0);
        for (QWidget* each : widgets)
            lines->addWidget(each, each == canvas ? 1 : 0);
        m_pages->addWidget(page);
    };
    m_driftSentence = makeLabel({}, this);
    m_driftSentence->setFont(titleFont());
    m_driftSentence->setWordWrap(true);
    m_driftSentence->setContentsMargins(8, 2, 8, 2);
    m_driftSentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addPage({m_canvas, m_legend}, m_canvas);
    addPage({m_driftSentence, m_drift}, m_drift);
}

void StepHeatView::showDrift()
{
    m_driftButton->setChecked(true);
    m_worstFirst->hide();
    m_pages->setCurrentIndex(1);
    setFocusProxy(m_drift);
    showChanged();
}

void StepHeatView::setQuantity(StepQuantity quantity)
{
    m_quantities[static_cast<std::size_t>(quantity)]->setChecked(true);
    m_canvas->setQuantity(quantity);
    m_worstFirst->show();
    m_pages->setCurrentIndex(0);
    setFocusProxy(m_canvas);
    showChanged();
}

void StepHeatView::refillJobs()
{
    std::vector<std::uint32_t> jobs;
    for (const auto& job : m_context.sync->snapshot()->jobs) {
        if (!job->steps.empty())
            jobs.push_back(job->job);
    }
    if (jobs == m_knownJobs)
        return showChanged();
    m_knownJobs = jobs;
    m_jobs->clear();
    const NameTable& names = m_context.cluster.store().spans().names();
    for (const std::uint32_t job : jobs) {
        const QString name = job < names.size() ? toQString(names.name(NameId{job})) : QString();
        m_jobs->addItem(name.isEmpty() ? tr("(unnamed job)") : name);
    }
    m_jobs->setVisible(jobs.size() > 1);
    showChanged();
}

void StepHeatView::showChanged()
{
    const bool isDrift = m_pages->currentIndex() == 1;
    const JobSync* job = isDrift ? m_drift->job() : m_canvas->job();
    const bool hasSteps = job != nullptr && !job->steps.empty();
    m_legend->setVisible(hasSteps);
    // Break lines between words, not inside a number.
    m_driftSentence->setText(m_drift->sentence().replace(QChar(0x2009), QChar(0x202F)));
    m_driftSentence->setVisible(!m_driftSentence->text().isEmpty());
    QString caption;
    if (hasSteps) {
        if (const auto known = std::ranges::find(m_knownJobs, job->job); known != m_knownJobs.end())
            m_jobs->setCurrentIndex(static_cast<int>(known - m_knownJobs.begin()));
        ColourScale scale = m_canvas->scale();
        if (m_canvas->quantity() == StepQuantity::Slowdown) { // relative, not a time
            scale.low -= 1;
            scale.high -= 1;
        }
        m_legend->setScale(scale, unitOf(m_canvas->quantity()));
        std::size_t steps = job->steps.size();
        if (isDrift) {
            steps = 0;
            for (const auto& point : job->driftCurve)
                steps += point->steps;
        }
        caption = tr("%1 steps, %2 ranks", nullptr, static_cast<int>(steps))
                      .arg(toQString(formatNumber(static_cast<double>(steps))),
                           toQString(formatNumber(static_cast<double>(job->ranks.size()))))
            + momentText(*m_context.sync);
    }
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep

#include "moc_stepheatview.cpp"
