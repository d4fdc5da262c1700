// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallview.h"

#include "models/store/clustermodel.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "views3d/hallannotator.h"
#include "views3d/hallnavigator.h"
#include "views3d/hallscene.h"
#include "views3d/renderpace.h"
#include "views3d/vtkwidget.h"

#include <QTimer>
#include <QVBoxLayout>
#include <vtkRenderer.h>

#include <utility>

namespace lockstep {

namespace {

constexpr double hatchPitch = 7; // pixels at 100 %

/// A component alone would fill the view with one colour: some of what is around it comes along.
Box withSurroundings(const Box& box)
{
    return box.grown(std::max(box.size().length() * 0.12F, 0.06F));
}

} // namespace

struct HallView::Parts
{
    Parts(HallView& view, const ViewContext& context)
        : stage(context),
          overlay(new HallOverlay(context.theme, context.frames, &view)),
          annotator(context, stage, *overlay)
    { }

    HallStage stage;
    HallScene scene;
    HallOverlay* overlay; ///< a child of the view
    HallAnnotator annotator;
    std::unique_ptr<VtkWidget>
        surface; ///< null: no OpenGL. After the scene: it lets go of what the scene has on the card
    HallNavigator* navigator = nullptr; ///< a child of the surface
    QTimer due;
    RenderPace pace;
    std::optional<QPointF> pointer; ///< where the mouse is, while it is over the picture
    bool isSceneStale = true; ///< camera or theme are not those of the scene
};

HallView::HallView(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_parts(std::make_unique<Parts>(*this, m_context))
{
    setAccessibleName(tr("3D hall"));
    if (const QString why = VtkWidget::whyUnavailable(); !why.isEmpty()) {
        showMessage(tr("The 3D view cannot be drawn. %1 All other views work without it.").arg(why));
        return;
    }
    Parts& parts = *m_parts;
    parts.surface = std::make_unique<VtkWidget>(m_context.frames, this);
    parts.surface->addRenderer(parts.scene.renderer());
    parts.surface->setPrepare([this] { bringUpToDate(); });
    parts.navigator = new HallNavigator(parts.surface.get());
    setFocusProxy(parts.surface.get());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(parts.surface.get());
    parts.overlay->raise();
    parts.due.setSingleShot(true);
    connectModels();
    connectNavigator();
}

HallView::~HallView() = default;

void HallView::showMessage(const QString& message)
{
    m_parts->overlay->setOpaque(true);
    m_parts->overlay->setMessage(message);
    setAccessibleDescription(message);
    connect(&m_context.theme, &Theme::changed, m_parts->overlay, qOverload<>(&QWidget::update));
}

void HallView::connectModels()
{
    connect(&m_parts->due, &QTimer::timeout, this, &HallView::render);
    connect(&m_context.cluster, &ClusterModel::changed, this, [this](const ChangeSet& changes) {
        if (changes.topology || changes.metrics || changes.sources || !changes.ticks.isEmpty())
            dataCame();
    });
    connect(&m_context.time, &TimeWindow::cursorChanged, this, &HallView::dataCame);
    connect(&m_context.time, &TimeWindow::changed, this, &HallView::dataCame);
    connect(&m_context.selection, &Selection::metricChanged, this, &HallView::dataCame);
    connect(&m_context.selection, &Selection::selectedChanged, this, [this] {
        if (isVisible())
            m_parts->annotator.writeNamesAndLegend(m_parts->navigator->camera(), m_parts->surface->size());
        annotate();
    });
    connect(&m_context.selection, &Selection::hoveredChanged, this, &HallView::annotate);
    connect(&m_context.theme, &Theme::changed, this, [this] {
        m_parts->stage.themeIsDirty();
        m_parts->overlay->update();
        cameraMoved();
    });
    connect(m_parts->surface.get(), &VtkWidget::rendered, this, [this] { m_context.frames.painted(wallClockNow()); });
    connect(m_parts->surface.get(), &VtkWidget::shown, this,
            [this](std::chrono::nanoseconds cost) { m_parts->pace.rendered(cost, RenderPace::Clock::now()); });
}

void HallView::connectNavigator()
{
    HallNavigator* navigator = m_parts->navigator;
    navigator->setDepthProbe([this](QPointF pixel) -> std::optional<QVector3D> {
        const Ray ray = m_parts->navigator->camera().ray(pixel, m_parts->surface->size());
        const auto distance = m_parts->stage.list().depth(ray);
        return distance ? std::optional(ray.at(*distance)) : std::nullopt;
    });
    connect(navigator, &HallNavigator::cameraChanged, this, &HallView::cameraMoved);
    connect(navigator, &HallNavigator::pointed, this, &HallView::point);
    connect(navigator, &HallNavigator::pointerLeft, this, [this] {
        m_parts->pointer.reset();
        m_context.selection.setHovered({});
        annotate();
    });
    connect(navigator, &HallNavigator::clicked, this, [this](QPointF pixel, bool toggles) {
        point(pixel);
        const EntityRef hit = m_context.selection.hovered();
        if (hit.isValid() && toggles)
            m_context.selection.toggle(hit);
        else if (hit.isValid())
            m_context.selection.select(hit);
        else if (!toggles)
            m_context.selection.clear();
    });
    connect(navigator, &HallNavigator::doubleClicked, this, [this](QPointF pixel) {
        point(pixel);
        flyTo(m_context.selection.hovered());
    });
    connect(navigator, &HallNavigator::commanded, this, &HallView::run);
}

/// Soon, but never so often that drawing leaves no time for anything else. Hidden, it waits until it is shown.
void HallView::dataCame()
{
    m_parts->stage.valuesAreDirty();
    if (isVisible() && !m_parts->due.isActive())
        m_parts->due.start(m_parts->pace.wait(RenderPace::Clock::now()));
}

/// At the next turn of the event loop: what the user does must not wait.
void HallView::cameraMoved()
{
    m_parts->isSceneStale = true;
    if (isVisible())
        m_parts->due.start(0);
}

void HallView::render()
{
    if (bringUpToDate())
        m_parts->surface->update();
}

/// Makes scene and annotations those of the present state. Does nothing when they are.
/// @return true when the picture on screen has become another one
bool HallView::bringUpToDate()
{
    Parts& parts = *m_parts;
    const QSizeF viewport = parts.surface->size();
    if (!isVisible() || viewport.isEmpty())
        return false;
    HallStage& stage = parts.stage;
    if (stage.refreshGeometry()) {
        parts.scene.floor().lay(stage.geometry().bounds());
        if (parts.navigator->isUntouched())
            parts.navigator->show(stage.geometry().opening());
        parts.isSceneStale = true;
    }
    parts.due.stop();
    if (stage.refreshBoxes(parts.navigator->camera(), viewport)) {
        parts.scene.boxes().setBoxes(stage.list().boxes());
        parts.isSceneStale = true;
    }
    if (stage.refreshColours()) {
        parts.scene.boxes().setColours(stage.colours());
        parts.isSceneStale = true;
    }
    if (!std::exchange(parts.isSceneStale, false))
        return false;
    parts.scene.boxes().setHatchPitch(static_cast<float>(hatchPitch * devicePixelRatioF()));
    parts.scene.setTones(HallTones(m_context.theme.palette()));
    parts.scene.setCamera(parts.navigator->camera(), stage.geometry().bounds());
    parts.annotator.writeNamesAndLegend(parts.navigator->camera(), viewport);
    annotate();
    if (const QString now = parts.annotator.caption(); now != m_caption) {
        m_caption = now;
        Q_EMIT captionChanged(m_caption);
    }
    return true;
}

/// Outlines and tip alone: pointing and selecting cost no rendering.
void HallView::annotate()
{
    if (!isVisible())
        return;
    m_parts->annotator.drawMarks(m_parts->navigator->camera(), m_parts->surface->size());
    m_parts->annotator.writeTip(m_parts->pointer);
}

void HallView::point(QPointF pixel)
{
    m_parts->pointer = pixel;
    m_context.selection.setHovered(
        m_parts->stage.list().pick(m_parts->navigator->camera().ray(pixel, m_parts->surface->size())));
    m_parts->annotator.writeTip(pixel);
}

void HallView::run(HallCommand command)
{
    const Box everything = m_parts->stage.geometry().opening();
    switch (command) {
    case HallCommand::FitSelection:
        flyTo(m_context.selection.current());
        break;
    case HallCommand::LookIso:
        m_parts->navigator->turnTo(CameraPreset::Iso, everything);
        break;
    case HallCommand::LookFront:
        m_parts->navigator->turnTo(CameraPreset::Front, everything);
        break;
    case HallCommand::LookTop:
        m_parts->navigator->turnTo(CameraPreset::Top, everything);
        break;
    case HallCommand::LookBack:
        m_parts->navigator->turnTo(CameraPreset::Back, everything);
        break;
    case HallCommand::ClearSelection:
        m_context.selection.clear();
        break;
    default:
        flyTo({});
    }
}

/// To the entity, or to everything where it has no place in the hall.
void HallView::flyTo(EntityRef entity)
{
    const auto box = m_parts->stage.geometry().boxOf(m_parts->stage.topology(), entity);
    m_parts->navigator->flyTo(box ? withSurroundings(*box) : m_parts->stage.geometry().opening());
}

QString HallView::caption() const
{
    return m_caption;
}

std::uint64_t HallView::renderedFrames() const
{
    return m_parts->surface != nullptr ? m_parts->surface->renders() : 0;
}

std::optional<QPoint> HallView::placeOf(EntityRef entity) const
{
    if (m_parts->surface == nullptr)
        return std::nullopt;
    const auto box = m_parts->stage.geometry().boxOf(m_parts->stage.topology(), entity);
    const auto pixel
        = box ? m_parts->navigator->camera().project(box->centre(), m_parts->surface->size()) : std::nullopt;
    return pixel ? std::optional(pixel->toPoint()) : std::nullopt;
}

void HallView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_parts->surface != nullptr)
        m_parts->due.start(0);
}

void HallView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_parts->overlay->resize(size());
    if (m_parts->surface == nullptr)
        return;
    layout()->activate();
    if (m_parts->navigator->isUntouched() && !m_parts->stage.geometry().isEmpty())
        m_parts->navigator->show(m_parts->stage.geometry().opening());
    cameraMoved();
}

} // namespace lockstep
