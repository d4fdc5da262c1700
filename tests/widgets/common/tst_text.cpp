// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/limits.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class TextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agesAreAsShortAsCanBe_data()
    {
        QTest::addColumn<qint64>("milliseconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("clocks disagree") << qint64(-300) << QStringLiteral("now");
        QTest::newRow("tenths") << qint64(400) << QStringLiteral("0.4 s ago");
        QTest::newRow("seconds") << qint64(12'400) << QStringLiteral("12 s ago");
        QTest::newRow("minutes") << qint64(185'000) << QStringLiteral("3 min ago");
        QTest::newRow("hours") << qint64(7'400'000) << QStringLiteral("2 h ago");
        QTest::newRow("days") << qint64(3 * 86'400'000LL) << QStringLiteral("3 days ago");
    }

    void agesAreAsShortAsCanBe()
    {
        QFETCH(qint64, milliseconds);
        QFETCH(QString, text);
        QCOMPARE(ageText(std::chrono::milliseconds(milliseconds)).replace(QChar(0x2009), QLatin1Char(' ')), text);
    }

    void severityFollowsTheBadDirection()
    {
        MetricDescriptor high;
        high.direction = Direction::HighIsBad;
        high.warning = 83.0F;
        high.critical = 87.0F;
        QVERIFY(!severityOf(high, 82.9F));
        QCOMPARE(severityOf(high, 83.0F), std::optional(Severity::Warning));
        QCOMPARE(severityOf(high, 90.0F), std::optional(Severity::Critical));
        QVERIFY(!severityOf(high, noData));
        MetricDescriptor low = high;
        low.direction = Direction::LowIsBad;
        low.warning = 10.0F;
        low.critical = 5.0F;
        QVERIFY(!severityOf(low, 11.0F));
        QCOMPARE(severityOf(low, 10.0F), std::optional(Severity::Warning));
        QCOMPARE(severityOf(low, 4.0F), std::optional(Severity::Critical));
        MetricDescriptor neutral = high;
        neutral.direction = Direction::Neutral;
        QVERIFY(!severityOf(neutral, 200.0F));
    }

    void kindsAreCountedInWords()
    {
        QCOMPARE(countedKind(EntityKind::Gpu, 1), QStringLiteral("1 GPU"));
        QCOMPARE(countedKind(EntityKind::Port, 3), QStringLiteral("3 ports"));
        QCOMPARE(countedKind(EntityKind::Core, 2), QStringLiteral("2 CPU cores"));
    }
};

QTEST_GUILESS_MAIN(TextTest)
#include "tst_text.moc"
