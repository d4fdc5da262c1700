// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/whatifpanel.h"

#include "models/analysis/sync/live/syncresults.h"
#include "models/analysis/sync/live/verdicttext.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/legend.h"
#include "widgets/common/controls.h"
#include "widgets/common/emptystate.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/jobshown.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace lockstep {

namespace {

QString secondsText(double seconds)
{
    return quantityText(seconds, Unit::Seconds);
}

double slowdownOf(const std::vector<std::pair<std::int32_t, double>>& parts, std::int32_t name)
{
    const auto found = std::ranges::find(parts, name, &std::pair<std::int32_t, double>::first);
    return found != parts.end() ? found->second : std::numeric_limits<double>::quiet_NaN();
}

/// "DP 1, stage 0".
QString workerName(std::int32_t dpRank, std::int32_t stage)
{
    return tr("DP %1, stage %2").arg(dpRank).arg(stage);
}

} // namespace

QString slowdownText(double slowdown)
{
    if (std::isnan(slowdown))
        return QStringLiteral("\u2013");
    return QString::number(std::abs(slowdown) < 0.005 ? 0.0 : slowdown, 'f', 2); // never "-0.00"
}

QString lossText(const WhatIf& result)
{
    const auto share = [](double part) {
        return std::isnan(part) ? tr("none") : quantityText(std::clamp(part, 0.0, 1.0), Unit::Ratio);
    };
    QString text = tr("Steps take %1 times as long as ideal steps.").arg(slowdownText(result.slowdown));
    const QString workers = tr("the %n slowest of %1 workers", nullptr, static_cast<int>(result.replacedWorkers))
                                .arg(result.workers.size());
    text += tr(" %1 of the loss is due to %2").arg(share(result.workerShare), workers);
    if (result.byStage.size() > 1)
        text += tr(", %1 to the last pipeline stage").arg(share(result.lastStageShare));
    return text + QLatin1Char('.');
}

HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker)
{
    HoverText text;
    const QString name = workerName(worker.dpRank, worker.stage);
    text.sentence = std::isnan(worker.pace)
        ? tr("If only %1 were slow, steps would take %2 times as long as ideal steps")
              .arg(name, slowdownText(worker.slowdown))
        : tr("The slowest rank of %1 takes %2 times as long as the median rank").arg(name, slowdownText(worker.pace));
    if (!std::isnan(worker.stepSecondsWithout))
        text.facts.push_back(
            {tr("Step time without this worker"),
             tr("%1 (with it: %2)").arg(secondsText(worker.stepSecondsWithout), secondsText(worker.stepSecondsWith))});
    text.facts.push_back({tr("Step time relative to the ideal, if only this data-parallel rank is slow"),
                          slowdownText(slowdownOf(result.byDpRank, worker.dpRank))});
    text.facts.push_back({tr("Step time relative to the ideal, if only this stage is slow"),
                          slowdownText(slowdownOf(result.byStage, worker.stage))});
    return text;
}

namespace {

constexpr int gridPad = 8;
/// Minimum upper end of the scale, so that the noise of a healthy job stays dark.
constexpr double minGridTop = 1.1;

std::size_t placeOf(const std::vector<std::int32_t>& sorted, std::int32_t value)
{
    return static_cast<std::size_t>(std::ranges::lower_bound(sorted, value) - sorted.begin());
}

} // namespace

