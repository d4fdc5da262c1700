// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/stepheatview.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/driftcanvas.h"
#include "widgets/sync/drifttext.h"
#include "widgets/sync/jobshown.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

/// The highest value without the top 0.2 %, which would dominate the scale.
float topOf(const JobSync& job, StepQuantity quantity)
{
    std::vector<float> values;
    for (const auto& step : job.steps) {
        for (const float value : valuesOf(*step, quantity)) {
            if (!std::isnan(value))
                values.push_back(value);
        }
    }
    if (values.empty())
        return 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * 0.998);
    std::ranges::nth_element(values, at);
    return *at;
}

/// Minimum upper end of the scale, so that the noise of a healthy job stays dark: a tenth of a step waited, 2 % of the
/// job's GPU time lost to one rank, 5 % slower than the peers.
float minTop(const JobSync& job, StepQuantity quantity)
{
    double seconds = 0;
    for (const auto& step : job.steps)
        seconds += std::chrono::duration<double>(step->range.length()).count() / static_cast<double>(job.steps.size());
    switch (quantity) {
    case StepQuantity::Wait:
        return static_cast<float>(0.1 * seconds);
    case StepQuantity::Blame:
        return static_cast<float>(0.02 * seconds * static_cast<double>(job.ranks.size()));
    case StepQuantity::Slowdown:
        break;
    }
    return 1.05F;
}

ColourScale scaleOf(const JobSync& job, StepQuantity quantity)
{
    const float min = minTop(job, quantity);
    const float top = std::max({topOf(job, quantity), min, 1e-3F});
    if (quantity == StepQuantity::Slowdown) // centred on the peers' value
        return {ColourMap::Diverging, 2 - top, top, "centred on the peers"};
    const std::string unit = quantity == StepQuantity::Blame ? "GPU s, " : "";
    return {ColourMap::Inferno, 0, top, unit + (top > min ? "0 to p99.8" : "fixed range")};
}

/// NaN only if all values are NaN.
float worstOf(const std::vector<float>& values, std::span<const std::uint32_t> lanes)
{
    float worst = noData;
    for (const std::uint32_t lane : lanes) {
        const float value = lane < values.size() ? values[lane] : noData;
        if (!(value <= worst))
            worst = std::isnan(value) ? worst : value;
    }
    return worst;
}

constexpr int heatPad = 8;
constexpr int minLabelWidth = 56;

} // namespace

const std::vector<float>& valuesOf(const SyncStep& step, StepQuantity quantity)
{
    switch (quantity) {
    case StepQuantity::Blame:
        return step.blame;
    case StepQuantity::Slowdown:
        return step.slowdown;
    case StepQuantity::Wait:
        break;
    }
    return step.wait;
}

Unit unitOf(StepQuantity quantity)
{
    switch (quantity) {
    case StepQuantity::Wait:
        return Unit::Seconds;
    case StepQuantity::Slowdown:
        return Unit::Ratio;
    case StepQuantity::Blame:
        break;
    }
    return Unit::None; // GPU-seconds, described in the legend
}

std::vector<std::uint32_t> lanesByRank(const JobSync& job)
{
    std::vector<std::uint32_t> lanes(job.ranks.size());
    std::iota(lanes.begin(), lanes.end(), 0U);
    std::ranges::stable_sort(lanes, {}, [&](std::uint32_t lane) { return job.ranks[lane]; });
    return lanes;
}

std::vector<std::uint32_t> lanesByWorst(const JobSync& job, StepQuantity quantity)
{
    std::vector<double> sums(job.ranks.size(), 0);
    for (const auto& step : job.steps) {
        const std::vector<float>& values = valuesOf(*step, quantity);
        for (std::size_t lane = 0; lane < values.size(); ++lane)
            sums[lane] += std::isnan(values[lane]) ? 0.0 : static_cast<double>(values[lane]);
    }
    std::vector<std::uint32_t> lanes = lanesByRank(job);
    std::ranges::stable_sort(lanes, std::greater{}, [&](std::uint32_t lane) { return sums[lane]; });
    return lanes;
}

StepHeat stepHeat(const JobSync& job, const std::vector<std::uint32_t>& lanes, StepQuantity quantity, int height)
{
    StepHeat heat;
    heat.scale = scaleOf(job, quantity);
    const std::size_t rows = std::min(lanes.size(), static_cast<std::size_t>(std::max(height, 0)));
    if (rows == 0 || job.steps.empty())
        return heat;
    std::array<QRgb, 256> colours{};
    for (std::size_t at = 0; at < colours.size(); ++at)
        colours[at] = toColor(colourTable(heat.scale.map)[at]).rgb();
    heat.image
        = QImage(static_cast<int>(job.steps.size()), static_cast<int>(rows), QImage::Format_ARGB32_Premultiplied);
    heat.image.fill(Qt::transparent);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t from = row * lanes.size() / rows;
        const std::size_t to = (row + 1) * lanes.size() / rows;
        auto* line = reinterpret_cast<QRgb*>(heat.image.scanLine(static_cast<int>(row)));
        for (std::size_t step = 0; step < job.steps.size(); ++step) {
            const float value
                = worstOf(valuesOf(*job.steps[step], quantity), std::span(lanes).subspan(from, to - from));
            if (!std::isnan(value))
                line[step] = colours[heat.scale.index(value)];
        }
    }
    return heat;
}

