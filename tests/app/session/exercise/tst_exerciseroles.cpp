// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/exercise/exerciseroles.h"
#include "models/analysis/causality/causes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;
using enum ExerciseRole;

namespace {

Alert alertOf(std::string_view kind, std::string title)
{
    Alert alert;
    alert.kind = kind;
    alert.headLength = title.size();
    alert.title = std::move(title);
    return alert;
}

} // namespace

class TestExerciseRoles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesAreThoseOfTheCommandLine()
    {
        QVERIFY(rolesFromName("facilities") == std::vector{Facilities});
        QVERIFY(rolesFromName("both") == (std::vector{Facilities, Training}));
        QVERIFY(!rolesFromName("boss") && !rolesFromName(""));
    }

    void eachSeesItsViews()
    {
        QVERIFY(seesView(Facilities, "hall") && !seesView(Training, "hall"));
        QVERIFY(seesView(Training, "job") && !seesView(Facilities, "job"));
        QVERIFY(seesView(Training, "alerts") && seesView(Facilities, "alerts"));
        // It names causes of both.
        QVERIFY(!seesView(Training, "dependencies") && !seesView(Facilities, "dependencies")
                && seesView(Everything, "dependencies"));
    }

    void eachSeesItsMetrics()
    {
        for (const std::string_view metric :
             {metrics::loop::flow, metrics::rack::inletTemperature, metrics::node::power, metrics::gpu::temperature})
            QVERIFY(seesMetric(Facilities, metric) && !seesMetric(Training, metric) && seesMetric(Everything, metric));
        for (const std::string_view metric : {metrics::job::waitShare, metrics::port::utilisation,
                                              metrics::gpu::syncWaitShare, metrics::rack::syncBlame})
            QVERIFY(!seesMetric(Facilities, metric) && seesMetric(Training, metric));
    }

    void anAlertIsShownToTheSideOfItsCauseWithoutEffectsOnTheOther()
    {
        Alert pump = alertOf(kinds::pumpDegradation, "Loop cdu-1: flow 84 L/min");
        pump.title += "; train-a 31 % slower";
        pump.costGpuSeconds = 3600;
        pump.owners = {"facilities", "training"};
        pump.chain.resize(2);
        pump.chain[0].kind = FindingKind::LoopFlow;
        pump.chain[1].kind = FindingKind::JobSlow;
        pump.considered = {{std::string(kinds::slowGpu), "its clock is low"}};
        const std::vector<Alert> all{pump, alertOf(kinds::flappingLink, "link flaps")};
        std::vector<Alert> facilities = all;
        keepAlertsOf(Facilities, facilities);
        QCOMPARE(facilities.size(), std::size_t{1});
        QCOMPARE(facilities.front().title, std::string("Loop cdu-1: flow 84 L/min"));
        QCOMPARE(facilities.front().chain.size(), std::size_t{1});
        QVERIFY(facilities.front().considered.empty() && !facilities.front().costGpuSeconds);
        std::vector<Alert> training = all;
        keepAlertsOf(Training, training);
        QCOMPARE(training.size(), std::size_t{1});
        QCOMPARE(training.front().kind, std::string(kinds::flappingLink));
        std::vector<Alert> everything = all;
        keepAlertsOf(Everything, everything);
        QVERIFY(everything == all);
    }
};

LOCKSTEP_TEST(tst_exerciseroles, TestExerciseRoles)
#include "tst_exerciseroles.moc"
