// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/input/hallcommand.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>

namespace lockstep {

namespace {

struct Binding
{
    Qt::Key key;
    bool shift;
    HallCommand command;
};

constexpr Binding bindings[] = {
    {Qt::Key_Left, false, HallCommand::OrbitLeft},
    {Qt::Key_Right, false, HallCommand::OrbitRight},
    {Qt::Key_Up, false, HallCommand::OrbitUp},
    {Qt::Key_Down, false, HallCommand::OrbitDown},
    {Qt::Key_Left, true, HallCommand::PanLeft},
    {Qt::Key_Right, true, HallCommand::PanRight},
    {Qt::Key_Up, true, HallCommand::PanUp},
    {Qt::Key_Down, true, HallCommand::PanDown},
    {Qt::Key_Plus, false, HallCommand::ZoomIn},
    {Qt::Key_Plus, true, HallCommand::ZoomIn},
    {Qt::Key_Equal, false, HallCommand::ZoomIn},
    {Qt::Key_Minus, false, HallCommand::ZoomOut},
    {Qt::Key_F, false, HallCommand::FitSelection},
    {Qt::Key_Home, false, HallCommand::FitAll},
    {Qt::Key_1, false, HallCommand::LookIso},
    {Qt::Key_2, false, HallCommand::LookFront},
    {Qt::Key_3, false, HallCommand::LookTop},
    {Qt::Key_4, false, HallCommand::LookBack},
    {Qt::Key_Escape, false, HallCommand::ClearSelection},
    {Qt::Key_M, false, HallCommand::NextMode},
    {Qt::Key_H, false, HallCommand::HideHealthy},
    {Qt::Key_T, false, HallCommand::ShowAir},
    {Qt::Key_U, false, HallCommand::Measure},
    {Qt::Key_X, false, HallCommand::Explode},
    {Qt::Key_R, false, HallCommand::HoldRange},
    {Qt::Key_P, false, HallCommand::CopyPicture},
    {Qt::Key_P, true, HallCommand::SavePicture},
};

constexpr float radiansPerKey = 0.12F;
constexpr double pixelsPerKey = 40;
constexpr double zoomPerStep = 0.85;

} // namespace

std::optional<HallCommand> hallCommandOf(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if ((modifiers & ~Qt::ShiftModifier) != 0)
        return std::nullopt;
    const bool shift = (modifiers & Qt::ShiftModifier) != 0;
    for (const Binding& binding : bindings) {
        if (binding.key == event.key() && binding.shift == shift)
            return binding.command;
    }
    return std::nullopt;
}

bool steerBy(HallCommand command, HallCamera& camera, QSizeF viewport)
{
    const QPointF middle(viewport.width() / 2, viewport.height() / 2);
    switch (command) {
    case HallCommand::OrbitLeft:
        camera.orbit(-radiansPerKey, 0);
        break;
    case HallCommand::OrbitRight:
        camera.orbit(radiansPerKey, 0);
        break;
    case HallCommand::OrbitUp:
        camera.orbit(0, radiansPerKey);
        break;
    case HallCommand::OrbitDown:
        camera.orbit(0, -radiansPerKey);
        break;
    case HallCommand::PanLeft:
        camera.pan({pixelsPerKey, 0}, viewport);
        break;
    case HallCommand::PanRight:
        camera.pan({-pixelsPerKey, 0}, viewport);
        break;
    case HallCommand::PanUp:
        camera.pan({0, pixelsPerKey}, viewport);
        break;
    case HallCommand::PanDown:
        camera.pan({0, -pixelsPerKey}, viewport);
        break;
    case HallCommand::ZoomIn:
        camera.zoom(static_cast<float>(zoomPerStep), middle, viewport);
        break;
    case HallCommand::ZoomOut:
        camera.zoom(static_cast<float>(1 / zoomPerStep), middle, viewport);
        break;
    default:
        return false;
    }
    return true;
}

namespace {

constexpr int barMargin = 4;
constexpr int barSpacing = 4;
constexpr int minButtonHeight = 24;
constexpr int narrowestModes = 96;

} // namespace

HallBar::HallBar(QWidget* parent)
    : QWidget(parent), m_modes(new QComboBox(this)), m_more(new QToolButton(this)), m_menu(new QMenu(this))
{
    m_modes->setAccessibleName(tr("Colour mode"));
    m_modes->setToolTip(tr("Colour mode (M: next mode)"));
    m_modes->setFocusPolicy(Qt::TabFocus);
    for (const HallMode mode : hallModes)
        m_modes->addItem(hallModeName(mode));
    connect(m_modes, &QComboBox::activated, this,
            [this](int at) { Q_EMIT modeChosen(hallModes[static_cast<std::size_t>(at)]); });
    addButton(tr("Unhealthy only"),
              tr("Show only components that are beyond a limit, far from their peers, or silent (H)"),
              HallCommand::HideHealthy, true);
    addButton(tr("Explode"), tr("Spread out the nodes of the selected rack (X)"), HallCommand::Explode, true);
    addButton(tr("Air"), tr("Show air temperature on the floor and coolant temperature in the pipes (T)"),
              HallCommand::ShowAir, true);
    addButton(tr("Rack units"), tr("Show rack units on the hovered or selected rack (U)"), HallCommand::Measure, true);
    addButton(tr("Fix range"), tr("Fix the colour range (R)"), HallCommand::HoldRange, true);
    addButton(tr("Copy"), tr("Copy an image to the clipboard (P)"), HallCommand::CopyPicture, false);
    addButton(tr("Save..."), tr("Save an image of any size (Shift+P)"), HallCommand::SavePicture, false);
    m_more->setText(QStringLiteral("\u22EF"));
    m_more->setAccessibleName(tr("More buttons"));
    m_more->setToolTip(tr("More"));
    m_more->setMenu(m_menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::TabFocus);
    m_more->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }")); // the text has dots already
    m_menu->setToolTipsVisible(true);
}

