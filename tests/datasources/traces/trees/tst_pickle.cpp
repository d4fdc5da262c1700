// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/traces/pieces/tracemeter.h"
#include "datasources/traces/trees/pickle.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::string_literals;

class PickleTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plainDataIsRead();
    void whatPythonWroteIsRead_data();
    void whatPythonWroteIsRead();
    void sharedValuesAreStoredOnce();
    void codeIsRefused_data();
    void codeIsRefused();
    void pytorchsListMarksStandForTheirLists();
    void cutPicklesAreErrors();
    void nonsenseIsAnError_data();
    void nonsenseIsAnError();
};

namespace {

/// A pickle and its tree. Both are kept, because the tree's texts stay in the pickle.
struct Parsed
{
    explicit Parsed(std::string_view pickle) : bytes(pickle), meter(budget, "dump"), tree(parsePickle(bytes, meter)) { }

    [[nodiscard]] bool isOk() const { return tree.isOk(); }
    [[nodiscard]] const DataTree& value() const { return tree.value(); }
    [[nodiscard]] const Error& error() const { return tree.error(); }

    std::string bytes;
    TraceBudget budget;
    TraceMeter meter;
    Result<DataTree> tree;
};

// pickle.dumps({"version": "2.5", "n": [1, -2, 300, 70000, 2**40, -2**40, 1.5, None, True, False], "t": ("a", ("b",))},
// n)
const auto protocol2 = "\x80\x02}q\x00(X\x07\x00\x00\x00versionq\x01X\x03\x00\x00\x00"
                       "2.5q\x02X\x01\x00\x00\x00nq\x03]q\x04(K\x01J\xfe\xff"
                       "\xff\xffM,\x01Jp\x11\x01\x00\x8a\x06\x00\x00\x00\x00\x00\x01\x8a\x06\x00\x00\x00\x00\x00\xffG?"
                       "\xf8\x00\x00\x00\x00"
                       "\x00\x00N\x88\x89"
                       "eX\x01\x00\x00\x00tq\x05X\x01\x00\x00\x00"
                       "aq\x06X\x01\x00\x00\x00"
                       "bq\x07\x85q\x08\x86q\tu."s;
const auto protocol4 = "\x80\x04\x95X\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x07version\x94\x8c\x03"
                       "2.5\x94\x8c\x01n\x94]\x94(K\x01J\xfe\xff"
                       "\xff\xffM,\x01Jp\x11\x01\x00\x8a\x06\x00\x00\x00\x00\x00\x01\x8a\x06\x00\x00\x00\x00\x00\xffG?"
                       "\xf8\x00\x00\x00\x00"
                       "\x00\x00N\x88\x89"
                       "e\x8c\x01t\x94\x8c\x01"
                       "a\x94\x8c\x01"
                       "b\x94\x85\x94\x86\x94u."s;

} // namespace

void PickleTest::plainDataIsRead()
{
    const Parsed tree("\x80\x02]K\x05"s + "a."s);
    QVERIFY(tree.isOk());
    QCOMPARE(tree.value().root().element(0).integer().value_or(0), std::int64_t{5});
    QVERIFY(tree.value().root().element(1).isNothing());
}

void PickleTest::whatPythonWroteIsRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("protocol 2") << QByteArray::fromStdString(protocol2);
    QTest::newRow("protocol 4") << QByteArray::fromStdString(protocol4);
}

void PickleTest::whatPythonWroteIsRead()
{
    QFETCH(QByteArray, bytes);
    const Parsed tree(bytes.toStdString());
    QVERIFY2(tree.isOk(), tree.isOk() ? "" : tree.error().message.c_str());
    const auto root = tree.value().root();
    QCOMPARE(std::string(root["version"].text()), "2.5"s);
    const auto numbers = root["n"];
    QCOMPARE(numbers.count(), std::size_t{10});
    const std::int64_t expected[] = {1, -2, 300, 70000, std::int64_t{1} << 40, -(std::int64_t{1} << 40)};
    for (std::size_t i = 0; i < 6; ++i)
        QCOMPARE(numbers.element(i).integer().value_or(0), expected[i]);
    QCOMPARE(numbers.element(6).number().value_or(0), 1.5);
    QVERIFY(numbers.element(7).isNothing());
    QCOMPARE(numbers.element(8).boolean().value_or(false), true);
    QCOMPARE(std::string(root["t"].element(1).element(0).text()), "b"s);
}

