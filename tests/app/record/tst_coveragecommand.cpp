// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "models/analysis/causality/coverage.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

/// Tests `lockstep coverage` with an imported page of dcgm-exporter for one node.
class TestCoverageCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        std::string page;
        for (const char* metric : {"DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_POWER_USAGE"}) {
            page += fmt::format("# TYPE {} gauge\n", metric);
            for (int gpu = 0; gpu < 8; ++gpu) {
                for (int sample = 0; sample < 20; ++sample)
                    page += fmt::format("{}{{gpu=\"{}\",Hostname=\"n1\"}} {} {}\n", metric, gpu, 60 + gpu,
                                        1'764'000'000 + 15 * sample);
            }
        }
        QFile file(m_folder.filePath(QStringLiteral("page.om")));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray::fromStdString(page + "# EOF\n")) > 0);
        file.close();
        m_path = m_folder.filePath(QStringLiteral("recording")).toStdString();
        const CommandResult answer
            = importRecording(std::vector<std::string>{file.fileName().toStdString(), "--out", m_path});
        QVERIFY2(answer.exitCode == 0, answer.err.c_str());
    }

    void eachDetectorIsListedWithItsStateAndWhatItLacks()
    {
        const CommandResult answer = detectorCoverage(std::vector<std::string>{m_path, "--json"});
        QVERIFY2(answer.exitCode == 0, answer.err.c_str());
        const QJsonArray rows = QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).array();
        QCOMPARE(static_cast<std::size_t>(rows.size()), detectorTable().size());
        const auto rowOf = [&rows](const QString& name) {
            const auto found = std::ranges::find_if(
                rows, [&](const QJsonValue& row) { return row[QStringLiteral("detector")].toString() == name; });
            return found == rows.end() ? QJsonObject() : (*found).toObject();
        };
        const QJsonObject cooling = rowOf(QStringLiteral("GPU cooling"));
        QCOMPARE(cooling[QStringLiteral("state")].toString(), QStringLiteral("degraded"));
        const QJsonArray ways = cooling[QStringLiteral("watched")].toArray();
        QCOMPARE(ways.last()[QStringLiteral("entities")].toInt(), 8);
        QCOMPARE(ways.first()[QStringLiteral("entities")].toInt(), 0);
        QCOMPARE(cooling[QStringLiteral("missing")][0][QStringLiteral("metric")].toString(),
                 QStringLiteral("sensor.temperature"));
        QCOMPARE(cooling[QStringLiteral("since")].toString(), QStringLiteral("2025-11-24T16:00:00Z"));

        const QJsonObject clock = rowOf(QStringLiteral("GPU clock"));
        QCOMPARE(clock[QStringLiteral("state")].toString(), QStringLiteral("blind"));
        QCOMPARE(clock[QStringLiteral("missing")][0][QStringLiteral("exporters")][0][QStringLiteral("name")].toString(),
                 QStringLiteral("DCGM_FI_DEV_SM_CLOCK"));
        QCOMPARE(rowOf(QStringLiteral("coolant flow"))[QStringLiteral("state")].toString(), QStringLiteral("blind"));
    }

    void theTextSaysHowToImproveIt()
    {
        const CommandResult answer = detectorCoverage(std::vector<std::string>{m_path});
        QCOMPARE(answer.exitCode, 0);
        for (const char* part :
             {"degraded GPU cooling", "the node's other GPUs and its own history: 8 of 8",
              "gpu.clock.sm: add DCGM_FI_DEV_SM_CLOCK to the counters of dcgm-exporter, or run lockstep-agent",
              "no loop is known", "detectors have no data"})
            QVERIFY2(answer.out.find(part) != std::string::npos, answer.out.c_str());
    }

    void whatCannotBeReadIsAnError()
    {
        const CommandResult answer = detectorCoverage(std::vector<std::string>{m_path + "-missing"});
        QCOMPARE(answer.exitCode, 1);
        QVERIFY(!answer.err.empty() && answer.out.empty());
        QCOMPARE(detectorCoverage(std::vector<std::string>{}).exitCode, 2);
        QCOMPARE(detectorCoverage(std::vector<std::string>{m_path, m_path}).exitCode, 2);
    }

private:
    QTemporaryDir m_folder;
    std::string m_path;
};

LOCKSTEP_TEST(tst_coveragecommand, TestCoverageCommand)
#include "tst_coveragecommand.moc"
