// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/panels/header/headerfigures.h"

#include <QBasicTimer>
#include <QFont>
#include <QHash>
#include <QStringList>
#include <QTimer>
#include <QWidget>

namespace lockstep {

class HoverTip;

/// The strip along the top of the window: cluster, figures (main ones large), live state. Clicking a figure shows its
/// metric, component or alerts. Updates only while visible. GUI thread; owned by its parent.
class HeaderStrip : public QWidget
{
    Q_OBJECT

public:
    /// State of the data shown, as one word, and the time it refers to.
    struct State
    {
        QString word; ///< "LIVE", "PAUSED", "PLAYING 10×", "STALE", "NO DATA"
        QString time; ///< "03:12:44 UTC": now, or the moment shown when paused
        QString note; ///< "12 s ago"
        std::optional<Severity> alarm;
        bool isLive = false; ///< shows the newest data of live nodes
        friend bool operator==(const State&, const State&) = default;
    };

    explicit HeaderStrip(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<HeaderFigure>& figures() const { return m_figures; }
    /// Number of figures that fit.
    [[nodiscard]] std::size_t shownFigures() const { return m_placed.size(); }
    /// Notes that do not fit into their figures, other than paths.
    [[nodiscard]] QStringList truncatedNotes() const;
    [[nodiscard]] const State& state() const { return m_state; }
    /// Updates figures and state to @p now (local clock).
    void refresh(TimePoint now);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void captionChanged(const QString& caption);
    void alertsWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Placed
    {
        std::size_t figure;
        QRect area;
    };

    struct Fonts
    {
        Fonts();

        QFont words;
        QFont noData;
        QFont units;
        QFont figures;
        QFont mainFigures;
        QFont brand;
    };

    void layOut();
    [[nodiscard]] const QFont& fontOf(const HeaderFigure& figure) const;
    void drawWords(QPainter& painter, const QRect& line, const QString& text,
                   Qt::TextElideMode elide = Qt::ElideMiddle) const;
    void drawQuantity(QPainter& painter, const QRect& line, const QString& value, const QString& unit) const;
    void paintFigure(QPainter& painter, const QRect& area, const HeaderFigure& figure) const;
    void paintState(QPainter& painter, const QRect& area) const;
    [[nodiscard]] const HeaderFigure* figureAt(QPoint point) const; ///< null: none
    [[nodiscard]] State stateAt(TimePoint now) const;
    [[nodiscard]] int ownWidthOf(const HeaderFigure& figure) const;
    [[nodiscard]] QRect nameArea() const;
    [[nodiscard]] QRect stateArea() const;

    ViewContext m_context;
    Fonts m_fonts;
    std::vector<HeaderFigure> m_figures;
    QHash<QString, int> m_widths; ///< of the figures, by label
    std::vector<Placed> m_placed; ///< figures that fit, from left to right
    State m_state;
    QString m_cluster;
    HoverTip* m_tip = nullptr;
    QTimer m_soon; ///< merges several changes into one refresh
    QBasicTimer m_timer;
    bool m_isDirty = true;
    std::uint64_t m_alerts = 0; ///< version
    std::int64_t m_second = 0; ///< of the last refresh
};

} // namespace lockstep
