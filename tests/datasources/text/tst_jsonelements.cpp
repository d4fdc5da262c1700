// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/text/jsonelements.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <string>
#include <vector>

using namespace lockstep;

namespace {

const std::string someAnswer
    = "{\"meta\":{\"a\":[1,{\"b\":\"}]\"}]},\"jobs\":[{\"x\":\"a\\\"],}\"},{\"y\":[1,2]},3,\"s\"],\"none\":[],\"n\":4}";
const std::vector<std::string> itsElements{"meta={\"a\":[1,{\"b\":\"}]\"}]}",
                                           "jobs={\"x\":\"a\\\"],}\"}",
                                           "jobs={\"y\":[1,2]}",
                                           "jobs=3",
                                           "jobs=\"s\"",
                                           "n=4"};

} // namespace

/// Extraction of records from an answer of any length while it arrives.
class TestJsonElements : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordsAreCutOutOfPiecesOfAnySize()
    {
        for (std::size_t size = 1; size <= someAnswer.size(); ++size) {
            std::vector<std::string> found;
            JsonElements elements([&](std::string_view key, std::string_view element) {
                found.push_back(std::string(key) + "=" + std::string(element));
            });
            for (std::size_t at = 0; at < someAnswer.size(); at += size)
                QVERIFY(elements.feed(std::string_view(someAnswer).substr(at, size)));
            QVERIFY(elements.isWhole());
            QVERIFY(elements.hasList("jobs") && elements.hasList("none") && !elements.hasList("meta"));
            QCOMPARE(found, itsElements);
        }
    }

    void whatIsNoObjectIsRefused()
    {
        for (const char* const wrong : {"[", "x", "{}}", "{\"a\":[}"}) {
            JsonElements elements([](std::string_view, std::string_view) {});
            QVERIFY2(!elements.feed(wrong), wrong);
        }
    }

    void anElementThatIsTooLongIsLeftOutAndNoMore()
    {
        std::size_t taken = 0;
        JsonElements elements([&](std::string_view, std::string_view element) {
            taken += 1;
            QVERIFY(element.size() <= JsonElements::maxElementBytes);
        });
        QVERIFY(elements.feed("{\"jobs\":[1,{\"a\":\""));
        for (int piece = 0; piece < 100; ++piece)
            QVERIFY(elements.feed(std::string(10'000, 'x')));
        QVERIFY(elements.feed("\"},2]}"));
        QVERIFY(elements.isWhole());
        QCOMPARE(taken, std::size_t{2});
        QCOMPARE(elements.leftOut(), std::size_t{1});
    }
};

LOCKSTEP_TEST(tst_jsonelements, TestJsonElements)
#include "tst_jsonelements.moc"
