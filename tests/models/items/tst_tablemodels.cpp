// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/core/eventcodes.h"
#include "models/items/eventmodel.h"
#include "models/items/sourcemodel.h"
#include "models/store/clustermodel.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

/// The flat item models: events, sources, metrics.
class TestTableModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void newestEventsComeFirst();
    void repeatedEventsAreCountedInPlace();
    void aFloodOfEventsStaysBounded();
    void eventsOfAnotherClusterLeave();
    void everyNodeOfASourceHasARow();
    void aSourceWithoutNodesHasARow();
    void aSourceThatSaysWhoItIsKeepsItsRow();
    void manySourcesThatLeaveGoAtOnce();
    void sourcesTellAgeClockGapsAndReason();
    void aSilentNodeReadsStale();
    void thePastIsShownAsItWas();
    void agesAreReportedOnceASecond();

private:
    void apply(Batch batch, double now)
    {
        const BatchPtr shared = share(std::move(batch));
        m_cluster->apply({&shared, 1}, at(now));
    }
    Batch eventBatch(TestNode& node, double second, std::vector<std::string> texts)
    {
        Batch batch = node.tick(at(second), 1);
        for (std::string& text : texts)
            batch.tick->events.push_back({at(second), Severity::Warning, 1, "gpu.xid", std::move(text)});
        return batch;
    }
    static void check(QAbstractItemModel& model)
    {
        new QAbstractItemModelTester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest, &model);
    }
    static QString text(const QAbstractItemModel& model, int row, int column)
    {
        return model.index(row, column).data().toString();
    }

    std::unique_ptr<ClusterModel> m_cluster;
};

void TestTableModels::init()
{
    m_cluster = std::make_unique<ClusterModel>();
}

void TestTableModels::newestEventsComeFirst()
{
    EventModel model(*m_cluster);
    check(model);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    TestNode node("n1");
    apply(eventBatch(node, 0, {"first"}), 0);
    apply(eventBatch(node, 1.25, {"second", "third"}), 1);
    QCOMPARE(inserted.count(), 2);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(text(model, 0, EventModel::WhatColumn), u"third"_qs);
    QCOMPARE(text(model, 2, EventModel::WhatColumn), u"first"_qs);
    QCOMPARE(text(model, 0, EventModel::TimeColumn), u"03:12:01.250 UTC"_qs);
    QCOMPARE(text(model, 0, EventModel::SeverityColumn), u"warning"_qs);
    QCOMPARE(text(model, 0, EventModel::WhereColumn), u"unplaced / n1 / gpu0"_qs);
    QCOMPARE(text(model, 0, EventModel::CountColumn), QString());
    QCOMPARE(model.index(0, 0).data(EntityRole).value<EntityRef>(), (EntityRef{EntityKind::Gpu, 0}));
    QCOMPARE(model.index(2, 0).data(TimeRole).toLongLong(), qint64{at(0).time_since_epoch().count()});
    QCOMPARE(model.index(0, 0).data(SeverityRole).toInt(), static_cast<int>(Severity::Warning));
}

void TestTableModels::repeatedEventsAreCountedInPlace()
{
    EventModel model(*m_cluster);
    check(model);
    TestNode node("n1");
    apply(eventBatch(node, 0, {"link is down"}), 0);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    apply(eventBatch(node, 1, {"link is down"}), 1);
    QCOMPARE(inserted.count(), 0);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(text(model, 0, EventModel::CountColumn), u"2×"_qs);
    QCOMPARE(text(model, 0, EventModel::TimeColumn), u"03:12:01.000 UTC"_qs);
}

