// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/dependencies/dependencycolumns.h"

#include "models/view/translation.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep {

namespace {

constexpr qreal margin = 8;
constexpr qreal gapOfBoxes = 4;
constexpr qreal widestBox = 280;
constexpr qreal narrowestGap = 20;

/// Tiers by column; those in one column are stacked.
const std::array<std::vector<DependencyTier>, 6>& tiersByColumn()
{
    static const std::array<std::vector<DependencyTier>, 6> columns{
        std::vector{DependencyTier::Loop, DependencyTier::Feed}, {DependencyTier::Rack},
        {DependencyTier::Node, DependencyTier::Switch},          {DependencyTier::Gpu, DependencyTier::Link},
        {DependencyTier::Communicator, DependencyTier::Storage}, {DependencyTier::Job}};
    return columns;
}

QString headingOf(DependencyTier tier)
{
    static constexpr std::array<const char*, dependencyTierCount> words{
        QT_TRANSLATE_NOOP("lockstep", "Power feeds"),   QT_TRANSLATE_NOOP("lockstep", "Cooling loops"),
        QT_TRANSLATE_NOOP("lockstep", "Racks"),         QT_TRANSLATE_NOOP("lockstep", "Nodes"),
        QT_TRANSLATE_NOOP("lockstep", "GPUs"),          QT_TRANSLATE_NOOP("lockstep", "Links"),
        QT_TRANSLATE_NOOP("lockstep", "Switches"),      QT_TRANSLATE_NOOP("lockstep", "Storage"),
        QT_TRANSLATE_NOOP("lockstep", "Communicators"), QT_TRANSLATE_NOOP("lockstep", "Jobs")};
    return lockstep::tr(words[static_cast<std::size_t>(tier)]);
}

} // namespace

DependencyColumns::DependencyColumns(const DependencyPicture& picture, QSizeF size, qreal heading, qreal box)
    : m_boxes(picture.boxes.size())
{
    std::array<std::vector<std::size_t>, dependencyTierCount> ofTier;
    for (std::size_t index = 0; index < picture.boxes.size(); ++index)
        ofTier[static_cast<std::size_t>(picture.boxes[index].tier)].push_back(index);
    std::vector<std::vector<DependencyTier>> columns;
    for (const std::vector<DependencyTier>& tiers : tiersByColumn()) {
        std::vector<DependencyTier> shown;
        std::ranges::copy_if(tiers, std::back_inserter(shown),
                             [&](DependencyTier tier) { return !ofTier[static_cast<std::size_t>(tier)].empty(); });
        if (!shown.empty())
            columns.push_back(std::move(shown));
    }
    if (columns.empty())
        return;
    const auto count = static_cast<qreal>(columns.size());
    const qreal room = size.width() - 2 * margin;
    const qreal wide = std::min(widestBox, (room - (count - 1) * narrowestGap) / count);
    const qreal step = count > 1 ? (room - wide) / (count - 1) : 0;
    for (std::size_t column = 0; column < columns.size(); ++column) {
        const qreal left = margin + static_cast<qreal>(column) * step;
        qreal top = margin / 2;
        for (const DependencyTier tier : columns[column]) {
            m_headings.push_back({{left, top, wide, heading}, headingOf(tier)});
            top += heading;
            for (const std::size_t index : ofTier[static_cast<std::size_t>(tier)]) {
                if (top + box <= size.height())
                    m_boxes[index] = {left, top, wide, box};
                top += box + gapOfBoxes;
            }
            top += margin;
        }
    }
}

int DependencyColumns::boxAt(QPointF point) const
{
    const auto found = std::ranges::find_if(m_boxes, [&](const QRectF& box) { return box.contains(point); });
    return found == m_boxes.end() ? -1 : static_cast<int>(found - m_boxes.begin());
}

int DependencyColumns::next(int from, int right, int down) const
{
    if (from < 0 || static_cast<std::size_t>(from) >= m_boxes.size()) {
        const auto first = std::ranges::find_if(m_boxes, [](const QRectF& box) { return !box.isEmpty(); });
        return first == m_boxes.end() ? -1 : static_cast<int>(first - m_boxes.begin());
    }
    const QPointF here = m_boxes[static_cast<std::size_t>(from)].center();
    int best = from;
    qreal nearest = std::numeric_limits<qreal>::max();
    for (std::size_t index = 0; index < m_boxes.size(); ++index) {
        const QPointF way = m_boxes[index].center() - here;
        const bool isThere = right != 0 ? way.x() * right > 1 : std::abs(way.x()) < 1 && way.y() * down > 1;
        const qreal far = std::abs(way.x()) * 100 + std::abs(way.y());
        if (m_boxes[index].isEmpty() || !isThere || far >= nearest)
            continue;
        nearest = far;
        best = static_cast<int>(index);
    }
    return best;
}

DependencyRooms DependencyColumns::roomsFor(const DependencyScope& scope, qreal height, qreal heading, qreal box)
{
    DependencyRooms counts{};
    for (const DependencyItem& item : scope.items())
        ++counts[static_cast<std::size_t>(item.tier)];
    DependencyRooms rooms{};
    for (const std::vector<DependencyTier>& tiers : tiersByColumn()) {
        qreal left = height - margin / 2;
        std::size_t wanted = 0;
        std::size_t shown = 0;
        for (const DependencyTier tier : tiers) {
            const std::size_t count = counts[static_cast<std::size_t>(tier)];
            wanted += count;
            shown += count > 0 ? 1 : 0;
        }
        left -= static_cast<qreal>(shown) * (heading + margin);
        const auto rows = static_cast<std::size_t>(std::max(0.0, left / (box + gapOfBoxes)));
        // A tier that needs little space gets it, the other gets the rest.
        for (const DependencyTier tier : tiers) {
            const std::size_t count = counts[static_cast<std::size_t>(tier)];
            const std::size_t others = wanted - count;
            const std::size_t max = rows > others ? rows - others : 0;
            rooms[static_cast<std::size_t>(tier)]
                = std::min(count, std::max({max, rows / std::max<std::size_t>(1, shown), std::size_t{1}}));
        }
    }
    return rooms;
}

} // namespace lockstep