void PickleTest::sharedValuesAreStoredOnce()
{
    // Lists that each contain the previous one ten times; copied, they would have a billion elements.
    std::string bytes = "\x80\x02]q"s + '\0';
    for (char level = 0; level < 9; ++level) {
        bytes += "](";
        for (int i = 0; i < 10; ++i)
            bytes += "h"s + level;
        bytes += "eq"s + static_cast<char>(level + 1);
    }
    const Parsed tree(bytes + ".");
    QVERIFY(tree.isOk());
    QVERIFY(tree.value().size() < 100);
    // And a list that contains itself.
    QVERIFY(Parsed("\x80\x02]q\x01h\x01"
                   "a."s)
                .isOk());
}

void PickleTest::codeIsRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("os.system by GLOBAL") << QByteArray::fromStdString("\x80\x02"
                                                                      "cos\nsystem\nX\x02\x00\x00\x00ls\x85R."s);
    QTest::newRow("STACK_GLOBAL") << QByteArray("\x80\x04\x8c\x02os\x8c\x06system\x93.", 16);
    QTest::newRow("INST") << QByteArray("(S'ls'\nios\nsystem\n.");
    QTest::newRow("BUILD") << QByteArray("\x80\x02}}b.", 6);
    QTest::newRow("NEWOBJ") << QByteArray("\x80\x02N)\x81.", 6);
    QTest::newRow("REDUCE of a text") << QByteArray("\x80\x02X\x02\x00\x00\x00ls)R.", 12);
    QTest::newRow("PERSID") << QByteArray("\x80\x02Px\n.", 6);
    QTest::newRow("EXT1") << QByteArray("\x80\x02\x82\x01.", 5);
}

void PickleTest::codeIsRefused()
{
    QFETCH(QByteArray, bytes);
    const Parsed tree(bytes.toStdString());
    QVERIFY(!tree.isOk());
    QVERIFY2(tree.error().message.find("would run code") != std::string::npos, tree.error().message.c_str());
    QVERIFY(tree.error().message.starts_with("dump: byte "));
}

void PickleTest::pytorchsListMarksStandForTheirLists()
{
    const Parsed tree("\x80\x02"
                      "ctorch.jit._pickle\nbuild_intlist\n](K\x03K\x04"
                      "e\x85R."s);
    QVERIFY2(tree.isOk(), tree.isOk() ? "" : tree.error().message.c_str());
    QCOMPARE(tree.value().root().element(1).integer().value_or(0), std::int64_t{4});
    QVERIFY(!Parsed("\x80\x02"
                    "ctorch.jit._pickle\nbuild_tensor_from_id\n](K\x03"
                    "e\x85R."s)
                 .isOk());
}

void PickleTest::cutPicklesAreErrors()
{
    for (std::size_t length = 0; length < protocol4.size(); ++length)
        QVERIFY(!Parsed(std::string_view(protocol4).substr(0, length)).isOk());
}

void PickleTest::nonsenseIsAnError_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("recalls what was not remembered") << QByteArray("\x80\x02h\x05.", 5);
    QTest::newRow("appends to a number") << QByteArray("\x80\x02K\x01K\x02"
                                                       "a.",
                                                       8);
    QTest::newRow("items without mark") << QByteArray("\x80\x02}u.", 5);
    QTest::newRow("tuple of nothing") << QByteArray("\x80\x02\x87.", 4);
    QTest::newRow("key without value") << QByteArray("\x80\x02}(K\x01u.", 8);
    QTest::newRow("text longer than the file") << QByteArray("\x80\x02X\xff\xff\xff\x7f"
                                                             "a.",
                                                             9);
    QTest::newRow("pops below a mark") << QByteArray("\x80\x02K\x01(0.", 7);
    QTest::newRow("ends empty") << QByteArray("\x80\x02.", 3);
    QTest::newRow("a later protocol") << QByteArray("\x80\x09N.", 4);
}

void PickleTest::nonsenseIsAnError()
{
    QFETCH(QByteArray, bytes);
    QVERIFY(!Parsed(bytes.toStdString()).isOk());
}

LOCKSTEP_TEST(tst_pickle, PickleTest)
#include "tst_pickle.moc"
