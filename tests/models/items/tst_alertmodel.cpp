// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/core/batch.h"
#include "models/items/alertdetailsmodel.h"
#include "models/items/alertmodel.h"
#include "models/items/eventmodel.h"
#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/view/time/timewindow.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// The lists of alerts and events, which change while the user reads them.
class TestAlertModel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_cluster = std::make_unique<ClusterModel>();
        m_time = std::make_unique<TimeWindow>();
        m_joinedAlerts = std::make_unique<JoinedAlerts>(m_cluster->store());
    }

    void alertsAreThoseOfTheMomentShown()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        check(model);
        say(m_first, 10, Severity::Warning, "port.down", "Port 1 is down");
        say(m_first, 20, Severity::Critical, "gpu.lost", "GPU 3 is gone");
        say(m_first, 30, Severity::Information, "port.up", "Port 1 is up");
        m_time->setExtent({at(0), at(60)});

        m_time->setCursor(at(5));
        QCOMPARE(model.rowCount(), 0);
        m_time->setCursor(at(15));
        QCOMPARE(texts(model), QStringList{u"Port 1 is down"_qs});
        m_time->setCursor(at(25));
        QCOMPARE(texts(model), (QStringList{u"GPU 3 is gone"_qs, u"Port 1 is down"_qs}));
        m_time->setCursor(at(40));
        QCOMPARE(model.index(1, AlertModel::StateColumn).data().toString(), u"cleared, 10\u2009s ago"_qs);
        QCOMPARE(model.headerData(AlertModel::StateColumn, Qt::Horizontal, Qt::DisplayRole).toString(), u"State"_qs);
        QVERIFY(model.index(1, 0).data(IsDimRole).toBool());
        m_time->setCursor(at(15)); // and back
        QCOMPARE(texts(model), QStringList{u"Port 1 is down"_qs});
    }

    void spansDoNotRepaintAlertsButColumnsDo()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        say(m_first, 10, Severity::Warning, "port.down", "Port 1 is down");
        m_time->setExtent({at(0), at(60)});
        m_time->setCursor(at(15));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        m_cluster->spansRead();
        QCOMPARE(changed.count(), 0);
        m_cluster->coldColumnsCame({15, 16}); // a title's figure may be among them
        QCOMPARE(changed.count(), 1);
    }

    void ofWhatCameBeforeNothingIsKnown()
    {
        QVERIFY(!m_cluster->store().hasDataAt(at(0)));
        say(m_first, 10, Severity::Warning, "port.down", "Port 1 is down");
        QVERIFY(!m_cluster->store().hasDataAt(at(5)));
        QVERIFY(m_cluster->store().hasDataAt(at(10)));
    }

    void whileHeldAlertsKeepTheirPlacesAndNewOnesWait()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        check(model);
        m_time->setExtent({at(0), at(100)});
        say(m_first, 10, Severity::Warning, "port.down", "Port 1 is down");
        m_time->setCursor(at(50));
        model.setHeld(true);
        say(m_second, 20, Severity::Critical, "gpu.lost", "GPU 3 is gone");
        say(m_first, 30, Severity::Information, "port.up", "Port 1 is up");
        QCOMPARE(texts(model), QStringList{u"Port 1 is down"_qs});
        QVERIFY(model.index(0, AlertModel::StateColumn).data().toString().startsWith(u"cleared"_qs));
        QCOMPARE(model.waiting(), 1UL);
        model.setHeld(false);
        QCOMPARE(texts(model), (QStringList{u"GPU 3 is gone"_qs, u"Port 1 is down"_qs}));
        QCOMPARE(model.waiting(), 0UL);
    }

    /// A row held under the pointer would show data from after the moment.
    void anotherMomentIsShownEvenWhileHeld()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        check(model);
        m_time->setExtent({at(0), at(500)});
        say(m_first, 100, Severity::Warning, "port.down", "Port 1 is down");
        say(m_second, 400, Severity::Critical, "gpu.lost", "GPU 3 is gone");
        m_time->setCursor(at(150));
        model.setHeld(true);
        m_time->setCursor(at(99));
        QCOMPARE(model.rowCount(), 0);
        m_time->setCursor(at(450));
        QCOMPARE(texts(model), (QStringList{u"GPU 3 is gone"_qs, u"Port 1 is down"_qs}));
        QCOMPARE(model.waiting(), 0UL);
    }

    void theTitleSaysTheValueOfTheMomentShown()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        check(model);
        m_time->setExtent({at(0), at(300)});
        for (const auto& [second, value] : {std::pair{10, 84.0F}, std::pair{100, 85.0F}, std::pair{130, 97.0F}}) {
            const BatchPtr tick = share(m_first.tick(at(second), value));
            m_cluster->apply({&tick, 1}, at(second));
        }
        m_cluster->applyDerived({{},
                                 {{{EntityKind::Gpu, 0},
                                   {at(10),
                                    Severity::Warning,
                                    0,
                                    "metric.limit.gpu.temperature",
                                    "n1 gpu0: GPU temperature 84 °C, limit 83 °C",
                                    {.value = 84, .baseline = 83, .unit = Unit::Celsius}}}}});
        const QString reported = u"n1 gpu0: GPU temperature 84 °C, limit 83 °C"_qs;
        m_time->setCursor(at(100)); // about the same
        QCOMPARE(texts(model), QStringList{reported});
        m_time->setCursor(at(131));
        QCOMPARE(texts(model), QStringList{reported + u", 97\u2009°C now"_qs});
        m_time->setCursor(at(200)); // before it is known
        QCOMPARE(texts(model), QStringList{reported});
        QCOMPARE(titleOfWorst(model.alertAt(0), m_cluster->store(), at(200)),
                 (reported + u", worst 97\u2009°C"_qs).toStdString());
    }

    void aSilenceLastsOn()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        say(m_first, 10, Severity::Information, "node.up", "n1 reports");
        m_cluster->applyDerived({{},
                                 {{{EntityKind::Node, 0},
                                   {at(17),
                                    Severity::Critical,
                                    0,
                                    "node.lost",
                                    "n1: no data for 7 s",
                                    {.lasted = std::chrono::seconds(7)}}}}});
        m_time->setExtent({at(0), at(300)});
        m_time->setCursor(at(45));
        QCOMPARE(texts(model), QStringList{u"n1: no data for 7 s, for 35\u2009s now"_qs});
    }

    void anAcknowledgementShows()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        m_time->setExtent({at(0), at(100)});
        say(m_first, 10, Severity::Warning, "port.down", "Port 1 is down");
        m_time->setCursor(at(50));
        const Alert alert = model.alertAt(0);
        m_cluster->applyDerived({{}, {{alert.entities.front(), acknowledgement(alert, at(45))}}});
        QVERIFY(model.index(0, AlertModel::StateColumn).data().toString().startsWith(u"acknowledged"_qs));
        m_time->setCursor(at(44));
        QVERIFY(model.index(0, AlertModel::StateColumn).data().toString().startsWith(u"active"_qs));
    }

    void theStoryTellsWhatLedToWhatAndWhatToDo()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        m_time->setExtent({at(0), at(100)});
        say(m_first, 10, Severity::Warning, "gpu.ecc", "gpu0: 20 corrected errors a second");
        say(m_first, 20, Severity::Critical, "gpu.xid", "XID 95: uncorrectable memory error; reset the GPU",
            {.xid = 95});
        m_time->setCursor(at(50));
        QCOMPARE(model.rowCount(), 1);
        AlertDetailsModel story;
        check(story);
        story.setAlert(model.alertAt(0), u"# Title\n\nWords.\n"_qs);
        const QStringList lines = texts(story, AlertDetailsModel::WhatColumn);
        QVERIFY2(lines.front().contains(u"errors"_qs), qPrintable(lines.join(u'\n')));
        QVERIFY(lines.contains(u"Title"_qs) && lines.contains(u"Words."_qs));
        QCOMPARE(story.index(0, 0).data(TimeRole).toLongLong(), qint64{nsOf(at(10))});
        QVERIFY(story.index(0, 0).data(EntityRole).isValid());
        story.setAlert(std::nullopt, {});
        QCOMPARE(story.rowCount(), 0);
    }

    void whatWasMadeOfAnAlertIsSeen()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        check(model);
        m_time->setExtent({at(0), at(100)});
        say(m_first, 20, Severity::Critical, "gpu.xid", "XID 95: uncorrectable memory error; reset the GPU",
            {.xid = 95});
        m_time->setCursor(at(50));
        QCOMPARE(model.rowCount(), 1);
        const Alert alert = model.alertAt(0);
        const auto judged = [&](std::uint64_t key, Judgement::Verdict verdict, const char* text) {
            return Judgement{{key}, verdict, alert.key, alert.kind, alert.names.front(), text, {}, "noor", at(30), {}};
        };
        Judgements all{{JudgementKey{1}, judged(1, Judgement::Verdict::Rejected, "a drill")},
                       {JudgementKey{2}, judged(2, Judgement::Verdict::Assigned, "sam")}};
        model.setJudgements(all);
        const auto text = [&](int column) {
            return model.index(0, column).data().toString();
        };
        QVERIFY2(text(AlertModel::StateColumn).endsWith(u"rejected"_qs), qPrintable(text(AlertModel::StateColumn)));
        QVERIFY(model.index(0, 0).data(IsDimRole).toBool());
        QCOMPARE(text(AlertModel::OwnerColumn), u"sam"_qs);
        AlertDetailsModel story;
        story.setAlert(alert, {}, model.judgementsOf(alert));
        QVERIFY(texts(story, AlertDetailsModel::WhatColumn).contains(u"Rejected by noor: a drill"_qs));

        for (auto& [key, each] : all)
            each.origin = "run7"; // judgements of others are shown without effect
        model.setJudgements(all);
        QVERIFY(text(AlertModel::StateColumn).endsWith(u"rejected elsewhere"_qs));
        QVERIFY(!model.index(0, 0).data(IsDimRole).toBool());
        QVERIFY(text(AlertModel::OwnerColumn) != u"sam"_qs);
    }

    void whatIsMutedIsNotHeardOf()
    {
        AlertModel model(*m_cluster, *m_time, *m_joinedAlerts);
        m_time->setExtent({at(0), at(100)});
        say(m_first, 20, Severity::Critical, "gpu.xid", "XID 95: uncorrectable memory error; reset the GPU",
            {.xid = 95});
        m_time->setCursor(at(50));
        const Alert alert = model.alertAt(0);
        QCOMPARE(alert.state, Alert::State::Active);
        m_joinedAlerts->setMutes({{alert.kind, "another place", {at(0), at(90)}}});
        QCOMPARE(model.alertAt(0).state, Alert::State::Active);
        m_joinedAlerts->setMutes({{alert.kind, alert.names.front(), {at(40), at(60)}}});
        QCOMPARE(model.alertAt(0).state, Alert::State::Shelved);
        m_time->setCursor(at(61)); // it is over
        QCOMPARE(model.alertAt(0).state, Alert::State::Active);
        m_joinedAlerts->setMutes({{alert.kind, {}, {at(40), TimePoint::max()}}});
        QCOMPARE(model.alertAt(0).state, Alert::State::Shelved);
        m_joinedAlerts->setMutes({});
        QCOMPARE(model.alertAt(0).state, Alert::State::Active);
    }

    void eventsStandInOrderOfTimeHoweverTheyCame()
    {
        EventModel model(*m_cluster);
        check(model);
        say(m_first, 20, Severity::Warning, "a", "second");
        say(m_second, 10, Severity::Warning, "a", "first");
        say(m_second, 30, Severity::Warning, "a", "third");
        QCOMPARE(texts(model, EventModel::WhatColumn), (QStringList{u"third"_qs, u"second"_qs, u"first"_qs}));
    }

    void aRepeatedEventMovesUp()
    {
        EventModel model(*m_cluster);
        check(model);
        say(m_first, 10, Severity::Warning, "a", "again and again");
        say(m_second, 20, Severity::Warning, "b", "once");
        QSignalSpy moved(&model, &QAbstractItemModel::rowsMoved);
        say(m_first, 30, Severity::Warning, "a", "again and again");
        QCOMPARE(texts(model, EventModel::WhatColumn), (QStringList{u"again and again"_qs, u"once"_qs}));
        QCOMPARE(moved.count(), 1);
        QCOMPARE(model.index(0, EventModel::CountColumn).data().toString(), u"2×"_qs);
    }

    void whileHeldEventsWait()
    {
        EventModel model(*m_cluster);
        check(model);
        QSignalSpy waiting(&model, &EventModel::waitingChanged);
        say(m_first, 10, Severity::Warning, "a", "old");
        model.setHeld(true);
        say(m_second, 20, Severity::Warning, "b", "new");
        say(m_first, 30, Severity::Warning, "a", "old");
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.waiting(), 2UL);
        QCOMPARE(waiting.count(), 2);
        model.setHeld(false);
        QCOMPARE(texts(model, EventModel::WhatColumn), (QStringList{u"old"_qs, u"new"_qs}));
        QCOMPARE(model.waiting(), 0UL);
    }

    void eventsAfterTheMomentAreDim()
    {
        EventModel model(*m_cluster);
        for (int second : {10, 20, 30})
            say(m_first, second, Severity::Warning, "a", std::to_string(second));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        model.setMoment(at(20));
        QVERIFY(model.index(0, 0).data(IsDimRole).toBool());
        QVERIFY(!model.index(1, 0).data(IsDimRole).toBool());
        QCOMPARE(changed.count(), 1);
        QCOMPARE(changed.at(0).at(1).toModelIndex().row(), 0); // only for the changed row
        model.setMoment(std::nullopt);
        QVERIFY(!model.index(0, 0).data(IsDimRole).toBool());
    }

private:
    void say(TestNode& node, double second, Severity severity, std::string code, std::string text,
             EventFields fields = {})
    {
        Batch batch = node.tick(at(second), 1);
        batch.tick->events.push_back({at(second), severity, 1, std::move(code), std::move(text), std::move(fields)});
        const BatchPtr shared = share(std::move(batch));
        m_cluster->apply({&shared, 1}, at(second));
    }
    static void check(QAbstractItemModel& model)
    {
        new QAbstractItemModelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest, &model);
    }
    static QStringList texts(const QAbstractItemModel& model, int column = AlertModel::WhatColumn)
    {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row)
            texts.append(model.index(row, column).data().toString());
        return texts;
    }

    TestNode m_first{"n1"};
    TestNode m_second{"n2"};
    std::unique_ptr<ClusterModel> m_cluster;
    std::unique_ptr<TimeWindow> m_time;
    std::unique_ptr<JoinedAlerts> m_joinedAlerts;
};

LOCKSTEP_TEST(tst_alertmodel, TestAlertModel)
#include "tst_alertmodel.moc"
