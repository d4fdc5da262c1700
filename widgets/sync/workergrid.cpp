// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/workergrid.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/translation.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

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

} // namespace

QString workerName(std::int32_t dpRank, std::int32_t stage)
{
    return tr("DP %1, stage %2").arg(dpRank).arg(stage);
}

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
             tr("%1 instead of %2").arg(secondsText(worker.stepSecondsWithout), secondsText(worker.stepSecondsWith))});
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

} // namespace lockstep

#include "moc_workergrid.cpp"
