// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views3d/values/hallframe.h"

#include <QObject>
#include <deque>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>

class QThread;

namespace lockstep {

class SceneRenderer;

/// Renders frames off the GUI thread, so that a slow software-rendered picture delays nothing else. Only the newest
/// waiting frame is kept. Results arrive as a signal on the GUI thread, which owns this object. The destructor waits
/// for the current frame, then joins the thread.
class RenderThread : public QObject
{
    Q_OBJECT

public:
    explicit RenderThread(QObject* parent = nullptr);
    ~RenderThread() override;

    /// Why nothing can be drawn here, in one sentence; empty: it can.
    [[nodiscard]] static QString unavailableReason();

    void draw(HallFrame frame);
    /// Draws a frame that a newer one must not replace, for a picture to save.
    void drawSnapshot(HallFrame frame);
    /// True from draw() until that frame, or the one that replaced it, has been delivered.
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void drawn(const lockstep::DrawnFrame& frame);
    void snapshotDrawn(const lockstep::DrawnFrame& frame);

private:
    struct Order
    {
        HallFrame frame;
        bool isToKeep = false;
    };

    void run();
    [[nodiscard]] std::optional<Order> nextOrder();
    void handOver(const DrawnFrame& frame, bool isToKeep);

    std::unique_ptr<SceneRenderer> m_renderer;
    std::unique_ptr<QThread> m_thread;
    bool m_isBusy = false; ///< GUI thread only

    std::mutex m_mutex; ///< guards the members below
    std::condition_variable m_wake;
    std::optional<HallFrame> m_newest;
    std::deque<HallFrame> m_toKeep;
    bool m_isStopping = false;
};

} // namespace lockstep
