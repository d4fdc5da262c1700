// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/dependencypicture.h"
#include "models/core/work/latestrequest.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/repaintlimiter.h"

#include <QRectF>
#include <QString>

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

/// Layout of a dependency diagram: columns from the most fundamental to the most dependent, tiers of a column one below
/// the other, each with its name. A plain value; rebuilt for each picture and size.
class DependencyColumns
{
public:
    struct Heading
    {
        QRectF area;
        QString text;
    };

    DependencyColumns() = default;
    /// @param heading, box heights in pixels
    DependencyColumns(const DependencyPicture& picture, QSizeF size, qreal heading, qreal box);

    [[nodiscard]] const std::vector<QRectF>& boxes() const { return m_boxes; } ///< by box; empty: the box does not fit
    [[nodiscard]] const std::vector<Heading>& headings() const { return m_headings; }
    /// Index of the box at a point; -1: none.
    [[nodiscard]] int boxAt(QPointF point) const;
    /// The box that an arrow key selects; @p from if there is none.
    [[nodiscard]] int next(int from, int right, int down) const;

    /// Number of boxes per tier that fit into the height, for the given numbers of entities.
    [[nodiscard]] static DependencyRooms roomsFor(const DependencyScope& scope, qreal height, qreal heading, qreal box);

private:
    std::vector<QRectF> m_boxes;
    std::vector<Heading> m_headings;
};

/// Dependencies and dependents of the selected entity or of the worst alert: cooling, power, racks, nodes, GPUs, links,
/// switches, communicators and jobs, at the moment shown. Computed on its own thread; a click selects, arrow keys move.
/// GUI thread; owned by its parent.
class DependencyView : public Canvas
{
    Q_OBJECT

public:
    explicit DependencyView(ViewContext context, QWidget* parent = nullptr);
    ~DependencyView() override;

    [[nodiscard]] const DependencyPicture& picture() const { return m_picture; }
    [[nodiscard]] const DependencyColumns& columns() const { return m_columns; }
    [[nodiscard]] const QString& caption() const { return m_caption; }
    [[nodiscard]] QSize sizeHint() const override { return {900, 420}; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Ground; ///< rarely changing data
    struct Question;

    void connectModels();
    void followGround();
    [[nodiscard]] std::vector<DependencyItem> wanted(const std::vector<Alert>& alerts, QString& about) const;
    void ask();
    void take(DependencyPicture picture);
    [[nodiscard]] std::vector<EntityRef> placesOf(const DependencyItem& item) const;
    void choose(int box, Qt::KeyboardModifiers modifiers);
    void updateCaption();
    [[nodiscard]] qreal headingHeight() const;
    [[nodiscard]] qreal boxHeight() const;
    [[nodiscard]] bool isIn(const DependencyBox& box, EntityRef entity) const;

    std::shared_ptr<Ground> m_ground;
    std::shared_ptr<const Question> m_question; ///< the last question; null: none
    std::string m_job; ///< job selected here; empty: none
    QString m_about;
    DependencyPicture m_picture;
    DependencyColumns m_columns;
    int m_current = -1; ///< box with keyboard focus
    QString m_caption;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Third};
    LatestRequest m_worker{5}; ///< last: ends before the objects that it notifies
};

} // namespace lockstep
