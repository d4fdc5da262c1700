// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/analysis/recordedanalysis.h"
#include "app/record/recordcommands.h"
#include "datasources/recording/recording.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace {

bool says(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// `lockstep import` on files of other systems.
class TestImportCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// By dcgm-exporter's label, and without any port or PCIe metric.
    void aNodeWithAnotherDriverIsReported()
    {
        QByteArray text;
        for (int second = 0; second < 300; second += 15) {
            for (int node = 1; node <= 8; ++node)
                text += "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",Hostname=\"n" + QByteArray::number(node)
                    + "\",modelName=\"H100\",DCGM_FI_DRIVER_VERSION=\"" + (node == 5 ? "550.54.15" : "580.105.08")
                    + "\"} 50 " + QByteArray::number(1'700'000'000 + second) + '\n';
        }
        const Run run = import(text + "# EOF\n", {}, "data.prom");
        QCOMPARE(run.answer.exitCode, 0);
        const std::string alerts = recordingAlerts(std::vector<std::string>{run.out}).out;
        QVERIFY2(says(alerts, "n5: GPU driver 550.54.15, but 7 of 8 have 580.105.08"), alerts.c_str());
    }

    /// Metrics of a real H100 node from its DCGM exporter. Without changes, nothing is reported. If one GPU falls off
    /// the bus and a row of another cannot be remapped, each raises one alert.
    void whatDcgmSaysOfErrorsIsReported()
    {
        QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR")
                   + QStringLiteral("/../shared/data/dcgm_exporter/h100_node1_dcgm_sampled.prom.txt"));
        if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
            QSKIP("shared/data/dcgm_exporter is not here");
        QByteArrayList lines;
        for (const QByteArray& line : file.readAll().split('\n')) {
            if (line.isEmpty() || line.startsWith('#'))
                continue;
            lines.append(line);
            if (!line.startsWith("DCGM_FI_DEV_GPU_TEMP"))
                continue;
            const QByteArray labels = line.left(line.lastIndexOf(' ')).mid(line.indexOf('{'));
            lines.append("DCGM_FI_DEV_XID_ERRORS" + labels + " 0");
            lines.append("DCGM_FI_DEV_ROW_REMAP_FAILURE" + labels + " 0");
        }
        for (const bool isBroken : {false, true}) {
            QByteArray text;
            for (QByteArray line : lines) {
                for (int second = 0; second < 300; ++second) {
                    if (isBroken && second == 200 && line.contains("gpu=\"5\"") && line.startsWith("DCGM_FI_DEV_XID"))
                        line = line.left(line.lastIndexOf(' ')) + " 79";
                    if (isBroken && second == 250 && line.contains("gpu=\"2\"") && line.startsWith("DCGM_FI_DEV_ROW"))
                        line = line.left(line.lastIndexOf(' ')) + " 1";
                    text += line + ' ' + QByteArray::number(1'700'000'000 + second) + '\n';
                }
            }
            const Run run = import(text + "# EOF\n", {}, "data.prom");
            QCOMPARE(run.answer.exitCode, 0);
            const std::vector<std::string> arguments{run.out, "--json"};
            const std::string reported = recordingAlerts(arguments).out;
            const QJsonArray alerts = QJsonDocument::fromJson(QByteArray::fromStdString(reported)).array();
            QVERIFY2(alerts.size() == (isBroken ? 2 : 0), reported.c_str());
            if (!isBroken)
                continue;
            QVERIFY2(says(reported, "XID 79") && says(reported, "gpu-node-1/gpu5"), reported.c_str());
            QVERIFY2(says(reported, "could not be remapped") && says(reported, "gpu-node-1/gpu2"), reported.c_str());
        }
    }

    /// A real pump loop (Skoltech Anomaly Benchmark), imported as a plant's log and analysed by all detectors,
    /// including the alerts that an operator gets. A valve closes sixteen times, and nothing happens for 2.8 h.
    void aRealPumpLoopGivesTheAlertsOfItsFaultsAndNoOthers()
    {
        const QDir folder(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data/skab"));
        QStringList files{QStringLiteral("anomaly-free.csv")};
        for (const QString& file : QDir(folder.filePath(QStringLiteral("valve1"))).entryList({QStringLiteral("*.csv")}))
            files.append(QStringLiteral("valve1/") + file);
        if (!folder.exists(files.front()))
            QSKIP("shared/data/skab is not here");
        int faults = 0;
        int reported = 0;
        int others = 0;
        for (const QString& name : files) {
            const Plant plant = plantLog(folder.filePath(name));
            const Run run = import(plant.csv);
            QCOMPARE(run.answer.exitCode, 0);
            const std::vector<std::string> arguments{run.out, "--json"};
            const QByteArray alerts = QByteArray::fromStdString(recordingAlerts(arguments).out);
            bool isReported = false;
            for (const QJsonValue& alert : QJsonDocument::fromJson(alerts).array()) {
                const QString onset = alert[QStringLiteral("onset")].toString().left(19);
                const QString end = alert[QStringLiteral("end")].toString(QStringLiteral("9")).left(19);
                const bool isIts = !plant.begin.isEmpty() && end >= plant.begin && onset <= plant.end;
                isReported = isReported || isIts;
                others += isIts ? 0 : 1;
            }
            faults += plant.begin.isEmpty() ? 0 : 1;
            reported += isReported ? 1 : 0;
        }
        qInfo("%d of %d faults reported, %d alerts about nothing", reported, faults, others);
        QVERIFY(faults >= 16);
        QVERIFY(reported >= 12);
        QCOMPARE(others, 0);
    }

private:
    struct Plant
    {
        QByteArray csv;
        QString begin; ///< of its fault; empty: none
        QString end;
    };
    static Plant plantLog(const QString& path)
    {
        Plant plant{"time,loop,loop.flow,loop.pressure,loop.return_temperature,loop.pump_power\n", {}, {}};
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly | QIODevice::Text))
            return plant;
        const QList<QByteArray> names = file.readLine().trimmed().split(';');
        while (!file.atEnd()) {
            const QList<QByteArray> cells = file.readLine().trimmed().split(';');
            if (cells.size() != names.size())
                continue;
            const auto cell = [&](const char* name) {
                const auto at = names.indexOf(name);
                return at < 0 ? 0.0 : cells[at].toDouble();
            };
            const QString time
                = QString::fromLatin1(cells[names.indexOf("datetime")]).replace(QLatin1Char(' '), QLatin1Char('T'));
            plant.csv += QByteArray::fromStdString(
                fmt::format("{}Z,pump,{},{},{},{}\n", time.toStdString(), cell("Volume Flow RateRMS"),
                            1e5 * cell("Pressure"), cell("Thermocouple"), cell("Current") * cell("Voltage")));
            if (cell("anomaly") < 0.5)
                continue;
            plant.begin = plant.begin.isEmpty() ? time : plant.begin;
            plant.end = time;
        }
        return plant;
    }
    struct Run
    {
        CommandResult answer;
        Duration period{};
        std::uint64_t samples = 0;
        std::string out; ///< folder
    };
    Run import(const QByteArray& text, std::vector<std::string> more = {}, const char* name = "data.csv")
    {
        const QDir folder(m_folder.filePath(QString::number(m_runs++)));
        folder.mkpath(QStringLiteral("."));
        QFile file(folder.filePath(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(text);
        file.close();
        more.insert(more.end(),
                    {file.fileName().toStdString(), "--out", folder.filePath(QStringLiteral("out")).toStdString()});
        Run run{importRecording(more), {}, 0, folder.filePath(QStringLiteral("out")).toStdString()};
        if (run.answer.exitCode != 0)
            return run;
        Recording recording = Recording::open(folder.filePath(QStringLiteral("out")).toStdString()).value();
        run.period = recording.tickPeriod();
        run.samples = recording.counts().samples;
        // In addition, the recording contains when each node reported and when samples were taken.
        for (std::uint32_t id = 0; id < recording.metrics().size(); ++id) {
            if (!describesSamples(recording.metrics().descriptor(MetricId{id}).name))
                continue;
            for (const TickIndex first : recording.blocksWithin(recording.ticks()))
                run.samples -= countSamples(recording.block(MetricId{id}, first).values);
        }
        return run;
    }
    static QByteArray tenHertz(int count)
    {
        QByteArray text = "time,node,load,fan\n";
        for (int at = 0; at < count; ++at)
            text += QByteArray::fromStdString(fmt::format("17000000{:02}.{},n1,{},{}\n", at / 10, at % 10, at,
                                                          at % 10 == 0 ? std::to_string(at) : std::string()));
        return text;
    }

    QTemporaryDir m_folder;
    int m_runs = 0;

private Q_SLOTS:
    void thePeriodIsFoundAndReported()
    {
        const Run run = import(tenHertz(600));
        QCOMPARE(run.answer.exitCode, 0);
        QCOMPARE(run.samples, std::uint64_t{660});
        QCOMPARE(run.period, Duration(std::chrono::milliseconds(100)));
        QVERIFY2(
            says(run.answer.out, "660 samples in 2 series, sampling interval 100\u2009ms (detected from the samples)"),
            run.answer.out.c_str());
        QVERIFY2(says(run.answer.out, "1 series has a longer interval, up to 1\u2009s"), run.answer.out.c_str());
        QCOMPARE(run.answer.err, std::string());
    }

    void whatIsExportedIsWhatWasImported()
    {
        const Run run = import("time,node,bytes,watts\n1700000000.012,n1,43000000001,71.153\n"
                               "1700000000.109,n1,43001234568,71.2\n1700000000.214,n1,43002469135,70.905\n");
        QCOMPARE(run.answer.exitCode, 0);
        QCOMPARE(run.period, Duration(std::chrono::milliseconds(100)));
        std::string text;
        QCOMPARE(
            exportData(std::vector<std::string>{run.out}, [&text](std::string_view part) { text += part; }).exitCode,
            0);
        for (const char* const part : {",1700000000012000000,bytes,", ",43000000001\n", ",1700000000109000000,bytes,",
                                       ",43001234568\n", ",1700000000214000000,watts,", ",70.905\n", ",71.153\n"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        QVERIFY2(text.find("sample_offset") == std::string::npos, text.c_str());
    }

    void whatIsAskedForIsDoneAndItsCostReported()
    {
        const Run run = import(tenHertz(600), {"--tick", "1"});
        QCOMPARE(run.period, Duration(std::chrono::seconds(1)));
        QVERIFY2(says(run.answer.err, "samples fell on a tick that already had a value of the same series"),
                 run.answer.err.c_str());
        QVERIFY2(says(run.answer.out, "sampling interval 1\u2009s\n"), run.answer.out.c_str());
        const auto lost = std::stoull(run.answer.err);
        QCOMPARE(run.samples + lost, std::uint64_t{660});
    }

    void twiceTheSameTimeIsReported()
    {
        const Run run = import("time,node,load\n1700000000,n1,1\n1700000001,n1,2\n1700000001,n1,3\n");
        QCOMPARE(run.samples, std::uint64_t{2});
        QVERIFY2(says(run.answer.err, "1 sample has the same time as another sample"), run.answer.err.c_str());
    }

    /// One of two exporters stops on each of two nodes, a different one on each.
    void anExporterThatStopsIsReportedWhileTheOtherReports()
    {
        QByteArray text;
        for (int node = 0; node < 4; ++node) {
            for (int second = 0; second < 3600; second += 15) {
                const std::string time = std::to_string(1'700'000'000 + second);
                for (int gpu = 0; gpu < 2 && !(node == 1 && second >= 1800); ++gpu)
                    text += QByteArray::fromStdString(
                        fmt::format("DCGM_FI_DEV_GPU_TEMP{{Hostname=\"n{}\",gpu=\"{}\"}} {} {}\n", node, gpu,
                                    50 + second % 2, time));
                if (node != 2 || second < 2700)
                    text += QByteArray::fromStdString(
                        fmt::format("node_load1{{instance=\"n{}:9100\"}} {} {}\n", node, 1 + second % 2, time));
            }
        }
        const Run run = import(text + "# EOF\n", {}, "data.prom");
        QCOMPARE(run.answer.exitCode, 0);
        Recording recording = Recording::open(run.out).value();
        std::string begun;
        for (const RecordedEvent& each : recording.events({TimePoint::min(), TimePoint::max()})) {
            if (each.event.severity > Severity::Information)
                begun += each.event.text + '\n';
        }
        QCOMPARE(begun,
                 std::string(
                     "n1: no data from its 2 GPUs, although the node is reporting: check the driver and the collector\n"
                     "n2: stopped reporting node.load.1min, although it reports other metrics\n"));
    }

    /// Results are as in a live window: the limit's event, derived columns, and a note on the analyses.
    void whatCrossesALimitHasItsEvent()
    {
        QByteArray text = "time,node,gpu,gpu_temperature_margin\n";
        for (int second = 0; second < 300; ++second)
            text += QByteArray::fromStdString(
                fmt::format("{},n1,0,{}\n", 1'700'000'000 + second, second >= 100 && second < 200 ? 1 : 20));
        const Run run = import(text);
        QCOMPARE(run.answer.exitCode, 0);
        QCOMPARE(run.answer.err, std::string());
        Recording recording = Recording::open(run.out).value();
        QCOMPARE(recording.ticks().length(), TickIndex{300});
        std::vector<RecordedEvent> limits = recording.events({TimePoint::min(), TimePoint::max()});
        std::erase_if(limits,
                      [](const RecordedEvent& each) { return !each.event.code.starts_with(codes::metricLimit); });
        QVERIFY2(limits.size() >= 2,
                 qPrintable(QString::number(limits.size()))); // an event for the beginning and one for the end
        QCOMPARE(limits.front().entity.kind, EntityKind::Gpu);
        QVERIFY(limits.front().event.severity >= Severity::Warning);
        QCOMPARE(limits.back().event.severity, Severity::Information);
        QVERIFY(missingResults(recording).isEmpty());
    }

    void aNonsensicalTickIsRefused()
    {
        const Run run = import(tenHertz(10), {"--tick", "fast"});
        QCOMPARE(run.answer.exitCode, 2);
        QVERIFY(says(run.answer.err, "--tick: expected a number from 0.001 to 3600, found \"fast\""));
    }
};

LOCKSTEP_TEST(tst_importcommand, TestImportCommand)
#include "tst_importcommand.moc"
