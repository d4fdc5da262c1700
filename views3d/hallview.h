// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace lockstep {

enum class HallCommand : std::uint8_t;
class HallOverlay;
class HallPicture;

/// The machines in three dimensions: racks, nodes and what is in them, coloured by the selection's metric at the time
/// window's cursor. Renders only while visible and when something in the picture changed; follows the store, the
/// selection, the time and the theme by itself. Where there is no OpenGL it says so instead.
/// Click selects, Ctrl+click toggles, double click or F flies there; see hallCommandOf() for the other keys.
/// Call prepareSurfaceFormat() before the QApplication is made. GUI thread; owned by its parent.
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

    /// Goes to an entity in a short, eased motion; to everything where it has no place in the hall.
    void flyTo(EntityRef entity);

    [[nodiscard]] QSize sizeHint() const override { return {900, 600}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 120}; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showMessage(const QString& message);
    void connectNavigator();
    void point(QPointF pixel);
    void run(HallCommand command);

    ViewContext m_context;
    HallOverlay* m_overlay; ///< a child of the view
    std::unique_ptr<HallPicture> m_picture; ///< null: no OpenGL, and the overlay says why
};

} // namespace lockstep
