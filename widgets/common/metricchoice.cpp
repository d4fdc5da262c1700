// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/metricchoice.h"

#include <QCoreApplication>

#include <array>

namespace lockstep {

MetricId defaultMetric(const MetricTable& metrics)
{
    for (const std::string_view name : {"gpu.temperature", "core.utilisation", "node.cpu.utilisation"}) {
        if (const MetricId id = metrics.find(name); id.isValid())
            return id;
    }
    return metrics.size() > 0 ? MetricId{0} : MetricId{};
}

QString kindTitle(EntityKind kind)
{
    static constexpr std::array<const char*, entityKindCount> titles
        = {"Racks",         "Nodes", "GPUs",      "Ports", "Switches", "Links",
           "Cooling loops", "Jobs",  "CPU cores", "Disks", "Sensors"};
    return QCoreApplication::translate("lockstep", titles[static_cast<std::size_t>(kind)]);
}

} // namespace lockstep
