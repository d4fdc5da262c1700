// SPDX-License-Identifier: GPL-3.0-or-later
// Spans that are lost, late or have wrong times do not make a rank look like a straggler.
#include "tests/models/analysis/sync/tracking/simulatedspans.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <vector>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

constexpr std::uint32_t trackedNodes = 32;
constexpr std::uint32_t gpusPerNode = 8;
constexpr std::int64_t second = 1'000'000'000;

using Spans = std::vector<SyncSpan>;
/// What happens to a node's spans of one second in transit. May hold them back.
using Fate = std::function<Spans(int second, std::size_t node, Spans spans)>;

Spans shifted(Spans spans, std::int64_t ns)
{
    for (SyncSpan& span : spans) {
        span.startNs += ns;
        span.endNs += ns;
    }
    return spans;
}

/// A cluster whose batches a Fate modifies, node by node.
class Watch
{
public:
    Watch(const Drill& drill, Fate fate) : m_spans(trackedNodes, drill, 2), m_fate(std::move(fate)) { }

    void run(int seconds)
    {
        for (int until = m_second + seconds; m_second < until; ++m_second) {
            std::vector<Spans> byNode(trackedNodes);
            for (const SyncSpan& span : m_spans.advance())
                byNode[m_spans.nodeOf(span.lane)].push_back(span);
            for (std::size_t node = 0; node < trackedNodes; ++node) {
                m_spans.tracker().add(m_fate(m_second, node, std::move(byNode[node])));
                static_cast<void>(m_spans.tracker().closeWhole());
                tell();
            }
        }
    }

    [[nodiscard]] std::string reported() const
    {
        std::string text;
        for (const auto& [name, what] : m_reported)
            text += name + ": " + what + "; ";
        return text;
    }
    [[nodiscard]] std::optional<int> raisedAt(const std::string& name) const
    {
        const auto found = m_reportedAt.find(name);
        return found == m_reportedAt.end() ? std::nullopt : std::optional(found->second);
    }
    [[nodiscard]] const SimulatedSpans& spans() const { return m_spans; }
    [[nodiscard]] std::shared_ptr<const JobSync> job() const { return m_spans.job(); }

private:
    void tell()
    {
        const JobTracker& tracker = m_spans.tracker().jobs().begin()->second;
        if (tracker.closedSteps() == m_closed)
            return;
        m_closed = tracker.closedSteps();
        for (const CulpritRow& row : tracker.culprits().rows()) {
            if (!tracker.culprits().isPersistentStraggler(row))
                continue;
            const auto job = tracker.snapshot();
            const std::string name = row.culprit.kind == CulpritKind::Lane
                ? "rank " + std::to_string(job->ranks[row.culprit.index])
                : row.culprit.kind == CulpritKind::Storage ? "storage"
                                                           : m_spans.communicatorName(row.culprit.index);
            if (m_reported.try_emplace(name, row.evidence).second)
                m_reportedAt[name] = m_second;
        }
    }

    SimulatedSpans m_spans;
    Fate m_fate;
    int m_second = 0;
    std::size_t m_closed = 0;
    std::map<std::string, std::string> m_reported;
    std::map<std::string, int> m_reportedAt;
};

Spans asItWas(int, std::size_t, Spans spans)
{
    return spans;
}

/// The dashboard was overloaded for a while and dropped queued data.
Fate overload()
{
    return [random = std::mt19937(3)](int at, std::size_t, Spans spans) mutable {
        return at >= 20 && at < 38 && random() % 2 == 0 ? Spans{} : spans;
    };
}

/// Some nodes repeatedly skip ticks.
Fate flapping()
{
    return [](int at, std::size_t node, Spans spans) {
        return node % 4 == 3 && (at + static_cast<int>(node)) % 10 >= 6 ? Spans{} : spans;
    };
}

/// Some nodes are silent for 20 seconds, then deliver everything at once.
Fate stalling()
{
    return [held = std::map<std::size_t, Spans>()](int at, std::size_t node, Spans spans) mutable {
        if (node % 8 != 3)
            return spans;
        Spans& kept = held[node];
        kept.insert(kept.end(), spans.begin(), spans.end());
        return at / 20 % 2 == 1 && at % 20 != 19 ? Spans{} : std::exchange(kept, {});
    };
}

