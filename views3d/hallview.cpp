// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallview.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "models/view/translation.h"
#include "views3d/geometry/rackdrag.h"
#include "views3d/hallpicture.h"
#include "views3d/hallsurface.h"
#include "views3d/input/hallcommand.h"
#include "views3d/input/hallnavigator.h"
#include "views3d/overlay/halltip.h"
#include "views3d/render/renderthread.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QObject>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace lockstep {

/// While enabled, a left drag on a rack moves the rack; all other input goes to the navigator. Escape cancels a drag,
/// or ends the mode. Ctrl+Z and Ctrl+Shift+Z request undo and redo. GUI thread; child of the surface it watches,
/// created after the navigator.
class RackMover : public QObject
{
    Q_OBJECT

public:
    /// Properties of the hall that the mover needs.
    struct Hall
    {
        std::function<Ray(QPointF)> rayOf;
        std::function<bool(QPointF)> isOverRack; ///< whether grip() would hold a rack there
        /// The rack under a pixel, held at that point; nullopt: no movable rack.
        std::function<std::optional<RackDrag>(QPointF)> grip;
    };

    RackMover(QWidget* surface, Hall hall);

    void setOn(bool isOn);
    [[nodiscard]] bool isOn() const { return m_isOn; }
    [[nodiscard]] const std::optional<RackDrag>& drag() const { return m_drag; } ///< nullopt: no drag

Q_SIGNALS:
    void began(); ///< a drag has begun, so others must ignore the press
    void dragged(); ///< drag() has changed or ended
    void dropped(const lockstep::RackDrag& drag); ///< at a free place
    void refused(const lockstep::RackDrag& drag); ///< at an occupied place
    void undoWanted();
    void redoWanted();
    void endWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool key(const QKeyEvent& event);
    void end();
    void showHand(QPointF pixel);

    QWidget* m_surface;
    Hall m_hall;
    QPointF m_pressedAt;
    std::optional<RackDrag> m_held; ///< pressed, but not yet moved far enough for a drag
    std::optional<RackDrag> m_drag;
    bool m_isOn = false;
    bool m_isSpent = false; ///< the drag was cancelled while the button is still pressed
};

namespace {

bool isUndo(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Z && event.modifiers() == Qt::ControlModifier;
}

bool isRedo(const QKeyEvent& event)
{
    return event.key() == Qt::Key_Z && event.modifiers() == (Qt::ControlModifier | Qt::ShiftModifier);
}

/// Enlarges a component's box, which alone would fill the view with one colour.
Box withSurroundings(const Box& box)
{
    return box.grown(std::max(box.size().length() * 0.12F, 0.06F));
}

} // namespace

RackMover::RackMover(QWidget* surface, Hall hall) : QObject(surface), m_surface(surface), m_hall(std::move(hall))
{
    surface->installEventFilter(this); // installed later than the navigator's filter, so it runs first
}

void RackMover::setOn(bool isOn)
{
    if (m_isOn == isOn)
        return;
    end();
    m_isOn = isOn;
    m_surface->unsetCursor();
}

/// Cancels a drag in progress.
void RackMover::end()
{
    m_held.reset();
    if (std::exchange(m_drag, std::nullopt))
        Q_EMIT dragged();
}

bool RackMover::eventFilter(QObject* watched, QEvent* event)
{
    if (!m_isOn)
        return QObject::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseMove:
        return move(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
        return release(static_cast<const QMouseEvent&>(*event));
    case QEvent::ShortcutOverride:
        if (const auto& pressed = static_cast<const QKeyEvent&>(*event); isUndo(pressed) || isRedo(pressed))
            event->accept();
        return false;
    case QEvent::KeyPress:
        return key(static_cast<const QKeyEvent&>(*event));
    case QEvent::Hide:
        end();
        return false;
    default:
        return false;
    }
}

bool RackMover::press(const QMouseEvent& event)
{
    m_isSpent = false;
    if (m_drag)
        return true; // another button was pressed at the same time
    if (event.button() != Qt::LeftButton || (event.modifiers() & (Qt::ShiftModifier | Qt::ControlModifier)) != 0)
        return false;
    m_pressedAt = event.position();
    m_held = m_hall.grip(m_pressedAt);
    return false; // the navigator needs it to detect a click
}

