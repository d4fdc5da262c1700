// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/timeshares.h"

#include "models/analysis/sync/live/syncboard.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/framestats.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/common/hovertip.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/sync/jobshown.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <numeric>

namespace lockstep {

namespace {

constexpr int pad = 8;
/// From the most productive to what nobody knows.
constexpr std::array<TimeClass, timeClassCount> order{TimeClass::Compute,    TimeClass::Transfer, TimeClass::Wait,
                                                      TimeClass::Checkpoint, TimeClass::Restart,  TimeClass::Idle,
                                                      TimeClass::Unknown};

QString nameOf(TimeClass timeClass)
{
    switch (timeClass) {
    case TimeClass::Compute:
        return TimeShares::tr("compute");
    case TimeClass::Transfer:
        return TimeShares::tr("transfer");
    case TimeClass::Wait:
        return TimeShares::tr("wait");
    case TimeClass::Checkpoint:
        return TimeShares::tr("checkpoint");
    case TimeClass::Restart:
        return TimeShares::tr("restart");
    case TimeClass::Idle:
        return TimeShares::tr("idle");
    case TimeClass::Unknown:
        break;
    }
    return TimeShares::tr("unknown");
}

Rgb colourOf(TimeClass timeClass, const Palette& palette)
{
    switch (timeClass) {
    case TimeClass::Compute:
        return palette.compute;
    case TimeClass::Transfer:
        return palette.transfer;
    case TimeClass::Wait:
        return palette.wait;
    case TimeClass::Checkpoint:
        return palette.checkpoint;
    case TimeClass::Restart:
        return palette.restart;
    default:
        return palette.raised;
    }
}

} // namespace

TimeShares::TimeShares(ViewContext context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tip(new HoverTip(context.theme, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("What GPU time went into"));
    connect(context.sync, &SyncBoard::changed, this, &TimeShares::refresh);
    connect(&context.selection, &Selection::selectedChanged, this, &TimeShares::refresh);
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    refresh();
}

QSize TimeShares::sizeHint() const
{
    return {320, QFontMetrics(smallTextFont()).height() * 2 + 12};
}

QRect TimeShares::bar() const
{
    const int line = QFontMetrics(smallTextFont()).height();
    return {pad, line + 6, std::max(1, width() - 2 * pad), line + 2};
}

void TimeShares::refresh()
{
    std::array<double, timeClassCount> ofAll{};
    std::array<double, timeClassCount> ofSelected{};
    std::size_t ranks = 0;
    std::size_t selectedRanks = 0;
    std::size_t steps = 0;
    const auto& lanes = m_context.cluster.store().spans().lanes();
    for (const auto& job : m_context.sync->snapshot()->jobs) {
        steps = std::max(steps, job->judgedSteps);
        for (std::size_t own = 0; own < std::min(job->recent.size(), job->lanes.size()); ++own) {
            const std::uint32_t stored = job->lanes[own];
            const bool isSelected = stored < lanes.size() && m_context.selection.isSelected(lanes[stored].entity);
            ranks += 1;
            selectedRanks += isSelected ? 1 : 0;
            for (std::size_t at = 0; at < timeClassCount; ++at) {
                const double seconds = job->recent[own][at];
                ofAll[at] += seconds;
                ofSelected[at] += isSelected ? seconds : 0;
            }
        }
    }
    m_seconds = selectedRanks > 0 ? ofSelected : ofAll;
    m_ranks = selectedRanks > 0 ? selectedRanks : ranks;
    const QString window = (steps == 1 ? tr("one step") : tr("last %1 steps").arg(steps)) + momentText(*m_context.sync);
    m_whose = selectedRanks == 1 ? tr("GPU time of the selected rank, %1").arg(window)
        : selectedRanks > 1
        ? tr("GPU time of the %1 selected ranks, %2").arg(selectedRanks).arg(window)
        : tr("GPU time of all %1 ranks, %2").arg(toQString(formatNumber(static_cast<double>(ranks))), window);
    setVisible(total() > 0);
    QStringList spoken{m_whose};
    for (const TimeClass each : order)
        spoken << nameOf(each) + QLatin1Char(' ')
                + quantityText(total() > 0 ? m_seconds[static_cast<std::size_t>(each)] / total() : 0, Unit::Ratio);
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    update();
}

double TimeShares::total() const
{
    return std::accumulate(m_seconds.begin(), m_seconds.end(), 0.0);
}

std::vector<TimeShares::Part> TimeShares::parts() const
{
    std::vector<Part> parts;
    double from = 0;
    for (const TimeClass each : order) {
        const double share = total() > 0 ? m_seconds[static_cast<std::size_t>(each)] / total() : 0;
        if (share > 0)
            parts.push_back({each, from, from + share});
        from += share;
    }
    return parts;
}

void TimeShares::paintEvent(QPaintEvent*)
{
    const FrameStats::Work work(m_context.frames);
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.panel));
    const QRect whole = bar();
    painter.setFont(smallTextFont());
    painter.setPen(toColor(palette.dimText));
    painter.drawText(QRect(pad, 2, width() - 2 * pad, whole.top() - 4), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_whose, Qt::ElideRight, width() - 2 * pad));
    std::vector<Part> unnamed;
    for (const Part& part : parts()) {
        const QRectF box(whole.left() + part.from * whole.width(), whole.top(), (part.to - part.from) * whole.width(),
                         whole.height());
        const bool isUnknown = part.timeClass == TimeClass::Unknown;
        const Rgb ground = colourOf(part.timeClass, palette);
        painter.fillRect(box, isUnknown ? noDataBrush(palette) : QBrush(toColor(ground)));
        const QString share = quantityText(part.to - part.from, Unit::Ratio);
        const QString words = nameOf(part.timeClass) + QLatin1Char(' ') + share;
        const auto say = [&](const QString& text) {
            const int wide = painter.fontMetrics().horizontalAdvance(text) + pad;
            if (isUnknown) // letters drown in the hatch
                painter.fillRect(QRectF(box.center().x() - wide / 2.0, box.top(), wide, box.height()),
                                 toColor(palette.panel));
            painter.drawText(box, Qt::AlignCenter, text);
        };
        const auto fits = [&](const QString& text) {
            return painter.fontMetrics().horizontalAdvance(text) + pad <= box.width();
        };
        painter.setPen(toColor(isUnknown ? palette.text : readableOn(ground)));
        if (fits(words))
            say(words);
        else if (fits(share))
            say(share);
        if (!fits(words))
            unnamed.push_back(part);
    }
    paintKey(painter, unnamed);
    m_context.frames.painted();
}

