// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/trees/pickle.h"

#include "datasources/traces/pieces/tracemeter.h"
#include "datasources/traces/trees/picklemachine.h"

#include <fmt/format.h>

namespace lockstep {

Result<DataTree> parsePickle(std::string_view bytes, TraceMeter& meter)
{
    PickleMachine machine(bytes, meter);
    while (!machine.hasStopped()) {
        if (!machine.isPaid())
            return meter.problem();
        const auto at = machine.position();
        if (auto trouble = machine.step(); !trouble.empty())
            return Error{fmt::format("{}: byte {}: {}", meter.file(), at, trouble)};
    }
    meter.release(machine.paidBytes());
    auto tree = std::move(machine).take();
    if (!meter.hold(tree.heldBytes()))
        return meter.problem();
    return tree;
}

} // namespace lockstep
