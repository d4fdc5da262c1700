// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/items/sourcemodel.h"
#include "tests/support/dueevents.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/panels/paneltable.h"
#include "widgets/panels/sourcespanel.h"

#include <QTableView>
#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TestSourcesPanel : public QObject
{
    Q_OBJECT

private:
    static QString allText(const QTableView& table, int row)
    {
        QString text;
        for (int column = 0; column < table.model()->columnCount(); ++column)
            text += table.model()->index(row, column).data().toString() + QLatin1Char('|');
        return text;
    }

private Q_SLOTS:
    void aRetryingSourceSaysWhyAndIsMarked()
    {
        FakeWorld world;
        SourcesPanel panel(world.context());
        panel.resize(800, 200);
        panel.show();
        QVERIFY(!panel.table().isVisible());
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = world.now();
        SourceStatus status;
        status.state = SourceState::Retrying;
        status.peer = "10.0.0.9:7420";
        status.reason = "connection refused";
        status.nextTry = world.now() + 5s;
        batch->status = status;
        world.apply(batch);
        QVERIFY(panel.table().isVisible());
        const QString text = allText(panel.table(), 0);
        QVERIFY2(text.contains(QStringLiteral("10.0.0.9:7420")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("connection refused")), qPrintable(text));
        QCOMPARE(EntityDelegate::markOf(panel.table().model()->index(0, 0)), std::optional(Severity::Warning));
    }

    void aReasonIsInSightHoweverNarrow()
    {
        FakeWorld world;
        SourcesPanel panel(world.context());
        panel.resize(290, 200);
        panel.show();
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{0};
        batch->received = world.now();
        batch->status
            = SourceStatus{SourceState::Retrying, "nohost:1", "the host name could not be resolved", std::nullopt};
        world.apply(batch);
        test::handleDueEvents();
        QTableView& table = panel.table();
        const QRect reason = table.visualRect(table.model()->index(0, SourceModel::ReasonColumn));
        QVERIFY2(table.viewport()->rect().contains(reason), "cut at the edge");
        QVERIFY2(reason.width() > 90, qPrintable(QString::number(reason.width())));
    }

    void nodesAreNamedFirstHoweverNarrow()
    {
        FakeWorld world;
        SourcesPanel panel(world.context());
        panel.resize(290, 200);
        panel.show();
        for (const std::uint32_t source : {0U, 1U}) {
            auto batch = std::make_shared<Batch>();
            batch->source = SourceId{source};
            batch->received = world.now();
            batch->node = "n" + std::to_string(source);
            batch->status = SourceStatus{SourceState::Live, source == 0 ? "127.0.0.1:7117" : "other:7117", {}, {}};
            world.apply(batch);
        }
        test::handleDueEvents();
        QTableView& table = panel.table();
        const QRect name = table.visualRect(table.model()->index(0, SourceModel::NodeColumn));
        QVERIFY2(table.viewport()->rect().contains(name), "cut at the edge");
    }

    void whatStandsBehindARelayIsSaid()
    {
        FakeWorld world;
        SourcesPanel panel(world.context());
        panel.resize(800, 300);
        panel.show();
        const auto say
            = [&world](std::uint32_t source, const std::string& node, SourceState state, const std::string& reason) {
                  auto batch = std::make_shared<Batch>();
                  batch->source = SourceId{source};
                  batch->received = world.now();
                  batch->node = node;
                  batch->status
                      = SourceStatus{state, node.empty() ? "relay:7117" : "10.0.0.1:7117 through row-a", reason, {}, 0};
                  batch->status->relay = node.empty() ? "" : "row-a";
                  world.apply(batch);
              };
        say(0, {}, SourceState::Live, "relay row-a receives 1 of 2 nodes; n2: connection refused");
        say(1, "n1", SourceState::Live, {});
        say(2, "n2", SourceState::Retrying, "connection refused");
        QCOMPARE(panel.table().model()->rowCount(), 3);
        QVERIFY(allText(panel.table(), 0).contains(QStringLiteral("relay row-a receives 1 of 2 nodes")));
        QVERIFY(allText(panel.table(), 1).contains(QStringLiteral("through row-a")));
        QVERIFY(allText(panel.table(), 2).contains(QStringLiteral("connection refused")));
        QCOMPARE(EntityDelegate::markOf(panel.table().model()->index(2, 0)), std::optional(Severity::Warning));
        QVERIFY2(panel.caption().contains(QStringLiteral("2 nodes and 1 relay")), qPrintable(panel.caption()));
    }

    void aLiveSourceHasNoMarkAndAStaleNodeHas()
    {
        FakeWorld world;
        SourcesPanel panel(world.context());
        world.introduce();
        world.run(3);
        QCOMPARE(EntityDelegate::markOf(panel.table().model()->index(0, 0)), std::nullopt);
        QVERIFY(allText(panel.table(), 0).contains(QStringLiteral("±")));
        world.silence(10);
        QCOMPARE(EntityDelegate::markOf(panel.table().model()->index(0, 0)), std::optional(Severity::Warning));
    }
};

LOCKSTEP_GUI_TEST(tst_sourcespanel, TestSourcesPanel)
#include "tst_sourcespanel.moc"
