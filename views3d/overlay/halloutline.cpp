// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halloutline.h"

namespace lockstep {

std::vector<QLineF> outlineOf(const Box& box, const HallCamera& camera, QSizeF viewport)
{
    const auto corners = box.corners();
    std::array<QPointF, 8> pixels;
    for (std::size_t at = 0; at < corners.size(); ++at) {
        const auto pixel = camera.project(corners[at], viewport);
        if (!pixel)
            return {};
        pixels[at] = *pixel;
    }
    const QVector3D eye = camera.eye();
    const auto faces = [&](int axis, bool high) {
        return high ? eye[axis] > box.high[axis] : eye[axis] < box.low[axis];
    };

    // An edge runs along one axis; which of the four it is says on which side of the two others it lies.
    std::vector<QLineF> lines;
    for (int axis = 0; axis < 3; ++axis) {
        const int second = (axis + 1) % 3;
        const int third = (axis + 2) % 3;
        for (const bool secondHigh : {false, true}) {
            for (const bool thirdHigh : {false, true}) {
                if (!faces(second, secondHigh) && !faces(third, thirdHigh))
                    continue;
                const auto from = (secondHigh ? 1U << second : 0U) | (thirdHigh ? 1U << third : 0U);
                lines.emplace_back(pixels[from], pixels[from | (1U << axis)]);
            }
        }
    }
    return lines;
}

} // namespace lockstep