WorkerGrid::WorkerGrid(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Slowdown by worker: pipeline stages × data-parallel ranks"), parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void WorkerGrid::show(std::shared_ptr<const JobWhatIf> whatIf)
{
    if (whatIf == m_whatIf)
        return;
    m_whatIf = std::move(whatIf);
    m_dpRanks.clear();
    m_stages.clear();
    m_cells.clear();
    m_image = {};
    if (m_whatIf) {
        const WhatIf& result = m_whatIf->result;
        for (const auto& [dpRank, slowdown] : result.byDpRank)
            m_dpRanks.push_back(dpRank);
        for (const auto& [stage, slowdown] : result.byStage)
            m_stages.push_back(stage);
        std::ranges::sort(m_dpRanks);
        std::ranges::sort(m_stages);
        double top = minGridTop;
        for (const WhatIfWorker& worker : result.workers)
            top = std::max(top, worker.ownSlowdown());
        m_scale = {ColourMap::Inferno, 1, static_cast<float>(top),
                   top > minGridTop ? "no loss to slowest worker" : "no loss to small losses"};
        m_cells.assign(m_dpRanks.size() * m_stages.size(), nullptr);
        m_image = QImage(static_cast<int>(m_dpRanks.size()), static_cast<int>(m_stages.size()), QImage::Format_ARGB32);
        m_image.fill(Qt::transparent);
        for (const WhatIfWorker& worker : result.workers) {
            const std::size_t column = placeOf(m_dpRanks, worker.dpRank);
            const std::size_t row = placeOf(m_stages, worker.stage);
            m_cells[row * m_dpRanks.size() + column] = &worker;
            m_image.setPixelColor(static_cast<int>(column), static_cast<int>(row),
                                  toColor(m_scale.colour(static_cast<float>(worker.ownSlowdown()))));
        }
    }
    update();
}

QRect WorkerGrid::area() const
{
    const QFontMetrics metrics(smallTextFont());
    const int label = metrics.horizontalAdvance(tr("stage %1").arg(88)) + 2 * gridPad;
    return {label, 2, std::max(1, width() - label - gridPad), std::max(1, height() - metrics.height() - 8)};
}

QRectF WorkerGrid::cellOf(const WhatIfWorker& worker) const
{
    const QRectF cells = area();
    const double wide = cells.width() / static_cast<double>(std::max<std::size_t>(m_dpRanks.size(), 1));
    const double high = cells.height() / static_cast<double>(std::max<std::size_t>(m_stages.size(), 1));
    return {cells.left() + static_cast<double>(placeOf(m_dpRanks, worker.dpRank)) * wide,
            cells.top() + static_cast<double>(placeOf(m_stages, worker.stage)) * high, wide, high};
}

const WhatIfWorker* WorkerGrid::workerAt(QPoint point) const
{
    const QRect cells = area();
    if (m_cells.empty() || !cells.contains(point))
        return nullptr;
    const auto columns = static_cast<int>(m_dpRanks.size());
    const auto rows = static_cast<int>(m_stages.size());
    const int row = std::min((point.y() - cells.top()) * rows / cells.height(), rows - 1);
    const int from = std::min((point.x() - cells.left()) * columns / cells.width(), columns - 1);
    const int to = std::clamp((point.x() + 1 - cells.left()) * columns / cells.width(), from + 1, columns);
    const WhatIfWorker* slowest = nullptr;
    for (int column = from; column < to; ++column) {
        const WhatIfWorker* worker = m_cells[static_cast<std::size_t>(row * columns + column)];
        if (worker != nullptr && (slowest == nullptr || worker->ownSlowdown() > slowest->ownSlowdown()))
            slowest = worker;
    }
    return slowest;
}

EntityRef WorkerGrid::entityOf(const WhatIfWorker& worker) const
{
    const auto rank = m_whatIf ? m_whatIf->rankOf(worker.dpRank, worker.stage) : std::nullopt;
    if (!rank)
        return {};
    const SpanStore& spans = m_context.cluster.store().spans();
    const auto found = std::ranges::find_if(spans.lanes(), [&](const SpanLane& lane) {
        return lane.rank == *rank && lane.job.isValid() && spans.names().name(lane.job) == m_whatIf->job;
    });
    return found != spans.lanes().end() ? found->entity : EntityRef{};
}

void WorkerGrid::paintOn(QPainter& painter)
{
    painter.fillRect(rect(), toColor(m_context.theme.palette().panel));
    if (m_cells.empty())
        return;
    painter.fillRect(area(), noDataBrush(m_context.theme.palette()));
    painter.drawImage(area(), m_image);
    drawFigures(painter);
    drawMarks(painter);
    drawLabels(painter);
}

/// Draws the number in each cell if all fit.
void WorkerGrid::drawFigures(QPainter& painter) const
{
    painter.setFont(smallFigureFont());
    const QFontMetrics metrics = painter.fontMetrics();
    const QRectF first = cellOf(m_whatIf->result.workers.front());
    if (first.width() < metrics.horizontalAdvance(QStringLiteral("0.00")) + gridPad
        || first.height() < metrics.height())
        return;
    for (const WhatIfWorker& worker : m_whatIf->result.workers) {
        painter.setPen(toColor(readableOn(m_scale.colour(static_cast<float>(worker.ownSlowdown())))));
        painter.drawText(cellOf(worker), Qt::AlignCenter, slowdownText(worker.ownSlowdown()));
    }
}

void WorkerGrid::drawMarks(QPainter& painter) const
{
    const Palette& palette = m_context.theme.palette();
    painter.setBrush(Qt::NoBrush);
    const auto mark = [&](const WhatIfWorker& worker, Rgb colour) {
        const QRectF cell = cellOf(worker);
        painter.setPen(QPen(toColor(colour), 2));
        painter.drawRect(
            QRectF(cell.left() + 1, cell.top() + 1, std::max(cell.width() - 2, 2.0), std::max(cell.height() - 2, 2.0)));
    };
    // Looking up thousands of GPUs is too slow for a paint, so only relevant workers are checked.
    const EntityRef selected = m_context.selection.current();
    const EntityRef hovered = m_context.selection.hovered();
    if (!selected.isValid() && !hovered.isValid())
        return;
    const auto& lanes = m_context.cluster.store().spans().lanes();
    const auto rankOf = [&](EntityRef entity) {
        const auto found = std::ranges::find(lanes, entity, &SpanLane::entity);
        return entity.isValid() && found != lanes.end() ? found->rank : Span::noRank;
    };
    const std::uint32_t selectedRank = rankOf(selected);
    const std::uint32_t hoveredRank = rankOf(hovered);
    for (const JobWhatIf::Worker& worker : m_whatIf->workers) {
        if (worker.rank == selectedRank && entityOf({worker.dpRank, worker.stage}) == selected)
            mark({worker.dpRank, worker.stage}, palette.accent);
        else if (worker.rank == hoveredRank && entityOf({worker.dpRank, worker.stage}) == hovered)
            mark({worker.dpRank, worker.stage}, palette.hover);
    }
}

void WorkerGrid::drawLabels(QPainter& painter) const
{
    const QRect cells = area();
    painter.setFont(smallTextFont());
    painter.setPen(toColor(m_context.theme.palette().dimText));
    const QFontMetrics metrics = painter.fontMetrics();
    const double high = static_cast<double>(cells.height()) / static_cast<double>(m_stages.size());
    const auto everyRow = static_cast<std::size_t>(std::max(1.0, std::ceil(metrics.height() / high)));
    for (std::size_t row = 0; row < m_stages.size(); row += everyRow) {
        const QRectF box(0, cells.top() + static_cast<double>(row) * high, cells.left() - gridPad,
                         std::max(high, static_cast<double>(metrics.height())));
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, tr("stage %1").arg(m_stages[row]));
    }
    const double wide = static_cast<double>(cells.width()) / static_cast<double>(m_dpRanks.size());
    const int labelWidth = metrics.horizontalAdvance(tr("DP %1").arg(m_dpRanks.back())) + gridPad;
    const auto everyColumn = static_cast<std::size_t>(std::max(1.0, std::ceil(labelWidth / wide)));
    for (std::size_t column = 0; column < m_dpRanks.size(); column += everyColumn) {
        const double middle = cells.left() + (static_cast<double>(column) + 0.5) * wide;
        const QRectF box(std::clamp(middle - labelWidth / 2.0, 0.0, static_cast<double>(width() - labelWidth)),
                         cells.bottom() + 3, labelWidth, metrics.height());
        painter.drawText(box, Qt::AlignCenter, tr("DP %1").arg(m_dpRanks[column]));
    }
}

