// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/mappingfile.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestMappingFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRowSaysWhatAMetricIsAndWhere();
    void whatIsWrongIsNamedWithItsLine_data();
    void whatIsWrongIsNamedWithItsLine();
};

void TestMappingFile::aRowSaysWhatAMetricIsAndWhere()
{
    const auto rows
        = parseMapping("[[metric]]\nname = \"cdu_flow_lpm\"\nmetric = \"loop.flow\"\nfactor = 0.5\noffset = -3\n"
                       "place = [\"loop=cdu\"]\n[[metric]]\nname = \"cpu_s\"\n"
                       "metric = \"node.cpu.utilisation\"\nkind = \"rate\"\n",
                       "site.toml");
    QVERIFY2(rows.isOk(), rows.isOk() ? "" : rows.error().message.c_str());
    QCOMPARE(rows.value().size(), std::size_t{2});
    const ScrapedMetric& flow = rows.value().front();
    QCOMPARE(flow.metric, std::string(metrics::loop::flow));
    QCOMPARE(flow.query, std::string("last_over_time(cdu_flow_lpm[$i])"));
    QCOMPARE(flow.ours(10), 2.0);
    QCOMPARE(flow.places.front().label, std::string("cdu"));
    QCOMPARE(rows.value().back().query, std::string("rate(cpu_s[$w])"));
}

void TestMappingFile::whatIsWrongIsNamedWithItsLine_data()
{
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("expected");
    const auto add = [](const char* name, const char* row, const char* expected) {
        QTest::newRow(name) << QString::fromLatin1(row) << QString::fromLatin1(expected);
    };
    add("an unknown metric", "name = \"a\"\nmetric = \"loop.flaw\"", "site.toml:3");
    add("a name that is a query", "name = \"a{b}\"\nmetric = \"loop.flow\"", "site.toml:2");
    add("an unknown kind", "name = \"a\"\nmetric = \"loop.flow\"\nkind = \"sum\"", "expected gauge or rate");
    add("an unknown metric, with what was meant", "name = \"a\"\nmetric = \"loop.flaw\"", "loop.flow");
    add("an unknown kind of place", "name = \"a\"\nmetric = \"loop.flow\"\nplace = [\"cdu=x\"]", "switch, link, loop");
    add("an offset of a rate", "name = \"a\"\nmetric = \"loop.flow\"\nkind = \"rate\"\noffset = 3", "site.toml:5");
    add("a place without a label", "name = \"a\"\nmetric = \"loop.flow\"\nplace = [\"loop\"]", "KIND=LABEL");
    add("a place of another kind", "name = \"a\"\nmetric = \"loop.flow\"\nplace = [\"node=x\"]",
        "loop.flow is a metric of a loop");
    add("a key that nobody reads", "name = \"a\"\nmetric = \"loop.flow\"\nunit = \"l\"", "unit");
}

void TestMappingFile::whatIsWrongIsNamedWithItsLine()
{
    QFETCH(QString, row);
    QFETCH(QString, expected);
    const auto rows = parseMapping("[[metric]]\n" + row.toStdString() + "\n", "site.toml");
    QVERIFY(!rows.isOk());
    QVERIFY2(rows.error().message.find(expected.toStdString()) != std::string::npos, rows.error().message.c_str());
    QVERIFY2(rows.error().message.find("site.toml:") != std::string::npos, rows.error().message.c_str());
}

LOCKSTEP_TEST(tst_mappingfile, TestMappingFile)

#include "tst_mappingfile.moc"
