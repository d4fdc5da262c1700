// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/agentconfig.h"

#include "datasources/collectors/sampling/collectorset.h"
#include "datasources/text/textfile.h"
#include "datasources/text/tomltable.h"

#include <fmt/format.h>

namespace lockstep {

namespace {

void readNode(TomlTable& table, AgentConfig& config)
{
    config.nodeName = table.textOr("name", {});
    if (table.has("name") && config.nodeName.empty())
        table.fail("name", "\"name\" must not be empty; leave it out for the host name");
    RackPosition position;
    position.row = table.textOr("row", {});
    position.rack = table.textOr("rack", {});
    position.bottomUnit = static_cast<unsigned>(table.count("unit", 1, 100).value_or(1));
    position.heightUnits = static_cast<unsigned>(table.count("height", 1, 100).value_or(position.heightUnits));
    if (table.has("rack")) {
        config.position = position;
        return;
    }
    for (const char* key : {"row", "unit", "height"})
        if (table.has(key))
            table.fail(key, fmt::format("\"{}\" requires a \"rack\"", key));
}

void readSampling(TomlTable& table, AgentConfig& config)
{
    const auto readSeconds = [&](const char* key, Duration& target, double min, double max) {
        // Whole milliseconds, so that ticks fall on round times.
        if (const auto seconds = table.number(key, min, max, "seconds"))
            target = std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(*seconds));
    };
    readSeconds("period", config.tickPeriod, 0.1, 60.0);
    readSeconds("rescan", config.rescanPeriod, 1.0, 86400.0);
    config.fastRate = static_cast<unsigned>(table.count("fast_rate", 0, 20).value_or(config.fastRate));
}

void readServer(TomlTable& table, AgentConfig& config)
{
    ServerOptions& server = config.server;
    server.listen = table.textOr("listen", server.listen);
    server.certificateFile = table.textOr("certificate", {});
    server.privateKeyFile = table.textOr("key", {});
    server.clientCaFile = table.textOr("client_ca", {});
    server.bearerTokenFile = table.textOr("token_file", {});
    if (server.certificateFile.empty() != server.privateKeyFile.empty())
        table.fail("certificate", "[server] must have both \"certificate\" and \"key\", or neither");
    if (!server.clientCaFile.empty() && server.certificateFile.empty())
        table.fail("client_ca", "[server] \"client_ca\" requires \"certificate\" and \"key\"");
}

void readMetrics(TomlTable& table, AgentConfig& config)
{
    config.metricsListen = table.textOr("listen", config.metricsListen);
}

void readCollectors(TomlTable& table, AgentConfig& config)
{
    for (const std::string& name : collectorNames())
        if (!table.flag(name).value_or(true))
            config.collectorsOff.insert(name);
}

void readDisk(TomlTable& table, AgentConfig& config)
{
    config.ignoredDisks = table.texts("ignore").value_or(config.ignoredDisks);
}

void readNetwork(TomlTable& table, AgentConfig& config)
{
    config.ignoredInterfaces = table.texts("ignore").value_or(config.ignoredInterfaces);
}

void readNvidia(TomlTable& table, AgentConfig& config)
{
    config.nvmlLibrary = table.textOr("library", config.nvmlLibrary);
}

void readJobs(TomlTable& table, AgentConfig& config)
{
    config.jobSocket = table.textOr("socket", {});
    config.jobGroup = table.textOr("group", {});
}

void readRas(TomlTable& table, AgentConfig& config)
{
    config.rasPort = static_cast<std::uint16_t>(table.count("port", 1, 65535).value_or(config.rasPort));
}

void readSelfTest(TomlTable& table, AgentConfig& config)
{
    SelfTestSchedule& schedule = config.selfTest;
    schedule.isEnabled = table.flag("enabled").value_or(false);
    if (const auto hours = table.number("interval_h", 0.1, 8760, "hours"))
        schedule.interval
            = std::chrono::round<std::chrono::seconds>(std::chrono::duration<double, std::ratio<3600>>(*hours));
    schedule.plan.peers = table.texts("peers").value_or(schedule.plan.peers);
    schedule.peerCa = table.textOr("ca", {});
    if (!schedule.plan.peers.empty())
        schedule.plan.kinds.insert(SelfTestKind::Peers);
    if (!schedule.plan.peers.empty() && config.server.bearerTokenFile.empty())
        table.fail("peers",
                   "[selftest] \"peers\" requires a \"token_file\" in [server]: agents send test data only to clients "
                   "with the token");
    if (const auto names = table.texts("tests")) {
        Result<std::set<SelfTestKind>> kinds = selfTestKindsFrom(*names);
        if (kinds.isOk())
            schedule.plan.kinds = std::move(kinds).value();
        else
            table.fail("tests", kinds.error().message);
    }
    if (const auto seconds = table.number("seconds", 0.05, 60, "seconds"))
        schedule.plan.each = std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(*seconds));
    schedule.plan.folder = table.textOr("folder", schedule.plan.folder);
    schedule.plan.cublas = table.textOr("cublas", {});
    for (const char* key : {"folder", "cublas", "ca"}) {
        if (const std::string path = table.textOr(key, "/"); !path.starts_with('/'))
            table.fail(key, fmt::format("\"{}\" must be an absolute path", key));
    }
}

