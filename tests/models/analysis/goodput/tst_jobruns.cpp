// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a job, and the last one against the earlier ones.
#include "models/analysis/goodput/jobruns.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr float noValue = std::numeric_limits<float>::quiet_NaN();

/// Ticks of one second; steps of two seconds unless noted otherwise.
struct Series
{
    Series() { series.tickPeriod = 1s; }

    void add(int seconds, float firstStep, float stepTime, float mfu, float loss)
    {
        for (int at = 0; at < seconds; ++at) {
            series.step.push_back(firstStep + std::floor(static_cast<float>(at) / stepTime));
            series.stepTime.push_back(stepTime);
            series.mfu.push_back(mfu);
            series.wait.push_back(0.1F);
            series.gpus.push_back(64);
            series.loss.push_back(loss);
        }
        series.ticks = ticksIn({0, static_cast<TickIndex>(series.step.size())});
    }
    void pause(int seconds)
    {
        for (auto* const values :
             {&series.step, &series.stepTime, &series.mfu, &series.wait, &series.gpus, &series.loss})
            values->insert(values->end(), static_cast<std::size_t>(seconds), noValue);
        series.ticks = ticksIn({0, static_cast<TickIndex>(series.step.size())});
    }

    JobSeries series;
};

std::string valueIn(const FigureGroup& group, const std::string& name)
{
    const auto found = std::ranges::find(group.figures, name, &Figure::name);
    std::string value = found == group.figures.end() ? "none" : found->value;
    for (std::size_t at = value.find("\u2009"); at != std::string::npos; at = value.find("\u2009"))
        value.replace(at, 3, " ");
    return value;
}

} // namespace

class TestJobRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNumberAtTheEndIsNotPartOfTheName()
    {
        QCOMPARE(jobBaseName("llama-4711"), std::string_view("llama"));
        QCOMPARE(jobBaseName("llama_70b"), std::string_view("llama_70b"));
        QCOMPARE(jobBaseName("llama3"), std::string_view("llama3"));
        QCOMPARE(jobBaseName("4711"), std::string_view("4711"));
        QCOMPARE(jobBaseName("-1"), std::string_view("-1"));
        QCOMPARE(jobBaseName(""), std::string_view());
    }

    void anAbsenceOrTheFirstStepAgainBeginsARun()
    {
        Series job;
        job.add(100, 0, 2, 0.4F, 3);
        job.pause(600); // ten minutes: the same run
        job.add(100, 40, 2, 0.4F, 3); // restarted from a checkpoint
        job.pause(1000);
        job.add(100, 90, 2, 0.4F, 3); // a continued run, after an absence
        job.add(100, 0, 2, 0.4F, 3); // from the beginning
        job.add(4, 0, 1, 0.4F, 3); // too short to be one, and so it ends the run before
        const std::vector<JobRun> runs = runsIn("train", job.series);
        QCOMPARE(runs.size(), std::size_t{3});
        QCOMPARE(runs[0].ticks, (TickRange{0, 800}));
        QCOMPARE(runs[1].ticks, (TickRange{1800, 1900}));
        QCOMPARE(runs[2].ticks, (TickRange{1900, 2000}));
        QCOMPARE(runs[0].stepSeconds, 2.0);
    }

    void theLastRunIsHeldAgainstTheEarlierOnes()
    {
        Series job;
        job.add(400, 0, 2, 0.40F, 3.0F);
        job.pause(1000);
        job.add(400, 0, 2.5F, 0.32F, 3.2F);
        std::vector<JobRun> runs = runsIn("train", job.series);
        QCOMPARE(runs.size(), std::size_t{2});
        runs[0].nodes = {"n1", "n2", "n3"};
        runs[1].nodes = {"n1", "n2", "n4"};
        runs[0].racks = runs[1].racks = {"A1"};
        runs[0].properties = {{"GPU driver", {"550.54"}}, {"CUDA", {"12.4"}}};
        runs[1].properties = {{"GPU driver", {"560.28"}}, {"CUDA", {"12.4"}}};
        const FigureGroup group = earlierRuns(runs);
        QCOMPARE(valueIn(group, "Step time"), std::string("2.50 s; earlier 2 s, 25 % more"));
        QCOMPARE(valueIn(group, "Model FLOPs utilisation"), std::string("32 %; earlier 40 %, 20 % less"));
        QCOMPARE(valueIn(group, "Wait loss"), std::string("10 %; earlier 10 %, 0 % more"));
        QCOMPARE(valueIn(group, "Loss at step 159"), std::string("3.20; previous run 3"));
        QCOMPARE(valueIn(group, "Changed: nodes added"), std::string("n4"));
        QCOMPARE(valueIn(group, "Changed: nodes removed"), std::string("n3"));
        QCOMPARE(valueIn(group, "Changed: GPU driver"), std::string("560.28 instead of 550.54"));
        QCOMPARE(valueIn(group, "Changed: CUDA"), std::string("none"));
        QCOMPARE(valueIn(group, "Changed: racks"), std::string("none"));
    }

    void oneRunHasNothingToCompareWith()
    {
        Series job;
        job.add(400, 0, 2, 0.4F, 3);
        const FigureGroup group = earlierRuns(runsIn("train", job.series));
        QCOMPARE(group.figures.size(), std::size_t{1});
        QVERIFY(!group.figures.front().isKnown);
    }
};

LOCKSTEP_TEST(tst_jobruns, TestJobRuns)
#include "tst_jobruns.moc"
