// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/childoutput.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
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

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longestComplaint = 300;

} // namespace

Status streamOutputOf(const std::vector<std::string>& command, const ChildLimits& limits,
                      const std::function<bool(std::string_view piece)>& take, const std::stop_token& stop)
{
    const std::string& name = command.front();
    ChildProcess child;
    if (const int error = child.start(command); error != 0)
        return Error{fmt::format("cannot run {}: {}", name, std::strerror(error))};
    const auto deadline = Clock::now() + limits.whole;
    std::array<char, 65536> buffer;
    std::string beginning; // first line of output, which explains a failure
    std::size_t bytes = 0;
    bool isWanted = true;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
        if (left <= 0)
            return Error{fmt::format("{} did not finish within {} s", name, limits.whole.count() / 1000)};
        if (stop.stop_requested())
            return Error{fmt::format("{}: stopped", name)};
        pollfd look{child.output(), POLLIN, 0};
        if (::poll(&look, 1, static_cast<int>(std::min<std::int64_t>(left, 200))) <= 0)
            continue;
        const ssize_t size = ::read(child.output(), buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            break;
        const std::string_view piece(buffer.data(), static_cast<std::size_t>(size));
        bytes += piece.size();
        if (bytes > limits.bytes)
            return Error{fmt::format("{} printed more than {} MiB, the limit", name, limits.bytes >> 20U)};
        beginning += piece.substr(0, longestComplaint - beginning.size());
        isWanted = isWanted && take(piece);
        if (!isWanted && beginning.size() == longestComplaint)
            return Error{fmt::format("{} printed unexpected output: {}", name, beginning)};
    }
    const std::optional<int> status = child.waitUntil(deadline, stop);
    if (!status)
        return Error{fmt::format("{} did not finish within {} s", name, limits.whole.count() / 1000)};
    if (!WIFEXITED(*status) || WEXITSTATUS(*status) != 0)
        return Error{fmt::format("{} failed: {}", name, beginning)};
    return isWanted ? success() : Status(Error{fmt::format("{} printed unexpected output: {}", name, beginning)});
}

} // namespace lockstep
