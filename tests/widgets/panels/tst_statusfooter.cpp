// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/panels/header/statusfooter.h"

#include <QTest>

using namespace lockstep;

/// The line along the bottom of the window.
class TestStatusFooter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysHowTheSourcesDoAndNothingOfFrames()
    {
        FakeWorld world;
        report(world, 0, {SourceState::Live, "node-1:7117", {}, {}});
        report(world, 1, {SourceState::Retrying, "node-2:7117", "connection refused", {}});
        StatusFooter footer(world.context());
        footer.show();
        QCOMPARE(footer.text(), QStringLiteral("Sources: 1 live, 1 retrying   ·   node-2:7117: connection refused"));
    }

    void anAddressThatTheReasonNamesIsNotRepeated()
    {
        FakeWorld world;
        report(world, 0, {SourceState::Retrying, "node-2:7117", "connection refused", {}});
        StatusFooter footer(world.context());
        footer.show();
        QCOMPARE(footer.text(), QStringLiteral("Sources: 1 retrying   ·   node-2:7117: connection refused"));
    }

    void whatWasDroppedIsSaid()
    {
        FakeWorld world;
        StatusFooter footer(world.context());
        footer.setDropped(7);
        footer.show();
        QVERIFY2(footer.text().contains(QStringLiteral("7 ticks dropped")), qPrintable(footer.text()));
    }

private:
    static void report(FakeWorld& world, std::uint32_t source, SourceStatus status)
    {
        auto batch = std::make_shared<Batch>();
        batch->source = SourceId{source};
        batch->status = std::move(status);
        world.apply(batch);
    }
};

LOCKSTEP_GUI_TEST(tst_statusfooter, TestStatusFooter)
#include "tst_statusfooter.moc"