bool RackMover::move(const QMouseEvent& event)
{
    if (m_isSpent)
        return true;
    if (m_held && (event.position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        m_drag = std::exchange(m_held, std::nullopt);
        Q_EMIT began();
    }
    if (m_drag) {
        m_drag->follow(m_hall.rayOf(event.position()));
        m_surface->setCursor(m_drag->isBlocked() ? Qt::ForbiddenCursor : Qt::ClosedHandCursor);
        Q_EMIT dragged();
        return true;
    }
    if (event.buttons() == Qt::NoButton)
        showHand(event.position());
    return m_held.has_value();
}

void RackMover::showHand(QPointF pixel)
{
    if (m_hall.isOverRack(pixel))
        m_surface->setCursor(Qt::OpenHandCursor);
    else
        m_surface->unsetCursor();
}

bool RackMover::release(const QMouseEvent& event)
{
    m_held.reset();
    if (std::exchange(m_isSpent, false))
        return false;
    if (!m_drag || event.button() != Qt::LeftButton)
        return m_drag.has_value();
    const RackDrag drag = *std::exchange(m_drag, std::nullopt);
    Q_EMIT dragged();
    showHand(event.position());
    if (drag.isBlocked())
        Q_EMIT refused(drag);
    else if (drag.hasMoved())
        Q_EMIT dropped(drag);
    return false;
}

bool RackMover::key(const QKeyEvent& event)
{
    if (isUndo(event)) {
        end();
        Q_EMIT undoWanted();
    } else if (isRedo(event)) {
        end();
        Q_EMIT redoWanted();
    } else if (event.key() == Qt::Key_Escape && event.modifiers() == Qt::NoModifier) {
        m_isSpent = m_drag.has_value();
        const bool wasUnderWay = m_isSpent;
        end();
        m_surface->unsetCursor();
        if (!wasUnderWay)
            Q_EMIT endWanted();
    } else {
        return false;
    }
    return true;
}

HallView::HallView(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_overlay(new HallOverlay(m_context.theme, m_context.frames, this))
{
    setAccessibleName(lockstep::tr("3D hall"));
    if (const QString why = RenderThread::unavailableReason(); !why.isEmpty()) {
        showMessage(lockstep::tr("Cannot draw the 3D view. %1 All other views still work.").arg(why));
        return;
    }
    m_picture = std::make_unique<HallPicture>(m_context, *m_overlay, *this);
    setFocusProxy(&m_picture->surface()); // the widget that a screen reader finds
    m_picture->surface().setAccessibleName(accessibleName());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    m_bar = new HallBar(this);
    layout->addWidget(m_bar);
    layout->addWidget(&m_picture->surface(), 1);
    m_overlay->raise();
    connectBar();
    connect(m_picture.get(), &HallPicture::captionChanged, this, [this](const QString& caption) {
        m_picture->surface().setAccessibleDescription(caption);
        Q_EMIT captionChanged(caption);
    });
    connectNavigator();
    makeMover();
}

HallView::~HallView() = default;

void HallView::showMessage(const QString& message)
{
    m_overlay->setOpaque(true);
    m_overlay->setMessage(message);
    setAccessibleDescription(message);
    connect(&m_context.theme, &Theme::changed, m_overlay, qOverload<>(&QWidget::update));
}

void HallView::connectBar()
{
    const auto reportMetric = [this] {
        const MetricTable& metrics = m_context.cluster.store().metrics();
        const MetricId metric = m_context.selection.metric();
        m_bar->setMetric(metric.value < metrics.size() ? &metrics.descriptor(metric) : nullptr);
    };
    connect(m_bar, &HallBar::commanded, this, &HallView::run);
    connect(m_bar, &HallBar::modeChosen, this, [this](HallMode mode) {
        HallChoice next = choice();
        next.mode = mode;
        next.holdsRange = false;
        setChoice(next);
    });
    connect(m_picture.get(), &HallPicture::captionChanged, m_bar, reportMetric);
    connect(&m_context.selection, &Selection::metricChanged, this, [this, reportMetric] {
        reportMetric();
        HallChoice next = choice();
        next.holdsRange = false; // the range belonged to another metric
        setChoice(next);
    });
    m_bar->setChoice(choice());
}

void HallView::connectNavigator()
{
    HallNavigator* navigator = &m_picture->navigator();
    connect(navigator, &HallNavigator::pointed, this, &HallView::point);
    connect(navigator, &HallNavigator::pointerLeft, this, [this] {
        m_picture->setPointer(std::nullopt);
        m_context.selection.setHovered({});
    });
    connect(navigator, &HallNavigator::clicked, this, &HallView::click);
    connect(navigator, &HallNavigator::doubleClicked, this, [this](QPointF pixel) {
        point(pixel);
        flyTo(m_context.selection.hovered());
    });
    connect(navigator, &HallNavigator::commanded, this, &HallView::run);
    connect(&m_context.selection, &Selection::shown, this, &HallView::flyTo);
    connect(navigator, &HallNavigator::framed, this, [this](QRectF frame, bool adds) {
        auto found = m_picture->within(frame);
        if (adds) {
            const auto& before = m_context.selection.selected();
            found.insert(found.begin(), before.begin(), before.end());
        }
        m_context.selection.setSelected(std::move(found));
    });
}

void HallView::makeMover()
{
    HallNavigator* navigator = &m_picture->navigator();
    m_mover = new RackMover(
        &m_picture->surface(),
        {[this](QPointF pixel) { return m_picture->navigator().camera().ray(pixel, m_picture->viewport()); },
         [this](QPointF pixel) { return rackAt(pixel).isValid(); },
         [this](QPointF pixel) {
             return gripAt(pixel);
         }});
    connect(m_mover, &RackMover::began, navigator, [this, navigator] {
        navigator->forgetPress();
        m_picture->setPointer(std::nullopt); // hides the tip, which would cover the target
    });
    connect(m_mover, &RackMover::dragged, this, &HallView::drawGhost);
    connect(navigator, &HallNavigator::cameraChanged, this, [this] {
        if (m_mover->drag())
            drawGhost();
    });
    connect(m_mover, &RackMover::dropped, this,
            [this](const RackDrag& drag) { Q_EMIT rackMoved(drag.rack(), drag.box().low.x(), drag.box().low.z()); });
    connect(m_mover, &RackMover::refused, this,
            [this](const RackDrag& drag) { Q_EMIT rackMoveRefused(drag.rack(), drag.blockedBy()); });
    connect(m_mover, &RackMover::undoWanted, this, &HallView::undoWanted);
    connect(m_mover, &RackMover::redoWanted, this, &HallView::redoWanted);
    connect(m_mover, &RackMover::endWanted, this, [this] { setArranging(false); });
}

/// The rack under a pixel, also through its contents; invalid: none with a name.
EntityRef HallView::rackAt(QPointF pixel) const
{
    const Topology& topology = m_picture->stage().topology();
    const EntityRef entity = m_picture->at(pixel);
    if (!topology.contains(entity))
        return EntityRef{EntityKind::Rack};
    const EntityRef device = topology.ancestor(entity, EntityKind::Switch);
    const EntityRef above = topology.ancestor(entity, EntityKind::Rack);
    const EntityRef rack = device.isValid() && !above.isValid() ? topology.switchPlace(device).rack : above;
    const bool stands = rack.isValid() && m_picture->stage().geometry().rack(rack) != nullptr;
    return stands ? rack : EntityRef{EntityKind::Rack};
}

std::optional<RackDrag> HallView::gripAt(QPointF pixel) const
{
    const EntityRef rack = rackAt(pixel);
    const HallStage& stage = m_picture->stage();
    const Ray ray = m_picture->navigator().camera().ray(pixel, m_picture->viewport());
    const auto depth = stage.list().depth(ray);
    if (!rack.isValid() || !depth)
        return std::nullopt;
    return RackDrag(stage.geometry().racks(), *stage.geometry().rack(rack), ray.at(*depth));
}

void HallView::drawGhost()
{
    const auto& drag = m_mover->drag();
    const Topology& topology = m_picture->stage().topology();
    const auto nameOf = [&topology](EntityRef rack) {
        return topology.contains(rack) ? QString::fromStdString(topology.name(rack)) : QString();
    };
    m_overlay->setGhost(drag ? ghostOf(*drag, nameOf(drag->rack()), nameOf(drag->blockedBy()),
                                       m_picture->navigator().camera(), m_picture->viewport())
                             : DragPreview{});
}

void HallView::setArranging(bool isArranging)
{
    if (m_mover == nullptr || m_mover->isOn() == isArranging)
        return;
    m_mover->setOn(isArranging);
    writeHint();
    Q_EMIT arrangingChanged(isArranging);
}

bool HallView::isArranging() const
{
    return m_mover != nullptr && m_mover->isOn();
}

void HallView::setArrangingNote(const QString& note)
{
    m_arrangingNote = note;
    writeHint();
}

void HallView::writeHint()
{
    QStringList parts;
    if (isArranging())
        parts = {lockstep::tr("Drag racks"), lockstep::tr("Esc exits")};
    if (isArranging() && !m_arrangingNote.isEmpty())
        parts.prepend(m_arrangingNote);
    m_overlay->setHint(parts.join(QStringLiteral(" \u00B7 ")));
}

void HallView::click(QPointF pixel, bool toggles)
{
    if (m_overlay->legendArea().contains(pixel)) {
        run(HallCommand::HoldRange);
        return;
    }
    point(pixel);
    const EntityRef hit = m_context.selection.hovered();
    if (hit.isValid() && toggles)
        m_context.selection.toggle(hit);
    else if (hit.isValid())
        m_context.selection.select(hit);
    else if (!toggles)
        m_context.selection.clear();
}

void HallView::point(QPointF pixel)
{
    m_context.selection.setHovered(m_picture->at(pixel));
    m_picture->setPointer(pixel);
}

HallChoice HallView::choice() const
{
    return m_picture != nullptr ? m_picture->choice() : HallChoice{};
}

void HallView::setChoice(const HallChoice& choice)
{
    if (m_picture == nullptr)
        return;
    m_picture->setChoice(choice);
    m_bar->setChoice(choice);
}

bool HallView::isSettled() const
{
    return m_picture == nullptr || m_picture->isSettled();
}

void HallView::takePicture(QSize size, std::function<void(const QImage&)> take)
{
    if (m_picture != nullptr)
        m_picture->takePicture(size, std::move(take));
}

QString HallView::caption() const
{
    return m_picture != nullptr ? m_picture->caption() : QString();
}

std::uint64_t HallView::renderedFrames() const
{
    return m_picture != nullptr ? m_picture->drawnFrames() : 0;
}

std::chrono::nanoseconds HallView::drawingCost() const
{
    return m_picture != nullptr ? m_picture->drawingCost() : std::chrono::nanoseconds{0};
}

std::optional<QPoint> HallView::placeOf(EntityRef entity) const
{
    if (m_picture == nullptr)
        return std::nullopt;
    const HallStage& stage = m_picture->stage();
    const auto box = stage.geometry().boxOf(stage.topology(), entity);
    const auto pixel
        = box ? m_picture->navigator().camera().project(box->centre(), m_picture->viewport()) : std::nullopt;
    return pixel ? std::optional(pixel->toPoint()) : std::nullopt;
}

void HallView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_picture != nullptr)
        m_picture->cameraMoved();
}

