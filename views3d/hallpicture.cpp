// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallpicture.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/viewcontext.h"
#include "views3d/hallsurface.h"
#include "views3d/input/hallnavigator.h"
#include "views3d/values/hallframe.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QString>

#include <cmath>
#include <utility>

namespace lockstep {

namespace {

void writeHeading(QPainter& painter, QSizeF viewport, const Palette& palette, const QString& left, const QString& right)
{
    const QFontMetricsF metrics(painter.font());
    const QRectF strip(0, 0, viewport.width(), std::ceil(metrics.height()) + 10);
    painter.fillRect(strip, QColor(palette.panel));
    painter.setPen(QColor(palette.text));
    const QRectF inner = strip.adjusted(10, 0, -10, 0);
    const double room = inner.width() - metrics.horizontalAdvance(right) - 20;
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(left, Qt::ElideRight, room));
    painter.setPen(QColor(palette.dimText));
    painter.drawText(inner, Qt::AlignRight | Qt::AlignVCenter, right);
}

/// Draws all overlays onto a rendered frame of any size: names, hotspots, legend, and a caption with metric, cluster
/// and time. GUI thread.
QImage snapshotOf(const ViewContext& context, const HallStage& stage, const DrawnFrame& drawn, const QString& caption,
                  const QFont& font)
{
    const QSizeF viewport = drawn.frame.viewport();
    FrameStats notCounted;
    HallOverlay overlay(context.theme, notCounted, nullptr);
    overlay.setFont(font);
    overlay.resize(viewport.toSize());
    HallAnnotator annotator(context, stage, overlay);
    annotator.writeNamesAndLegend(drawn.frame.camera, viewport);
    annotator.drawMarks(drawn.frame.camera, viewport);
    annotator.drawTape(drawn.frame.camera, viewport);

    QImage picture = drawn.image.copy();
    QPainter painter(&picture);
    overlay.render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
    painter.setFont(font);
    const QString when = QString::fromStdString(formatDateTime(context.time.cursor()));
    const QString where = QString::fromStdString(stage.topology().clusterName());
    writeHeading(painter, viewport, context.theme.palette(), caption,
                 where.isEmpty() ? when : QStringLiteral("%1 · %2 · Lockstep").arg(where, when));
    return picture;
}

} // namespace

HallPicture::HallPicture(const ViewContext& context, HallOverlay& overlay, QWidget& view)
    : m_context(context),
      m_overlay(overlay),
      m_stage(context),
      m_annotator(context, m_stage, overlay),
      m_surface(new HallSurface(context.frames, &view)),
      m_navigator(new HallNavigator(m_surface))
{
    m_due.setSingleShot(true);
    m_navigator->setDepthProbe([this](QPointF pixel) -> std::optional<QVector3D> {
        const Ray ray = m_navigator->camera().ray(pixel, viewport());
        const auto distance = m_stage.list().depth(ray);
        return distance ? std::optional(ray.at(*distance)) : std::nullopt;
    });
    m_navigator->setKeepClear([this] { return m_overlay.legendArea(); });
    connect(m_navigator, &HallNavigator::cameraChanged, this, &HallPicture::cameraMoved);
    connectModels();
}

HallPicture::~HallPicture() = default;

