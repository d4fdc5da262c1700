// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/overlay/halllegend.h"

#include "models/core/units.h"
#include "models/view/translation.h"
#include "views3d/values/hallstage.h"

#include <algorithm>

namespace lockstep {

namespace {

HallLegend::Bar barFor(const QString& title, const ColourScale& scale, Unit unit)
{
    const auto quantity = [unit](float value) {
        return QString::fromStdString(formatQuantity(static_cast<double>(value), unit));
    };
    if (!scale.flags.empty()) // as they come, the worst first
        return {title, tr("none"), QString::fromStdString(std::string(scale.flags.front().words)),
                QString::fromStdString(scale.how), scale.bar()};
    // A difference shows which side is more.
    const QString sign = scale.map == ColourMap::Diverging && scale.most() > 0 ? QStringLiteral("+") : QString();
    return {title, quantity(scale.least()), sign + quantity(scale.most()), QString::fromStdString(scale.how),
            scale.bar()};
}

bool occurs(std::span<const BoxColour> colours, Fill fill)
{
    return std::ranges::any_of(colours, [fill](BoxColour colour) { return colour.fill == fill; });
}

bool occurs(std::span<const BoxColour> colours, BoxColour wanted)
{
    return std::ranges::find(colours, wanted) != colours.end();
}

} // namespace

HallLegend legendFor(const HallStage& stage, const HallTones& tones)
{
    HallLegend legend;
    const HallValues& values = stage.values();
    const auto& colours = stage.colours();
    if (values.metric()) {
        legend.bars.push_back(
            barFor(QString::fromStdString(values.metric()->title), values.scale(), values.metric()->unit));
        if (values.isScaleHeld())
            legend.bars.back().how = tr("held as it is");
    }
    if (stage.choice().showsAir)
        legend.bars.push_back(barFor(tr("Air over the floor, coolant in pipes"), HallAir::scale(), Unit::Celsius));
    const auto add = [&](const HallReading& reading, const QString& meaning) {
        legend.entries.push_back({colourOf(reading, values.scale(), tones), meaning});
    };
    const HallReading unmeasured;
    if (occurs(colours, Fill::Hatched))
        add({noData, 0, Knowledge::NoData, false}, tr("no data"));
    if (occurs(colours, Fill::CrossHatched))
        add({noData, 0, Knowledge::Stale, false}, tr("stale, or something within is silent"));
    if (values.metric() && occurs(colours, colourOf(unmeasured, values.scale(), tones)))
        add(unmeasured, tr("not measured here"));
    if (stage.leftOut() > 0)
        legend.note = tr("%1 of %2 nodes and switches are well and left out")
                          .arg(stage.leftOut())
                          .arg(stage.geometry().nodes().size());
    return legend;
}

} // namespace lockstep
