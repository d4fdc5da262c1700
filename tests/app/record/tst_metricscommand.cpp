// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/record/recordcommands.h"
#include "datasources/exporters/exportertable.h"
#include "models/core/metrics/metriccatalogue.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace lockstep;

namespace {

CommandResult metricsAnswerTo(const std::vector<std::string>& arguments)
{
    return knownMetrics(arguments);
}

} // namespace

class TestMetricsCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyMetricIsListedWithWhatExportersCallIt()
    {
        const CommandResult answer = metricsAnswerTo({"--json"});
        QCOMPARE(answer.exitCode, 0);
        const QJsonArray metrics = QJsonDocument::fromJson(QByteArray::fromStdString(answer.out)).array();
        QCOMPARE(static_cast<std::size_t>(metrics.size()), metricCatalogue().size());
        std::size_t names = 0;
        bool hasTemperature = false;
        for (const QJsonValue& each : metrics) {
            const MetricDescriptor* const known = findMetric(each[QStringLiteral("name")].toString().toStdString());
            QVERIFY(known != nullptr);
            QCOMPARE(each[QStringLiteral("unit")].toString().toStdString(), std::string(unitName(known->unit)));
            QCOMPARE(each[QStringLiteral("entity")].toString().toStdString(),
                     std::string(entityKindName(known->entityKind)));
            for (const QJsonValue& exporter : each[QStringLiteral("exporters")].toArray()) {
                ++names;
                hasTemperature |= known->name == "gpu.temperature"
                    && exporter[QStringLiteral("name")].toString() == QStringLiteral("DCGM_FI_DEV_GPU_TEMP");
            }
        }
        const auto ofCatalogue = std::ranges::count_if(
            exporterTable(), [](const ScrapedMetric& each) { return findMetric(each.metric) != nullptr; });
        QCOMPARE(static_cast<std::ptrdiff_t>(names), ofCatalogue);
        QVERIFY(hasTemperature);
    }

    void oneIsFoundByAPartOfAnyOfItsNames()
    {
        for (const char* part : {"LOOP.FLOW", "loop.flow"}) {
            const std::string text = metricsAnswerTo({part}).out;
            QVERIFY2(text.find("loop.flow") != std::string::npos, text.c_str());
            QVERIFY2(text.find("liters_per_minute") != std::string::npos, text.c_str());
            QVERIFY2(text.find("gpu.temperature ") == std::string::npos, text.c_str());
        }
        const std::string text = metricsAnswerTo({"FI_DEV_SM_CLOCK"}).out;
        QVERIFY2(text.starts_with("gpu.clock.sm "), text.c_str());
        QVERIFY2(text.find("DCGM_FI_DEV_SM_CLOCK x 1e+06") != std::string::npos, text.c_str());
        QCOMPARE(metricsAnswerTo({"nothing has this name"}).exitCode, 0);
        QCOMPARE(metricsAnswerTo({"--yaml"}).exitCode, 2);
    }
};

LOCKSTEP_TEST(tst_metricscommand, TestMetricsCommand)
#include "tst_metricscommand.moc"
