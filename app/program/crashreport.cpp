// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/program/crashreport.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <execinfo.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockstep {

namespace {

/// Data for the signal handler, which can neither take arguments nor allocate. Set before threads start, never changed.
struct CrashNote
{
    char build[256]{};
    char folder[1024]{};
};

CrashNote& note()
{
    static CrashNote only;
    return only;
}

/// Text in a fixed buffer, with functions that are safe in a signal handler.
class FixedText
{
public:
    FixedText& add(const char* text)
    {
        for (; *text != '\0' && m_size + 1 < m_text.size(); ++text)
            m_text[m_size++] = *text;
        return *this;
    }
    FixedText& add(long number)
    {
        char digits[24];
        std::size_t count = 0;
        do {
            digits[count++] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number > 0);
        while (count > 0 && m_size + 1 < m_text.size())
            m_text[m_size++] = digits[--count];
        return *this;
    }
    [[nodiscard]] const char* text() const { return m_text.data(); }
    void writeTo(int file) const { (void)!::write(file, m_text.data(), m_size); }

private:
    std::array<char, 1400> m_text{};
    std::size_t m_size = 0;
};

const char* signalName(int signal)
{
    switch (signal) {
    case SIGSEGV:
        return "SIGSEGV (invalid memory access)";
    case SIGABRT:
        return "SIGABRT (failed assertion or uncaught exception)";
    case SIGBUS:
        return "SIGBUS (access to memory or a mapped file that no longer exists)";
    case SIGFPE:
        return "SIGFPE (arithmetic error)";
    default:
        return "SIGILL (illegal instruction)";
    }
}

int openReport(FixedText& path)
{
    // Create missing folders of the path.
    char folder[sizeof(CrashNote::folder)];
    std::strcpy(folder, note().folder);
    for (char* at = folder + 1; *at != '\0'; ++at) {
        if (*at != '/')
            continue;
        *at = '\0';
        ::mkdir(folder, S_IRWXU);
        *at = '/';
    }
    ::mkdir(folder, S_IRWXU);
    path.add(note().folder).add("/crash-").add(std::time(nullptr)).add("-").add(::getpid()).add(".txt");
    return ::open(path.text(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
}

void reportCrash(int signal)
{
    // SA_RESETHAND: a crash in the handler ends the process.
    FixedText path;
    const int file = openReport(path);
    if (file >= 0) {
        char thread[17]{};
        ::prctl(PR_GET_NAME, thread);
        FixedText head;
        head.add(note().build).add("\nsignal ").add(signalName(signal)).add("\nthread ").add(thread);
        head.add(" (").add(::gettid()).add(" of process ").add(::getpid()).add(")\nstack\n");
        head.writeTo(file);
        std::array<void*, 64> frames{};
        ::backtrace_symbols_fd(frames.data(), ::backtrace(frames.data(), static_cast<int>(frames.size())), file);
        ::close(file);
        FixedText message;
        message.add(note().build).add(" crashed; report: ").add(path.text()).add("\n");
        message.writeTo(STDERR_FILENO);
    }
    ::raise(signal);
}

} // namespace

std::string crashReportFolder()
{
    // NOLINTBEGIN(concurrency-mt-unsafe): not set at run time
    if (const char* const state = std::getenv("STATE_DIRECTORY"))
        return std::string(state, std::strcspn(state, ":"));
    if (const char* const state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
        return std::string(state) + "/lockstep";
    const char* const home = std::getenv("HOME");
    // NOLINTEND(concurrency-mt-unsafe)
    return home != nullptr && *home == '/' ? std::string(home) + "/.local/state/lockstep" : std::string();
}

void reportCrashes(const std::string& build, std::string folder)
{
    if (folder.empty())
        folder = crashReportFolder();
    if (folder.empty() || folder.size() >= sizeof(CrashNote::folder))
        return;
    folder.copy(note().folder, sizeof(CrashNote::folder) - 1);
    build.copy(note().build, sizeof(CrashNote::build) - 1);
    // The first call loads a library, which must not happen in a signal handler.
    void* frame = nullptr;
    (void)::backtrace(&frame, 1);
    // An alternate stack, because the crash may be a stack overflow.
    static std::array<char, 65536> stack;
    stack_t own{};
    own.ss_sp = stack.data();
    own.ss_size = stack.size();
    ::sigaltstack(&own, nullptr);
    struct sigaction action
    { };
    action.sa_handler = reportCrash;
    action.sa_flags = SA_RESETHAND | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL})
        ::sigaction(signal, &action, nullptr);
}

} // namespace lockstep
