// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <mutex>

/// Rules for clang's thread safety analysis (-Wthread-safety), which is an error when clang compiles (presets "asan"
/// and "fuzz"). Other compilers ignore them.
#if defined(__clang__)
#define LOCKSTEP_THREAD_RULE(rule) __attribute__((rule))
#else
#define LOCKSTEP_THREAD_RULE(rule)
#endif
/// Of a member: it is used only while the mutex is held.
#define LOCKSTEP_GUARDED_BY(mutex) LOCKSTEP_THREAD_RULE(guarded_by(mutex))
/// Of a function: its caller holds the mutex. Conditions that wait on a variable need it, too.
#define LOCKSTEP_REQUIRES(mutex) LOCKSTEP_THREAD_RULE(requires_capability(mutex))

namespace lockstep {

/// A std::mutex that the analysis knows. Use it with Lock, and with std::condition_variable_any.
class LOCKSTEP_THREAD_RULE(capability("mutex")) Mutex
{
public:
    void lock() LOCKSTEP_THREAD_RULE(acquire_capability()) { m_mutex.lock(); }
    void unlock() LOCKSTEP_THREAD_RULE(release_capability()) { m_mutex.unlock(); }

private:
    std::mutex m_mutex;
};

/// A std::unique_lock that the analysis knows: holds a Mutex while it lives, except between unlock() and lock().
class LOCKSTEP_THREAD_RULE(scoped_lockable) Lock
{
public:
    explicit Lock(Mutex& mutex) LOCKSTEP_THREAD_RULE(acquire_capability(mutex))
        LOCKSTEP_THREAD_RULE(no_thread_safety_analysis)
        : m_lock(mutex)
    { }
    ~Lock() LOCKSTEP_THREAD_RULE(release_capability()) LOCKSTEP_THREAD_RULE(no_thread_safety_analysis) { }

    void lock() LOCKSTEP_THREAD_RULE(acquire_capability()) LOCKSTEP_THREAD_RULE(no_thread_safety_analysis)
    {
        m_lock.lock();
    }
    void unlock() LOCKSTEP_THREAD_RULE(release_capability()) LOCKSTEP_THREAD_RULE(no_thread_safety_analysis)
    {
        m_lock.unlock();
    }

private:
    std::unique_lock<Mutex> m_lock;
};

} // namespace lockstep