StepHeatCanvas::StepHeatCanvas(ViewContext context, QWidget* parent) : JobCanvas(context, tr("Steps by rank"), parent)
{ }

void StepHeatCanvas::setQuantity(StepQuantity quantity)
{
    m_quantity = quantity;
    follow();
}

void StepHeatCanvas::setWorstFirst(bool worstFirst)
{
    m_worstFirst = worstFirst;
    follow();
}

void StepHeatCanvas::rebuild()
{
    m_isOld = false;
    m_job = jobWanted();
    if (m_job) {
        m_lanes = m_worstFirst ? lanesByWorst(*m_job, m_quantity) : lanesByRank(*m_job);
        m_heat = stepHeat(*m_job, m_lanes, m_quantity, area().height());
    }
    update();
    Q_EMIT shownChanged();
}

QRect StepHeatCanvas::area() const
{
    const QFontMetrics metrics(smallTextFont());
    const int label = std::max(minLabelWidth, metrics.horizontalAdvance(tr("rank %1").arg(88888)) + 2 * heatPad);
    return {label, 1, std::max(1, width() - label - heatPad), std::max(1, height() - metrics.height() - 6)};
}

std::optional<StepHeatCanvas::Cell> StepHeatCanvas::cellAt(QPoint point) const
{
    const QRect cells = area();
    if (!m_job || m_job->steps.empty() || m_lanes.empty() || !cells.contains(point))
        return std::nullopt;
    const auto share = [](int offset, int length, std::size_t count) {
        return std::min(static_cast<std::size_t>(offset) * count / static_cast<std::size_t>(length), count - 1);
    };
    const std::size_t step = share(point.x() - cells.left(), cells.width(), m_job->steps.size());
    // If lanes share the pixel, uses the worst, which determines its colour.
    const std::size_t rows = std::min(m_lanes.size(), static_cast<std::size_t>(cells.height()));
    const std::size_t row = share(point.y() - cells.top(), cells.height(), rows);
    const std::vector<float>& values = valuesOf(*m_job->steps[step], m_quantity);
    const auto valueOf = [&](std::uint32_t lane) {
        return lane < values.size() && !std::isnan(values[lane]) ? values[lane] : -1.0F;
    };
    const auto first = m_lanes.begin() + static_cast<std::ptrdiff_t>(row * m_lanes.size() / rows);
    const auto last = m_lanes.begin() + static_cast<std::ptrdiff_t>((row + 1) * m_lanes.size() / rows);
    return Cell{step, *std::max_element(first, last, [&](auto a, auto b) { return valueOf(a) < valueOf(b); })};
}

std::optional<std::uint32_t> StepHeatCanvas::laneAt(QPoint point) const
{
    const auto cell = cellAt(point);
    return cell ? std::optional(cell->lane) : std::nullopt;
}

HoverText StepHeatCanvas::explain(QPoint point) const
{
    const auto cell = cellAt(point);
    if (!cell)
        return {};
    const SyncStep& step = *m_job->steps[cell->step];
    const auto number = [&](const std::vector<float>& values, Unit unit) {
        return cell->lane < values.size() ? quantityText(static_cast<double>(values[cell->lane]), unit)
                                          : quantityText(static_cast<double>(noData), unit);
    };
    HoverText text;
    const QString rank = tr("rank %1").arg(m_job->ranks[cell->lane]);
    const float blame = cell->lane < step.blame.size() ? step.blame[cell->lane] : noData;
    text.sentence = std::isnan(blame) ? tr("%1: no data in step %2").arg(rank).arg(step.step)
                                      : tr("%1 waited %2 in step %3; other ranks spent %4 GPU s waiting for it")
                                            .arg(rank, number(step.wait, Unit::Seconds))
                                            .arg(step.step)
                                            .arg(toQString(formatNumber(static_cast<double>(blame))));
    const float slowdown = cell->lane < step.slowdown.size() ? step.slowdown[cell->lane] : noData;
    text.facts.push_back({tr("Compute time relative to peers"),
                          std::isnan(slowdown) ? quantityText(static_cast<double>(slowdown), Unit::Ratio)
                                               : slowerText(static_cast<double>(slowdown))});
    text.facts.push_back(
        {tr("Step time"),
         toQString(formatQuantity(std::chrono::duration<double>(step.range.length()).count(), Unit::Seconds))});
    const EntityRef entity = entityOf(cell->lane);
    if (m_context.cluster.store().topology()->contains(entity))
        text.facts.push_back({tr("Where"), toQString(m_context.cluster.store().topology()->path(entity))});
    return text;
}

void StepHeatCanvas::paintOn(QPainter& painter)
{
    if (!m_job || m_job->steps.empty())
        return paintEmpty(painter);
    painter.fillRect(rect(), toColor(m_context.theme.palette().panel));
    painter.fillRect(area(), noDataBrush(m_context.theme.palette()));
    painter.drawImage(area(), m_heat.image);
    drawHighlights(painter);
    drawLabels(painter);
}

QRectF StepHeatCanvas::rowRect(std::size_t place) const
{
    const QRectF cells = area();
    const double height = std::max(cells.height() / static_cast<double>(m_lanes.size()), 2.0);
    const double top = cells.top() + cells.height() * static_cast<double>(place) / static_cast<double>(m_lanes.size());
    return {cells.left(), std::min(top, cells.bottom() - height), cells.width(), height};
}

void StepHeatCanvas::drawHighlights(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    for (std::size_t place = 0; place < m_lanes.size(); ++place) {
        const EntityRef entity = entityOf(m_lanes[place]);
        const bool isSelected = m_context.selection.isSelected(entity);
        if (!isSelected && (!entity.isValid() || m_context.selection.hovered() != entity))
            continue;
        const QRectF row = rowRect(place);
        painter.setPen(QPen(toColor(isSelected ? palette.accent : palette.hover), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(row.adjusted(0, 0, -1, -1));
        painter.fillRect(QRectF(row.left() - 4, row.top(), 3, row.height()),
                         toColor(isSelected ? palette.accent : palette.hover));
    }
}

void StepHeatCanvas::drawLabels(QPainter& painter) const
{
    const QRect cells = area();
    const QFontMetrics metrics(smallTextFont());
    painter.setFont(smallTextFont());
    painter.setPen(toColor(m_context.theme.palette().dimText));
    const double rowHeight = static_cast<double>(cells.height()) / static_cast<double>(m_lanes.size());
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil((metrics.height() + 4) / rowHeight)));
    for (std::size_t place = 0; place < m_lanes.size(); place += every) {
        const double middle = cells.top() + (static_cast<double>(place) + 0.5) * rowHeight;
        const QRectF box(0, middle - metrics.height() / 2.0, cells.left() - heatPad, metrics.height());
        if (box.bottom() <= cells.bottom() + 4)
            painter.drawText(box.translated(0, std::max(0.0, -box.top())), Qt::AlignRight | Qt::AlignVCenter,
                             tr("rank %1").arg(m_job->ranks[m_lanes[place]]));
    }
    const QRect below(cells.left(), cells.bottom() + 4, cells.width(), metrics.height());
    painter.drawText(below, Qt::AlignLeft | Qt::AlignVCenter, tr("step %1").arg(m_job->steps.front()->step));
    if (m_job->steps.size() > 1)
        painter.drawText(below, Qt::AlignRight | Qt::AlignVCenter, tr("step %1").arg(m_job->steps.back()->step));
}

void StepHeatCanvas::resizeEvent(QResizeEvent*)
{
    follow();
}

void StepHeatCanvas::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    JobCanvas::click(point, modifiers);
    if (const auto cell = cellAt(point.toPoint()))
        m_context.time.setCursor(m_job->steps[cell->step]->range.to);
}

StepHeatView::StepHeatView(ViewContext context, QWidget* parent)
    : Panel(context, parent),
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
    connect(context.sync, &SyncResults::changed, this, &StepHeatView::refillJobs);
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
        makeModeButton(tr("Wait"), tr("Time that each rank spent waiting for other ranks"), this),
        makeModeButton(tr("Blame"), tr("GPU time that other ranks spent waiting for each rank"), this),
        makeModeButton(tr("Slowdown"), tr("Compute time relative to peers in the same pipeline stage"), this),
    };
    auto* group = new QButtonGroup(this);
    auto* controls = makeBox<QHBoxLayout>(nullptr, 6, {8, 3, 8, 3});
    controls->addWidget(m_jobs);
    for (std::size_t at = 0; at < m_quantities.size(); ++at) {
        group->addButton(m_quantities[at]);
        controls->addWidget(m_quantities[at]);
        connect(m_quantities[at], &QToolButton::clicked, this,
                [this, at] { setQuantity(static_cast<StepQuantity>(at)); });
    }
    m_driftButton = makeModeButton(
        tr("Drift"), tr("How the compute time of each rank changes relative to its peers over thousands of steps"),
        this);
    group->addButton(m_driftButton);
    controls->addWidget(m_driftButton);
    connect(m_driftButton, &QToolButton::clicked, this, &StepHeatView::showDrift);
    controls->addStretch(1);
    m_worstFirst = makeModeButton(tr("Worst first"), tr("Sort ranks by total"), this);
    connect(m_worstFirst, &QToolButton::toggled, m_canvas, &StepHeatCanvas::setWorstFirst);
    controls->addWidget(m_worstFirst);
    auto* layout = makeBox<QVBoxLayout>(this, 0);
    layout->addLayout(controls);
    m_pages = new QStackedLayout;
    layout->addLayout(m_pages, 1);
}

void StepHeatView::buildPages()
{
    const auto addPage = [this](std::initializer_list<QWidget*> widgets, QWidget* canvas) {
        auto* page = new QWidget;
        auto* lines = makeBox<QVBoxLayout>(page, 0);
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
    // Breaks lines between words, not inside a number.
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
    setCaption(caption);
}

} // namespace lockstep

#include "moc_stepheatview.cpp"
