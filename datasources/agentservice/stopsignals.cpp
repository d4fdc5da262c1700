// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/stopsignals.h"

#include <initializer_list>

namespace lockstep {

sigset_t blockStopSignals()
{
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        ::sigaddset(&signals, signal);
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    return signals;
}

} // namespace lockstep
