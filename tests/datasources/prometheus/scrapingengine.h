// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/prometheus/engineplan.h"
#include "models/core/result.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/hangtimeout.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <cstdint>
#include <string_view>
#include <vector>

namespace lockstep::test {

/// A metrics server that Debian packages.
struct EngineProgram
{
    const char* name;
    const char* program;
    QStringList arguments; ///< %1 configuration, %2 folder, %3 address
};

/// Prometheus and VictoriaMetrics, with their own defaults.
[[nodiscard]] inline std::vector<EngineProgram> enginePrograms()
{
    return {{"Prometheus",
             "prometheus",
             {QStringLiteral("--config.file=%1"), QStringLiteral("--storage.tsdb.path=%2/data"),
              QStringLiteral("--web.listen-address=%3")}},
            {"VictoriaMetrics",
             "victoria-metrics",
             {QStringLiteral("-promscrape.config=%1"), QStringLiteral("-storageDataPath=%2/data"),
              QStringLiteral("-httpListenAddr=%3")}}};
}

/// Adds a test row for each server: "program" and "arguments". Tests with servers wait for scrapes, so builds with
/// sanitizers run with one server only.
/// @param sanitized name of that server
inline void addEngineRows(std::string_view sanitized = "Prometheus")
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    for (const EngineProgram& each : enginePrograms())
        if (!isSanitized || each.name == sanitized)
            QTest::newRow(each.name) << QString::fromLatin1(each.program) << each.arguments;
}

/// A metrics server that scrapes targets on this machine, each at its own interval, or none. Stopped on destruction.
class ScrapingEngine
{
public:
    struct Target
    {
        std::uint16_t port = 0;
        int seconds = 1; ///< between scrapes
    };

    /// @param more lines of the configuration
    ScrapingEngine(const QString& program, QStringList arguments, const std::vector<Target>& targets,
                   const QByteArray& more = {})
        : m_address(QStringLiteral("127.0.0.1:%1").arg(freePort()))
    {
        QFile configuration(m_folder.filePath(QStringLiteral("scrape.yml")));
        if (!configuration.open(QIODevice::WriteOnly))
            return;
        configuration.write(more + (targets.empty() ? "scrape_configs: []\n" : "scrape_configs:\n"));
        for (const Target& target : targets)
            configuration.write("- job_name: job" + QByteArray::number(target.port)
                                + "\n  scrape_interval: " + QByteArray::number(target.seconds) + "s\n  scrape_timeout: "
                                + QByteArray::number(target.seconds) + "s\n  static_configs: [{targets: ['127.0.0.1:"
                                + QByteArray::number(target.port) + "']}]\n");
        configuration.close();
        for (QString& argument : arguments)
            argument = argument.replace(QStringLiteral("%1"), configuration.fileName())
                           .replace(QStringLiteral("%2"), m_folder.path())
                           .replace(QStringLiteral("%3"), m_address);
        m_process.setStandardOutputFile(QProcess::nullDevice());
        m_process.setStandardErrorFile(QProcess::nullDevice());
        m_process.start(program, arguments);
        m_process.waitForStarted();
    }
    ~ScrapingEngine()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(5000))
            m_process.kill();
        m_process.waitForFinished();
    }
    ScrapingEngine(const ScrapingEngine&) = delete;
    ScrapingEngine& operator=(const ScrapingEngine&) = delete;

    [[nodiscard]] EngineEndpoint endpoint() const { return {"http://" + m_address.toStdString(), {}, {}}; }

    /// The explored server once it satisfies the condition; after the timeout its last state.
    template <class Wanted>
    [[nodiscard]] Result<EnginePlan> planOnce(Wanted&& isWanted) const
    {
        Result<EnginePlan> plan = Error{"not asked yet"};
        const QDeadlineTimer deadline(hangTimeout);
        while (!deadline.hasExpired() && (!plan.isOk() || !isWanted(plan.value()))) {
            plan = exploreEngine(endpoint(), wallClockNow());
            QTest::qWait(200);
        }
        return plan;
    }

private:
    /// A port that is free just now.
    [[nodiscard]] static std::uint16_t freePort()
    {
        return HttpServer([](const HttpQuestion&) { return std::string(); }).port();
    }

    QTemporaryDir m_folder;
    QString m_address;
    QProcess m_process;
};

} // namespace lockstep::test
