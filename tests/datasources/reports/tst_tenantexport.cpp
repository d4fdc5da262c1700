// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/tenantexport.h"
#include "tests/support/testentry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr double hour = 3600;

TenantReport anHour()
{
    TenantFacts facts;
    facts.range = {TimePoint(0h), TimePoint(1h)};
    facts.jobs = {{"sim, \"the first\"", "=physics<b>", 4 * hour, {4 * hour, 3 * hour, 1 * hour, 0, 0, 0, 0}},
                  {"stray", "", 0, {1 * hour, 1 * hour, 0, 0, 0, 0, 0}}};
    facts.losses = {{"key", "pump <script>", "pump_degradation", "sim, \"the first\"", 0.5 * hour}};
    facts.contentions = {{"sim, \"the first\"", "stray", {}, 2, "leaf/1", 0.5}};
    return tenantReport(facts);
}

Rates dear()
{
    Rates rates;
    rates.currency = "EUR";
    rates.gpuHour = 3;
    return rates;
}

} // namespace

class TestTenantExport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonHasAllNumbers()
    {
        const auto text = QByteArray::fromStdString(tenantsJson(anHour(), dear()));
        QJsonParseError error{};
        const QJsonObject all = QJsonDocument::fromJson(text, &error).object();
        QVERIFY2(error.error == QJsonParseError::NoError, text.constData());
        QCOMPARE(all[QLatin1String("currency")].toString(), QStringLiteral("EUR"));
        const QJsonArray tenants = all[QLatin1String("tenants")].toArray();
        QCOMPARE(tenants.size(), 2);
        const QJsonObject physics = tenants[0].toObject();
        QCOMPARE(physics[QLatin1String("tenant")].toString(), QStringLiteral("=physics<b>"));
        QCOMPARE(physics[QLatin1String("reserved_gpu_h")].toDouble(), 4.0);
        QCOMPARE(physics[QLatin1String("goodput")].toDouble(), 0.75);
        QCOMPARE(physics[QLatin1String("lost_cost")].toDouble(), 3.0);
        QCOMPARE(physics[QLatin1String("loss_gpu_h")][QLatin1String("wait")].toDouble(), 1.0);
        QCOMPARE(physics[QLatin1String("causes")][0][QLatin1String("cost")].toDouble(), 1.5);
        QCOMPARE(physics[QLatin1String("contends")][0][QLatin1String("links")].toInt(), 2);
        QVERIFY(tenants[1][QLatin1String("tenant")].isNull());
        QVERIFY(QJsonDocument::fromJson(QByteArray::fromStdString(
            tenantsJson(anHour(), {})))[QLatin1String("all")][QLatin1String("lost_cost")]
                    .isNull()); // no rate, no money
    }

    void csvIsATableThatNoSpreadsheetRuns()
    {
        const QStringList lines
            = QString::fromStdString(tenantsCsv(anHour(), dear())).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 5); // head, two tenants, two jobs
        QVERIFY(lines[1].startsWith(QStringLiteral("'=physics<b>,,4,3,1,0,0,0,0,0,1,12,3,EUR")));
        QVERIFY(lines[2].startsWith(QStringLiteral("'=physics<b>,\"sim, \"\"the first\"\"\",4,")));
        QCOMPARE(lines[0].count(u','), 13);
    }

    void htmlEscapesWhatPeopleNameThings()
    {
        const QString html = QString::fromStdString(tenantsHtml(anHour(), dear()));
        QVERIFY(html.contains(QStringLiteral("=physics&lt;b&gt;")));
        QVERIFY(html.contains(QStringLiteral("pump &lt;script&gt;")));
        QVERIFY(!html.contains(QStringLiteral("<script")));
        QVERIFY(html.contains(QStringLiteral("unknown tenant")));
    }

    void aTerminalGetsATable()
    {
        const QString text = QString::fromStdString(tenantsText(anHour(), dear()));
        QVERIFY(text.contains(QStringLiteral("pump <script>")));
        QVERIFY(text.contains(QStringLiteral("shares 2 links with stray")));
        TenantReport withTarget = anHour();
        withTarget.all.target.emplace();
        const QStringList lines = QString::fromStdString(tenantsText(withTarget, dear())).split(QLatin1Char('\n'));
        const QStringList totals = lines.filter(QRegularExpression(QStringLiteral("^all ")));
        QCOMPARE(totals.size(), 1);
        QCOMPARE(totals.front().simplified().section(QLatin1Char(' '), 1, 1), QStringLiteral("2"));
        QVERIFY(QString::fromStdString(tenantsText({}, {})).contains(QStringLiteral("No job held")));
    }
};

LOCKSTEP_TEST(tst_tenantexport, TestTenantExport)
#include "tst_tenantexport.moc"
