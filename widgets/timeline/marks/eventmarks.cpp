// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/marks/eventmarks.h"

#include "models/store/clusterstore.h"
#include "models/view/translation.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/spanfacts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

std::vector<EventMark> eventMarks(const EventLog& log, const TimeAxis& axis, double apart, Severity min)
{
    if (axis.width <= 0 || apart <= 0)
        return {};
    // One slot per mark width: the cost of drawing depends on pixels, not on the number of events.
    std::vector<EventMark> slots(static_cast<std::size_t>(std::ceil(axis.width / apart)));
    std::uint64_t number = log.firstNumber();
    for (const LoggedEvent& logged : log.events()) {
        const std::uint64_t itsNumber = number++;
        if (logged.event.severity < min || !axis.range.contains(logged.lastTime))
            continue;
        const double x = axis.pixelOf(logged.lastTime);
        const auto slot = std::min(slots.size() - 1, static_cast<std::size_t>(std::max(0.0, x / apart)));
        EventMark& mark = slots[slot];
        // Ordered by content instead of arrival, which differs in a recording.
        if (mark.events == 0 || std::pair(logged.event.severity, x) >= std::pair(mark.severity, mark.x))
            mark = {x, logged.event.severity, itsNumber, mark.events};
        ++mark.events;
    }
    std::erase_if(slots, [](const EventMark& mark) { return mark.events == 0; });
    return slots;
}

const EventMark* markAt(const std::vector<EventMark>& marks, double x, double reach)
{
    const auto nearest = std::ranges::min_element(marks, {}, [x](const EventMark& m) { return std::abs(m.x - x); });
    return nearest != marks.end() && std::abs(nearest->x - x) <= reach ? &*nearest : nullptr;
}

void drawEventMarks(QPainter& painter, const QRect& area, const std::vector<EventMark>& marks, const Palette& palette)
{
    const double side = std::min<double>(eventMarkSide, area.height() - 4);
    // Paints the most severe ones last, so that they are on top where neighbours touch.
    for (const Severity severity : {Severity::Information, Severity::Warning, Severity::Critical}) {
        for (const EventMark& mark : marks) {
            if (mark.severity != severity)
                continue;
            const QPointF centre(area.left() + mark.x, area.top() + area.height() / 2.0);
            drawSeverity(painter, QRectF(centre - QPointF(side / 2, side / 2), QSizeF(side, side)), severity, palette);
        }
    }
}

HoverText explainEvent(const ClusterStore& store, const EventMark& mark)
{
    const EventLog& log = store.events();
    if (mark.number < log.firstNumber() || mark.number - log.firstNumber() >= log.events().size())
        return {};
    const LoggedEvent& logged = log.events()[static_cast<std::size_t>(mark.number - log.firstNumber())];
    HoverText result;
    result.sentence = toQString(sentenceOf(logged.event));
    if (store.topology()->contains(logged.entity))
        result.facts.push_back({tr("Where"), toQString(store.topology()->path(logged.entity))});
    result.facts.push_back({tr("Time"), toQString(formatTime(logged.lastTime, std::chrono::milliseconds(1)))});
    result.facts.push_back({tr("Code"), toQString(logged.event.code)});
    if (logged.count > 1)
        result.facts.push_back({tr("Repeated"), tr("%1 times").arg(logged.count)});
    if (mark.events > 1)
        result.facts.push_back({tr("Also here"), tr("%1 more").arg(mark.events - 1)});
    return result;
}

} // namespace lockstep