/// A small dock shows the picture without the bar.
void HallView::placeChildren()
{
    m_overlay->setGeometry(rect());
    if (m_picture == nullptr)
        return;
    constexpr QSize minForBar(240, 220);
    m_bar->setVisible(!m_isOnWall && width() >= minForBar.width() && height() >= minForBar.height());
    layout()->activate();
    m_overlay->setGeometry(m_picture->surface().geometry());
}

void HallView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeChildren();
    if (m_picture != nullptr)
        m_picture->viewportChanged();
}

/// @return false if the command does not choose what to show
bool HallView::choose(HallCommand command)
{
    HallChoice next = choice();
    switch (command) {
    case HallCommand::NextMode: {
        const auto at = std::ranges::find(hallModes, next.mode);
        next.mode = std::next(at) == hallModes.end() ? hallModes.front() : *std::next(at);
        next.holdsRange = false;
        break;
    }
    case HallCommand::HoldRange:
        next.holdsRange = !next.holdsRange;
        break;
    case HallCommand::HideHealthy:
        next.hidesHealthy = !next.hidesHealthy;
        break;
    case HallCommand::ShowAir:
        next.showsAir = !next.showsAir;
        break;
    case HallCommand::Measure:
        next.measures = !next.measures;
        break;
    case HallCommand::Explode:
        next.exploded = next.exploded.isValid() ? EntityRef{EntityKind::Rack} : m_picture->targetRack();
        flyForExploding(next.exploded);
        break;
    default:
        return false;
    }
    setChoice(next);
    m_bar->setChoice(choice()); // a button without effect must not stay checked
    return true;
}

