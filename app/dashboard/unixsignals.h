// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSocketNotifier>

#include <csignal>
#include <functional>
#include <initializer_list>
#include <memory>

namespace lockstep {

/// Converts Unix signals into a call on the GUI thread, so that a terminated dashboard still writes its statistics and
/// saves its workspace. GUI thread; owned by main; at most one instance. Does nothing if signalfd is not available.
class UnixSignals
{
public:
    UnixSignals(std::initializer_list<int> signals, std::function<void()> handle);
    ~UnixSignals();
    UnixSignals(const UnixSignals&) = delete;
    UnixSignals& operator=(const UnixSignals&) = delete;

private:
    int m_descriptor = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockstep
