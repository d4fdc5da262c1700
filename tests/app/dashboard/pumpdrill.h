// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/clusterfile/simulationfile.h"
#include "models/simulation/simulation.h"

namespace lockstep::test {

/// Eight nodes on one coolant loop.
inline sim::ClusterSpec oneLoop()
{
    return parseSimulation(R"(name = "hall"
[[rack]]
name = "A{01..02}"
row = "A"
[[node]]
name = "node-{001..008}"
rack = "A{01..02}"
unit = 2
height = 8
address = "127.0.0.1:7117"
[simulation]
gpu = "H100"
gpus_per_node = 8
[[simulation.loop]]
name = "cdu-1"
racks = "A{01..02}"
flow = 45
volume = 20
)",
                           "the test's cluster")
        .value();
}

/// Its pump falls to 15 % from second 20 to second 60.
inline sim::Drill pumpLosesSpeed()
{
    sim::Drill drill;
    sim::DrillFault fault;
    fault.kind = sim::FaultKind::PumpDegradation;
    fault.onsetSeconds = 20;
    fault.rampSeconds = 40;
    fault.severity = 0.85;
    drill.faults.push_back(fault);
    return drill;
}

} // namespace lockstep::test
