// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/kernelsource.h"
#include "datasources/selftest/selftest.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <dlfcn.h>

using namespace lockstep;
using State = SelfTestResult::State;

/// The self-tests, run briefly on this machine, and their results as text.
class TestSelfTest : public QObject
{
    Q_OBJECT

private:
    static std::vector<SelfTestResult> resultsOf(SelfTestKind kind, const std::string& folder = "/var/tmp")
    {
        SelfTestPlan plan;
        plan.kinds = {kind};
        plan.each = std::chrono::milliseconds(50);
        plan.folder = folder;
        std::vector<SelfTestResult> results;
        runSelfTest(plan, [&](SelfTestResult result) { results.push_back(std::move(result)); });
        return results;
    }

    /// Each test was measured or has a reason why not, as in a container with a limit.
    static void verifyMeasured(const std::vector<SelfTestResult>& results, const std::vector<std::string>& metrics)
    {
        for (const SelfTestResult& each : results)
            QVERIFY2(each.state != State::Failed, each.detail.c_str());
        if (results.size() == 1 && results.front().state == State::NotRun) {
            QVERIFY(!results.front().detail.empty() && !results.front().value);
            QSKIP(results.front().detail.c_str());
        }
        QCOMPARE(results.size(), metrics.size());
        for (std::size_t at = 0; at < results.size(); ++at) {
            QCOMPARE(results[at].metric, metrics[at]);
            QVERIFY2(results[at].value.value_or(0) > 1e5, toJson(results[at]).c_str());
            QVERIFY(!results[at].detail.empty());
        }
    }

private Q_SLOTS:
    void namesOfTestsAreRead()
    {
        const auto kinds = selfTestKindsFrom({"disk", "cpu", "disk"});
        QVERIFY(kinds.isOk());
        QVERIFY((kinds.value() == std::set<SelfTestKind>{SelfTestKind::Cpu, SelfTestKind::Disk}));
        const auto wrong = selfTestKindsFrom({"cpu", "tpu"});
        QVERIFY(!wrong.isOk());
        QVERIFY2(wrong.error().message.find("\"tpu\"") != std::string::npos, wrong.error().message.c_str());
        QVERIFY(!selfTestKindsFrom({}).isOk());
    }

    void resultsGoThereAndBack()
    {
        const SelfTestResult measured{metrics::selftest::gpuGemm, "gpu3", State::Passed, 6.78e14,
                                      "bf16, \"8192\" rows"};
        const SelfTestResult failed{metrics::selftest::gpuErrors, "gpu0", State::Failed, 3.0, "wrong"};
        const SelfTestResult missing{metrics::selftest::diskWrite, "", State::NotRun, {}, "no folder"};
        for (const SelfTestResult& each : {measured, failed, missing}) {
            const auto read = selfTestResultFrom(toJson(each));
            QVERIFY2(read && *read == each, toJson(each).c_str());
        }
        const std::vector<SelfTestResult> all{measured, failed, missing};
        const std::string table = toTable(all);
        QCOMPARE(std::ranges::count(table, '\n'), 4);
        QVERIFY2(table.find("678\u2009T/s") != std::string::npos, table.c_str());
        QVERIFY(table.find("FAILED") != std::string::npos && table.find("no folder") != std::string::npos);
    }

    void otherTextIsNoResult()
    {
        for (const char* text :
             {"", "x", "{", "[]", "{\"metric\":\"selftest.cpu\"}", "{\"metric\":\"gpu.power\",\"state\":\"passed\"}",
              "{\"metric\":\"selftest.unknown\",\"state\":\"passed\",\"value\":1}",
              "{\"metric\":\"selftest.cpu\",\"state\":\"perhaps\",\"value\":1}"})
            QVERIFY2(!selfTestResultFrom(text), text);
    }

    void theCpusAreMeasured() { verifyMeasured(resultsOf(SelfTestKind::Cpu), {metrics::selftest::cpu}); }
    void theMemoryIsMeasured() { verifyMeasured(resultsOf(SelfTestKind::Memory), {metrics::selftest::memory}); }
    void theLoopbackIsMeasured() { verifyMeasured(resultsOf(SelfTestKind::Network), {metrics::selftest::network}); }

