// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/incidentkey.h"

#include <fmt/format.h>

#include <random>

namespace lockstep {

std::uint64_t randomKeyValue()
{
    thread_local std::mt19937_64 generator([] {
        std::random_device device;
        std::seed_seq seed{device(), device(), device(), device(), device(), device(), device(), device()};
        return std::mt19937_64(seed);
    }());
    std::uint64_t value = 0;
    while (value == 0)
        value = generator() >> 1;
    return value;
}

std::string keyText(std::uint64_t value)
{
    return fmt::format("{:016x}", value);
}

} // namespace lockstep
