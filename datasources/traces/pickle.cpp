// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pickle.h"

#include "datasources/traces/picklemachine.h"

#include <fmt/format.h>

namespace lockstep {

Result<DataTree> parsePickle(std::string_view bytes)
{
    PickleMachine machine(bytes);
    while (!machine.hasStopped()) {
        const auto at = machine.position();
        if (auto trouble = machine.step(); !trouble.empty())
            return Error{fmt::format("byte {}: {}", at, trouble)};
    }
    return std::move(machine).take();
}

} // namespace lockstep
