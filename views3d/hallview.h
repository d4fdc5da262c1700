// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/viewcontext.h"
#include "views3d/geometry/hallcamera.h"
#include "views3d/values/hallstage.h"

#include <QWidget>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

namespace lockstep {

enum class HallCommand : std::uint8_t;
class HallBar;
class HallOverlay;
class HallPicture;
class RackDrag;
class RackMover;

/// The 3D hall: racks, nodes and their parts, coloured by the selected metric at the cursor. Renders only while visible
/// and when the picture changes. Without OpenGL it shows a message. Click selects, Ctrl+click toggles, Shift+drag
/// selects a frame, double click or F flies there; see hallCommandOf() for the other keys, and HallBar for the buttons.
/// Call prepareSurfaceFormat() before the QApplication is created. GUI thread; owned by its parent.
class HallView : public QWidget
{
    Q_OBJECT

public:
    explicit HallView(ViewContext context, QWidget* parent = nullptr);
    ~HallView() override;

    /// What the picture shows, with its unit: "GPU temperature (°C), highest within each node and rack".
    [[nodiscard]] QString caption() const;
    /// How often the scene has been rendered; stands still while nothing changes.
    [[nodiscard]] std::uint64_t renderedFrames() const;
    /// What drawing the newest frame took, beside the GUI thread.
    [[nodiscard]] std::chrono::nanoseconds drawingCost() const;
    /// The pixel in which the middle of an entity's box is seen; nullopt if it has none or is behind the eye.
    [[nodiscard]] std::optional<QPoint> placeOf(EntityRef entity) const;

    /// True when nothing has changed that is not on screen.
    [[nodiscard]] bool isSettled() const;

    /// The user's display choices other than camera and selection.
    [[nodiscard]] HallChoice choice() const;
    void setChoice(const HallChoice& choice);

    /// Has a picture of @p size pixels made, with title, time and source written in, and gives it to @p take on the GUI
    /// thread, unless the view is destroyed before. Nothing happens where there is no OpenGL.
    void takePicture(QSize size, std::function<void(const QImage&)> take);

    /// Goes to an entity in a short, eased motion; to everything where it has no place in the hall.
    void flyTo(EntityRef entity);

    /// Whether dragging a rack moves it. The move is only signalled: see rackMoved().
    void setArranging(bool isArranging);
    [[nodiscard]] bool isArranging() const;
    /// Written beside what the mouse does meanwhile; empty: nothing.
    void setArrangingNote(const QString& note);

    [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    void captionChanged(const QString& caption);
    void arrangingChanged(bool isArranging);
    /// The user wants it to stand there; metres, as RackPlace counts them.
    void rackMoved(lockstep::EntityRef rack, float x, float z);
    void rackMoveRefused(lockstep::EntityRef rack, lockstep::EntityRef blockedBy);
    void undoWanted(); ///< of moves of racks
    void redoWanted();
    void pictureWanted(); ///< the user asked for a file; where it goes and how large it is, is not known here

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showMessage(const QString& message);
    void connectBar();
    void connectNavigator();
    void makeMover();
    [[nodiscard]] EntityRef rackAt(QPointF pixel) const;
    [[nodiscard]] std::optional<RackDrag> gripAt(QPointF pixel) const;
    void drawGhost();
    void writeHint();
    void click(QPointF pixel, bool toggles);
    void point(QPointF pixel);
    void placeChildren();

    void run(HallCommand command);
    bool choose(HallCommand command);
    void flyForExploding(EntityRef rack);
    void copyPicture();

    ViewContext m_context;
    HallOverlay* m_overlay; ///< a child of the view
    RackMover* m_mover = nullptr; ///< a child of the surface; null: no OpenGL
    QString m_arrangingNote;
    HallBar* m_bar = nullptr; ///< a child of the view; null: no OpenGL
    std::optional<HallCamera> m_beforeExploding; ///< where the eye was; nullopt: no rack's nodes stand apart
    HallCamera m_whileExploded;
    std::unique_ptr<HallPicture> m_picture; ///< null: no OpenGL, and the overlay says why
};

} // namespace lockstep
