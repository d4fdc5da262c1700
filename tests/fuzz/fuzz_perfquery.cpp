// SPDX-License-Identifier: GPL-3.0-or-later
// Output of fabric tools is either parsed within limits or gives an error with a text.
#include "datasources/collectors/ibswitches/ibswitchtarget.h"
#include "datasources/topologyimports/formats/ibnetdiscover.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto counters = readPerfquery(text);
    if (!counters.isOk() && counters.error().message.empty())
        std::abort();
    if (counters.isOk()) {
        if (counters.value().size() > 256)
            std::abort();
        for (const auto& [port, its] : counters.value()) {
            if (port > 255 || its.size() > 64)
                std::abort();
        }
    }
    const auto switches = readDiscoveredSwitches(text, "text");
    if (!switches.isOk() && switches.error().message.empty())
        std::abort();
    if (switches.isOk()) {
        for (const DiscoveredSwitch& each : switches.value()) {
            if (each.name.empty())
                std::abort();
        }
    }
    return 0;
}
