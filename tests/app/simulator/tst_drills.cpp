// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/truthreport.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/simulation/simulation.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'700'000'000)};

QString resource(const QString& path)
{
    return qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/") + path;
}

std::unique_ptr<Simulation> play(const QString& drillPath, int seconds)
{
    const auto spec = readSimulationFile(resource(QStringLiteral("clusters/demo.toml")).toStdString());
    if (!spec.isOk())
        qFatal("%s", spec.error().message.c_str());
    const auto drill = readDrillFile(drillPath.toStdString());
    if (!drill.isOk())
        qFatal("%s", drill.error().message.c_str());
    auto made = Simulation::create(spec.value(), drill.value(), 42, start);
    if (!made.isOk())
        qFatal("%s", made.error().message.c_str());
    for (int second = 0; second < seconds; ++second)
        made.value()->advance();
    return std::move(made).value();
}

int stepsWith(const Simulation& simulation, StepCause cause)
{
    return static_cast<int>(std::ranges::count(simulation.truth().steps, cause, &StepTruth::cause));
}

QString errorOf(const char* text)
{
    const auto drill = parseDrill(text, "d.toml");
    return drill.isOk() ? QString() : QString::fromStdString(drill.error().message);
}

} // namespace

class DrillsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyDrillPlaysOnTheDemoAndNamesWhatItBreaks_data()
    {
        QTest::addColumn<QString>("path");
        const QDir folder(resource(QStringLiteral("drills")));
        for (const QString& file : folder.entryList({QStringLiteral("*.toml")}))
            QTest::newRow(qPrintable(file)) << folder.filePath(file);
    }

    void everyDrillPlaysOnTheDemoAndNamesWhatItBreaks()
    {
        QFETCH(QString, path);
        const auto simulation = play(path, 3);
        const GroundTruth& truth = simulation->truth();
        const bool isQuiet = path.endsWith(QStringLiteral("quiet-day.toml"));
        QCOMPARE(truth.faults.empty(), isQuiet);
        QCOMPARE(truth.cause.empty(), isQuiet);
        QCOMPARE(truth.consequences.empty(), isQuiet);
        for (const TrueFault& fault : truth.faults) {
            QVERIFY(!fault.entities.empty());
            QVERIFY(!fault.entities.front().empty());
            QVERIFY(fault.onset > start);
        }
    }

    void thereIsADrillForEachFault()
    {
        QCOMPARE(QDir(resource(QStringLiteral("drills"))).entryList({QStringLiteral("*.toml")}).size(), 22);
    }

    void drillsDoWhatTheirTruthSays_data()
    {
        QTest::addColumn<QString>("drill");
        QTest::addColumn<int>("seconds");
        QTest::addColumn<int>("cause");
        const auto row = [](const char* drill, int seconds, StepCause cause) {
            QTest::newRow(drill) << QString::fromLatin1(drill) << seconds << static_cast<int>(cause);
        };
        row("pump-degradation", 300, StepCause::SlowRank);
        row("blocked-cold-plate", 300, StepCause::SlowRank);
        row("hot-aisle-recirculation", 420, StepCause::SlowRank);
        row("slow-gpu", 90, StepCause::SlowRank);
        row("power-capped-rack", 90, StepCause::SlowRank);
        row("flapping-link", 120, StepCause::StalledLink);
        row("hash-polarisation", 90, StepCause::SlowLink);
        row("congested-spine", 90, StepCause::SlowLink);
        row("noisy-neighbour", 90, StepCause::SlowLink);
        row("storage-contention", 200, StepCause::Storage);
        row("nic-down", 80, StepCause::Hang);
        row("gpu-off-the-bus", 80, StepCause::Hang);
    }

    void drillsDoWhatTheirTruthSays()
    {
        QFETCH(QString, drill);
        QFETCH(int, seconds);
        QFETCH(int, cause);
        const auto broken = play(resource(QStringLiteral("drills/%1.toml").arg(drill)), seconds);
        const auto quiet = play(resource(QStringLiteral("drills/quiet-day.toml")), seconds);
        QVERIFY(stepsWith(*broken, static_cast<StepCause>(cause)) > 0);
        QVERIFY(stepsWith(*quiet, static_cast<StepCause>(cause)) < stepsWith(*broken, static_cast<StepCause>(cause)));
    }

    void theTruthIsValidJson()
    {
        const auto simulation = play(resource(QStringLiteral("drills/gpu-off-the-bus.toml")), 70);
        const QByteArray text = QByteArray::fromStdString(truthAsJson(*simulation));
        QJsonParseError problem;
        const QJsonObject truth = QJsonDocument::fromJson(text, &problem).object();
        QVERIFY2(problem.error == QJsonParseError::NoError, qPrintable(problem.errorString()));
        QCOMPARE(truth.value(QStringLiteral("drill")).toString(), QStringLiteral("GPU off the bus"));
    }

    void errorsNameFileLineAndExpectation()
    {
        QVERIFY(
            errorOf("[drill]\nname = \"x\"\nsummary = \"y\"\ncause = \"z\"\n[[fault]]\nkind = \"gremlin\"\n")
                .startsWith(QStringLiteral("d.toml:6:1: unknown fault \"gremlin\"; expected one of pump_degradation")));
        QVERIFY(errorOf("[drill]\nname = \"x\"\nsummary = \"y\"\ncause = \"z\"\n[[fault]]\nkind = \"slow_gpu\"\n"
                        "severity = 3\n")
                    .startsWith(QStringLiteral("d.toml:7:1: expected a number from 0 to 1")));
        QVERIFY(errorOf("[drill]\nname = \"x\"\nsummary = \"y\"\ncause = \"z\"\n[[fault]]\nkind = \"slow_gpu\"\n"
                        "onset = \"soon\"\n")
                    .startsWith(QStringLiteral("d.toml:7:1: 'onset'")));
        QVERIFY(errorOf("[drill]\nname = \"x\"\n").contains(QStringLiteral("summary")));
        QVERIFY(errorOf("[drill\n").startsWith(QStringLiteral("d.toml:1:")));
        QVERIFY(errorOf("[drill]\nname = \"x\"\nsummary = \"y\"\ncause = \"there is none\"\n")
                    .contains(QStringLiteral("no cause otherwise")));
    }
};

LOCKSTEP_TEST(tst_drills, DrillsTest)
#include "tst_drills.moc"
