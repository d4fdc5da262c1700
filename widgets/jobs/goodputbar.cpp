// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/goodputbar.h"

#include "models/view/translation.h"

#include <algorithm>
#include <string_view>

namespace lockstep {

namespace {

QString nameOfPart(std::string_view part)
{
    if (part == "productive")
        return tr("productive");
    if (part == "wait")
        return tr("wait");
    if (part == "checkpoint")
        return tr("checkpoint");
    if (part == "restart")
        return tr("restart");
    if (part == "lost work")
        return tr("lost work");
    return part == "idle" ? tr("idle") : tr("unknown");
}

/// Null: hatched.
Rgb Palette::*colourOfPart(std::string_view part)
{
    if (part == "productive")
        return &Palette::compute;
    if (part == "wait")
        return &Palette::wait;
    if (part == "checkpoint")
        return &Palette::checkpoint;
    if (part == "restart")
        return &Palette::restart;
    if (part == "lost work")
        return &Palette::critical;
    return part == "idle" ? &Palette::raised : nullptr;
}

} // namespace

std::vector<ShareBar::Part> goodputParts(const GpuTime& time)
{
    std::vector<ShareBar::Part> parts;
    for (const GoodputPart& part : partsInOrder(goodputOf(time)))
        parts.push_back({nameOfPart(part.name), std::max(0.0, part.gpuSeconds), colourOfPart(part.name)});
    return parts;
}

} // namespace lockstep
