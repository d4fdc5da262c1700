// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/actions/hallpicture.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestHallPicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesAreReadAsPeopleWriteThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QSize>("size"); // an invalid one: refused
        QTest::newRow("plain") << QStringLiteral("1920x1080") << QSize(1920, 1080);
        QTest::newRow("spaced") << QStringLiteral(" 3840 X 2160 ") << QSize(3840, 2160);
        QTest::newRow("sign") << QStringLiteral("7680 \u00D7 4320") << QSize(7680, 4320);
        QTest::newRow("words") << QStringLiteral("large") << QSize();
        QTest::newRow("one side") << QStringLiteral("1920") << QSize();
        QTest::newRow("nothing") << QStringLiteral("0x0") << QSize();
        QTest::newRow("no graphics card draws it") << QStringLiteral("20000x1000") << QSize();
        QTest::newRow("too many pixels") << QStringLiteral("16000x16000") << QSize();
    }
    void sizesAreReadAsPeopleWriteThem()
    {
        QFETCH(QString, text);
        QFETCH(QSize, size);
        QCOMPARE(pictureSizeFrom(text).value_or(QSize()), size);
    }
};

LOCKSTEP_TEST(tst_hallpicture, TestHallPicture)
#include "tst_hallpicture.moc"
