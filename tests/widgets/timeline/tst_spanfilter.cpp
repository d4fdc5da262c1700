// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/timeline/spanfilter.h"
#include "widgets/timeline/timelineview.h"

#include <QLineEdit>
#include <QTest>

#include <set>

using namespace lockstep;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Filtered
{
    explicit Filtered(const QString& text)
    {
        world.introduce();
        world.run(5);
        filter.setText(text, world.cluster.store());
        rows.setFilter(&filter);
        rows.groupByRank(world.cluster.store());
    }

    [[nodiscard]] std::set<std::uint32_t> ranks() const
    {
        std::set<std::uint32_t> ranks;
        for (const TimelineRow& row : rows.rows()) {
            if (row.kind == TimelineRow::Kind::Lane)
                ranks.insert(world.cluster.store().spans().lanes()[row.lane].rank);
        }
        return ranks;
    }

    FakeWorld world{FakeClusterOptions{.nodes = 2}, FakeTrainingOptions{.ranks = 16}};
    SpanFilter filter;
    TimelineRows rows;
};

} // namespace

class TestSpanFilter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNumberIsARankAndNothingElse()
    {
        const Filtered shown(u"1"_s);
        QCOMPARE(shown.ranks(), std::set<std::uint32_t>{1});
        QVERIFY(!shown.filter.dims());
    }

    void aNodesNameKeepsItsLanes()
    {
        const Filtered all(QString{});
        const auto& topology = *all.world.cluster.store().topology();
        const Filtered shown(QString::fromStdString(topology.name({EntityKind::Node, 1})).toUpper());
        QCOMPARE(shown.ranks().size(), std::size_t{8});
        QVERIFY(!shown.ranks().contains(0));
    }

    void anOperationDimsTheOthersAndKeepsAllLanes()
    {
        const Filtered shown(u"all_reduce"_s);
        QCOMPARE(shown.ranks().size(), std::size_t{16});
        QVERIFY(shown.filter.dims());
        const NameTable& names = shown.world.cluster.store().spans().names();
        std::set<bool> seen;
        for (const StoredSpan& span : shown.world.cluster.store().spans().lanes()[0].spans) {
            const bool isAsked = names.name(NameId{span.op}).find("all_reduce") != std::string::npos
                || names.name(NameId{span.communicator}).find("all_reduce") != std::string::npos;
            QCOMPARE(shown.filter.emphasises(span, names), isAsked);
            seen.insert(isAsked);
        }
        QCOMPARE(seen.size(), std::size_t{2});
    }

    void longWaitsAreAskedForByTheirLength_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ns");
        QTest::newRow("milliseconds") << u"> 10 ms"_s << qint64{10'000'000};
        QTest::newRow("glued") << u"wait>1.5s"_s << qint64{1'500'000'000};
        QTest::newRow("micro") << u">200us"_s << qint64{200'000};
        QTest::newRow("no unit is milliseconds") << u">7"_s << qint64{7'000'000};
    }

    void longWaitsAreAskedForByTheirLength()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ns);
        const Filtered shown(text);
        const NameTable& names = shown.world.cluster.store().spans().names();
        StoredSpan span;
        span.kind = static_cast<std::uint8_t>(SpanKind::Wait);
        span.durationNs = ns;
        QVERIFY(shown.filter.emphasises(span, names));
        span.durationNs = ns - 1;
        QVERIFY(!shown.filter.emphasises(span, names));
        span.durationNs = ns;
        span.kind = static_cast<std::uint8_t>(SpanKind::Compute);
        QVERIFY(!shown.filter.emphasises(span, names));
        QCOMPARE(shown.ranks().size(), std::size_t{16});
    }

    void wordsMustAllFit()
    {
        const Filtered shown(u"3 all_reduce >1ms"_s);
        QCOMPARE(shown.ranks(), std::set<std::uint32_t>{3});
        QVERIFY(shown.filter.dims());
        QVERIFY(shown.filter.reading().contains(u"all_reduce"_s));
    }

    void whatNothingIsCalledShowsNoLane()
    {
        const Filtered shown(u"xyzzy"_s);
        QVERIFY(shown.ranks().empty());
        QVERIFY(!shown.filter.isEmpty());
    }

    void theViewFollowsItsFilterLine()
    {
        FakeWorld world{FakeClusterOptions{.nodes = 2}, FakeTrainingOptions{.ranks = 16}};
        world.introduce();
        world.run(5);
        TimelineView view(world.context());
        view.resize(800, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view, test::hangTimeoutMs));
        const std::size_t all = view.rows().laneCount();
        QTest::keyClick(view.viewport(), Qt::Key_Slash);
        QVERIFY(view.filterLine().isVisible());
        view.filterLine().setText(u"5"_s);
        QCOMPARE(view.rows().laneCount(), std::size_t{1});
        QTest::keyClick(&view.filterLine(), Qt::Key_Escape);
        QVERIFY(!view.filterLine().isVisible());
        QCOMPARE(view.rows().laneCount(), all);
    }
};

LOCKSTEP_GUI_TEST(tst_spanfilter, TestSpanFilter)
#include "tst_spanfilter.moc"
