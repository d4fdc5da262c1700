// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/agentconfig.h"

#include "datasources/collectors/tomlreader.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace lockstep {

namespace {

void readNode(TomlReader& reader, const toml::table& table, AgentConfig& config)
{
    reader.expectKeys(table, "node", {"name", "row", "rack", "unit", "height"});
    reader.read(table, "name", config.nodeName);
    if (table.contains("name") && config.nodeName.empty())
        reader.fail(*table.get("name"), "\"name\" must not be empty; leave it out for the host name");
    if (!table.contains("rack")) {
        for (const char* key : {"row", "unit", "height"})
            if (const toml::node* node = table.get(key))
                reader.fail(*node, fmt::format("\"{}\" needs a \"rack\" beside it", key));
        return;
    }
    RackPosition position;
    position.bottomUnit = 1;
    reader.read(table, "row", position.row);
    reader.read(table, "rack", position.rack);
    reader.read(table, "unit", position.bottomUnit, 1, 100);
    reader.read(table, "height", position.heightUnits, 1, 100);
    config.position = position;
}

void readSampling(TomlReader& reader, const toml::table& table, AgentConfig& config)
{
    reader.expectKeys(table, "sampling", {"period", "fast_rate", "rescan"});
    const auto readSeconds = [&](const char* key, Duration& target, double least, double most) {
        double seconds = std::chrono::duration<double>(target).count();
        reader.read(table, key, seconds, least, most, "seconds");
        // Whole milliseconds, so that ticks fall on round times.
        target = std::chrono::round<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
    };
    readSeconds("period", config.tickPeriod, 0.1, 60.0);
    readSeconds("rescan", config.rescanPeriod, 1.0, 86400.0);
    reader.read(table, "fast_rate", config.fastRate, 0, 20);
}

void readServer(TomlReader& reader, const toml::table& table, AgentConfig& config)
{
    reader.expectKeys(table, "server", {"listen", "certificate", "key", "client_ca", "token_file"});
    reader.read(table, "listen", config.server.listen);
    reader.read(table, "certificate", config.server.certificateFile);
    reader.read(table, "key", config.server.privateKeyFile);
    reader.read(table, "client_ca", config.server.clientCaFile);
    reader.read(table, "token_file", config.server.bearerTokenFile);
    if (config.server.certificateFile.empty() != config.server.privateKeyFile.empty())
        reader.fail(table, "[server] must have both \"certificate\" and \"key\", or neither");
    if (!config.server.clientCaFile.empty() && config.server.certificateFile.empty())
        reader.fail(table, "[server] \"client_ca\" needs \"certificate\" and \"key\"");
}

void readCollectors(TomlReader& reader, const toml::table& table, AgentConfig& config)
{
    reader.expectKeys(table, "collectors", collectorNames());
    for (const std::string& name : collectorNames()) {
        bool isOn = true;
        reader.read(table, name, isOn);
        if (!isOn)
            config.collectorsOff.insert(name);
    }
}

void readAll(TomlReader& reader, const toml::table& top, AgentConfig& config)
{
    reader.expectKeys(top, {},
                      {"node", "sampling", "server", "collectors", "disk", "network", "nvidia", "jobs", "root"});
    reader.read(top, "root", config.root);
    if (const toml::table* node = reader.table(top, "node"))
        readNode(reader, *node, config);
    if (const toml::table* sampling = reader.table(top, "sampling"))
        readSampling(reader, *sampling, config);
    if (const toml::table* server = reader.table(top, "server"))
        readServer(reader, *server, config);
    if (const toml::table* collectors = reader.table(top, "collectors"))
        readCollectors(reader, *collectors, config);
    if (const toml::table* disk = reader.table(top, "disk")) {
        reader.expectKeys(*disk, "disk", {"ignore"});
        reader.read(*disk, "ignore", config.ignoredDisks);
    }
    if (const toml::table* network = reader.table(top, "network")) {
        reader.expectKeys(*network, "network", {"ignore"});
        reader.read(*network, "ignore", config.ignoredInterfaces);
    }
    if (const toml::table* nvidia = reader.table(top, "nvidia")) {
        reader.expectKeys(*nvidia, "nvidia", {"library"});
        reader.read(*nvidia, "library", config.nvmlLibrary);
    }
    if (const toml::table* jobs = reader.table(top, "jobs")) {
        reader.expectKeys(*jobs, "jobs", {"socket", "group"});
        reader.read(*jobs, "socket", config.jobSocket);
        reader.read(*jobs, "group", config.jobGroup);
    }
}

} // namespace

const std::vector<std::string>& collectorNames()
{
    static const std::vector<std::string> names{"cpu",     "memory", "pressure",   "disk",   "network", "hwmon",
                                                "thermal", "rapl",   "infiniband", "nvidia", "jobs",    "agent"};
    return names;
}

Result<AgentConfig> parseAgentConfig(std::string_view text, const std::string& fileName)
{
    try { // toml++ reports by exception; none leaves this function
        const toml::table top = toml::parse(text, fileName);
        TomlReader reader(fileName);
        AgentConfig config;
        readAll(reader, top, config);
        if (!reader.error().empty())
            return Error{reader.error()};
        return config;
    } catch (const toml::parse_error& error) {
        return Error{fmt::format("{}:{}: {}", fileName, error.source().begin.line, error.description())};
    } catch (const std::exception& error) {
        return Error{fmt::format("{}: {}", fileName, error.what())};
    }
}

Result<AgentConfig> readAgentConfig(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error{fmt::format("{}: cannot be opened: {}", path, std::strerror(errno))};
    std::ostringstream text;
    if (file.peek() != std::ifstream::traits_type::eof())
        text << file.rdbuf();
    if (file.bad() || text.fail())
        return Error{fmt::format("{}: cannot be read", path)};
    return parseAgentConfig(text.view(), path);
}

} // namespace lockstep
