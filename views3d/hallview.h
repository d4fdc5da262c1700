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
struct HallTip;

/// The 3D hall: racks, nodes and their parts, coloured by the selected metric at the cursor. Renders only while visible
/// and when the picture changes. Without OpenGL it shows a message. Click selects, Ctrl+click toggles, Shift+drag
/// selects a frame, double click or F flies to an entity. See hallCommandOf() for the other keys, and HallBar for the
/// buttons. Call prepareSurfaceFormat() before the QApplication is created. GUI thread; owned by its parent.
class HallView : public QWidget
{
    Q_OBJECT

public:
    explicit HallView(ViewContext context, QWidget* parent = nullptr);
    ~HallView() override;

    /// The metric shown, with its unit: "GPU temperature (°C), highest within each node and rack".
    [[nodiscard]] QString caption() const;
    /// Number of rendered frames; does not change while nothing changes.
    [[nodiscard]] std::uint64_t renderedFrames() const;
    /// Time to draw the newest frame, on the render thread.
    [[nodiscard]] std::chrono::nanoseconds drawingCost() const;
    /// The pixel of the centre of an entity's box; nullopt if it has none or is behind the eye.
    [[nodiscard]] std::optional<QPoint> placeOf(EntityRef entity) const;

    /// The tip for an entity under the pointer; empty without OpenGL.
    [[nodiscard]] HallTip tipOf(EntityRef entity) const;

    /// Whether all changes are on screen.
    [[nodiscard]] bool isSettled() const;

    /// The user's display choices other than camera and selection.
    [[nodiscard]] HallChoice choice() const;
    void setChoice(const HallChoice& choice);

    /// Renders a picture of @p size pixels with title, time and source, and passes it to @p take on the GUI thread,
    /// unless the view is destroyed before. Does nothing without OpenGL.
    void takePicture(QSize size, std::function<void(const QImage&)> take);

    /// Flies to an entity in a short, eased motion; to the whole hall if it has no place there.
    void flyTo(EntityRef entity);

    /// On a wall display, the hall has no bar and has its own camera, which shows the whole hall until the user moves
    /// it.
    void setOnWall(bool isOnWall);

    /// Whether dragging a rack moves it. Moves are only signalled: see rackMoved().
    void setArranging(bool isArranging);
    [[nodiscard]] bool isArranging() const;
    /// Note beside the mouse hint while racks can be moved; empty: none.
    void setArrangingNote(const QString& note);

    [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    void captionChanged(const QString& caption);
    void arrangingChanged(bool isArranging);
    /// The user dropped the rack there; metres, in RackPlace's coordinates.
    void rackMoved(lockstep::EntityRef rack, float x, float z);
    void rackMoveRefused(lockstep::EntityRef rack, lockstep::EntityRef blockedBy);
    void undoWanted(); ///< undo a rack move
    void redoWanted();
    void pictureWanted(); ///< the user asked for a picture file; the receiver asks for path and size

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
    std::optional<HallCamera> m_beforeExploding; ///< camera before a rack was exploded; nullopt: no rack is exploded
    HallCamera m_whileExploded;
    std::optional<HallCamera> m_otherCamera; ///< camera of the other mode, on or off a wall; nullopt: not moved yet
    bool m_isOnWall = false;
    std::unique_ptr<HallPicture> m_picture; ///< null: no OpenGL; the overlay shows the reason
};

} // namespace lockstep
