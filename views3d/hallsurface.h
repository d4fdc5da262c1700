// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

namespace lockstep {

class FrameStats;

/// Widget that shows the rendered image pixel for pixel. GUI thread; child of HallView.
class HallSurface : public QWidget
{
    Q_OBJECT

public:
    /// @param frames outlives the widget
    HallSurface(FrameStats& frames, QWidget* parent);

    void setPicture(QImage image, QColor background);
    [[nodiscard]] const QImage& image() const { return m_image; }

Q_SIGNALS:
    void painted(); ///< the latest image has been painted to the backing store

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    FrameStats& m_frames;
    QImage m_image;
    QColor m_background;
    bool m_isNew = false; ///< the image has not been painted yet
};

} // namespace lockstep
