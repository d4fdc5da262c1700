// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/unixsignals.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace lockstep {

UnixSignals::UnixSignals(std::initializer_list<int> signals, std::function<void()> handle)
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : signals)
        sigaddset(&set, signal);
    m_descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (m_descriptor < 0)
        return;
    // Blocked before any thread starts, so that all threads inherit it and only the descriptor receives signals.
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_notifier = std::make_unique<QSocketNotifier>(m_descriptor, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(),
                     [descriptor = m_descriptor, handle = std::move(handle)] {
                         signalfd_siginfo info{};
                         while (read(descriptor, &info, sizeof info) == sizeof info) { }
                         handle();
                     });
}

UnixSignals::~UnixSignals()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

} // namespace lockstep
