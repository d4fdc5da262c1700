// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/sampling/hostidentity.h"

#include "datasources/collectors/kernel/files/kernelfile.h"
#include "datasources/collectors/kernel/files/kerneltext.h"
#include "datasources/collectors/kernel/files/systemroot.h"

#include <array>
#include <unistd.h>

namespace lockstep {

namespace {

std::string hostName()
{
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0')
        return "localhost";
    return name.data();
}

/// Value of the first "key<separator>value" line of a file.
std::string valueOf(const std::string& path, std::string_view key, char separator)
{
    std::string buffer;
    KernelFile file(path);
    std::string_view text = file.read(buffer);
    while (!text.empty()) {
        const std::string_view line = nextLine(text);
        const std::size_t at = line.find(separator);
        if (at != std::string_view::npos && trimmed(line.substr(0, at)) == key)
            return std::string(trimmed(line.substr(at + 1)));
    }
    return {};
}

std::string operatingSystem(const SystemRoot& root)
{
    std::string system = valueOf(root.path("etc/os-release"), "PRETTY_NAME", '=');
    std::erase(system, '"');
    const std::string kernel = readLine(root.path("proc/sys/kernel/osrelease"));
    if (kernel.empty())
        return system;
    return system.empty() ? "Linux " + kernel : system + ", Linux " + kernel;
}

std::uint32_t countCpus(const SystemRoot& root)
{
    std::uint32_t count = 0;
    std::string buffer;
    KernelFile file(root.path("proc/stat"));
    std::string_view text = file.read(buffer);
    while (!text.empty()) {
        const std::string_view line = nextLine(text);
        count += line.starts_with("cpu") && !line.starts_with("cpu ") ? 1 : 0;
    }
    return count;
}

} // namespace

NodeIdentity describeHost(const AgentConfig& config)
{
    const SystemRoot root(config.root);
    NodeIdentity identity;
    identity.name = config.nodeName.empty() ? hostName() : config.nodeName;
    identity.epoch = static_cast<std::uint64_t>(wallClockNow().time_since_epoch().count());
    identity.tickPeriod = config.tickPeriod;
    identity.agentVersion = LOCKSTEP_VERSION;
    identity.operatingSystem = operatingSystem(root);
    identity.cpuModel = valueOf(root.path("proc/cpuinfo"), "model name", ':');
    identity.cpuCount = countCpus(root);
    const std::string memory = valueOf(root.path("proc/meminfo"), "MemTotal", ':');
    std::string_view kibibytes = memory;
    identity.memoryBytes = nextCount(kibibytes) * 1024;
    identity.position = config.position;
    return identity;
}

} // namespace lockstep
