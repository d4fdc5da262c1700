// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/diagnostics/diagnosticscommand.h"

#include "app/export/userfiles.h"
#include "app/program/crashreport.h"
#include "app/program/startprogram.h"
#include "app/record/recordcommands.h"
#include "datasources/reports/secrettext.h"
#include "datasources/text/childoutput.h"
#include "datasources/text/commandpage.h"
#include "datasources/text/textfile.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QSaveFile>
#include <QSettings>
#include <QStandardPaths>
#include <QSysInfo>
#include <QThread>
#include <fmt/format.h>

namespace lockstep {

std::vector<FilePlace> filePlaces()
{
    std::vector<FilePlace> places{
        {"recordings", userRecordingFolder()},
        {"incidents", userIncidentsFile()},
        {"settings",
         QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation).toStdString()
             + "/lockstep/dashboard.ini"},
        {"crash reports", crashReportFolder()},
        {"configuration", "/etc/lockstep/agent.toml"},
    };
    for (const char* const program : {"lockstep", "record", "sim"}) {
        for (std::string& file : CommandPage{.configuration = program}.configurationFiles())
            places.push_back({"configuration", std::move(file)});
    }
    return places;
}

namespace {

using namespace Qt::StringLiterals;

/// Removes secrets, the path part of addresses (a webhook's path is its password) and the user's name.
std::string redacted(const std::string& text)
{
    static const QRegularExpression address(u"(https?://)(?:[^\\s/@\"']*@)?([^\\s/\"'?]+)[^\\s\"',]*"_s);
    QString out = QString::fromStdString(withoutSecretText(text));
    out.replace(address, u"\\1\\2/..."_s);
    if (const QString home = QDir::homePath(); home.size() > 1)
        out.replace(home, u"~"_s);
    return out.toStdString();
}

std::string section(std::string_view title, const std::string& text)
{
    return fmt::format("\n== {}\n{}{}", title, text, text.ends_with('\n') ? "" : "\n");
}

std::string system()
{
    return fmt::format(
        "{}, kernel {}, {}, {} cores\nsession {}, desktop {}, display {}\nQt {}, locale {}, time zone {}\n",
        QSysInfo::prettyProductName().toStdString(), QSysInfo::kernelVersion().toStdString(),
        QSysInfo::currentCpuArchitecture().toStdString(), QThread::idealThreadCount(),
        qEnvironmentVariable("XDG_SESSION_TYPE", u"unknown"_s).toStdString(),
        qEnvironmentVariable("XDG_CURRENT_DESKTOP", u"unknown"_s).toStdString(),
        qEnvironmentVariable("WAYLAND_DISPLAY", qEnvironmentVariable("DISPLAY", u"none"_s)).toStdString(), qVersion(),
        QLocale::system().name().toStdString(), QDateTime::currentDateTime().timeZoneAbbreviation().toStdString());
}

std::string files()
{
    std::string text;
    for (const FilePlace& place : filePlaces()) {
        const QFileInfo info(QString::fromStdString(place.path));
        const std::string state = !info.exists() ? std::string("none")
            : info.isDir()                       ? fmt::format("folder, entries: {}", QDir(info.filePath()).count() - 2)
                                                 : fmt::format("{} bytes", info.size());
        text += fmt::format("{:<14} {}: {}\n", place.contents, place.path, state);
    }
    return redacted(text);
}

/// Other keys are shown only with their size, because they contain hosts, alert receivers, recordings or window
/// layouts.
std::string settings(const std::string& file)
{
    static const QRegularExpression harmless(u"^(theme|workspace|rates/.*|alerts/sound|.*[vV]ersion)$"_s);
    const QSettings kept(QString::fromStdString(file), QSettings::IniFormat);
    std::string text;
    for (const QString& key : kept.allKeys()) {
        const QString value = kept.value(key).toString();
        text += harmless.match(key).hasMatch() ? fmt::format("{} = {}\n", key.toStdString(), value.toStdString())
                                               : fmt::format("{} is set (value hidden)\n", key.toStdString());
    }
    return text.empty() ? "none\n" : text;
}

std::string recordings()
{
    const QDir data(QFileInfo(QString::fromStdString(userRecordingFolder())).path());
    std::string text;
    for (const QString& name : data.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const std::vector<std::string> path{data.filePath(name).toStdString()};
        const CommandResult info = recordingInfo(path);
        text += fmt::format("{}:\n{}{}", path.front(), info.out, info.err);
    }
    return text.empty() ? "none\n" : redacted(text);
}

std::string crashes()
{
    constexpr qsizetype shown = 3;
    const QDir folder(QString::fromStdString(crashReportFolder()));
    const QStringList names = folder.entryList({u"crash-*.txt"_s}, QDir::Files, QDir::Time);
    std::string text = fmt::format("reports: {}\n", names.size());
    for (const QString& name : names.mid(0, shown)) {
        const Result<std::string> report = readTextFile(folder.filePath(name).toStdString());
        text += fmt::format("-- {}\n{}\n", name.toStdString(), report.isOk() ? report.value() : report.error().message);
    }
    return redacted(text);
}

std::string logs()
{
    std::string text;
    const Status read = streamOutputOf({"journalctl", "-q", "--lines=200", "--unit=lockstep-agent",
                                        "--unit=lockstep-recorder", "--unit=lockstep-relay"},
                                       {.bytes = 1U << 20U, .whole = std::chrono::seconds(10)},
                                       [&text](std::string_view piece) {
                                           text += piece;
                                           return true;
                                       },
                                       {});
    if (!read.isOk())
        return "not readable: " + read.error().message + "\n";
    return text.empty() ? "none that this user can read\n" : redacted(text);
}

std::string everything()
{
    std::string text
        = fmt::format("{}\n"
                      "{}\n"
                      "Secrets, URL paths and the name of your home folder are removed. Host names are not removed: "
                      "read this file before you send it.\n",
                      versionText("lockstep"), QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString());
    text += section("System", system()) + section("Files", files());
    for (const FilePlace& place : filePlaces()) {
        if (!QFileInfo::exists(QString::fromStdString(place.path)))
            continue;
        if (place.contents == "settings")
            text += section("Settings", settings(place.path));
        if (place.contents != "configuration")
            continue;
        const Result<std::string> read = readTextFile(place.path);
        text += section(redacted(place.path), redacted(read.isOk() ? read.value() : read.error().message));
    }
    return text + section("Recordings", recordings()) + section("Crash reports", crashes()) + section("Log", logs());
}

} // namespace

