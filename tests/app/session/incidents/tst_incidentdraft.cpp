// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentdraft.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

/// What one key makes of what is selected.
class TestIncidentDraft : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAlertBecomesAnIncidentWithItsStory()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(60);
        world.report(1, {{}, Severity::Warning, 2, "gpu.ecc", "gpu1: 20 corrected errors a second"});
        const TimePoint onset = world.now();
        world.run(20);
        world.report(1, {{}, Severity::Critical, 2, "gpu.lost", "GPU 1 fell off the bus"});
        world.run(60);
        world.time.setCursor(onset + 50s);
        const Topology& topology = *world.cluster.store().topology();
        const EntityRef gpu = topology.find(EntityKind::Gpu, topology.findNode(world.fake().nodeName(1)), "gpu1");
        QVERIFY(gpu.isValid());
        world.selection.select(gpu);
        const Incident incident = draftIncident(world.context(), "noor");
        QVERIFY2(incident.title.starts_with("gpu1: 20 corrected errors a second"), incident.title.c_str());
        QCOMPARE(incident.severity, Severity::Critical);
        QCOMPARE(incident.tags, std::vector<std::string>{"memory_errors"});
        QCOMPARE(incident.entities.size(), 1UL);
        QVERIFY2(incident.summary.find("GPU 1 fell off the bus") != std::string::npos, incident.summary.c_str());
        QVERIFY2(incident.causes.find("failing GPU memory") != std::string::npos, incident.causes.c_str());
        QCOMPARE(incident.range, (TimeRange{onset - 30s, onset + 80s}));
        QCOMPARE(incident.owner, std::string("noor"));
    }

    void whatIsMarkedIsAStoryOfItsOwn()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(10);
        world.report(1, {{}, Severity::Critical, 2, "gpu.lost", "GPU 1 fell off the bus"});
        world.run(30);
        world.selection.select({EntityKind::Gpu, 3});
        const TimeRange marked{world.now() - 30s, world.now() - 10s};
        world.time.setMarked(marked);
        QCOMPARE(draftIncident(world.context(), "noor").range, marked);
    }
};

LOCKSTEP_GUI_TEST(tst_incidentdraft, TestIncidentDraft)
#include "tst_incidentdraft.moc"
