// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/fabriccanvas.h"

#include "models/store/clustermodel.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr double tallestRow = 44;
constexpr double widestColumn = 150;
/// Derived metrics follow the data by two ticks (SettledTicks); so does what is shown while following.
constexpr TickIndex settled = 2;

bool isOfPairs(MatrixShape shape)
{
    return shape == MatrixShape::RankRank || shape == MatrixShape::NodeNode;
}

} // namespace

FabricCanvas::FabricCanvas(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Fabric matrix"), parent), m_pairs(context.fabric), m_rows(tallestRow), m_columns(widestColumn)
{
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&context.cluster, &ClusterModel::changed, this, &FabricCanvas::clusterChanged);
    connect(&m_limiter, &RepaintLimiter::due, this, repaint);
    connect(&context.time, &TimeWindow::cursorChanged, this, repaint);
}

void FabricCanvas::setShape(MatrixShape shape)
{
    m_content = isOfPairs(shape) ? static_cast<MatrixContent*>(&m_pairs) : &m_links;
    if (isOfPairs(shape))
        m_pairs.setUnit(shape == MatrixShape::RankRank ? PairUnit::Rank : PairUnit::Node);
    else
        m_links.setMatrix(shape == MatrixShape::LeafSpine ? LinkMatrix::LeafSpine : LinkMatrix::NodePort);
    m_namesAreOld = true;
    fit();
}

void FabricCanvas::setOrder(MatrixOrder order)
{
    m_content->setOrder(order);
    update();
}

void FabricCanvas::setMetric(MetricId metric)
{
    m_links.setMetric(metric);
    update();
}

void FabricCanvas::setAggregate(std::optional<Aggregate> how)
{
    m_links.setAggregate(how);
    update();
}

void FabricCanvas::setTicks(TickIndex ticks)
{
    m_ticks = std::max<TickIndex>(ticks, 1);
    update();
}

void FabricCanvas::setPairs(PairQuantity quantity, std::string family)
{
    m_pairs.setQuantity(quantity);
    m_pairs.setFamily(std::move(family));
    update();
}

void FabricCanvas::holdScale(bool hold)
{
    m_content->holdScale(hold);
    update();
}

void FabricCanvas::clusterChanged(const ChangeSet& changes)
{
    for (MatrixContent* content : {static_cast<MatrixContent*>(&m_links), static_cast<MatrixContent*>(&m_pairs)}) {
        if (changes.topology)
            content->topologyChanged();
        content->invalidate(changes.ticks);
    }
    if (isVisible() && (changes.topology || changes.metrics || !changes.ticks.isEmpty()))
        m_limiter.request();
}

MatrixFrame FabricCanvas::frame() const
{
    const ClusterStore& store = m_context.cluster.store();
    const TickRange held = store.ticks();
    const bool isFollowing = m_context.time.isFollowing();
    TickIndex end = held.to - settled;
    if (!isFollowing)
        end = tickIndexOf(m_context.time.cursor(), store.tickPeriod()) + 1;
    const TickRange ticks{std::max(end - m_ticks, held.from), std::min(end, held.to)};
    return {store, m_content->axes(), m_rows, m_columns, m_area, ticks, isFollowing};
}

/// Names need to know how large cells are, and cells how much room names leave: two rounds settle it.
void FabricCanvas::layOut()
{
    m_rows.setTotal(m_content->axes().rows().size());
    m_columns.setTotal(m_content->axes().columns().size());
    for (int round = 0; round < 2; ++round) {
        m_labels = measureLabels(m_names, width(), m_rows.rowPixels(), m_columns.rowPixels());
        m_rows.setHeight(std::max(height() - m_labels.header - 2, 0));
        m_columns.setHeight(std::max(width() - m_labels.width() - m_labels.margin, 1));
    }
    const auto extent = [](const RowWindow& window) {
        return std::round(std::min(window.height(), window.rowPixels() * static_cast<double>(window.total())));
    };
    m_area = QRectF(m_labels.width(), m_labels.header, extent(m_columns), extent(m_rows));
}

bool FabricCanvas::prepare()
{
    const ClusterStore& store = m_context.cluster.store();
    m_worst.reset();
    setComplete(true);
    if (!store.topology() || store.ticks().isEmpty())
        return false;
    m_namesAreOld |= m_content->settle(frame());
    if (m_content->isEmpty())
        return false;
    if (std::exchange(m_namesAreOld, false))
        m_names = measureNames(m_content->axes());
    layOut();
    m_content->setGround(m_context.theme.palette().panel);
    setComplete(m_content->refresh(frame()));
    m_worst = m_content->worst(frame());
    return true;
}

} // namespace lockstep
