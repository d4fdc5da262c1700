// SPDX-License-Identifier: GPL-3.0-or-later
// Analyses must not depend on text: plays all drills with each text replaced by "x".
#include "app/scoring/simulatedfeed.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/causality/alertcost.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/drain/drainqueue.h"
#include "models/pipeline/pipeline.h"
#include "models/store/clusterstore.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QDir>
#include <QTest>

#include <set>
#include <string>
#include <vector>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int seconds = 130; ///< of each drill; the faults begin within the first 60
constexpr int apart = 10; ///< seconds between the moments that are compared

QString sourceFolder()
{
    return qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources");
}

std::vector<DerivedEvent> withoutWords(std::vector<DerivedEvent> events)
{
    for (DerivedEvent& each : events)
        each.event.text = "x";
    return events;
}

/// The events that a log keeps after receiving these.
std::vector<DerivedEvent> kept(const std::vector<DerivedEvent>& events, const Topology& topology)
{
    AlertEventLog log;
    for (const DerivedEvent& each : events)
        log.add(topology, each.entity, each.event);
    return log.events();
}

std::vector<Alert> withoutWords(std::vector<Alert> alerts)
{
    for (Alert& alert : alerts) {
        alert.title.clear();
        alert.headLength = 0;
        for (Alert::Stage& stage : alert.chain)
            stage.what.clear();
        for (Alert::Alternative& other : alert.considered)
            other.ruledOutReason.clear();
    }
    return alerts;
}

} // namespace

class TestDrillTexts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingDependsOnTheWords_data()
    {
        QTest::addColumn<QString>("path");
        const QDir drills(sourceFolder() + QStringLiteral("/drills"));
        const QStringList all = drills.entryList({QStringLiteral("*.toml")});
        for (qsizetype at = 0; at < all.size(); at += test::isSanitized ? 6 : 1)
            QTest::newRow(qPrintable(all[at].chopped(5))) << drills.filePath(all[at]);
    }

    void nothingDependsOnTheWords()
    {
        QFETCH(QString, path);
        const auto spec = readSimulationFile(sourceFolder().toStdString() + "/clusters/demo.toml");
        const auto drill = readDrillFile(path.toStdString());
        QVERIFY(spec.isOk() && drill.isOk());
        const TimePoint start = std::chrono::sys_days(std::chrono::year(2026) / 3 / 1);
        const auto simulation = sim::Simulation::create(spec.value(), drill.value(), 3, start).value();
        scoring::SimulatedFeed feed(*simulation, 3, std::nullopt);
        LearnedBaselines learned;
        Pipeline pipeline(Pipeline::liveOnlyLimits(1s), learned);
        pipeline.step(feed.introductions(), simulation->now());
        std::vector<DerivedEvent> handled; // what operators did
        for (int second = 1; second <= seconds; ++second) {
            simulation->advance();
            pipeline.step(feed.tick(), simulation->now());
            if (second % apart == 0)
                compare(pipeline.store(), simulation->now(), handled);
        }
    }

    void cleanupTestCase()
    {
        // Otherwise too little was compared.
        QVERIFY2(m_kinds.size() >= (test::isSanitized ? 2 : 10), qPrintable(QString::number(m_kinds.size())));
        QVERIFY(m_handled >= (test::isSanitized ? 2 : 10));
    }

private:
    void compare(const ClusterStore& store, TimePoint now, std::vector<DerivedEvent>& handled)
    {
        const Topology& topology = *store.topology();
        const ObservedJobs jobs = observedJobs(store.spans());
        std::vector<DerivedEvent> events = store.reported().events();
        events.insert(events.end(), handled.begin(), handled.end());
        const std::vector<DerivedEvent> blank = withoutWords(events);
        QCOMPARE(kept(blank, topology).size(), kept(events, topology).size());

        const std::vector<Alert> alerts = alertsAt(kept(events, topology), topology, jobs, now);
        const std::vector<Alert> others = alertsAt(kept(blank, topology), topology, jobs, now);
        QVERIFY(withoutWords(alerts) == withoutWords(others));
        const ColumnOf columnOf = [&](std::string_view metric, TickIndex tick) {
            const MetricId id = store.metrics().find(metric);
            const auto column = id.isValid() ? store.column(id, tick) : std::span<const float>();
            return std::vector<float>(column.begin(), column.end());
        };
        for (std::size_t at = 0; at < alerts.size(); ++at) {
            m_kinds.insert(alerts[at].kind);
            QCOMPARE(costOf(alerts[at], topology, 1s, now, columnOf), costOf(others[at], topology, 1s, now, columnOf));
            QVERIFY(remedyOf(alerts[at]).remedy == remedyOf(others[at]).remedy);
            if (alerts[at].state != Alert::State::Active)
                continue;
            const bool isShelved = ++m_handled % 2 == 0;
            handled.push_back({alerts[at].entities.empty() ? EntityRef{} : alerts[at].entities.front(),
                               isShelved ? shelving(alerts[at], now, 1min, "x") : acknowledgement(alerts[at], now)});
        }
    }

    std::set<std::string> m_kinds; ///< of alerts that were compared
    std::size_t m_handled = 0;
};

LOCKSTEP_TEST(tst_drilltexts, TestDrillTexts)
#include "tst_drilltexts.moc"