void HallBar::addButton(const QString& text, const QString& explanation, HallCommand command, bool isCheckable)
{
    auto* action = new QAction(text, this);
    action->setToolTip(explanation);
    action->setCheckable(isCheckable);
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleDescription(explanation);
    // The choice determines the checked state, not the click.
    connect(action, &QAction::triggered, this, [this, action, command, isCheckable] {
        if (isCheckable)
            action->setChecked(!action->isChecked());
        Q_EMIT commanded(command);
    });
    m_actions[command] = action;
    m_buttons.push_back({action, button});
}

void HallBar::setChoice(const HallChoice& choice)
{
    for (std::size_t at = 0; at < hallModes.size(); ++at) {
        if (hallModes[at] == choice.mode)
            m_modes->setCurrentIndex(static_cast<int>(at));
    }
    m_actions[HallCommand::HideHealthy]->setChecked(choice.hidesHealthy);
    m_actions[HallCommand::ShowAir]->setChecked(choice.showsAir);
    m_actions[HallCommand::Measure]->setChecked(choice.measures);
    m_actions[HallCommand::HoldRange]->setChecked(choice.holdsRange);
    m_actions[HallCommand::Explode]->setChecked(choice.exploded.isValid());
}

void HallBar::setMetric(const MetricDescriptor* metric)
{
    auto* items = qobject_cast<QStandardItemModel*>(m_modes->model());
    for (std::size_t at = 0; items != nullptr && at < hallModes.size(); ++at)
        items->item(static_cast<int>(at))->setEnabled(metric != nullptr && isShowable(*metric, hallModes[at]));
}

QList<QAction*> HallBar::inMenu() const
{
    return m_menu->actions();
}

QSize HallBar::minimumSizeHint() const
{
    return {narrowestModes + m_more->sizeHint().width() + barSpacing + 2 * barMargin, sizeHint().height()};
}

QSize HallBar::sizeHint() const
{
    int width = m_modes->sizeHint().width() + 2 * barMargin;
    int height = std::max(m_modes->sizeHint().height(), minButtonHeight);
    for (const Button& button : m_buttons) {
        width += barSpacing + button.widget->sizeHint().width();
        height = std::max(height, button.widget->sizeHint().height());
    }
    return {width, height + 2 * barMargin};
}

/// Shows as many buttons as fit, the first ones first. The mode list is hidden first.
void HallBar::arrange()
{
    const bool fitsAll = width() >= sizeHint().width() - m_modes->sizeHint().width() + narrowestModes;
    const int right = width() - barMargin - (fitsAll ? 0 : m_more->sizeHint().width() + barSpacing);
    int room = right - barMargin - narrowestModes;
    std::size_t shown = 0;
    for (; shown < m_buttons.size(); ++shown) {
        const int wanted = barSpacing + m_buttons[shown].widget->sizeHint().width();
        if (wanted > room)
            break;
        room -= wanted;
    }
    const int height = this->height() - 2 * barMargin;
    int x = barMargin;
    const auto place = [&](QWidget* widget, int width) {
        widget->setGeometry(x, barMargin, width, height);
        x += width + barSpacing;
    };
    place(m_modes, std::min(m_modes->sizeHint().width(), narrowestModes + room));
    m_menu->clear();
    for (std::size_t at = 0; at < m_buttons.size(); ++at) {
        m_buttons[at].widget->setVisible(at < shown);
        if (at < shown)
            place(m_buttons[at].widget, m_buttons[at].widget->sizeHint().width());
        else
            m_menu->addAction(m_buttons[at].action);
    }
    m_more->setVisible(!fitsAll);
    place(m_more, m_more->sizeHint().width());
}

void HallBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void HallBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        arrange();
}

} // namespace lockstep

#include "moc_hallcommand.cpp"