Fate joiningLate()
{
    return [](int at, std::size_t node, Spans spans) {
        return at < 13 + static_cast<int>(node % 7) && node % 2 == 1 ? Spans{} : spans;
    };
}

/// A clock that is hours off, and leaps.
Fate leapingClock()
{
    return [random = std::mt19937(5), error = 7 * 3600 * second](int, std::size_t node, Spans spans) mutable {
        if (node != 5)
            return spans;
        if (random() % 20 == 0)
            error += (static_cast<std::int64_t>(random() % 600) - 300) * second;
        return shifted(std::move(spans), error);
    };
}

/// All clocks drift, and each is set back by a minute from time to time, not simultaneously.
Fate clocksSetBack()
{
    return [](int at, std::size_t node, Spans spans) {
        const auto times = (at + static_cast<int>(node % 3)) / 20;
        return shifted(std::move(spans), -60 * second * times);
    };
}

Drill slowGpu()
{
    DrillFault fault;
    fault.kind = FaultKind::SlowGpu;
    fault.target.node = 9;
    fault.target.gpu = 2;
    fault.severity = 0.16;
    fault.onsetSeconds = 60;
    Drill drill;
    drill.faults.push_back(fault);
    return drill;
}

} // namespace

class LostSpansTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasLostMakesNobodyAStraggler_data()
    {
        QTest::addColumn<Fate>("fate");
        QTest::newRow("nothing lost") << Fate(asItWas);
        QTest::newRow("overload") << overload();
        QTest::newRow("flapping") << flapping();
        QTest::newRow("stalling") << stalling();
        QTest::newRow("joining late") << joiningLate();
        QTest::newRow("leaping clock") << leapingClock();
        QTest::newRow("clocks set back") << clocksSetBack();
    }

    void whatWasLostMakesNobodyAStraggler()
    {
        QFETCH(Fate, fate);
        Watch watch(Drill{}, fate);
        watch.run(120);
        QVERIFY2(watch.reported().empty(), watch.reported().c_str());
        QVERIFY(watch.job()->steps.size() > 10);
        QVERIFY(watch.job()->missing.empty());
        QVERIFY(watch.job()->stuck.empty());
    }

    void whatALaneThatLostSpansCostIsUnknown()
    {
        Watch watch(Drill{}, flapping());
        watch.run(100);
        const auto job = watch.job();
        std::array<int, 2> unknown{};
        std::array<int, 2> all{};
        for (std::size_t step = 2; step < job->steps.size(); ++step) {
            for (std::uint32_t lane = 0; lane < job->lanes.size(); ++lane) {
                const std::size_t flaps = watch.spans().nodeOf(job->lanes[lane]) % 4 == 3 ? 1 : 0;
                unknown[flaps] += std::isnan(job->steps[step]->blame[lane]) ? 1 : 0;
                ++all[flaps];
            }
        }
        QCOMPARE(unknown[0], 0); // a node without loss is known, whatever the others lose
        QVERIFY(unknown[1] * 2 > all[1]);
    }

    void theTrueStragglerIsNamedNonetheless_data() { whatWasLostMakesNobodyAStraggler_data(); }

    void theTrueStragglerIsNamedNonetheless()
    {
        QFETCH(Fate, fate);
        Watch watch(slowGpu(), fate);
        watch.run(120);
        const std::string culprit
            = "rank " + std::to_string(watch.spans().simulation().truth().steps.back().culpritRank);
        const auto at = watch.raisedAt(culprit);
        qInfo("reported %d s after it began: %s", at.value_or(0) - 60, watch.reported().c_str());
        QVERIFY2(at.has_value(), watch.reported().c_str());
        QVERIFY(*at >= 60 && *at < 90);
        QCOMPARE(watch.reported().find(culprit), std::size_t{0});
        QVERIFY2(std::ranges::count(watch.reported(), ';') == 1, watch.reported().c_str());
    }
};

LOCKSTEP_TEST(tst_lostspans, LostSpansTest)
#include "tst_lostspans.moc"
