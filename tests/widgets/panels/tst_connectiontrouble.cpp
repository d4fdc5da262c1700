// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/panels/connectionfailure.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

namespace {

void sayOf(FakeWorld& world, std::uint32_t source, SourceState state, const std::string& reason,
           std::chrono::seconds next = {}, ConnectionProblem problem = ConnectionProblem::Other)
{
    auto batch = std::make_shared<Batch>();
    batch->source = SourceId{source};
    batch->received = world.now();
    batch->status = SourceStatus{state, "nohost:1", reason, std::nullopt};
    batch->status->problem = problem;
    if (next.count() > 0)
        batch->status->nextTry = wallClockNow() + next;
    world.apply(batch);
}

QString wordsOf(const ConnectionFailure& trouble)
{
    QString words;
    for (const QLabel* label : trouble.findChildren<QLabel*>())
        words += label->text() + QLatin1Char('\n');
    return words;
}

constexpr auto unresolved = "the host name could not be resolved";

} // namespace

class TestConnectionTrouble : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysWhereWhyWhenAndWhatToDo()
    {
        FakeWorld world;
        QWidget page;
        ConnectionFailure trouble(world.context(), &page);
        QVERIFY(trouble.isHidden());
        sayOf(world, 0, SourceState::Connecting, {});
        QVERIFY(trouble.isHidden()); // the connection may still succeed
        sayOf(world, 0, SourceState::Retrying, "no name", std::chrono::seconds(5), ConnectionProblem::NameNotResolved);
        QVERIFY(!trouble.isHidden());
        const QString words = wordsOf(trouble);
        for (const char* wanted : {"Cannot connect to nohost:1", "No name", "Retrying in", "host name correct"})
            QVERIFY2(words.contains(QLatin1String(wanted)), qPrintable(words));
    }

    void tryingAgainDoesNotMakeItBlink()
    {
        FakeWorld world;
        QWidget page;
        ConnectionFailure trouble(world.context(), &page);
        sayOf(world, 0, SourceState::Retrying, unresolved);
        sayOf(world, 0, SourceState::Connecting, {});
        QVERIFY(!trouble.isHidden());
        sayOf(world, 0, SourceState::Live, {});
        QVERIFY(trouble.isHidden());
    }

    void oneThatIsReachedIsEnough()
    {
        FakeWorld world;
        QWidget page;
        ConnectionFailure trouble(world.context(), &page);
        sayOf(world, 0, SourceState::Retrying, unresolved);
        sayOf(world, 1, SourceState::Retrying, "connection refused");
        QVERIFY(wordsOf(trouble).contains(QStringLiteral("any of the 2 agents")));
        QVERIFY2(wordsOf(trouble).contains(
                     QStringLiteral("nohost:1: the host name could not be resolved\nnohost:1: connection refused")),
                 qPrintable(wordsOf(trouble)));
        sayOf(world, 1, SourceState::Live, {});
        QVERIFY(trouble.isHidden());
    }

    void whoWasHeardOnceIsShownAsStaleNotCovered()
    {
        FakeWorld world;
        QWidget page;
        ConnectionFailure trouble(world.context(), &page);
        world.introduce();
        world.run(2);
        sayOf(world, 0, SourceState::Retrying, "connection refused");
        QVERIFY(trouble.isHidden());
    }

    void itsButtonsAskForBothWaysOut()
    {
        FakeWorld world;
        QWidget page;
        ConnectionFailure trouble(world.context(), &page);
        QSignalSpy retry(&trouble, &ConnectionFailure::retryWanted);
        QSignalSpy close(&trouble, &ConnectionFailure::closeWanted);
        for (QPushButton* button : trouble.findChildren<QPushButton*>())
            button->click();
        QCOMPARE(retry.count(), 1);
        QCOMPARE(close.count(), 1);
    }
};

LOCKSTEP_GUI_TEST(tst_connectiontrouble, TestConnectionTrouble)
#include "tst_connectiontrouble.moc"
