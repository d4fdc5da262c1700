// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/work/workpace.h"
#include "views3d/overlay/hallannotator.h"
#include "views3d/render/renderthread.h"

#include <QObject>
#include <QTimer>
#include <deque>

#include <cstdint>
#include <functional>
#include <optional>

namespace lockstep {

class HallNavigator;
class HallSurface;

/// Keeps the picture up to date. Collects changes, limits the rate, updates the stage, and shows the result with its
/// overlay. Renders off the GUI thread, and only if the picture differs. Idle while the view is hidden. GUI thread;
/// owned by HallView.
class HallPicture : public QObject
{
    Q_OBJECT

public:
    /// @param context and @p overlay outlive the picture
    HallPicture(const ViewContext& context, HallOverlay& overlay, QWidget& view);
    ~HallPicture() override;

    [[nodiscard]] HallSurface& surface() const { return *m_surface; }
    [[nodiscard]] HallNavigator& navigator() const { return *m_navigator; }
    [[nodiscard]] const HallStage& stage() const { return m_stage; }
    [[nodiscard]] QSizeF viewport() const;
    [[nodiscard]] const QString& caption() const { return m_caption; }
    [[nodiscard]] std::uint64_t drawnFrames() const { return m_drawnFrames; }
    [[nodiscard]] std::chrono::nanoseconds drawingCost() const { return m_drawingCost; }

    /// The entity under a pixel; invalid: none.
    [[nodiscard]] EntityRef at(QPointF pixel) const;
    /// Pointer position for the tip; nullopt: not over the picture.
    void setPointer(std::optional<QPointF> pixel);

    /// The rack for a command without a target: the rack of the selected, hovered or worst entity, otherwise the one
    /// nearest to the middle of the view. Invalid if there is none.
    [[nodiscard]] EntityRef targetRack() const;
    /// Entities whose centre is visible inside @p frame.
    [[nodiscard]] std::vector<EntityRef> within(QRectF frame) const;

    [[nodiscard]] const HallChoice& choice() const { return m_stage.choice(); }
    void setChoice(const HallChoice& choice);
    /// Whether all changes are on screen.
    [[nodiscard]] bool isSettled() const;
    using Taker = std::function<void(const QImage&)>;
    /// Renders the hall with its overlays at @p size device pixels, scaled accordingly. Calls @p take on the GUI
    /// thread, unless the picture is destroyed before.
    void takePicture(QSize size, Taker take);

    /// Redraws soon after new data, at a limited rate, so that drawing leaves time for other work.
    void dataCame();
    /// For user input: redraws in the next event-loop turn.
    void cameraMoved();
    /// After a resize, fits the whole hall into the view again unless the user has moved the camera.
    void viewportChanged();

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void connectModels();
    void render();
    bool updateStage();
    void refreshStage();
    void refreshGeometry();
    void show(const DrawnFrame& drawn);
    void write();
    void setInitialView();
    void annotate();

    const ViewContext& m_context;
    HallOverlay& m_overlay;
    HallStage m_stage;
    HallAnnotator m_annotator;
    HallSurface* m_surface; ///< a child of the view
    HallNavigator* m_navigator; ///< a child of the surface
    RenderThread m_thread;
    QTimer m_due;
    WorkPace m_pace{WorkPace::drawing};
    WorkPace m_growth{WorkPace::growing};
    HallCamera m_shownCamera; ///< camera of the picture on screen, which overlays must match
    std::optional<QRectF> m_keptClear; ///< legend area that the initial view avoids; nullopt: no view yet for this size
    std::uint64_t m_drawnFrames = 0;
    std::chrono::nanoseconds m_drawingCost{};
    std::optional<QPointF> m_pointer;
    std::deque<Taker> m_takers; ///< receivers of requested pictures, in order
    QString m_caption;
    bool m_isFrameStale = true; ///< camera or theme changed since the last frame was requested
    bool m_areLinesStale = true;
    bool m_areTextsStale = true; ///< values changed since names, legend and marks were written
    bool m_isWaiting = false; ///< something changed while a frame was being rendered
};

} // namespace lockstep