void HallPicture::connectModels()
{
    connect(&m_due, &QTimer::timeout, this, &HallPicture::render);
    connect(&m_context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        if (changes.topology || changes.metrics || changes.sources || !changes.ticks.isEmpty())
            dataCame();
    });
    connect(&m_context.time, &TimeWindow::cursorChanged, this, &HallPicture::dataCame);
    connect(&m_context.time, &TimeWindow::changed, this, &HallPicture::dataCame);
    connect(&m_context.selection, &Selection::metricChanged, this, &HallPicture::dataCame);
    connect(&m_context.selection, &Selection::hoveredChanged, this, &HallPicture::annotate);
    if (m_context.alerts != nullptr)
        connect(m_context.alerts, &JoinedAlerts::joined, this, [this] {
            if (m_surface->isVisible())
                write();
        });
    connect(&m_context.selection, &Selection::selectedChanged, this, [this] {
        if (m_surface->isVisible())
            write();
        m_areLinesStale = true;
        if (m_surface->isVisible())
            m_due.start(0);
    });
    connect(&m_context.theme, &Theme::changed, this, [this] {
        m_stage.themeIsDirty();
        m_areLinesStale = true;
        m_overlay.update();
        cameraMoved();
    });
    connect(&m_thread, &RenderThread::drawn, this, &HallPicture::show);
    connect(&m_thread, &RenderThread::snapshotDrawn, this, [this](const DrawnFrame& drawn) {
        const Taker take = std::move(m_takers.front());
        m_takers.pop_front();
        take(snapshotOf(m_context, m_stage, drawn, m_annotator.texts().caption(), m_overlay.font()));
    });
    connect(m_navigator, &HallNavigator::framing, &m_overlay, &HallOverlay::setFrame);
    connect(m_surface, &HallSurface::painted, this, [this] { m_context.frames.painted(); });
}

QSizeF HallPicture::viewport() const
{
    return m_surface->size();
}

EntityRef HallPicture::at(QPointF pixel) const
{
    return m_stage.list().pick(m_navigator->camera().ray(pixel, viewport()));
}

EntityRef HallPicture::targetRack() const
{
    const Topology& topology = m_stage.topology();
    std::vector<EntityRef> hints{m_context.selection.current(), m_context.selection.hovered()};
    if (!m_stage.values().hotspots().empty())
        hints.push_back(m_stage.values().hotspots().front().entity);
    for (const EntityRef hint : hints) {
        EntityRef rack = topology.contains(hint) ? topology.ancestor(hint, EntityKind::Rack) : EntityRef{};
        if (hint.kind == EntityKind::Loop && !topology.served(hint).empty())
            rack = topology.served(hint).front();
        if (rack.isValid() && m_stage.geometry().rack(rack) != nullptr)
            return rack;
    }
    const QPointF middle(viewport().width() / 2, viewport().height() / 2);
    EntityRef nearest{EntityKind::Rack};
    double min = 1e9;
    for (const HallRack& rack : m_stage.geometry().racks()) {
        const auto pixel = m_navigator->camera().project(rack.box.centre(), viewport());
        const double away = pixel ? QLineF(*pixel, middle).length() : min;
        if (rack.entity.isValid() && rack.nodeCount > 0 && away < min) {
            nearest = rack.entity;
            min = away;
        }
    }
    return nearest;
}

std::vector<EntityRef> HallPicture::within(QRectF frame) const
{
    std::vector<EntityRef> found;
    for (const DrawBox& box : m_stage.list().boxes()) {
        if (box.role != BoxRole::Body || !box.entity.isValid())
            continue;
        const auto pixel = m_shownCamera.project(box.box.centre(), viewport());
        if (pixel && frame.contains(*pixel) && at(*pixel) == box.entity)
            found.push_back(box.entity);
    }
    return found;
}

void HallPicture::setChoice(const HallChoice& choice)
{
    if (choice == m_stage.choice())
        return;
    m_stage.setChoice(choice);
    cameraMoved();
}

bool HallPicture::isSettled() const
{
    if (m_thread.isBusy())
        return false;
    return !m_surface->isVisible()
        || (!m_due.isActive() && !m_isWaiting && !m_stage.isBlending() && !m_navigator->isFlying());
}

void HallPicture::takePicture(QSize size, Taker take)
{
    if (viewport().isEmpty() || size.isEmpty())
        return;
    refreshStage(); // also while hidden
    const double ratio = size.height() / viewport().height();
    m_takers.push_back(std::move(take));
    m_thread.drawSnapshot(m_stage.frame(m_navigator->camera(), QSizeF(size) / ratio, ratio));
}

void HallPicture::setPointer(std::optional<QPointF> pixel)
{
    m_pointer = pixel;
    m_annotator.writeTip(pixel);
}

void HallPicture::dataCame()
{
    m_stage.valuesAreDirty();
    m_areTextsStale = true;
    if (m_surface->isVisible() && !m_due.isActive())
        m_due.start(std::chrono::ceil<std::chrono::milliseconds>(m_pace.wait(WorkPace::Clock::now())));
}

