// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/hallmeasure.h"

namespace lockstep {

HallTape tapeAlong(const HallRack& rack, const HallCamera& camera, QSizeF viewport, double textHeight)
{
    HallTape tape;
    const auto units = static_cast<int>(rack.units);
    const float x = rack.isTurned ? rack.box.high.x() : rack.box.low.x();
    const float z = rack.isTurned ? rack.box.low.z() : rack.box.high.z();
    const auto markAt = [&](float unit) {
        return camera.project({x, rack.box.low.y() + HallGeometry::plinth + unit * HallGeometry::unitHeight, z},
                              viewport);
    };
    const auto bottom = markAt(0);
    const auto top = markAt(static_cast<float>(units));
    if (!bottom || !top || units < 1)
        return tape;
    const double perUnit = QLineF(*bottom, *top).length() / units;
    const int every = perUnit > textHeight ? 1 : 5 * perUnit > textHeight ? 5 : 10;
    tape.lines.emplace_back(*bottom, *top);
    for (int unit = 1; unit <= units; ++unit) {
        const auto edge = markAt(static_cast<float>(unit - 1));
        const auto middle = markAt(static_cast<float>(unit) - 0.5F);
        if (!edge || !middle)
            continue;
        const bool isNumbered = unit == 1 || unit % every == 0;
        if (isNumbered || perUnit > 4)
            tape.lines.emplace_back(*edge, *edge - QPointF(isNumbered ? 8 : 4, 0));
        if (isNumbered)
            tape.numbers.push_back({*middle - QPointF(11, 0), QStringLiteral("U%1").arg(unit)});
    }
    return tape;
}

} // namespace lockstep
