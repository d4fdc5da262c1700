// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallcallouts.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr double textMargin = 5; // around the text
constexpr double distance = 26; // from the point to the plate

} // namespace

std::vector<HallCallout> placeCallouts(const std::vector<CalloutWish>& wishes, QSizeF viewport, QRectF keepClear,
                                       const std::function<QSizeF(const QString&)>& measure)
{
    const QRectF screen(QPointF(0, 0), viewport);
    std::vector<HallCallout> placed;
    const auto isFree = [&](const QRectF& plate) {
        return screen.contains(plate) && !plate.intersects(keepClear)
            && std::ranges::none_of(placed, [&](const HallCallout& other) {
                   return other.plate.adjusted(-2, -2, 2, 2).intersects(plate) || plate.contains(other.at);
               });
    };
    for (const CalloutWish& wish : wishes) {
        if (!screen.contains(wish.at))
            continue;
        const QSizeF size = measure(wish.text) + QSizeF(2 * textMargin, textMargin);
        bool isPlaced = false;
        for (double rounds = 1; rounds <= 5 && !isPlaced; ++rounds) {
            const double away = distance * rounds;
            const std::array corners{QPointF(away, -away - size.height()),
                                     QPointF(-away - size.width(), -away - size.height()), QPointF(away, away),
                                     QPointF(-away - size.width(), away)};
            for (const QPointF offset : corners) {
                const QRectF plate(wish.at + offset, size);
                if (isPlaced || !isFree(plate))
                    continue;
                placed.push_back({wish.text, wish.at, plate, wish.colour});
                isPlaced = true;
            }
        }
    }
    return placed;
}

} // namespace lockstep
