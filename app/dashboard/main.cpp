// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/dashboardrun.h"
#include "app/front/subcommands.h"
#include "app/program/startprogram.h"
#include "app/session/opening/startoptions.h"
#include "datasources/text/log.h"
#include "models/core/visibletext.h"
#include "models/view/translation.h"
#include "views3d/render/surfaceformat.h"

#include <QApplication>
#include <QIcon>
#include <QSocketNotifier>

#include <chrono>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <sys/signalfd.h>
#include <unistd.h>

namespace {

constexpr int usageError = 2;

QStringList argumentsOf(int argc, char* argv[])
{
    QStringList arguments;
    for (int at = 1; at < argc; ++at)
        arguments.append(QString::fromLocal8Bit(argv[at]));
    return arguments;
}

/// Sends messages of Qt, its libraries and the window to the common log.
void logQtMessages(const lockstep::Log& log)
{
    static const lockstep::Log shared = log; // Qt requires a function without context
    qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& context, const QString& message) {
        using Level = lockstep::Log::Level;
        const Level level = type == QtDebugMsg ? Level::Debug
            : type == QtInfoMsg                ? Level::Info
            : type == QtWarningMsg             ? Level::Warning
                                               : Level::Error;
        const std::string_view category = context.category == nullptr ? "default" : context.category;
        shared.write(level, category == "default" ? "window" : category, message.toStdString());
    });
}

/// Converts Unix signals into a call on the GUI thread, so that a terminated dashboard still writes its statistics and
/// saves its workspace. GUI thread; at most one instance. Does nothing if signalfd is not available.
class UnixSignals
{
public:
    UnixSignals(std::initializer_list<int> signals, std::function<void()> handle)
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
    ~UnixSignals()
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
    }
    UnixSignals(const UnixSignals&) = delete;
    UnixSignals& operator=(const UnixSignals&) = delete;

private:
    int m_descriptor = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace

int main(int argc, char* argv[])
{
    using namespace lockstep;
    const auto processStart = std::chrono::steady_clock::now();

    if (const std::optional<int> code = startProgram("lockstep", argc, argv))
        return *code;
    // Sub-commands work without a display, so they run before QApplication needs one.
    if (const std::optional<int> code = runSubCommand(allSubCommands(), argc, argv))
        return *code;
    Result<CommandLine> line = parseCommandLine(argumentsOf(argc, argv));
    if (!line.isOk()) {
        std::fprintf(stderr, "lockstep: %s\n", visibleLine(line.error().message).c_str());
        return usageError;
    }
    if (line.value().input.answer)
        return std::fputs(line.value().input.answer->c_str(), stdout) < 0 || std::fflush(stdout) != 0 ? 1 : 0;
    logQtMessages(Log(line.value().input));

    prepareSurfaceFormat();
    int qtArgc = 1; // Qt must not see our options
    QApplication application(qtArgc, argv);
    QApplication::setApplicationName(QStringLiteral("lockstep"));
    QApplication::setDesktopFileName(QStringLiteral("lockstep"));
    QApplication::setWindowIcon(QIcon::fromTheme(QStringLiteral("lockstep")));
    QApplication::setApplicationVersion(QStringLiteral(LOCKSTEP_VERSION));
    std::setlocale(LC_NUMERIC, "C"); // QApplication sets the user's locale, in which strtod() may read "0.5" as 0
    installTranslations();
    const UnixSignals unixSignals({SIGINT, SIGTERM}, &QApplication::quit);
    DashboardRun run(application, std::move(line).value().options, processStart);
    return run.run();
}
