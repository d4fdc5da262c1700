// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/prometheusengine.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <vector>

using namespace lockstep;

namespace {

struct Taken
{
    std::vector<std::string> labels;
    std::vector<EngineSample> samples;
};

Result<EngineResponse> take(std::string_view json, Taken& taken)
{
    return readAnswer(json, [&](LabelViews labels, std::span<const EngineSample> samples) {
        for (const auto& [name, value] : labels)
            taken.labels.push_back(std::string(name) + "=" + std::string(value));
        taken.samples.insert(taken.samples.end(), samples.begin(), samples.end());
    });
}

} // namespace

class TestEngineReply : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMatrixGivesEachSeriesItsSamples();
    void whatIsNoNumberOrTimeIsLeftOut();
    void theEnginesOwnReasonIsHandedOn();
    void aPartialAnswerSaysSo();
    void whatIsNoAnswerIsRefused_data();
    void whatIsNoAnswerIsRefused();
    void realAnswersAreRead();
};

void TestEngineReply::aMatrixGivesEachSeriesItsSamples()
{
    Taken taken;
    const auto answer = take(R"({"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{"__name__":"up","instance":"a:1"},"values":[[1700000000,"1"],[1700000015.25,"0"]]}]}})",
                             taken);
    QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.c_str());
    QCOMPARE(answer.value().series, std::size_t{1});
    QCOMPARE(taken.labels.back(), std::string("instance=a:1"));
    QCOMPARE(taken.samples.size(), std::size_t{2});
    QCOMPARE(nsOf(taken.samples.back().time), std::int64_t{1700000015250000000});
    QCOMPARE(taken.samples.back().value, 0.0);
}

void TestEngineReply::whatIsNoNumberOrTimeIsLeftOut()
{
    Taken taken;
    const auto answer = take(R"({"status":"success","data":{"resultType":"matrix","result":[
        {"metric":{},"values":[[1700000000,"NaN"],[1700000001,"+Inf"],[1e30,"1"],[-5,"1"],["x","1"],[1700000002],
        [1700000003,4],[1700000004,"5 apples"],[1700000005,"6"]]},{"metric":7,"values":"none"},8]}})",
                             taken);
    QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.c_str());
    QCOMPARE(taken.samples.size(), std::size_t{1});
    QCOMPARE(taken.samples.front().value, 6.0);
}

void TestEngineReply::theEnginesOwnReasonIsHandedOn()
{
    Taken taken;
    const auto answer = take(R"({"status":"error","errorType":"bad_data","error":"parse error at char 3"})", taken);
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error().message, std::string("bad_data: parse error at char 3"));
}

void TestEngineReply::aPartialAnswerSaysSo()
{
    Taken taken;
    const auto warned = take(
        R"({"status":"success","warnings":["store b is down"],"data":{"resultType":"vector","result":[]}})", taken);
    QCOMPARE(warned.value().warning, std::string("store b is down"));
    const auto partial
        = take(R"({"status":"success","isPartial":true,"data":{"resultType":"vector","result":[]}})", taken);
    QVERIFY(!partial.value().warning.empty());
    const auto whole
        = take(R"({"status":"success","isPartial":false,"data":{"resultType":"vector","result":[]}})", taken);
    QVERIFY(whole.value().warning.empty());
}

void TestEngineReply::whatIsNoAnswerIsRefused_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a page") << QByteArray("<html>Log in</html>");
    QTest::newRow("another interface") << QByteArray(R"({"results":[]})");
    QTest::newRow("no data") << QByteArray(R"({"status":"success"})");
    QTest::newRow("another type") << QByteArray(
        R"({"status":"success","data":{"resultType":"string","result":[1,"a"]}})");
    QTest::newRow("no list") << QByteArray(R"({"status":"success","data":{"resultType":"vector","result":{}}})");
    QTest::newRow("deep") << QByteArray(200'000, '[');
    QTest::newRow("cut off") << QByteArray(R"({"status":"success","data":{"resultType":"vector","result":[{"metric":)");
}

void TestEngineReply::whatIsNoAnswerIsRefused()
{
    QFETCH(QByteArray, json);
    Taken taken;
    const auto answer = take(std::string_view(json.constData(), static_cast<std::size_t>(json.size())), taken);
    QVERIFY(!answer.isOk());
    QVERIFY(!answer.error().message.empty());
}

void TestEngineReply::realAnswersAreRead()
{
    const QDir folder(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/../shared/data/dcgm_exporter"));
    const QStringList names = folder.entryList({QStringLiteral("prometheus_query_*.json")});
    if (names.isEmpty())
        QSKIP("the answers of a real engine are not here: ../shared/data/dcgm_exporter");
    for (const QString& name : names) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const std::string json = file.readAll().toStdString();
        Taken taken;
        const auto answer = take(json, taken);
        QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.c_str());
        QCOMPARE(answer.value().series, std::size_t{16});
        QCOMPARE(taken.samples.size(), std::size_t{16});
    }
}

LOCKSTEP_TEST(tst_enginereply, TestEngineReply)

#include "tst_enginereply.moc"
