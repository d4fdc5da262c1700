// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/lanelabels.h"

#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"

#include <QAction>
#include <QFontMetrics>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace lockstep {

using namespace Qt::StringLiterals;

QMenu* makeLaneMenu(QWidget& timeline, ViewContext context, LanePins& pins, const LaneOrders& orders,
                    const TimelineRow* lane, std::function<void()> writeFilter)
{
    auto* const menu = new QMenu(&timeline);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (lane != nullptr) {
        const QString who = lane->title;
        menu->addAction((lane->isPinned ? tr("Unpin %1") : tr("Pin %1 to the top")).arg(who) + u"\tP"_s, &pins,
                        [&pins, context, at = lane->lane] { pins.toggle(context.cluster.store(), at); });
        menu->addAction(tr("Select %1").arg(who), &timeline,
                        [context, entity = lane->entity] { context.selection.select(entity); });
    }
    if (!pins.isEmpty())
        menu->addAction(tr("Unpin all lanes") + u"\tShift+P"_s, &pins, &LanePins::clear);
    menu->addSeparator();
    menu->addActions(orders.actions());
    menu->addSeparator();
    if (const auto marked = context.time.marked())
        menu->addAction(tr("Zoom to marked range") + u"\tZ"_s, &timeline,
                        [context, range = *marked] { context.time.setRange(range); });
    menu->addAction(tr("Show full range"), &timeline, [context] { context.time.fitExtent(); });
    menu->addAction(tr("Filter...") + u"\t/"_s, &timeline, std::move(writeFilter));
    return menu;
}

namespace {

constexpr int pad = 8;
constexpr int narrowestLabels = 150;
constexpr int widest = 50; ///< characters

class LabelPainter
{
public:
    LabelPainter(QPainter& painter, const TimelineGeometry& geometry, const ClusterStore& store, const Palette& palette)
        : m_painter(painter), m_geometry(geometry), m_store(store), m_palette(palette)
    { }

    void heading(const TimelineRow& row, const QRect& area)
    {
        m_painter.fillRect(area, toColor(m_palette.raised));
        m_painter.setFont(titleFont());
        text(area.adjusted(pad, 0, -pad, 0), lockstep::tr("job %1").arg(row.title), m_palette.text, Qt::AlignLeft);
    }

    void lane(const TimelineRow& row, const QRect& area, const LabelColumns& columns, bool showsNode)
    {
        const bool isStale = row.node.isValid() && m_store.freshness(row.node) == Freshness::Stale;
        if (row.isPinned)
            m_painter.fillRect(area.adjusted(0, 1, 0, 0), toColor(m_palette.raised));
        if (isStale)
            m_painter.fillRect(area.adjusted(0, 1, 1 - area.width() + 4, 0), noDataBrush(m_palette));
        if (row.isPinned)
            pin(area);
        QRect rest = area.adjusted(pad, 0, -pad, 0);
        m_painter.setFont(smallTextFont());
        if (columns.node > 0) {
            const int left = rest.width() - columns.title - columns.detail - (columns.detail > 0 ? 2 : 1) * pad;
            const int width = std::min(columns.node, std::max(rest.width() / 2, left));
            const QRect box(rest.left(), rest.top(), width, rest.height());
            if (showsNode)
                text(box, row.nodeName, m_palette.dimText, Qt::AlignLeft);
            rest.setLeft(box.right() + 1 + pad);
        }
        const QString detail = isStale ? lockstep::tr("stale") : row.note.isEmpty() ? row.entityName : row.note;
        if (!isStale && !row.note.isEmpty())
            m_painter.setFont(smallFigureFont());
        const int detailWidth = detail == row.title ? 0 : m_painter.fontMetrics().horizontalAdvance(detail);
        // If both do not fit, the lane's own name has priority.
        if (detailWidth > 0 && detailWidth + pad + std::min(columns.title, 40) <= rest.width()) {
            text(rest, detail, m_palette.dimText, Qt::AlignRight);
            rest.setRight(rest.right() - detailWidth - pad);
        }
        m_painter.setFont(smallTextFont());
        text(rest, row.title, m_palette.text, Qt::AlignLeft);
    }

private:
    /// Draws a pin left of the text.
    void pin(const QRect& area)
    {
        const QRectF head(1.5, area.top() + area.height() / 2.0 - 6, 5, 5);
        m_painter.save();
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(toColor(m_palette.text));
        m_painter.drawEllipse(head);
        m_painter.fillRect(QRectF(head.center().x() - 0.5, head.bottom(), 1, 6), toColor(m_palette.text));
        m_painter.restore();
    }

