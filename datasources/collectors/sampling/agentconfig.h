// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/agentservice/agentserver.h"
#include "datasources/collectors/dumps/dumpcollector.h"
#include "datasources/collectors/gnmi/gnmioptions.h"
#include "datasources/collectors/ibswitches/ibswitchtarget.h"
#include "datasources/collectors/ipmi/ipmitarget.h"
#include "datasources/collectors/modbus/modbustarget.h"
#include "datasources/collectors/redfish/redfishoptions.h"
#include "datasources/collectors/scheduler/scheduleroptions.h"
#include "datasources/collectors/selftest/selftestcollector.h"
#include "datasources/collectors/serving/servingtarget.h"
#include "datasources/collectors/snmp/snmpoptions.h"
#include "models/core/nodeidentity.h"
#include "models/core/result.h"
#include "models/core/time.h"

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// All settings of a node agent, with working defaults. Documented in resources/agent/agent.toml.
struct AgentConfig
{
    std::string nodeName; ///< empty: the host name
    std::optional<RackPosition> position;

    Duration tickPeriod = std::chrono::seconds(1); ///< 0.1 s to 60 s
    unsigned fastRate = 10; ///< fast samples per second of bursty counters, 0 (off) to 20
    Duration rescanPeriod = std::chrono::seconds(10); ///< interval for detecting changed hardware
    /// Interval for checking the list of names. A crowded list is replaced, which discards the node's recent history.
    Duration nameRenewalPeriod = std::chrono::hours(6);

    ServerOptions server;
    std::string metricsListen; ///< address of /metrics, with the server's certificate and token; empty: not served

    std::set<std::string> collectorsOff; ///< names of collectors that are turned off. @see collectorNames
    std::vector<std::string> ignoredDisks{"loop", "ram", "zram", "dm-", "sr", "fd"}; ///< prefixes of names
    std::vector<std::string> ignoredInterfaces{"veth", "docker",  "br-", "virbr", "cni",
                                               "cali", "flannel", "ifb", "dummy", "tap"};
    std::string nvmlLibrary = "libnvidia-ml.so.1";
    std::string jobSocket; ///< empty: defaultJobSocketPath()
    std::uint16_t rasPort = 28028; ///< of NCCL's RAS in jobs on this node
    bool recordsTraces = false; ///< on request of clients with the server's token
    std::string traceFolder = "/tmp"; ///< where jobs write these
    DumpOptions dumps; ///< of Flight Recorder
    bool handsOverDumps = false; ///< hands kept dumps over to clients with the server's token
    std::string jobGroup; ///< group whose members may post; empty: every local user

    std::vector<RedfishOptions> redfish; ///< services polled in addition to this machine
    std::vector<ModbusOptions> modbus;
    std::vector<GnmiOptions> gnmi; ///< switches polled in addition to this machine
    std::vector<SnmpOptions> snmp;
    std::vector<IpmiOptions> ipmi;
    std::vector<ServingOptions> serving;
    IbSwitchOptions ibSwitches;
    SchedulerOptions slurm;
    SchedulerOptions kubernetes;

    SelfTestSchedule selfTest; ///< its program is set by lockstep-agent

    std::string root = "/"; ///< folder that contains proc and sys
};

/// Parses a configuration. Unknown keys, wrong types and values out of range are errors that name file, line and the
/// expected input. Never throws. @param fileName for messages
[[nodiscard]] Result<AgentConfig> parseAgentConfig(std::string_view text, const std::string& fileName);
[[nodiscard]] Result<AgentConfig> readAgentConfig(const std::string& path);

} // namespace lockstep
