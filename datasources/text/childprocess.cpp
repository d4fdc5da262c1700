// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/childprocess.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace lockstep {

ChildProcess::~ChildProcess()
{
    kill();
    static_cast<void>(waitUntil(std::chrono::steady_clock::now() + std::chrono::seconds(2)));
}

int ChildProcess::start(const std::vector<std::string>& command)
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return errno;
    m_output = FileDescriptor(ends[0]);
    const FileDescriptor theirs(ends[1]);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, theirs.get(), STDERR_FILENO);
    // The child does not inherit the agent's signal mask.
    posix_spawnattr_t attributes;
    ::posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes, &none);
    ::posix_spawnattr_setpgroup(&attributes, 0);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str())); // NOLINT: as posix_spawn wants it
    arguments.push_back(nullptr);
    const int error
        = ::posix_spawnp(&m_process, command.front().c_str(), &actions, &attributes, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::posix_spawnattr_destroy(&attributes);
    if (error != 0)
        m_process = 0;
    return error;
}

std::optional<int> ChildProcess::waitUntil(std::chrono::steady_clock::time_point deadline, const std::stop_token& stop)
{
    int status = 0;
    while (m_process > 0) {
        const pid_t ended = ::waitpid(m_process, &status, WNOHANG);
        if (ended == m_process) {
            m_process = 0;
            return status;
        }
        if (std::chrono::steady_clock::now() >= deadline || stop.stop_requested())
            return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return std::nullopt;
}

void ChildProcess::kill()
{
    if (m_process > 0)
        ::kill(-m_process, SIGKILL);
}

} // namespace lockstep