CommandPage diagnosticsPage()
{
    return {
        .name = "lockstep diagnostics",
        .summary = "collect information for a bug report, without secrets",
        .synopsis = {"[--out FILE]"},
        .about = "Collects in one text: versions, system, settings, configuration, contents of recordings, crash\n"
                 "reports and service logs. Passwords, tokens and URL paths are removed; host names are not.\n",
        .options = {{"--out", "FILE", "write to a file, readable by its owner only (default: print)"}},
        .examples = "  lockstep diagnostics --out lockstep-diagnostics.txt\n",
    };
}

CommandResult diagnostics(std::span<const std::string> arguments)
{
    const CommandPage page = diagnosticsPage();
    return runCommand(page, arguments, [&page](const CommandInput& line) -> CommandResult {
        if (!line.rest.empty())
            return wrongUsage(page, "expected no arguments");
        const std::string text = everything();
        const auto path = line.option("--out");
        if (!path)
            return {0, text, {}};
        QSaveFile file(QString::fromStdString(*path));
        if (!file.open(QIODevice::WriteOnly) || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)
            || file.write(QByteArray::fromStdString(text)) != static_cast<qint64>(text.size()) || !file.commit())
            return {1, {}, fmt::format("{}: {}\n", *path, file.errorString().toStdString())};
        return {0, fmt::format("{}: {} bytes\n", *path, text.size()), {}};
    });
}

} // namespace lockstep
