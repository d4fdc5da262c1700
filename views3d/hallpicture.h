// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/hallannotator.h"
#include "views3d/hallscene.h"
#include "views3d/renderpace.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace lockstep {

class HallNavigator;
class VtkWidget;

/// Keeps the picture that of the present state: hears what changes, waits as long as the pace demands, brings stage,
/// scene and writing up to date, and asks for a paint only when something in the picture differs. Does nothing while
/// the view is hidden. GUI thread; owned by HallView.
class HallPicture : public QObject
{
    Q_OBJECT

public:
    /// @param context and @p overlay outlive the picture
    HallPicture(const ViewContext& context, HallOverlay& overlay, QWidget& view);
    ~HallPicture() override;

    [[nodiscard]] VtkWidget& surface() const { return *m_surface; }
    [[nodiscard]] HallNavigator& navigator() const { return *m_navigator; }
    [[nodiscard]] const HallStage& stage() const { return m_stage; }
    [[nodiscard]] QSizeF viewport() const;
    [[nodiscard]] const QString& caption() const { return m_caption; }

    /// What is under a pixel as it is drawn; invalid: nothing.
    [[nodiscard]] EntityRef at(QPointF pixel) const;
    /// Where the mouse is, for the tip; nullopt: not over the picture.
    void setPointer(std::optional<QPointF> pixel);

    /// New values: drawn soon, but never so often that drawing leaves no time for anything else.
    void dataCame();
    /// The user did something: drawn at the next turn of the event loop.
    void cameraMoved();

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void connectModels();
    void render();
    bool bringUpToDate();
    void annotate();

    const ViewContext& m_context;
    HallOverlay& m_overlay;
    HallStage m_stage;
    HallScene m_scene;
    HallAnnotator m_annotator;
    std::unique_ptr<VtkWidget> m_surface; ///< after the scene: it lets go of what the scene has on the graphics card
    HallNavigator* m_navigator; ///< a child of the surface
    QTimer m_due;
    RenderPace m_pace;
    std::optional<QPointF> m_pointer;
    QString m_caption;
    bool m_isSceneStale = true; ///< camera or theme are not those of the scene
};

} // namespace lockstep
