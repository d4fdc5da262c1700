// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/wireenums.h"
#include "datasources/proto/wiretext.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestWireText : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void wellFormedTextStaysAsItIs();
    void brokenTextIsRepaired_data();
    void brokenTextIsRepaired();
    void textIsCutBetweenCharacters();
    void everyKindOfSpanHasItsNumberOnTheWire();
};

void TestWireText::wellFormedTextStaysAsItIs()
{
    for (const std::string text : {"", "plain", "71 °C", "雪", "🙂"}) {
        QVERIFY(isCleanText(text, 64));
        QCOMPARE(cleanText(text, 64), text);
    }
    QVERIFY(!isCleanText("12345", 4));
}

void TestWireText::brokenTextIsRepaired_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("clean");
    QTest::newRow("lone continuation") << QByteArray("a\x80z") << QByteArray("a?z");
    QTest::newRow("cut short") << QByteArray("a\xE2\x82") << QByteArray("a??");
    QTest::newRow("overlong slash") << QByteArray("\xC0\xAF") << QByteArray("??");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << QByteArray("???");
    QTest::newRow("above U+10FFFF") << QByteArray("\xF4\x90\x80\x80") << QByteArray("????");
    QTest::newRow("control characters") << QByteArray("a\nb\x7F\x1B[31m") << QByteArray("a b  [31m");
    QTest::newRow("C1 control") << QByteArray("a\xC2\x85z") << QByteArray("a??z");
    QTest::newRow("NUL") << QByteArray("a\0z", 3) << QByteArray("a z");
}

void TestWireText::brokenTextIsRepaired()
{
    QFETCH(QByteArray, bytes);
    const std::string text = bytes.toStdString();
    QVERIFY(!isCleanText(text, 64));
    QTEST(QByteArray::fromStdString(cleanText(text, 64)), "clean");
    QVERIFY(isCleanText(cleanText(text, 64), 64));
}

void TestWireText::textIsCutBetweenCharacters()
{
    QCOMPARE(cleanText("ab°", 3), std::string("ab"));
    QCOMPARE(cleanText("abcdef", 3), std::string("abc"));
    QCOMPARE(cleanText(std::string(5000, 'x'), 256).size(), std::size_t{256});
}

void TestWireText::everyKindOfSpanHasItsNumberOnTheWire()
{
    int kinds = 0;
    for (int number = 0; number < 64; ++number) {
        if (!v1::SpanKind_IsValid(number))
            continue;
        const auto kind = fromWire(static_cast<v1::SpanKind>(number));
        QVERIFY(kind);
        QCOMPARE(static_cast<int>(toWire(*kind)), number);
        QVERIFY(spanKindFromName(spanKindName(*kind)) == kind);
        ++kinds;
    }
    QCOMPARE(kinds, v1::SpanKind_ARRAYSIZE);
    QVERIFY(!fromWire(static_cast<v1::SpanKind>(63)));
}

LOCKSTEP_TEST(tst_wiretext, TestWireText)
#include "tst_wiretext.moc"
