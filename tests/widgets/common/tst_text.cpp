// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
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
        QTest::newRow("days") << qint64(3 * 86'400'000LL) << QStringLiteral("3 d ago");
    }

    void agesAreAsShortAsCanBe()
    {
        QFETCH(qint64, milliseconds);
        QFETCH(QString, text);
        QCOMPARE(ageText(std::chrono::milliseconds(milliseconds)).replace(QChar(0x2009), QLatin1Char(' ')), text);
    }

    void kindsAreCountedInWords()
    {
        QCOMPARE(countedKind(EntityKind::Gpu, 1), QStringLiteral("1 GPU"));
        QCOMPARE(countedKind(EntityKind::Port, 3), QStringLiteral("3 ports"));
        QCOMPARE(countedKind(EntityKind::Core, 2), QStringLiteral("2 CPU cores"));
    }
};

LOCKSTEP_TEST(tst_text, TextTest)
#include "tst_text.moc"