void WorkerGrid::hover(QPointF point)
{
    const WhatIfWorker* worker = workerAt(point.toPoint());
    m_context.selection.setHovered(worker != nullptr ? entityOf(*worker) : EntityRef{});
    if (worker != nullptr)
        m_tip->showAt(point.toPoint(), explainWorker(m_whatIf->result, *worker));
    else
        m_tip->hide();
}

void WorkerGrid::click(QPointF point, Qt::KeyboardModifiers)
{
    const WhatIfWorker* worker = workerAt(point.toPoint());
    if (const EntityRef entity = worker != nullptr ? entityOf(*worker) : EntityRef{}; entity.isValid())
        m_context.selection.select(entity);
}

void WorkerGrid::moveSelection(int columns, int rows)
{
    const auto worker = std::ranges::find_if(m_cells, [&](const WhatIfWorker* each) {
        return each != nullptr && entityOf(*each) == m_context.selection.current();
    });
    const auto wide = static_cast<int>(m_dpRanks.size());
    const auto high = static_cast<int>(m_stages.size());
    const auto at = worker != m_cells.end() ? static_cast<int>(worker - m_cells.begin()) : 0;
    const int column = std::clamp(at % wide + columns, 0, wide - 1);
    const int row = std::clamp(at / wide + rows, 0, high - 1);
    const WhatIfWorker* next = m_cells[static_cast<std::size_t>(row * wide + column)];
    if (next != nullptr)
        m_context.selection.select(entityOf(*next));
}

void WorkerGrid::keyPressEvent(QKeyEvent* event)
{
    if (m_cells.empty())
        return Canvas::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return moveSelection(-1, 0);
    case Qt::Key_Right:
        return moveSelection(1, 0);
    case Qt::Key_Up:
        return moveSelection(0, -1);
    case Qt::Key_Down:
        return moveSelection(0, 1);
    default:
        Canvas::keyPressEvent(event);
    }
}

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

WhatIfPanel::WhatIfPanel(ViewContext context, QWidget* parent) : QWidget(parent), m_context(context)
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

    auto* empty = new EmptyState(m_context);
    empty->setText(
        tr("No steps to replay yet."),
        tr("Run a job that reports the step and operation of each span, or open a trace of training steps."));
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
    m_pages->setCurrentIndex(m_shown ? 1 : 0);
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
    if (caption == m_caption)
        return;
    m_caption = caption;
    Q_EMIT captionChanged(m_caption);
}

} // namespace lockstep

#include "moc_whatifpanel.cpp"