void readTraces(TomlTable& table, AgentConfig& config)
{
    config.recordsTraces = table.flag("record").value_or(false);
    config.traceFolder = table.textOr("folder", config.traceFolder);
    if (!config.traceFolder.starts_with('/'))
        table.fail("folder", "\"folder\" must be an absolute path");
    if (config.recordsTraces && config.server.bearerTokenFile.empty())
        table.fail(
            "record",
            "[traces] \"record\" requires a \"token_file\" in [server]: only clients with the token may record traces");
}

void readFlightRecorder(TomlTable& table, AgentConfig& config)
{
    config.dumps.folder = table.textOr("folder", {});
    config.dumps.prefix = table.textOr("prefix", config.dumps.prefix);
    config.dumps.keep = table.textOr("keep", {});
    for (const char* key : {"folder", "keep"}) {
        if (const std::string path = table.textOr(key, "/"); !path.starts_with('/'))
            table.fail(key, fmt::format("\"{}\" must be an absolute path", key));
    }
    config.handsOverDumps = table.flag("fetch").value_or(false);
    if (config.handsOverDumps && config.dumps.keep.empty())
        table.fail("fetch",
                   "[flight_recorder] \"fetch\" requires \"keep\", because the agent sends the copies that it keeps");
    if (config.handsOverDumps && config.server.bearerTokenFile.empty())
        table.fail("fetch",
                   "[flight_recorder] \"fetch\" requires a \"token_file\" in [server]: only clients with the token may "
                   "fetch dumps");
}

/// Devices beside this machine, and the schedulers.
Status readOthers(TomlTable& top, const std::string& fileName, AgentConfig& config)
{
    Status status = success();
    const auto take = [&](auto read, auto& options) {
        if (!status.isOk())
            return;
        auto result = read(top, fileName);
        if (result.isOk())
            options = std::move(result).value();
        else
            status = result.error();
    };
    take(readRedfishTargets, config.redfish);
    take(readModbusTargets, config.modbus);
    take(readGnmiTargets, config.gnmi);
    take(readSnmpTargets, config.snmp);
    take(readIpmiTargets, config.ipmi);
    take(readServingTargets, config.serving);
    take(readIbSwitchOptions, config.ibSwitches);
    take(readSlurmOptions, config.slurm);
    take(readKubernetesOptions, config.kubernetes);
    return status;
}

Status readAll(const toml::table& source, const std::string& fileName, AgentConfig& config)
{
    using Reader = void (*)(TomlTable&, AgentConfig&);
    constexpr std::pair<const char*, Reader> sections[]{
        {"node", readNode},
        {"sampling", readSampling},
        {"server", readServer},
        {"metrics", readMetrics},
        {"collectors", readCollectors},
        {"disk", readDisk},
        {"network", readNetwork},
        {"nvidia", readNvidia},
        {"jobs", readJobs},
        {"ras", readRas},
        {"flight_recorder", readFlightRecorder},
        {"traces", readTraces},
        {"selftest", readSelfTest},
    };
    TomlTable top(source, fileName, "the agent configuration");
    config.root = top.textOr("root", config.root);
    for (const auto& [name, read] : sections) {
        const toml::table* const section = top.table(name);
        if (!section)
            continue;
        TomlTable table(*section, fileName, fmt::format("[{}]", name));
        read(table, config);
        if (Status status = table.finish(); !status.isOk())
            return status;
    }
    if (Status status = readOthers(top, fileName, config); !status.isOk())
        return status;
    return top.finish();
}

} // namespace

Result<AgentConfig> parseAgentConfig(std::string_view text, const std::string& fileName)
{
    const Result<toml::table> top = parseToml(text, fileName);
    if (!top.isOk())
        return top.error();
    AgentConfig config;
    const Status status = readAll(top.value(), fileName, config);
    return status.isOk() ? Result<AgentConfig>(std::move(config)) : status.error();
}

Result<AgentConfig> readAgentConfig(const std::string& path)
{
    const Result<std::string> text = readTextFile(path);
    return text.isOk() ? parseAgentConfig(text.value(), path) : Result<AgentConfig>(text.error());
}

} // namespace lockstep
