// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/hallcallouts.h"

#include "models/view/translation.h"

#include <algorithm>
#include <array>

namespace lockstep {

namespace {

constexpr double textMargin = 5; // around the text
constexpr double ring = 7; // radius around the point, including its dark border
constexpr double onePlace = 2 * ring; // points closer than this are not distinguishable
constexpr double plateGap = 3; // between plates, and between a plate and a foreign line

struct Gathered
{
    const CalloutRequest* request;
    int more;
};

/// Merges requests whose points coincide on screen.
std::vector<Gathered> gathered(const std::vector<CalloutRequest>& requests, const QRectF& screen)
{
    std::vector<Gathered> places;
    for (const CalloutRequest& request : requests) {
        if (!screen.contains(request.at))
            continue;
        const auto same = std::ranges::find_if(
            places, [&](const Gathered& place) { return QLineF(place.request->at, request.at).length() < onePlace; });
        if (same != places.end())
            ++same->more;
        else
            places.push_back({&request, 0});
    }
    return places;
}

bool crosses(const QLineF& one, const QLineF& other)
{
    return one.intersects(other, nullptr) == QLineF::BoundedIntersection;
}

bool crosses(const QLineF& line, const QRectF& rect)
{
    if (rect.contains(line.p1()) || rect.contains(line.p2()))
        return true;
    const std::array sides{QLineF(rect.topLeft(), rect.topRight()), QLineF(rect.topRight(), rect.bottomRight()),
                           QLineF(rect.bottomRight(), rect.bottomLeft()), QLineF(rect.bottomLeft(), rect.topLeft())};
    return std::ranges::any_of(sides, [&](const QLineF& side) { return crosses(line, side); });
}

QRectF ringAt(QPointF at)
{
    return {at.x() - ring, at.y() - ring, 2 * ring, 2 * ring};
}

/// Free and occupied areas for callouts.
class CalloutLayout
{
public:
    CalloutLayout(QSizeF viewport, std::span<const QRectF> keepClear, std::span<const QRectF> names,
                  const std::vector<Gathered>& places)
        : m_screen(QPointF(0, 0), viewport), m_keepClear(keepClear), m_names(names)
    {
        for (const Gathered& place : places)
            m_rings.push_back(ringAt(place.request->at));
    }

    [[nodiscard]] bool isFree(const HallCallout& callout, bool keepsNames) const
    {
        const QRectF plate = callout.plate.adjusted(-plateGap, -plateGap, plateGap, plateGap);
        const QLineF leader = callout.leader();
        const auto isInTheWay = [&](const QRectF& rect) {
            return rect.intersects(plate);
        };
        const auto knots = [&](const HallCallout& other) {
            return other.plate.intersects(plate) || crosses(leader, other.plate) || crosses(other.leader(), plate)
                || crosses(leader, other.leader());
        };
        const QRectF own = ringAt(callout.at);
        const auto runsThrough = [&](const QRectF& other) {
            return other != own && crosses(leader, other);
        };
        return m_screen.contains(callout.plate) && std::ranges::none_of(m_keepClear, isInTheWay)
            && (!keepsNames || std::ranges::none_of(m_names, isInTheWay)) && std::ranges::none_of(m_rings, isInTheWay)
            && std::ranges::none_of(m_rings, runsThrough) && std::ranges::none_of(m_placed, knots);
    }
    void add(HallCallout callout) { m_placed.push_back(std::move(callout)); }
    [[nodiscard]] std::vector<HallCallout> take() { return std::move(m_placed); }

private:
    QRectF m_screen;
    std::span<const QRectF> m_keepClear;
    std::span<const QRectF> m_names;
    std::vector<QRectF> m_rings;
    std::vector<HallCallout> m_placed;
};

/// @return false: no free place
bool placeNear(CalloutLayout& layout, HallCallout callout, QSizeF size, bool keepsNames)
{
    constexpr double nearest = 20; // from the point to the plate
    constexpr double step = 14;
    constexpr int rounds = 16;
    for (int round = 0; round < rounds; ++round) {
        const double away = nearest + step * round;
        const double left = -away - size.width();
        const double above = -away - size.height();
        const std::array offsets{QPointF(away, above),
                                 QPointF(left, above),
                                 QPointF(away, away),
                                 QPointF(left, away),
                                 QPointF(away, -size.height() / 2),
                                 QPointF(left, -size.height() / 2),
                                 QPointF(-size.width() / 2, above),
                                 QPointF(-size.width() / 2, away)};
        for (const QPointF offset : offsets) {
            callout.plate = QRectF(callout.at + offset, size);
            if (layout.isFree(callout, keepsNames)) {
                layout.add(std::move(callout));
                return true;
            }
        }
    }
    return false;
}

} // namespace

QLineF HallCallout::leader() const
{
    return {at,
            QPointF(std::clamp(at.x(), plate.left(), plate.right()), std::clamp(at.y(), plate.top(), plate.bottom()))};
}

std::vector<HallCallout> placeCallouts(const std::vector<CalloutRequest>& requests, QSizeF viewport,
                                       std::span<const QRectF> keepClear,
                                       const std::function<QSizeF(const QString&)>& measure,
                                       std::span<const QRectF> names)
{
    constexpr std::size_t goBeforeNames = 2;
    const std::vector<Gathered> places = gathered(requests, {QPointF(0, 0), viewport});
    CalloutLayout layout(viewport, keepClear, names, places);
    for (std::size_t at = 0; at < places.size(); ++at) {
        const auto& [request, more] = places[at];
        const QString text = more > 0 ? tr("%1, and %2 more here").arg(request->text).arg(more) : request->text;
        const HallCallout callout{text, request->at, {}, request->colour};
        const QSizeF size = measure(text) + QSizeF(2 * textMargin, textMargin);
        if (!placeNear(layout, callout, size, true) && at < goBeforeNames)
            placeNear(layout, callout, size, false);
    }
    return layout.take();
}

} // namespace lockstep
