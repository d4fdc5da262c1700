// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/enginesurvey.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/prometheus/fakeengine.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <chrono>

using namespace lockstep;
using lockstep::test::FakeEngine;

namespace {

const TimePoint surveyTime{std::chrono::seconds(1'700'000'000)};

/// Three GPUs every 15 s, from two targets.
FakeEngine::Said threeGpus(const std::string& query, const std::string& path)
{
    if (path.starts_with("status/tsdb"))
        return {"", "not here"};
    if (query.starts_with("count(count by"))
        return {"vector", "[" + FakeEngine::series("{}", 1.7e9, "2") + "]"};
    if (query.starts_with("count(DCGM"))
        return {"vector", "[" + FakeEngine::series("{}", 1.7e9, "3") + "]"};
    if (query.ends_with("m]"))
        return {"matrix", R"([{"metric":{},"values":[[1699999955.2,"1"],[1699999970.1,"1"],[1699999985.3,"1"]]}])"};
    return {"vector", "[]"};
}

} // namespace

/// The description of a server before connecting.
class TestEngineSurvey : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsKnownAndWhatIsNotAreListed()
    {
        const FakeEngine engine(R"(["DCGM_FI_DEV_GPU_TEMP","go_threads","up"])", threeGpus);
        const auto survey = surveyEngine({engine.url() + "/", {}, {}}, surveyTime);
        QVERIFY2(survey.isOk(), survey.isOk() ? "" : survey.error().message.c_str());
        const EngineSurvey& reported = survey.value();
        QVERIFY(reported.plan != nullptr);
        QCOMPARE(reported.recognised.size(), std::size_t{1});
        QCOMPARE(reported.recognised[0].seen, std::string("DCGM_FI_DEV_GPU_TEMP"));
        QCOMPARE(reported.recognised[0].metric, std::string(metrics::gpu::temperature));
        QCOMPARE(reported.recognised[0].series.value_or(0), std::uint64_t{3});
        QCOMPARE(reported.exporters.size(), std::size_t{1});
        QCOMPARE(reported.exporters[0].name, std::string("dcgm-exporter"));
        QCOMPARE(reported.exporters[0].targets.value_or(0), std::uint64_t{2});
        QCOMPARE(reported.exporters[0].interval, Duration(std::chrono::seconds(15)));
        QCOMPARE(reported.unknownCount, std::size_t{2});
        QCOMPARE(reported.unknown[0].name, std::string("go_threads"));
        QVERIFY(!reported.unknown[0].series); // not provided by this server
    }

    void anEngineWithNothingKnownStillTellsWhatItHas()
    {
        const FakeEngine engine(R"(["go_threads"])", threeGpus);
        const auto survey = surveyEngine({engine.url(), {}, {}}, surveyTime);
        QVERIFY(survey.isOk());
        QVERIFY(survey.value().plan == nullptr);
        QVERIFY(survey.value().problem.find("Lockstep knows none of them") != std::string::npos);
        QCOMPARE(survey.value().unknown.size(), std::size_t{1});
    }

    void aHundredThousandNamesAreCountedAndNotListed()
    {
        std::string names = R"(["DCGM_FI_DEV_GPU_TEMP")";
        for (int at = 0; at < 100'000; ++at)
            names += ",\"own_" + std::to_string(at) + "\"";
        const FakeEngine engine(names + "]", threeGpus);
        const auto survey = surveyEngine({engine.url(), {}, {}}, surveyTime);
        QVERIFY(survey.isOk());
        QCOMPARE(survey.value().unknown.size(), EngineSurvey::maxUnknown);
        QCOMPARE(survey.value().unknownCount, std::size_t{100'000});
    }

    void statisticsOfSeriesAreReadOrSaidToBeNone()
    {
        std::uint64_t count = 0;
        const auto use = [&count](std::string_view name, std::uint64_t its) {
            count = name == "up" ? its : 0;
        };
        const auto all = readSeriesCounts(R"({"status":"success","data":{"headStats":{"numSeries":508},
            "seriesCountByMetricName":[{"name":"x","value":-1},{"name":7},{"name":"up","value":12}]}})",
                                          use);
        QVERIFY(all.isOk());
        QCOMPARE(all.value(), std::uint64_t{508});
        QCOMPARE(count, std::uint64_t{12});
        QVERIFY(!readSeriesCounts(R"({"status":"success","data":[]})", use).isOk());
        QVERIFY(!readSeriesCounts("<html>", use).isOk());
    }
};

LOCKSTEP_TEST(tst_enginesurvey, TestEngineSurvey)
#include "tst_enginesurvey.moc"
