// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agentserving.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace lockstep {

rlim_t raiseFileLimit()
{
    constexpr rlim_t enough = 16384;
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024;
    if (limit.rlim_cur < enough) {
        const rlim_t before = std::exchange(limit.rlim_cur, std::min(enough, limit.rlim_max));
        if (::setrlimit(RLIMIT_NOFILE, &limit) != 0)
            return before;
    }
    return limit.rlim_cur;
}

std::size_t connectionsBeside(rlim_t files, rlim_t limit)
{
    return limit > 2 * files ? (limit - files) / 4 : files / 4;
}

int serveUntilSignal(const Log& log, ServerOptions options, TelemetryHub& hub, const sigset_t& stopSignals,
                     const std::function<bool(int port)>& begin, const std::function<void()>& end)
{
    std::atomic<bool> isDeaf = false;
    options.log = log.sink(Log::Level::Info, "server");
    options.onUnresponsive = [&isDeaf, &log](const std::string& why) {
        log.error("server", why + ": exits so that it is restarted");
        isDeaf = true;
        ::kill(::getpid(), SIGTERM);
    };
    auto server = AgentServer::start(options, hub);
    if (!server.isOk()) {
        log.error("server", server.error().message);
        return AgentFailed;
    }
    if (!begin(server.value()->port()))
        return AgentFailed;
    int signal = 0;
    ::sigwait(&stopSignals, &signal);
    if (!isDeaf)
        log.info("agent", fmt::format("stops on signal {}", signal));
    end();
    server.value()->stop();
    // Skip destructors: with a stuck reader, gRPC's shutdown takes longer than systemd waits.
    std::fflush(nullptr);
    std::_Exit(isDeaf ? AgentFailed : AgentDone);
}

} // namespace lockstep
