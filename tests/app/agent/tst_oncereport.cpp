// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/agent/agentoptions.h"
#include "app/agent/oncereport.h"
#include "datasources/text/commandpage.h"
#include "models/core/batch.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <limits>

using namespace lockstep;

/// Output of --once, and the command line.
class TestOnceReport : public QObject
{
    Q_OBJECT

private:
    static NodeIdentity identity()
    {
        NodeIdentity node;
        node.name = "no\"de\n1";
        node.inventory
            = {{"cpu", true, "2 cores", {{"BIOS", "2.1 \"b\""}}}, {"infiniband", false, "off: C:\\sys is absent"}};
        return node;
    }

    static NodeTick tick()
    {
        NodeLayout layout;
        layout.entities = {{EntityKind::Node, "node1", EntityDescriptor::clusterScope},
                           {EntityKind::Gpu, "gpu0", 0},
                           {EntityKind::Link, "link3", 1}};
        MetricDescriptor power;
        power.name = "gpu.power";
        power.unit = Unit::Watt;
        MetricDescriptor load;
        load.name = "node.load.1min";
        layout.metrics = {power, load};
        layout.columns = {{0, {1, 2}}, {1, {0}}};
        NodeTick result;
        result.layout = std::make_shared<const NodeLayout>(layout);
        result.values = {412.5F, noData, std::numeric_limits<float>::infinity()};
        return result;
    }

    static Result<AgentOptions> parse(const std::vector<std::string>& words)
    {
        const Result<CommandInput> line = readCommand(agentPage(), words);
        return line.isOk() ? agentOptions(line.value()) : line.error();
    }

private Q_SLOTS:
    void theJsonHasTheDocumentedShape()
    {
        const QJsonObject report
            = QJsonDocument::fromJson(QByteArray::fromStdString(onceAsJson(identity(), tick()))).object();
        QCOMPARE(report.keys(),
                 (QStringList{QStringLiteral("inventory"), QStringLiteral("node"), QStringLiteral("samples")}));
        QCOMPARE(report.value(u"node").toString(), QStringLiteral("no\"de\n1"));
        const QJsonObject cpu = report.value(u"inventory").toArray().at(0).toObject();
        QCOMPARE(cpu.value(u"properties").toObject().value(u"BIOS").toString(), QStringLiteral("2.1 \"b\""));
        const QJsonObject off = report.value(u"inventory").toArray().at(1).toObject();
        QCOMPARE(off.value(u"collector").toString(), QStringLiteral("infiniband"));
        QCOMPARE(off.value(u"active").toBool(true), false);
        QCOMPARE(off.value(u"detail").toString(), QStringLiteral("off: C:\\sys is absent"));
        const QJsonArray samples = report.value(u"samples").toArray();
        QCOMPARE(samples.size(), 3);
        const QJsonObject power = samples.at(0).toObject();
        QCOMPARE(power.keys(),
                 (QStringList{QStringLiteral("entity"), QStringLiteral("metric"), QStringLiteral("unit"),
                              QStringLiteral("value")}));
        QCOMPARE(power.value(u"metric").toString(), QStringLiteral("gpu.power"));
        QCOMPARE(power.value(u"entity").toString(), QStringLiteral("gpu0"));
        QCOMPARE(power.value(u"unit").toString(), QString::fromStdString(std::string(unitName(Unit::Watt))));
        QCOMPARE(power.value(u"value").toDouble(), 412.5);
    }

    void noDataIsNullAndTheNodeIsTheEmptyPath()
    {
        const QJsonObject report
            = QJsonDocument::fromJson(QByteArray::fromStdString(onceAsJson(identity(), tick()))).object();
        const QJsonArray samples = report.value(u"samples").toArray();
        QVERIFY(samples.at(1).toObject().value(u"value").isNull());
        QCOMPARE(samples.at(1).toObject().value(u"entity").toString(), QStringLiteral("gpu0/link3"));
        QVERIFY(samples.at(2).toObject().value(u"value").isNull()); // infinity is no number in JSON
        QCOMPARE(samples.at(2).toObject().value(u"entity").toString(), QString());
    }

    void theTextFormNamesUnitsAndMissingData()
    {
        const std::string text = onceAsText(identity(), tick());
        QVERIFY(text.find("gpu.power") != std::string::npos);
        QVERIFY(text.find("412") != std::string::npos);
        QVERIFY(text.find("no data") != std::string::npos);
        QVERIFY(text.find("infiniband  off: C:\\sys is absent") != std::string::npos);
    }

    void theCommandLineIsRead()
    {
        const auto result
            = parse({"--config", "a.toml", "--listen=[::1]:1", "--name", "n", "--root", "/r", "--once", "--json"});
        QVERIFY(result.isOk());
        QCOMPARE(result.value().configFile.value(), std::string("a.toml"));
        QCOMPARE(result.value().listen.value(), std::string("[::1]:1"));
        QCOMPARE(result.value().nodeName.value(), std::string("n"));
        QCOMPARE(result.value().root.value(), std::string("/r"));
        QVERIFY(result.value().once && result.value().json);
        QVERIFY(parse({}).isOk());
    }

    void whatIsWrongOnTheCommandLineIsNamed_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("expected");
        const auto words = [](const char* text) {
            return QString::fromLatin1(text).split(QLatin1Char(' '));
        };
        QTest::newRow("unknown") << words("--fast") << QStringLiteral("unknown option --fast");
        QTest::newRow("value missing") << words("--once --config") << QStringLiteral("--config requires a value");
        QTest::newRow("value too many") << words("--once=yes") << QStringLiteral("--once takes no value");
        QTest::newRow("stray word") << words("--once now") << QStringLiteral("\"now\"");
        QTest::newRow("json alone") << words("--json") << QStringLiteral("--json requires --once");
    }

    void whatIsWrongOnTheCommandLineIsNamed()
    {
        QFETCH(QStringList, words);
        QFETCH(QString, expected);
        std::vector<std::string> arguments;
        for (const QString& word : words)
            arguments.push_back(word.toStdString());
        const auto result = parse(arguments);
        QVERIFY(!result.isOk());
        QVERIFY2(QString::fromStdString(result.error().message).contains(expected), result.error().message.c_str());
    }
};

LOCKSTEP_TEST(tst_oncereport, TestOnceReport)
#include "tst_oncereport.moc"
