// SPDX-License-Identifier: GPL-3.0-or-later
// A configuration file is either valid within its limits or an error that names the file.
#include "datasources/collectors/sampling/agentconfig.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace lockstep;
    const auto result = parseAgentConfig({reinterpret_cast<const char*>(data), size}, "agent.toml");
    if (!result.isOk()) {
        if (!result.error().message.starts_with("agent.toml"))
            std::abort();
        return 0;
    }
    const AgentConfig& config = result.value();
    const bool isInBounds = config.tickPeriod >= std::chrono::milliseconds(100)
        && config.tickPeriod <= std::chrono::seconds(60) && config.fastRate <= 20
        && config.rescanPeriod >= std::chrono::seconds(1);
    if (!isInBounds)
        std::abort();
    return 0;
}