/// Names, above the bar at the right, what is too narrow in it to bear its name.
void TimeShares::paintKey(QPainter& painter, std::span<const Part> unnamed) const
{
    const Palette& palette = m_context.theme.palette();
    const QFontMetrics metrics = painter.fontMetrics();
    constexpr int swatch = 8;
    const int least = pad + metrics.horizontalAdvance(m_whose) + 2 * pad;
    int right = width() - pad;
    for (auto part = unnamed.rbegin(); part != unnamed.rend(); ++part) {
        const QString words
            = nameOf(part->timeClass) + QLatin1Char(' ') + quantityText(part->to - part->from, Unit::Ratio);
        const int wide = metrics.horizontalAdvance(words);
        if (right - wide - swatch - 4 < least)
            return;
        const QRect line(right - wide, 2, wide + 1, bar().top() - 4);
        painter.setPen(toColor(palette.dimText));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, words);
        const QRect box(line.left() - swatch - 4, line.center().y() - swatch / 2, swatch, swatch);
        painter.fillRect(box,
                         part->timeClass == TimeClass::Unknown ? noDataBrush(palette)
                                                               : QBrush(toColor(colourOf(part->timeClass, palette))));
        right = box.left() - pad - 4;
    }
}

HoverText TimeShares::explain(QPoint point) const
{
    const QRect whole = bar();
    const double at = static_cast<double>(point.x() - whole.left()) / whole.width();
    for (const Part& part : parts()) {
        if (at < part.from || at >= part.to)
            continue;
        const double seconds = m_seconds[static_cast<std::size_t>(part.timeClass)];
        HoverText text;
        text.sentence = part.timeClass == TimeClass::Unknown
            ? tr("Time that no span tells of, or in which wait and transfer cannot be told apart")
            : tr("%1 of the GPU time went into %2")
                  .arg(quantityText(part.to - part.from, Unit::Ratio), nameOf(part.timeClass));
        text.facts.push_back({tr("GPU seconds"), toQString(formatNumber(seconds))});
        text.facts.push_back(
            {tr("Per rank"),
             quantityText(seconds / static_cast<double>(std::max<std::size_t>(m_ranks, 1)), Unit::Seconds)});
        return text;
    }
    return {};
}

void TimeShares::mouseMoveEvent(QMouseEvent* event)
{
    HoverText text = explain(event->position().toPoint());
    if (text.sentence.isEmpty())
        m_tip->hide();
    else
        m_tip->showAt(event->position().toPoint(), std::move(text));
}

void TimeShares::leaveEvent(QEvent*)
{
    m_tip->hide();
}

} // namespace lockstep