void HallView::run(HallCommand command)
{
    m_picture->setPointer(std::nullopt); // until the pointer moves: the tip would cover the target
    if (choose(command))
        return;
    HallNavigator& navigator = m_picture->navigator();
    const std::vector<Box> everything = m_picture->stage().geometry().opening();
    switch (command) {
    case HallCommand::FitSelection:
        flyTo(m_context.selection.current());
        break;
    case HallCommand::LookIso:
        navigator.turnTo(CameraPreset::Iso, everything);
        break;
    case HallCommand::LookFront:
        navigator.turnTo(CameraPreset::Front, everything);
        break;
    case HallCommand::LookTop:
        navigator.turnTo(CameraPreset::Top, everything);
        break;
    case HallCommand::LookBack:
        navigator.turnTo(CameraPreset::Back, everything);
        break;
    case HallCommand::ClearSelection:
        m_context.selection.clear();
        break;
    case HallCommand::CopyPicture:
        copyPicture();
        break;
    case HallCommand::SavePicture:
        Q_EMIT pictureWanted();
        break;
    default:
        navigator.flyTo(everything);
    }
}

/// Flies to a rack whose nodes are drawn apart, and back afterwards, unless the user has moved since.
void HallView::flyForExploding(EntityRef rack)
{
    HallNavigator& navigator = m_picture->navigator();
    if (!rack.isValid()) {
        if (m_beforeExploding && navigator.destination() == m_whileExploded)
            navigator.flyTo(*m_beforeExploding);
        m_beforeExploding.reset();
        return;
    }
    const HallGeometry apart = m_picture->stage().geometry().exploded(rack);
    const HallRack* here = apart.rack(rack);
    if (here == nullptr)
        return;
    m_beforeExploding = navigator.destination();
    const float facing = here->isTurned ? std::numbers::pi_v<float> : 0;
    constexpr float aside = 0.45F;
    constexpr float fromAbove = 0.22F;
    navigator.flyTo(here->box.grown(0.03F), facing + aside, fromAbove, true);
    m_whileExploded = navigator.destination();
}

