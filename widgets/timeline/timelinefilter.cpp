// SPDX-License-Identifier: GPL-3.0-or-later
// The filter of TimelineView: the bar above the lanes, and the button that shows it.
#include "models/store/clustermodel.h"
#include "widgets/common/controls.h"
#include "widgets/common/fonts.h"
#include "widgets/timeline/timelineview.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QShortcut>
#include <QToolButton>

namespace lockstep {

namespace {

constexpr int filterWidth = 300;

} // namespace

void TimelineView::makeFilter()
{
    m_filterBar = new QWidget(this);
    m_filterLine = new QLineEdit(m_filterBar);
    m_filterLine->setPlaceholderText(tr("rank, node, operation, group, > 10 ms"));
    m_filterLine->setAccessibleName(tr("Filter of lanes and spans"));
    m_filterLine->setClearButtonEnabled(true);
    m_filterLine->setMaximumWidth(filterWidth);
    m_filterNote = makeLabel({}, m_filterBar);
    m_filterNote->setFont(smallTextFont());
    m_filterNote->setForegroundRole(QPalette::PlaceholderText);
    auto* line = new QHBoxLayout(m_filterBar);
    line->setContentsMargins(6, 2, 6, 2);
    line->setSpacing(8);
    line->addWidget(m_filterLine, 1);
    line->addWidget(m_filterNote, 1);
    m_filterBar->hide();

    m_filterButton = new QToolButton(viewport());
    m_filterButton->setText(tr("Filter"));
    m_filterButton->setCheckable(true);
    m_filterButton->setFont(smallTextFont());
    m_filterButton->setStyleSheet(QStringLiteral("QToolButton { min-height: 0; padding: 0 5px; }")); // in a thin row
    m_filterButton->setCursor(Qt::ArrowCursor);
    m_filterButton->setToolTip(tr("Show some lanes or spans only (/)"));
    m_filterButton->setAccessibleName(tr("Filter"));
    connect(m_filterButton, &QToolButton::clicked, this, &TimelineView::showFilter);
    connect(m_filterLine, &QLineEdit::textChanged, this, &TimelineView::applyFilter);
    auto* away = new QShortcut(Qt::Key_Escape, m_filterLine);
    away->setContext(Qt::WidgetShortcut);
    connect(away, &QShortcut::activated, this, [this] { showFilter(false); });
    m_rows.setFilter(&m_filter);
    m_picture.setFilter(&m_filter);
}

void TimelineView::showFilter(bool isShown)
{
    m_filterButton->setChecked(isShown);
    m_filterBar->setVisible(isShown);
    setViewportMargins(0, isShown ? m_filterBar->sizeHint().height() : 0, 0, 0);
    if (isShown) {
        placeFilter();
        m_filterLine->setFocus();
        m_filterLine->selectAll();
    } else {
        m_filterLine->clear();
        setFocus();
    }
}

void TimelineView::applyFilter()
{
    rebuildRows();
    hoverSoon();
    m_filterNote->setText(m_filter.isEmpty() ? QString()
                                             : tr("%1 of %2 lanes   %3")
                                                   .arg(m_rows.keptCount())
                                                   .arg(m_context.cluster.store().spans().lanes().size())
                                                   .arg(m_filter.reading()));
    repaintIfVisible();
}

void TimelineView::placeFilter()
{
    const TimelineGeometry geometry = geometryNow();
    m_filterBar->setGeometry(0, 0, width(), m_filterBar->sizeHint().height());
    m_filterButton->setVisible(m_order->isVisibleTo(viewport()));
    const int wide = m_filterButton->sizeHint().width();
    m_filterButton->setGeometry(geometry.labelWidth - wide - 3, geometry.rowHeight, wide, geometry.eventsHeight());
}

} // namespace lockstep
