// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/incidents/incidentdraft.h"
#include "models/analysis/causality/alerts.h"
#include "models/analysis/causality/runbooks.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

/// The incident that one key creates from the selection.
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
        const Incident incident = draftIncident(world.context(), "noor").incident;
        QVERIFY2(incident.title.starts_with("gpu1: 20 corrected errors a second"), incident.title.c_str());
        QCOMPARE(incident.severity, Severity::Critical);
        QCOMPARE(incident.tags, std::vector<std::string>{"memory_errors"});
        QCOMPARE(incident.entities.size(), 1UL);
        QVERIFY2(incident.summary.find("GPU 1 fell off the bus") != std::string::npos, incident.summary.c_str());
        QVERIFY2(incident.causes.find("failing GPU memory") != std::string::npos, incident.causes.c_str());
        QCOMPARE(incident.range, (TimeRange{onset - 30s, onset + 80s}));
        QCOMPARE(incident.createdBy, std::string("noor"));
    }

    /// Effects contribute nothing: cause, onset, confidence, owner and runbook are the alert's.
    void theCauseIsThatOfTheAlertThatWasShown()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(60);
        const TimePoint onset = world.now() + 1s;
        Event event{{}, Severity::Warning, 2, "gpu.ecc", "gpu1: 20 corrected errors a second"};
        world.report(1, event);
        world.run(60);
        world.selection.select(gpuOf(world, 1));
        const std::vector<Alert> alerts = world.alerts.at(world.now());
        QCOMPARE(alerts.size(), 1UL);
        world.time.setCursor(onset - 1s); // before the alert exists
        QVERIFY(world.alerts.at(onset - 1s).empty());
        const Incident incident = draftIncident(world.context(), "noor", AlertAt{alerts.front(), world.now()}).incident;
        QCOMPARE(incident.title, alerts.front().title);
        QVERIFY(incident.range.contains(onset) && incident.range.contains(world.now() - 1s));
        QVERIFY2(incident.causes.find(" %), since 03:13:") != std::string::npos, incident.causes.c_str());
        QVERIFY2(incident.causes.find("Owner: hardware") != std::string::npos, incident.causes.c_str());
        QCOMPARE(incident.owner, std::string("hardware"));
        QVERIFY(!incident.actions.empty());
        QCOMPARE(incident.actions.front().owner, std::string("hardware"));
    }

    void theSitesRunbookIsInIt()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("memory_errors.md")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("Call Ada, https://wiki.example/ecc\n\n## Act\n\n1. Open a ticket\n");
        file.close();
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(60);
        world.report(1, {{}, Severity::Warning, 2, "gpu.ecc", "gpu1: 20 corrected errors a second"});
        world.run(30);
        const Runbooks runbooks({folder.path().toStdString()});
        ViewContext context = world.context();
        context.runbooks = &runbooks;
        const Incident incident = draftIncident(context, "noor").incident;
        QCOMPARE(incident.actions.size(), 1UL);
        QCOMPARE(incident.actions.front().text, std::string("Open a ticket"));
        QVERIFY2(incident.causes.find("Site runbook: https://wiki.example/ecc\n") != std::string::npos,
                 incident.causes.c_str());
        QVERIFY2(incident.causes.find("Call Ada") != std::string::npos, incident.causes.c_str());
    }

    void nothingIsSelectedSoItIsOfTheWorstAlert_data()
    {
        QTest::addColumn<Alert::State>("state");
        QTest::newRow("active") << Alert::State::Active;
        // Who acknowledges first and opens the incident afterwards gets the same.
        QTest::newRow("acknowledged") << Alert::State::Acknowledged;
    }

    void nothingIsSelectedSoItIsOfTheWorstAlert()
    {
        QFETCH(Alert::State, state);
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(60);
        world.report(1, {{}, Severity::Warning, 2, "gpu.ecc", "gpu1: 20 corrected errors a second"});
        world.run(30);
        if (state == Alert::State::Acknowledged) {
            const Alert alert = world.alerts.at(world.now()).front();
            world.cluster.applyDerived({{}, {{alert.entities.front(), acknowledgement(alert, world.now() - 10s)}}});
        }
        world.time.setCursor(world.now() - 1s);
        QCOMPARE(world.alerts.at(world.now() - 1s).front().state, state);
        QCOMPARE(draftIncident(world.context(), "noor").incident.tags, std::vector<std::string>{"memory_errors"});
    }

    void notesOfItsTimeAndPlaceAreIn()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(60);
        world.report(1, {{}, Severity::Warning, 2, "gpu.ecc", "gpu1: 20 corrected errors a second"});
        const TimePoint onset = world.now();
        world.run(30);
        world.time.setCursor(world.now() - 1s);
        world.selection.select(gpuOf(world, 1));
        IncidentWorkspace workspace("noor");
        const Topology& topology = *world.cluster.store().topology();
        const auto note = [&](const char* text, TimePoint when, std::optional<EntityRef> where) {
            Annotation annotation;
            annotation.key = newKey<AnnotationKey>();
            annotation.range = {when, when};
            annotation.text = text;
            if (where)
                annotation.entities = {nameOf(topology, *where)};
            IncidentChange change;
            change.annotations = {{{}, annotation}};
            workspace.make(change);
        };
        note("here", onset + 5s, gpuOf(world, 1));
        note("of its node", onset + 6s, topology.findNode(world.fake().nodeName(1)));
        note("of nothing", onset + 7s, std::nullopt);
        note("elsewhere", onset + 8s, gpuOf(world, 0));
        note("long ago", onset - 50s, gpuOf(world, 1));
        const IncidentDraft draft = draftIncident(world.context(), "noor");
        std::vector<std::string> taken;
        for (const Edit<Annotation>& edit : notesOf(draft, workspace, topology)) {
            QVERIFY(edit.after->incident == draft.incident.key);
            taken.push_back(edit.after->text);
        }
        QCOMPARE(taken, (std::vector<std::string>{"here", "of its node", "of nothing"}));
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
        QCOMPARE(draftIncident(world.context(), "noor").incident.range, marked);
    }

    /// Also if the texts of its events contain the names.
    void eventsThatAreNotOnItsEntitiesHavePlaces()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(10);
        world.report(1, {{}, Severity::Critical, 2, "gpu.lost", "gpu1 fell off the bus."});
        world.run(30);
        world.time.setMarked(TimeRange{world.now() - 35s, world.now() - 10s});
        const Topology& topology = *world.cluster.store().topology();
        const EntityRef gpu = gpuOf(world, 1);
        const std::string place = topology.path(gpu);
        world.selection.select(gpu);
        Incident incident = draftIncident(world.context(), "noor").incident;
        QCOMPARE(incident.title, std::string("gpu1 fell off the bus"));
        QVERIFY2(incident.summary.find(place) == std::string::npos, incident.summary.c_str());
        world.selection.select(topology.ancestor(gpu, EntityKind::Node));
        incident = draftIncident(world.context(), "noor").incident;
        QCOMPARE(incident.title, "gpu1 fell off the bus, " + place);
        QVERIFY2(incident.summary.find("(" + place + ")") != std::string::npos, incident.summary.c_str());
    }

private:
    static EntityRef gpuOf(FakeWorld& world, std::uint32_t node)
    {
        const Topology& topology = *world.cluster.store().topology();
        return topology.find(EntityKind::Gpu, topology.findNode(world.fake().nodeName(node)), "gpu1");
    }
};

LOCKSTEP_GUI_TEST(tst_incidentdraft, TestIncidentDraft)
#include "tst_incidentdraft.moc"