void HallView::copyPicture()
{
    takePicture(m_picture->surface().size() * devicePixelRatioF(),
                [](const QImage& picture) { QGuiApplication::clipboard()->setImage(picture); });
}

HallTip HallView::tipOf(EntityRef entity) const
{
    return m_picture != nullptr ? tipFor(m_context, m_picture->stage().values(), entity) : HallTip{};
}

void HallView::setOnWall(bool isOnWall)
{
    if (std::exchange(m_isOnWall, isOnWall) == isOnWall || m_picture == nullptr)
        return;
    m_picture->navigator().exchange(m_otherCamera);
    placeChildren();
    m_picture->viewportChanged();
}

void HallView::flyTo(EntityRef entity)
{
    if (m_picture == nullptr)
        return;
    const HallStage& stage = m_picture->stage();
    const auto box = stage.geometry().boxOf(stage.topology(), entity);
    HallNavigator& navigator = m_picture->navigator();
    const HallNode* node = stage.geometry().holderOf(stage.topology(), entity);
    if (!box || node == nullptr || !stage.geometry().isCovered(*node)) {
        if (box)
            navigator.flyTo(withSurroundings(*box));
        else
            navigator.flyTo(stage.geometry().opening());
        return;
    }
    // With another node on top, it is visible only from the front or back, at a low angle.
    const bool isWhole = node->entity == entity;
    const bool isAtBack = !isWhole && (box->centre().z() < node->box.centre().z()) != node->isTurned;
    const float facing = isAtBack != node->isTurned ? std::numbers::pi_v<float> : 0;
    const HallCamera& camera = navigator.camera();
    const float maxAside = isWhole ? 0.6F : 0.25F; // parts are side by side
    const float aside = std::remainder(camera.azimuth - facing, 2 * std::numbers::pi_v<float>);
    navigator.flyTo(withSurroundings(*box), facing + std::clamp(aside, -maxAside, maxAside),
                    std::clamp(camera.elevation, 0.08F, isWhole ? 0.45F : 0.25F));
}

} // namespace lockstep

#include "hallview.moc"
#include "moc_hallview.cpp"
