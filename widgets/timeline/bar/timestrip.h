// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/time/timeaxis.h"
#include "models/view/viewcontext.h"
#include "widgets/timeline/marks/eventmarks.h"

#include <QPixmap>
#include <QWidget>

#include <cstdint>
#include <vector>

namespace lockstep {

class ClusterStore;
struct ChangeSet;
struct SyncSnapshot;

/// Content of one pixel column of the overview.
struct OverviewColumn
{
    std::uint32_t events = 0;
    float missing = 0; ///< largest share of known nodes without data at any moment of the column, 0 to 1
    float wait = 0; ///< share of a job's GPU time spent waiting, for the worst step, 0 to 1
};

/// One column per pixel of the axis. A gap counts fully in each column it touches, so that short ones stay visible.
[[nodiscard]] std::vector<OverviewColumn> overviewColumns(const ClusterStore& store, const TimeAxis& axis);
/// Adds the waits in jobs' steps to columns of the same axis.
void addWaits(std::vector<OverviewColumn>& columns, const SyncSnapshot& sync, const TimeAxis& axis);

/// Overview of the full time range: density of events, hatched gaps, alert symbols, handles of the visible range,
/// cursor. Click or drag moves the cursor, and the range with it. The handles resize the range. GUI thread; owned by
/// its TimeBar.
class TimeStrip : public QWidget
{
    Q_OBJECT

public:
    explicit TimeStrip(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

    /// Area of the window's box including its handles, which stay wide enough to grab.
    [[nodiscard]] QRectF windowBox() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Grip { None, From, To, Window, Mark };

    void clusterChanged(const ChangeSet& changes);
    void readPauses();
    void repaintIfVisible();
    void paintPicture();
    void paintPause(QPainter& painter, double from, double to) const;
    void paintWindow(QPainter& painter) const;
    void paintTimes(QPainter& painter) const;
    [[nodiscard]] TimeAxis axis() const;
    [[nodiscard]] QRect ruler() const;
    [[nodiscard]] QRect track() const;
    [[nodiscard]] Grip gripAt(QPointF point) const;
    void dragTo(QPointF point);

    struct Key
    {
        TimeRange extent;
        QSize size;
        double devicePixelRatio = 0;
        std::uint64_t dataVersion = 0;
        bool isDark = true;
        friend bool operator==(const Key&, const Key&) = default;
    };

    ViewContext m_context;
    QPixmap m_picture; ///< the part that does not depend on window and cursor
    Key m_key;
    std::vector<EventMark> m_alerts; ///< as of the picture
    std::vector<TimeRange> m_pauses; ///< pauses between runs, drawn compressed
    std::uint64_t m_dataVersion = 0;
    Grip m_grip = Grip::None;
    QPointF m_pressedAt;
    TimeRange m_pressedRange;
};

} // namespace lockstep