    void theDiskIsMeasuredAndLeftAsItWas()
    {
        const QTemporaryDir folder(QStringLiteral("/var/tmp/lockstep-XXXXXX"));
        const auto results = resultsOf(SelfTestKind::Disk, folder.path().toStdString());
        QVERIFY(QDir(folder.path()).isEmpty());
        verifyMeasured(results, {metrics::selftest::diskWrite, metrics::selftest::diskRead});
    }

    void theBandwidthFromPeersIsTheMedianOfTheFirstFourIdleOnes()
    {
        SelfTestPlan plan;
        plan.kinds = {SelfTestKind::Peers};
        plan.each = std::chrono::milliseconds(50);
        plan.peers = {"busy:7117", "n1:7117", "n2:7117", "n3:7117", "n4:7117", "n5:7117"};
        std::vector<std::string> asked;
        plan.receiveFrom = [&](const std::string& peer, std::chrono::milliseconds length) -> Result<double> {
            asked.push_back(peer);
            if (peer == "busy:7117" || length != plan.each)
                return Error{"its CPU load is unknown"};
            return peer == "n2:7117" ? 1e6 : 1e9 + static_cast<double>(asked.size());
        };
        std::vector<SelfTestResult> results;
        const auto take = [&](SelfTestResult result) {
            results.push_back(std::move(result));
        };
        runSelfTest(plan, take);
        QCOMPARE(asked.size(), std::size_t{5});
        QCOMPARE(results.size(), std::size_t{1});
        QCOMPARE(results.front().state, State::Passed);
        QVERIFY(results.front().value.value_or(0) > 9e8); // one slow peer does not count
        QVERIFY2(results.front().detail.starts_with("from n2:7117 1"), results.front().detail.c_str());
        plan.peers = {"busy:7117"};
        runSelfTest(plan, take);
        QCOMPARE(results.back().state, State::NotRun);
        QCOMPARE(results.back().detail, std::string("busy:7117: its CPU load is unknown"));
        plan.receiveFrom = nullptr;
        runSelfTest(plan, take);
        QCOMPARE(results.back().state, State::NotRun);
    }

    void aFolderThatCannotBeUsedIsNamed()
    {
        for (const char* folder : {"/nowhere", "/proc", "/dev/shm"}) {
            const auto results = resultsOf(SelfTestKind::Disk, folder);
            QCOMPARE(results.size(), std::size_t{1});
            QCOMPARE(results.front().state, State::NotRun);
            QVERIFY2(results.front().detail.find(folder) != std::string::npos, results.front().detail.c_str());
        }
    }

    void withoutADriverTheGpusAreNotTested()
    {
        if (void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW)) {
            ::dlclose(driver);
            QSKIP("This machine has a CUDA driver.");
        }
        const auto results = resultsOf(SelfTestKind::Gpu);
        QCOMPARE(results.size(), std::size_t{1});
        QCOMPARE(results.front().state, State::NotRun);
        QVERIFY2(results.front().detail.starts_with("cannot load the CUDA driver: libcuda.so.1"),
                 results.front().detail.c_str());
    }

    void theKernelsAreText()
    {
        const std::string source = kernelSource();
        QCOMPARE(std::ranges::count(source, '{'), std::ranges::count(source, '}'));
        for (const char* entry : {".entry fill(", ".entry compare(", ".entry chain("})
            QVERIFY2(source.find(entry) != std::string::npos, entry);
        std::size_t count = 0;
        for (std::size_t at = source.find("fma.rn.f32"); at != std::string::npos;
             at = source.find("fma.rn.f32", at + 1))
            ++count;
        QCOMPARE(count, std::size_t{chainLength});
    }

    /// Otherwise an error in the middle of a chain could be lost.
    void chainsDependOnTheirStart()
    {
        QVERIFY(chainResult(1, 2048) != chainResult(2, 2048));
        QVERIFY(std::isfinite(chainResult(1U << 20U, 2048)));
    }
};

LOCKSTEP_TEST(tst_selftest, TestSelfTest)
#include "tst_selftest.moc"
