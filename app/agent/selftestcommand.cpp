// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/selftestcommand.h"

#include "datasources/text/commandpage.h"
#include "models/core/textparts.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <string_view>

namespace lockstep {

CommandPage selfTestPage()
{
    return {
        .name = "lockstep-agent selftest",
        .summary = "test GPUs, CPUs, memory, disk and network of this machine",
        .synopsis = {"[options]"},
        .about = "Tests this machine at the lowest priority, but with all of its GPUs and CPUs: run it on an\n"
                 "idle machine. Tests that cannot be run are listed with the reason. They do not change the exit\n"
                 "status.\n",
        .options
        = {{"--only", "LIST",
            "tests to run, separated by commas: gpu,cpu,memory,disk,network,peers (default all; peers requires "
            "--peers)"},
           {"--seconds", "N", "duration of each measurement, 0.05 to 60 (default 2)", NumberLimits{0.05, 60}},
           {"--folder", "DIR", "folder for the file of the disk test, which is at most 1 GiB (default /var/tmp)"},
           {"--cublas", "PATH",
            "cuBLAS library, or the folder that contains it, for the matrix multiplication test (default: found by the "
            "dynamic linker)"},
           {"--peers", "HOST:PORT,...",
            "agents of other nodes from which to receive test data; the first four that are idle are measured"},
           {"--ca", "FILE", "trust these agents' certificates if this CA signed them; connections then use TLS"},
           {"--cert", "FILE", "client certificate for mutual TLS"},
           {"--key", "FILE", "private key of that certificate"},
           {"--token-file", "FILE", "file whose first line is the agents' bearer token"},
           {"--json", "",
            "print one JSON object per result, with \"metric\", \"entity\", \"state\", \"unit\", \"value\" and "
            "\"detail\""}},
        .examples = "  lockstep-agent selftest                                test everything\n"
                    "  lockstep-agent selftest --only gpu --seconds 10        test the GPUs for longer\n"
                    "  lockstep-agent selftest --only peers --peers node-2:7117 --ca ca.pem --token-file token\n"
                    "                                                         test the bandwidth from another node\n",
        .exitStatus = "0 no test failed, 1 a test failed, 2 invalid usage",
    };
}

namespace {

std::vector<std::string> itemsOf(std::string_view list)
{
    std::vector<std::string> items;
    while (!list.empty())
        items.emplace_back(takeUpTo(list, ','));
    return items;
}

} // namespace

Result<SelfTestCommand> selfTestCommand(const CommandInput& line)
{
    if (!line.rest.empty())
        return Error{"unexpected argument \"" + line.rest.front() + "\""};
    SelfTestCommand command;
    command.asJson = line.has("--json");
    command.plan.folder = line.textOr("--folder", command.plan.folder);
    command.plan.cublas = line.textOr("--cublas");
    if (const auto seconds = line.number("--seconds"))
        command.plan.each = std::chrono::milliseconds(std::llround(*seconds * 1000));
    command.plan.peers = itemsOf(line.textOr("--peers"));
    if (!command.plan.peers.empty())
        command.plan.kinds.insert(SelfTestKind::Peers);
    if (const auto list = line.option("--only")) {
        Result<std::set<SelfTestKind>> kinds = selfTestKindsFrom(itemsOf(*list));
        if (!kinds.isOk())
            return Error{"--only: " + kinds.error().message};
        command.plan.kinds = std::move(kinds).value();
    }
    return command;
}

bool printSelfTest(const SelfTestCommand& command)
{
    bool hasPassed = true;
    std::vector<SelfTestResult> results;
    runSelfTest(command.plan, [&](SelfTestResult result) {
        hasPassed &= result.state != SelfTestResult::State::Failed;
        if (command.asJson) {
            fmt::print("{}\n", toJson(result));
            std::fflush(stdout); // a later test may end this process
        } else {
            results.push_back(std::move(result));
        }
    });
    if (!command.asJson)
        fmt::print("{}", toTable(results));
    return std::fflush(stdout) == 0 && hasPassed;
}

} // namespace lockstep
