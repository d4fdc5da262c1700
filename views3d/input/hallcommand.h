// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/geometry/hallcamera.h"
#include "views3d/values/hallstage.h"

#include <QWidget>

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

class QComboBox;
class QKeyEvent;
class QMenu;
class QToolButton;

namespace lockstep {

/// Keyboard commands of the hall.
enum class HallCommand : std::uint8_t {
    OrbitLeft,
    OrbitRight,
    OrbitUp,
    OrbitDown,
    PanLeft,
    PanRight,
    PanUp,
    PanDown,
    ZoomIn,
    ZoomOut,
    FitSelection,
    FitAll,
    LookIso,
    LookFront,
    LookTop,
    LookBack,
    ClearSelection,
    NextMode,
    HideHealthy,
    ShowAir,
    Measure,
    Explode,
    HoldRange,
    CopyPicture,
    SavePicture,
};

/// The command of a key; nullopt for other keys. Arrows orbit, with Shift they pan; + and - zoom; F flies to the
/// selection, Home to the whole hall; 1 to 4 view from a corner, the front, the top, the back; Escape clears; M, H, T,
/// U, X, R, P and Shift+P are the keys of the bar's buttons.
[[nodiscard]] std::optional<HallCommand> hallCommandOf(const QKeyEvent& event);

/// Performs one step of orbit, pan or zoom. @return false for commands that need more than the camera
bool steerBy(HallCommand command, HallCamera& camera, QSizeF viewport);

/// The bar above the hall: colour mode and display options. Buttons that do not fit move to the menu of the last one.
/// Every button has a key (see hallCommandOf()) and shows it. GUI thread; child of HallView.
class HallBar : public QWidget
{
    Q_OBJECT

public:
    explicit HallBar(QWidget* parent);

    void setChoice(const HallChoice& choice);
    /// The selected metric: modes that it does not support are not offered.
    void setMetric(const MetricDescriptor* metric);
    /// Buttons in the menu, in order.
    [[nodiscard]] QList<QAction*> inMenu() const;

    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

Q_SIGNALS:
    void modeChosen(lockstep::HallMode mode);
    void commanded(lockstep::HallCommand command);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Button
    {
        QAction* action;
        QToolButton* widget;
    };

    void addButton(const QString& text, const QString& explanation, HallCommand command, bool isCheckable);
    void arrange();

    QComboBox* m_modes;
    QToolButton* m_more;
    QMenu* m_menu;
    std::vector<Button> m_buttons; ///< by importance
    std::map<HallCommand, QAction*> m_actions;
};

} // namespace lockstep