void HallPicture::cameraMoved()
{
    m_isFrameStale = true;
    if (m_surface->isVisible())
        m_due.start(0);
}

void HallPicture::viewportChanged()
{
    m_keptClear.reset();
    if (m_navigator->isUntouched() && !m_stage.geometry().isEmpty())
        m_navigator->open(m_stage.geometry().opening());
    cameraMoved();
}

void HallPicture::render()
{
    const FrameStats::Work work(m_context.frames);
    m_isWaiting = m_thread.isBusy();
    if (m_isWaiting)
        return;
    const WorkPace::Clock::time_point begin = WorkPace::Clock::now();
    if (updateStage()) {
        m_thread.draw(m_stage.frame(m_navigator->camera(), viewport(), m_surface->devicePixelRatioF()));
    } else if (m_areTextsStale && m_surface->isVisible() && !viewport().isEmpty()) { // no colour has changed
        write();
        const WorkPace::Clock::time_point end = WorkPace::Clock::now();
        m_pace.done(end, end - begin);
    }
}

/// @return true if the picture on screen is out of date
bool HallPicture::updateStage()
{
    if (!m_surface->isVisible() || viewport().isEmpty())
        return false;
    m_due.stop();
    refreshStage();
    return std::exchange(m_isFrameStale, false);
}

void HallPicture::refreshStage()
{
    refreshGeometry();
    if (m_stage.refreshBoxes(m_navigator->camera(), viewport(), !m_navigator->isMotionReduced()))
        m_isFrameStale = m_areLinesStale = true;
    m_isFrameStale |= m_stage.refreshColours();
    if (std::exchange(m_areLinesStale, false))
        m_isFrameStale |= m_stage.refreshLines();
}

/// Rebuilds only occasionally while a cluster keeps growing, which a malicious node may cause.
void HallPicture::refreshGeometry()
{
    const WorkPace::Clock::time_point begin = WorkPace::Clock::now();
    if ((m_stage.hasOnlyGrown() && !m_growth.isDue(begin)) || !m_stage.refreshGeometry())
        return;
    if (m_navigator->isUntouched())
        m_navigator->open(m_stage.geometry().opening());
    m_isFrameStale = m_areLinesStale = true;
    const WorkPace::Clock::time_point end = WorkPace::Clock::now();
    m_growth.done(end, end - begin);
}

void HallPicture::show(const DrawnFrame& drawn)
{
    const FrameStats::Work work(m_context.frames);
    ++m_drawnFrames;
    m_drawingCost = drawn.cost;
    m_pace.done(WorkPace::Clock::now(), drawn.cost);
    m_shownCamera = drawn.frame.camera;
    m_surface->setPicture(drawn.image, QColor(drawn.frame.tones.background));
    if (m_surface->isVisible())
        write();
    if (const QString now = m_annotator.texts().caption(); now != m_caption) {
        m_caption = now;
        Q_EMIT captionChanged(m_caption);
    }
    if (m_isWaiting || m_stage.isBlending())
        render();
}

void HallPicture::write()
{
    m_areTextsStale = false;
    m_annotator.writeNamesAndLegend(m_shownCamera, viewport());
    setInitialView();
    annotate();
}

/// The initial view avoids the legend, whose position is known only once there is a picture. Depends only on the
/// current contents, so that it is reproducible.
void HallPicture::setInitialView()
{
    const QRectF legend = m_overlay.legendArea();
    if (!m_navigator->isUntouched() || legend.isEmpty() || m_keptClear == legend)
        return;
    m_keptClear = legend;
    m_navigator->open(m_stage.geometry().opening());
}

/// Updates only outlines and tip: hovering needs no rendering.
void HallPicture::annotate()
{
    if (!m_surface->isVisible())
        return;
    m_annotator.drawMarks(m_shownCamera, viewport());
    m_annotator.drawTape(m_shownCamera, viewport());
    m_annotator.writeTip(m_pointer);
}

} // namespace lockstep

#include "moc_hallpicture.cpp"
