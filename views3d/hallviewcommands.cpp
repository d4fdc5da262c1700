// SPDX-License-Identifier: GPL-3.0-or-later
// What the user asks of the hall by key or button.
#include "models/view/selection.h"
#include "views3d/hallpicture.h"
#include "views3d/hallsurface.h"
#include "views3d/hallview.h"
#include "views3d/input/hallbar.h"
#include "views3d/input/hallcommand.h"
#include "views3d/input/hallnavigator.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep {

namespace {

/// A component alone would fill the view with one colour: some of what is around it comes along.
Box withSurroundings(const Box& box)
{
    return box.grown(std::max(box.size().length() * 0.12F, 0.06F));
}

} // namespace

/// @return false for a command that is no choice of what to show
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
        next.exploded = next.exploded.isValid() ? EntityRef{EntityKind::Rack} : m_picture->rackInQuestion();
        flyForExploding(next.exploded);
        break;
    default:
        return false;
    }
    setChoice(next);
    m_bar->setChoice(choice()); // a button that changed nothing does not stay pressed
    return true;
}

void HallView::run(HallCommand command)
{
    m_picture->setPointer(std::nullopt); // until it moves: what is told of would hide what the eye is sent to
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

/// A rack whose nodes stand apart fills the view, or there would be nothing to see; afterwards the eye goes back,
/// unless the user has gone elsewhere since.
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
    // With another node on top of it, it is seen into from the front or the back, nearly level.
    const bool isWhole = node->entity == entity;
    const bool isAtBack = !isWhole && (box->centre().z() < node->box.centre().z()) != node->isTurned;
    const float facing = isAtBack != node->isTurned ? std::numbers::pi_v<float> : 0;
    const HallCamera& camera = navigator.camera();
    const float maxAside = isWhole ? 0.6F : 0.25F; // parts stand side by side
    const float aside = std::remainder(camera.azimuth - facing, 2 * std::numbers::pi_v<float>);
    navigator.flyTo(withSurroundings(*box), facing + std::clamp(aside, -maxAside, maxAside),
                    std::clamp(camera.elevation, 0.08F, isWhole ? 0.45F : 0.25F));
}

} // namespace lockstep
