// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/hostile/childprogram.h"

#include "tests/support/hangtimeout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <spawn.h>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

extern char** environ; // NOLINT: that is its name

namespace lockstep::test {

namespace {

constexpr auto lookPeriod = std::chrono::milliseconds(5);

std::string wholeFile(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/// "VmHWM:     1234 kB" of /proc/PID/status.
std::size_t statusBytes(pid_t process, const std::string& key)
{
    std::ifstream file(fmt::format("/proc/{}/status", process));
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key + ':'))
            return std::stoull(line.substr(key.size() + 1)) * 1024;
    }
    return 0;
}

/// The environment of this process, with AddressSanitizer's quarantine limited to 16 MiB instead of 256 MiB, so that
/// the program's own memory is measured.
std::vector<std::string> environmentOfChild()
{
    std::vector<std::string> variables;
    std::string sanitizer = "ASAN_OPTIONS=";
    for (char** variable = environ; *variable != nullptr; ++variable) {
        if (std::string_view(*variable).starts_with(sanitizer))
            sanitizer = std::string(*variable) + ':';
        else
            variables.emplace_back(*variable);
    }
    variables.push_back(sanitizer + "quarantine_size_mb=16");
    return variables;
}

/// As exec() wants them: pointers to @p words, ending with nullptr.
std::vector<char*> pointersTo(std::vector<std::string>& words)
{
    std::vector<char*> pointers;
    for (std::string& word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    return pointers;
}

ChildProgram::Seconds secondsOf(const timeval& time)
{
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

} // namespace

ChildProgram::ChildProgram(const std::string& program, std::vector<std::string> arguments)
{
    std::string output = "/tmp/lockstep-hostile-XXXXXX";
    m_output = ::mkstemp(output.data());
    if (m_output < 0)
        throw std::runtime_error("no temporary file");
    ::unlink(output.c_str());
    const std::string path = std::string(LOCKSTEP_PROGRAMS) + '/' + program;
    arguments.insert(arguments.begin(), path);
    std::vector<std::string> environment = environmentOfChild();
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, m_output, STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, m_output, STDERR_FILENO);
    const int error = ::posix_spawn(&m_process, path.c_str(), &actions, nullptr, pointersTo(arguments).data(),
                                    pointersTo(environment).data());
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0)
        throw std::runtime_error(fmt::format("{} does not start", path));
}

ChildProgram::~ChildProgram()
{
    if (isRunning()) {
        ::kill(m_process, SIGKILL);
        int status = 0;
        ::waitpid(m_process, &status, 0);
    }
    ::close(m_output);
}

void ChildProgram::look()
{
    if (m_status)
        return;
    m_peakBytes = std::max(m_peakBytes, statusBytes(m_process, "VmHWM"));
    int status = 0;
    rusage usage{};
    if (::wait4(m_process, &status, WNOHANG, &usage) == m_process) {
        m_status = status;
        m_cpuTime = secondsOf(usage.ru_utime) + secondsOf(usage.ru_stime);
    }
}

bool ChildProgram::isRunning()
{
    look();
    return !m_status;
}

std::string ChildProgram::log() const
{
    std::string text(static_cast<std::size_t>(std::max<off_t>(::lseek(m_output, 0, SEEK_END), 0)), '\0');
    const ssize_t size = ::pread(m_output, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return text;
}

bool ChildProgram::waitForLog(const std::string& phrase)
{
    const auto end = std::chrono::steady_clock::now() + hangTimeout;
    while (log().find(phrase) == std::string::npos) {
        if (!isRunning() || std::chrono::steady_clock::now() > end)
            return log().find(phrase) != std::string::npos;
        std::this_thread::sleep_for(lookPeriod);
    }
    return true;
}

std::optional<int> ChildProgram::waitForEnd(std::size_t maxBytes)
{
    const auto end = std::chrono::steady_clock::now() + hangTimeout;
    while (isRunning()) {
        if (std::chrono::steady_clock::now() > end || m_peakBytes > maxBytes)
            ::kill(m_process, SIGKILL);
        std::this_thread::sleep_for(lookPeriod);
    }
    return WIFEXITED(*m_status) ? std::optional(WEXITSTATUS(*m_status)) : std::nullopt;
}

std::optional<int> ChildProgram::stop()
{
    if (isRunning())
        ::kill(m_process, SIGTERM);
    return waitForEnd();
}

std::size_t ChildProgram::memoryBytes() const
{
    return m_status ? 0 : statusBytes(m_process, "VmRSS");
}

std::size_t ChildProgram::peakMemoryBytes()
{
    look();
    return m_peakBytes;
}

ChildProgram::Seconds ChildProgram::cpuTime()
{
    look();
    if (m_status)
        return m_cpuTime;
    // utime and stime are the 12th and 13th fields after the program's name, which may have blanks in it.
    std::istringstream fields(wholeFile(fmt::format("/proc/{}/stat", m_process)));
    fields.ignore(4096, ')');
    std::array<std::string, 13> field;
    for (std::string& one : field)
        fields >> one;
    const double ticks = std::strtod(field[11].c_str(), nullptr) + std::strtod(field[12].c_str(), nullptr);
    return Seconds(ticks / static_cast<double>(::sysconf(_SC_CLK_TCK)));
}

std::size_t sanitizerFactor()
{
    return isSanitized ? 6 : 1;
}

} // namespace lockstep::test
