// SPDX-License-Identifier: GPL-3.0-or-later
// gNMI messages from a switch are either parsed or give an error with a text; results are bounded and clean.
#include "datasources/collectors/gnmi/gnmimessage.h"
#include "datasources/collectors/gnmi/gnmiports.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace lockstep;

/// Bytes: messages one after another, each behind two bytes for its length and one for the seconds since the last.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    GnmiOptions options;
    options.names.switchName = "leaf1";
    std::vector<GnmiLeaf> leaves;
    for (const GnmiGroup& group : gnmiGroups())
        leaves.insert(leaves.end(), group.leaves.begin(), group.leaves.end());
    GnmiPorts ports(options, leaves);
    GnmiPorts::Clock::time_point now{std::chrono::hours(1)};
    std::string_view text(reinterpret_cast<const char*>(data), size);
    while (text.size() > 3) {
        const auto byte = [&](std::size_t at) {
            return static_cast<std::size_t>(static_cast<unsigned char>(text[at]));
        };
        const std::size_t length = std::min(byte(0) << 8U | byte(1), text.size() - 3);
        now += std::chrono::seconds(byte(2));
        const Result<GnmiMessage> message = readGnmiMessage(text.substr(3, length));
        text.remove_prefix(3 + length);
        if (!message.isOk() && message.error().message.empty())
            std::abort();
        if (!message.isOk())
            continue;
        if (message.value().updates.size() > GnmiMessage::maxUpdates
            || message.value().deletes.size() > GnmiMessage::maxDeletes)
            std::abort();
        ports.take(message.value(), 0, now);
    }
    const FacilityReport report = ports.report(now);
    if (report.values.size() > FacilityReport::maxValues)
        std::abort();
    for (const FacilityValue& each : report.values) {
        if (std::isinf(each.value))
            std::abort();
        for (const FacilityStep& step : each.place) {
            const bool isClean
                = std::ranges::none_of(step.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
            if (step.name.empty() || step.name.size() > 256 || !isClean)
                std::abort();
        }
    }
    return 0;
}
