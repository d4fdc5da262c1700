// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallpicture.h"

#include "models/store/clustermodel.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "views3d/hallnavigator.h"
#include "views3d/vtkwidget.h"

#include <vtkRenderer.h>

#include <utility>

namespace lockstep {

namespace {

constexpr double hatchPitch = 7; // pixels at 100 %

} // namespace

HallPicture::HallPicture(const ViewContext& context, HallOverlay& overlay, QWidget& view)
    : m_context(context),
      m_overlay(overlay),
      m_stage(context),
      m_annotator(context, m_stage, overlay),
      m_surface(std::make_unique<VtkWidget>(context.frames, &view)),
      m_navigator(new HallNavigator(m_surface.get()))
{
    m_due.setSingleShot(true);
    m_surface->addRenderer(m_scene.renderer());
    m_surface->setPrepare([this] { bringUpToDate(); });
    m_navigator->setDepthProbe([this](QPointF pixel) -> std::optional<QVector3D> {
        const Ray ray = m_navigator->camera().ray(pixel, viewport());
        const auto distance = m_stage.list().depth(ray);
        return distance ? std::optional(ray.at(*distance)) : std::nullopt;
    });
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
    connect(&m_context.selection, &Selection::selectedChanged, this, [this] {
        if (m_surface->isVisible())
            m_annotator.writeNamesAndLegend(m_navigator->camera(), viewport());
        annotate();
    });
    connect(&m_context.theme, &Theme::changed, this, [this] {
        m_stage.themeIsDirty();
        m_overlay.update();
        cameraMoved();
    });
    connect(m_surface.get(), &VtkWidget::rendered, this, [this] { m_context.frames.painted(); });
    connect(m_surface.get(), &VtkWidget::shown, this,
            [this](std::chrono::nanoseconds cost) { m_pace.rendered(cost, RenderPace::Clock::now()); });
}

QSizeF HallPicture::viewport() const
{
    return m_surface->size();
}

EntityRef HallPicture::at(QPointF pixel) const
{
    return m_stage.list().pick(m_navigator->camera().ray(pixel, viewport()));
}

void HallPicture::setPointer(std::optional<QPointF> pixel)
{
    m_pointer = pixel;
    m_annotator.writeTip(pixel);
}

void HallPicture::dataCame()
{
    m_stage.valuesAreDirty();
    if (m_surface->isVisible() && !m_due.isActive())
        m_due.start(m_pace.wait(RenderPace::Clock::now()));
}

void HallPicture::cameraMoved()
{
    m_isSceneStale = true;
    if (m_surface->isVisible())
        m_due.start(0);
}

void HallPicture::render()
{
    if (bringUpToDate())
        m_surface->update();
}

/// Does nothing when all is as it was. @return true when the picture on screen has become another one
bool HallPicture::bringUpToDate()
{
    if (!m_surface->isVisible() || viewport().isEmpty())
        return false;
    if (m_stage.refreshGeometry()) {
        m_scene.floor().lay(m_stage.geometry().bounds());
        if (m_navigator->isUntouched())
            m_navigator->show(m_stage.geometry().opening());
        m_isSceneStale = true;
    }
    m_due.stop();
    if (m_stage.refreshBoxes(m_navigator->camera(), viewport())) {
        m_scene.boxes().setBoxes(m_stage.list().boxes());
        m_isSceneStale = true;
    }
    if (m_stage.refreshColours()) {
        m_scene.boxes().setColours(m_stage.colours());
        m_isSceneStale = true;
    }
    if (!std::exchange(m_isSceneStale, false))
        return false;
    m_scene.boxes().setHatchPitch(static_cast<float>(hatchPitch * m_surface->devicePixelRatioF()));
    m_scene.setTones(HallTones(m_context.theme.palette()));
    m_scene.setCamera(m_navigator->camera(), m_stage.geometry().bounds());
    m_annotator.writeNamesAndLegend(m_navigator->camera(), viewport());
    annotate();
    if (const QString now = m_annotator.caption(); now != m_caption) {
        m_caption = now;
        Q_EMIT captionChanged(m_caption);
    }
    return true;
}

/// Outlines and tip alone: pointing costs no rendering.
void HallPicture::annotate()
{
    if (!m_surface->isVisible())
        return;
    m_annotator.drawMarks(m_navigator->camera(), viewport());
    m_annotator.writeTip(m_pointer);
}

} // namespace lockstep