    void text(const QRect& box, const QString& words, Rgb colour, Qt::Alignment side)
    {
        m_painter.setPen(toColor(colour));
        m_painter.drawText(box, static_cast<int>(side | Qt::AlignVCenter),
                           m_painter.fontMetrics().elidedText(words, Qt::ElideRight, box.width()));
    }

    QPainter& m_painter;
    const TimelineGeometry& m_geometry;
    const ClusterStore& m_store;
    const Palette& m_palette;
};

} // namespace

LabelColumns labelColumnsOf(const TimelineRows& rows)
{
    const QFontMetrics words(smallTextFont());
    const QFontMetrics figures(smallFigureFont());
    LabelColumns columns;
    for (const TimelineRow& row : rows.rows()) {
        if (row.kind != TimelineRow::Kind::Lane)
            continue;
        // Measures only the first rows of a long list, because names are similar.
        if (&row - rows.rows().data() > 64)
            break;
        columns.node = std::max(columns.node, words.horizontalAdvance(row.nodeName));
        columns.title = std::max(columns.title, words.horizontalAdvance(row.title));
        if (!row.note.isEmpty())
            columns.detail = std::max(columns.detail, figures.horizontalAdvance(row.note));
        else if (row.entityName != row.title) // do not repeat the title
            columns.detail = std::max(columns.detail, words.horizontalAdvance(row.entityName));
    }
    // elidedText() rounds differently from horizontalAdvance().
    constexpr int rounding = 2;
    for (int* width : {&columns.node, &columns.title, &columns.detail})
        *width += *width > 0 ? rounding : 0;
    return columns;
}

int labelWidthFor(const LabelColumns& columns)
{
    const int gaps = 2 + (columns.node > 0 ? 1 : 0) + (columns.detail > 0 ? 1 : 0);
    const int wanted = columns.node + columns.title + columns.detail + gaps * pad + 4;
    return std::clamp(wanted, narrowestLabels, widest * QFontMetrics(smallTextFont()).averageCharWidth());
}

void drawLaneLabels(QPainter& painter, const TimelineGeometry& geometry, const std::vector<VisibleRow>& rows,
                    const LabelColumns& columns, const ClusterStore& store, const Palette& palette)
{
    LabelPainter labels(painter, geometry, store, palette);
    painter.save();
    painter.fillRect(geometry.labels(), toColor(palette.panel));
    bool isFirst = true;
    for (const auto& [row, whole] : rows) {
        const QRect area(0, whole.top(), geometry.labelWidth, whole.height());
        const bool isFrozen = geometry.isFrozen(row->top);
        painter.setClipRect(geometry.rowsArea(isFrozen) & geometry.labels());
        if (row->kind == TimelineRow::Kind::JobHeading) {
            labels.heading(*row, area);
            continue;
        }
        if (row->startsNode)
            painter.fillRect(area.left(), area.top(), area.width(), 1, toColor(palette.line, 150));
        // Counts the first row only if enough of it is visible to read.
        const bool isReadable = !isFrozen && area.top() + area.height() / 2 >= geometry.scrolledTop();
        labels.lane(*row, area, columns, row->startsNode || (isFirst && isReadable));
        isFirst = isFirst && !isReadable;
    }
    painter.restore();
}

} // namespace lockstep