void TestTableModels::aFloodOfEventsStaysBounded()
{
    EventModel model(*m_cluster);
    check(model);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    // From many nodes, because a single one cannot fill the log.
    int nodes = 0;
    const auto flood = [&](int from, int count, double second) {
        constexpr int each = 500;
        std::vector<BatchPtr> batches;
        for (int first = from; first < from + count; first += each) {
            TestNode node("n" + std::to_string(++nodes));
            std::vector<std::string> texts;
            for (int number = first; number < first + each; ++number)
                texts.push_back(std::to_string(number));
            batches.push_back(share(eventBatch(node, second, std::move(texts))));
        }
        m_cluster->apply(batches, at(second));
    };
    flood(0, 8000, 0);
    flood(8000, 8000, 1);
    QCOMPARE(model.rowCount(), 10'000);
    QCOMPARE(text(model, 0, EventModel::WhatColumn), u"15999"_qs);
    QCOMPARE(text(model, 9999, EventModel::WhatColumn), u"6000"_qs);
    flood(16'000, 30'000, 2); // more at once than the log holds
    QCOMPARE(model.rowCount(), 10'000);
    QCOMPARE(text(model, 0, EventModel::WhatColumn), u"45999"_qs);
    QCOMPARE(reset.count(), 0);
}

void TestTableModels::eventsOfAnotherClusterLeave()
{
    EventModel model(*m_cluster);
    check(model);
    TestNode node("n1");
    apply(eventBatch(node, 0, {"a", "b"}), 0);
    m_cluster->setTopology(std::make_shared<Topology>());
    QCOMPARE(model.rowCount(), 0);
    apply(eventBatch(node, 1, {"c"}), 1);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(text(model, 0, EventModel::WhatColumn), u"c"_qs);
}

void TestTableModels::everyNodeOfASourceHasARow()
{
    SourceModel model(*m_cluster);
    check(model);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    TestNode second("n2", 1, 1);
    TestNode first("n1", 1, 0);
    TestNode third("n3", 1, 0);
    apply(second.tick(at(0), 1), 0);
    apply(first.tick(at(0), 1), 0);
    apply(third.tick(at(0), 1), 0);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(text(model, 0, SourceModel::NodeColumn), u"n1"_qs);
    QCOMPARE(text(model, 1, SourceModel::NodeColumn), u"n3"_qs);
    QCOMPARE(text(model, 2, SourceModel::NodeColumn), u"n2"_qs);
    QCOMPARE(model.index(2, 0).data(SourceRole).toUInt(), 1U);
    TestNode moved("n2", 1, 0); // its agent is now reached through the other source
    apply(moved.tick(at(1), 1), 1);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(text(model, 0, SourceModel::NodeColumn), u"n2"_qs); // the first one that reported
    QCOMPARE(text(model, 1, SourceModel::NodeColumn), u"n1"_qs);
    QCOMPARE(reset.count(), 0);
}

void TestTableModels::aSourceWithoutNodesHasARow()
{
    SourceModel model(*m_cluster);
    check(model);
    Batch batch;
    batch.source = SourceId{0};
    batch.status = SourceStatus{SourceState::Connecting, "10.0.0.1:7070", "", {}, 0};
    apply(batch, 0);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(text(model, 0, SourceModel::PeerColumn), u"10.0.0.1:7070"_qs);
    QCOMPARE(text(model, 0, SourceModel::StateColumn), u"connecting"_qs);
    QVERIFY(!model.index(0, 0).data(EntityRole).isValid());
    TestNode node("n1", 1, 0);
    apply(node.tick(at(0), 1), 0);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(text(model, 0, SourceModel::NodeColumn), u"n1"_qs);
    QCOMPARE(text(model, 0, SourceModel::PeerColumn), u"10.0.0.1:7070"_qs);
}

void TestTableModels::aSourceThatSaysWhoItIsKeepsItsRow()
{
    SourceModel model(*m_cluster);
    check(model);
    constexpr std::uint32_t sources = 20;
    std::vector<BatchPtr> said;
    std::vector<BatchPtr> ticks;
    for (std::uint32_t number = 0; number < sources; ++number) {
        Batch batch;
        batch.source = SourceId{number};
        batch.status = SourceStatus{SourceState::Connecting, "10.0.0.1:7070", "", {}, 0};
        said.push_back(share(std::move(batch)));
        TestNode node("n" + std::to_string(number), 1, number);
        if (number % 3 != 0)
            ticks.push_back(share(node.tick(at(0), 1)));
    }
    m_cluster->apply(said, at(0));
    QCOMPARE(model.rowCount(), int(sources));
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    QSignalSpy followed(&model, &SourceModel::rowsFollowed);
    m_cluster->apply(ticks, at(1));
    QCOMPARE(removed.count(), 0);
    QCOMPARE(followed.count(), 1);
    QCOMPARE(model.rowCount(), int(sources));
    for (std::uint32_t number = 0; number < sources; ++number) {
        QCOMPARE(model.index(int(number), 0).data(SourceRole).toUInt(), number);
        QCOMPARE(model.index(int(number), 0).data(EntityRole).isValid(), number % 3 != 0);
    }
}

void TestTableModels::manySourcesThatLeaveGoAtOnce()
{
    SourceModel model(*m_cluster);
    check(model);
    constexpr std::uint32_t nodes = 12;
    const auto reportedBy = [&](std::uint32_t number, std::uint32_t source, double second) {
        TestNode node("n" + std::to_string(number), 1, source);
        return share(node.tick(at(second), 1));
    };
    std::vector<BatchPtr> ticks;
    for (std::uint32_t number = 0; number < nodes; ++number)
        ticks.push_back(reportedBy(number, number, 0));
    m_cluster->apply(ticks, at(0));
    QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    ticks.clear();
    for (std::uint32_t number = 3; number < nodes; ++number)
        ticks.push_back(reportedBy(number, number == 6 ? 6 : 0, 1)); // through a relay from now on
    m_cluster->apply(ticks, at(1));
    QCOMPARE(removed.count(), 2); // sources 3 to 5, and those from 7 on
    QCOMPARE(model.rowCount(), int(nodes));
    QCOMPARE(text(model, 1, SourceModel::NodeColumn), u"n3"_qs);
}

void TestTableModels::sourcesTellAgeClockGapsAndReason()
{
    SourceModel model(*m_cluster);
    check(model);
    TestNode node("n1", 1, 0);
    Batch batch = node.tick(at(0), 1);
    batch.clock = ClockOffset{std::chrono::microseconds(-1200), std::chrono::microseconds(80)};
    batch.gap = Gap{{at(-9), at(-1)}, 2048, "older than the data that the agent keeps"};
    batch.status = SourceStatus{SourceState::Retrying, "10.0.0.1:7070", "connection refused", at(13.5), 3};
    apply(batch, 9.4);
    QCOMPARE(text(model, 0, SourceModel::AgeColumn), u"9\u2009s"_qs);
    QCOMPARE(text(model, 0, SourceModel::ClockColumn), u"\u22121.20\u2009ms ± 80\u2009µs"_qs);
    QCOMPARE(text(model, 0, SourceModel::GapsColumn), u"1"_qs);
    QCOMPARE(text(model, 0, SourceModel::MissedColumn), u"2\u2009057"_qs); // 9 more are overdue
    QCOMPARE(text(model, 0, SourceModel::StateColumn), u"retrying"_qs);
    QCOMPARE(text(model, 0, SourceModel::ReasonColumn),
             u"connection refused; retrying in 5\u2009s; 3 unreadable frames"_qs);
    QCOMPARE(model.index(0, 0).data(TimeRole).toLongLong(), qint64{at(0).time_since_epoch().count()});
    QCOMPARE(model.index(0, 0).data(SourceStateRole).toInt(), static_cast<int>(SourceState::Retrying));
}

void TestTableModels::aSilentNodeReadsStale()
{
    SourceModel model(*m_cluster);
    check(model);
    TestNode node("n1", 1, 0);
    Batch batch = node.tick(at(0), 1);
    batch.status = SourceStatus{SourceState::Live, "10.0.0.1:7070", "", {}, 0};
    apply(batch, 0);
    QCOMPARE(text(model, 0, SourceModel::StateColumn), u"live"_qs);
    m_cluster->apply({}, at(3));
    QCOMPARE(text(model, 0, SourceModel::StateColumn), u"stale"_qs);
    QCOMPARE(model.index(0, 0).data(FreshnessRole).toInt(), static_cast<int>(Freshness::Stale));
}

/// A node that is silent from 5 s to 20 s, then reports again.
void TestTableModels::thePastIsShownAsItWas()
{
    SourceModel model(*m_cluster);
    check(model);
    TestNode node("n1", 1, 0);
    apply(*node.identity(), 0);
    for (int second = 0; second < 30; ++second) {
        if (second >= 5 && second < 20) {
            m_cluster->apply({}, at(second));
            continue;
        }
        Batch batch = node.tick(at(second), 1);
        if (second == 0)
            batch.status = SourceStatus{SourceState::Live, "10.0.0.1:7070", "", {}, 0};
        if (second == 20)
            batch.gap = Gap{{at(5), at(20)}, 15, "agent restarted"};
        apply(std::move(batch), second);
    }
    const auto shown = [&](std::optional<double> second) {
        m_cluster->setViewTime(second ? std::optional(at(*second)) : std::nullopt);
        m_cluster->apply({}, m_cluster->store().now());
        QStringList cells;
        for (const int column : {SourceModel::StateColumn, SourceModel::ReasonColumn, SourceModel::AgeColumn,
                                 SourceModel::GapsColumn, SourceModel::MissedColumn})
            cells << text(model, 0, column).replace(u'\u2009', u' ');
        return cells;
    };
    QCOMPARE(shown({}), (QStringList{u"live"_qs, u""_qs, u"0 s"_qs, u"1"_qs, u"15"_qs}));
    QCOMPARE(shown(3.5), (QStringList{u"live"_qs, u""_qs, u"0 s"_qs, u"0"_qs, u"0"_qs}));
    QCOMPARE(shown(10.5), (QStringList{u"stale"_qs, u"agent restarted"_qs, u"6 s"_qs, u"1"_qs, u"5"_qs}));
    QCOMPARE(model.index(0, 0).data(FreshnessRole).toInt(), static_cast<int>(Freshness::Stale));
    QVERIFY(!model.index(0, 0).data(SourceStateRole).isValid());
    QCOMPARE(shown(25.5), (QStringList{u"live"_qs, u""_qs, u"0 s"_qs, u"1"_qs, u"15"_qs}));
    Derived derived;
    derived.events.push_back({{EntityKind::Node, 0}, {at(8), Severity::Warning, 0, codes::nodeLost, "n1: no data"}});
    m_cluster->applyDerived(derived);
    QCOMPARE(shown(10.5).at(1), u"n1: no data"_qs);
    QCOMPARE(shown(7.5).at(1), u"agent restarted"_qs); // the finding is of later
    TestNode later("n2", 1, 1);
    apply(later.tick(at(30), 1), 30);
    shown(10.5);
    QCOMPARE(text(model, 1, SourceModel::NodeColumn), u"n2"_qs);
    QCOMPARE(text(model, 1, SourceModel::ReasonColumn), u"not recorded"_qs);
    QCOMPARE(shown({}).at(0), u"live"_qs);
}

void TestTableModels::agesAreReportedOnceASecond()
{
    TestNode node("n1", 1, 0);
    apply(node.tick(at(0), 1), 0);
    SourceModel model(*m_cluster);
    apply(node.tick(at(1), 1), 1);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    for (int frame = 1; frame < 60; ++frame)
        apply(node.tick(at(1 + frame / 60.0), 1), 1 + frame / 60.0);
    QCOMPARE(changed.count(), 0);
    apply(node.tick(at(2), 1), 2);
    QCOMPARE(changed.count(), 1);
}

LOCKSTEP_TEST(tst_tablemodels, TestTableModels)
#include "tst_tablemodels.moc"
