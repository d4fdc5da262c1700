// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/rackarranging.h"
#include "app/dashboard/composition.h"
#include "app/session/livesession.h"
#include "app/session/opening/startoptions.h"
#include "app/session/tracesession.h"
#include "datasources/clusterfile/clusterfile.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "views3d/hallview.h"

#include <QFile>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr const char* siteText = "name = \"t\"\n"
                                 "[[rack]]\n"
                                 "name = \"A{1..3}\" # the row\n"
                                 "[[node]]\n"
                                 "name = \"n{1..3}\"\n"
                                 "rack = \"A{1..3}\"\n";

/// The window's rack arrangement, for a cluster file without reporting nodes.
struct Site
{
    explicit Site(bool hasFile = true)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(siteText) < 0)
            qFatal("no file");
        file.close();
        LiveSources sources;
        sources.topology = readClusterFile(path.toStdString()).value().topology;
        sources.clusterFile = hasFile ? path.toStdString() : std::string();
        StartOptions options;
        options.incidentsFile = folder.filePath(u"incidents.sqlite"_s);
        composition = std::make_unique<Composition>(
            options, std::make_unique<LiveSession>(options.history, RecordFolder(), std::move(sources)));
        composition->session().begin();
        hall = std::make_unique<HallView>(composition->viewContext());
        arranging = new RackArranging(window, *composition, *hall,
                                      {[] {}, [this](const QString& note) { notes << note; },
                                       [this](const QString& problem) {
                                           problems << problem;
                                       }});
    }
    ~Site() { delete arranging; }

    [[nodiscard]] RackPlace placeOf(std::uint32_t rack) const
    {
        return composition->cluster().store().topology()->rackPlace({EntityKind::Rack, rack});
    }
    void move(std::uint32_t rack, float x, float z) const { Q_EMIT hall->rackMoved({EntityKind::Rack, rack}, x, z); }
    [[nodiscard]] QAction* action(const QString& text) const
    {
        const auto& all = arranging->actions();
        const auto found = std::ranges::find_if(all, [&](QAction* each) { return each->text().startsWith(text); });
        return found == all.end() ? nullptr : *found;
    }
    [[nodiscard]] RackPlace onDisk(const QString& file, std::size_t rack) const
    {
        return readClusterFile(file.toStdString()).value().plan->racks.at(rack).place;
    }

    QTemporaryDir folder;
    QString path = folder.filePath(u"site.toml"_s);
    std::unique_ptr<Composition> composition;
    std::unique_ptr<HallView> hall;
    QMainWindow window;
    RackArranging* arranging = nullptr;
    QStringList notes;
    QStringList problems;
};

} // namespace

class TestRackArranging : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMoveIsSeenAtOnceAndTakenBack()
    {
        Site site;
        const TopologyPtr before = site.composition->cluster().store().topology();
        site.move(1, 4.5F, 2);
        QCOMPARE(site.placeOf(1).x, 4.5F);
        QVERIFY(site.composition->cluster().store().topology()->version() > before->version());
        site.move(1, 5.5F, 2);
        Q_EMIT site.hall->undoWanted();
        QCOMPARE(site.placeOf(1).x, 4.5F);
        site.action(u"Undo"_s)->trigger();
        QVERIFY(site.placeOf(1) == before->rackPlace({EntityKind::Rack, 1}));
        Q_EMIT site.hall->redoWanted();
        QCOMPARE(site.placeOf(1).x, 4.5F);
    }

    void theLayoutGoesIntoTheFileThatItCameFrom()
    {
        Site site;
        QAction* const save = site.action(u"Save layout"_s);
        QVERIFY(!save->isEnabled());
        site.move(1, 4.5F, 2);
        QVERIFY(save->isEnabled());
        QSignalSpy saved(site.arranging, &RackArranging::saved);
        save->trigger();
        QVERIFY(test::waitFor([&] { return !saved.isEmpty(); }));
        QVERIFY(!save->isEnabled());
        QCOMPARE(site.problems, QStringList());
        QCOMPARE(site.onDisk(site.path, 1).x, 4.5F);
        QCOMPARE(site.onDisk(site.path, 2).x, 1.6F);
        QFile file(site.path);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("# the row"));
        site.action(u"Undo"_s)->trigger(); // the undone state can be saved, too
        QVERIFY(save->isEnabled());
        save->trigger();
        QVERIFY(test::waitFor([&] { return saved.size() == 2; }));
        QCOMPARE(site.onDisk(site.path, 1).x, 0.8F);
    }

    void whatCannotBeWrittenIsSaidAndStaysToBeSaved()
    {
        Site site;
        site.move(1, 4.5F, 2);
        QFile file(site.path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("racks = \n") > 0);
        file.close();
        site.action(u"Save layout"_s)->trigger();
        QVERIFY(test::waitFor([&] { return !site.problems.isEmpty(); }));
        QVERIFY2(site.problems.first().contains(u"site.toml:1"_s), qPrintable(site.problems.first()));
        QVERIFY(site.action(u"Save layout"_s)->isEnabled());
    }

    void aClusterWithoutAFileGetsOne()
    {
        Site site(false);
        site.move(2, -3.5F, 1);
        QSignalSpy saved(site.arranging, &RackArranging::saved);
        const QString path = site.folder.filePath(u"new.toml"_s);
        site.arranging->saveTo(path);
        QVERIFY(test::waitFor([&] { return !saved.isEmpty(); }));
        QCOMPARE(site.onDisk(path, 2).x, -3.5F);
        const ClusterFile written = readClusterFile(path.toStdString()).value();
        QCOMPARE(written.plan->nodes.size(), std::size_t{3});
        QCOMPARE(written.plan->nodes[2].rack, std::string("A3"));
        site.move(2, -4.5F, 1); // from now on that is its file
        site.action(u"Save layout"_s)->trigger();
        QVERIFY(test::waitFor([&] { return saved.size() == 2; }));
        QCOMPARE(site.onDisk(path, 2).x, -4.5F);
    }

    void whatIsNotLiveCannotBeArranged()
    {
        QTemporaryDir folder;
        StartOptions options;
        options.incidentsFile = folder.filePath(u"incidents.sqlite"_s);
        Composition composition(options, std::make_unique<TraceSession>(options.history, OpenedTrace{}));
        HallView hall(composition.viewContext());
        QMainWindow window;
        QStringList notes;
        const auto* arranging
            = new RackArranging(window, composition, hall, {[] {}, [&](const QString& note) { notes << note; }, {}});
        arranging->actions().front()->trigger();
        QVERIFY(!hall.isArranging() && !arranging->actions().front()->isChecked());
        QCOMPARE(notes.size(), 1);
        delete arranging;
    }
};

LOCKSTEP_GUI_TEST(tst_rackarranging, TestRackArranging)
#include "tst_rackarranging.moc"
