// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/annotationindex.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;

namespace {

TimePoint at(std::int64_t ns)
{
    return TimePoint(Duration(ns));
}

std::vector<AnnotationMark> randomMarks(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<AnnotationMark> marks;
    for (std::size_t i = 0; i < count; ++i) {
        const auto from = static_cast<std::int64_t>(random() % 10'000);
        const auto length = random() % 3 == 0 ? 0 : static_cast<std::int64_t>(random() % 400);
        marks.push_back({{at(from), at(from + length)}, {i + 1}});
    }
    return marks;
}

} // namespace

class TestAnnotationIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answersAgreeWithLookingAtEachMark();
    void addingAndRemovingGivesTheSameAsBuildingAnew();
    void aMomentIsNearerThanTheStretchAroundIt();
    void ofStretchesTheShortestIsMeant();
    void anEmptyIndexKnowsNothing();
};

void TestAnnotationIndex::answersAgreeWithLookingAtEachMark()
{
    const std::vector<AnnotationMark> marks = randomMarks(500, 3);
    const AnnotationIndex index(marks);
    std::mt19937 random(4);
    for (int round = 0; round < 300; ++round) {
        const auto from = static_cast<std::int64_t>(random() % 11'000) - 300;
        const TimeRange range{at(from), at(from + 1 + static_cast<std::int64_t>(random() % 500))};
        std::size_t starting = 0;
        std::size_t covering = 0;
        for (const AnnotationMark& mark : marks) {
            starting += range.contains(mark.range.from) ? 1 : 0;
            covering += !mark.range.isEmpty() && mark.range.overlaps(range) ? 1 : 0;
        }
        QCOMPARE(index.startingIn(range).size(), starting);
        QCOMPARE(index.coverage(range), covering);
        QCOMPARE(index.overlapping(range, 10'000).size(), covering);
        QVERIFY(index.overlapping(range, 2).size() <= 2);
    }
}

void TestAnnotationIndex::addingAndRemovingGivesTheSameAsBuildingAnew()
{
    const std::vector<AnnotationMark> marks = randomMarks(200, 9);
    AnnotationIndex grown;
    for (const AnnotationMark& mark : marks)
        grown.add(mark);
    for (std::size_t i = 0; i < marks.size(); i += 2)
        grown.remove(marks[i]);
    grown.remove({{at(5), at(6)}, {12'345}}); // not there
    std::vector<AnnotationMark> rest;
    for (std::size_t i = 1; i < marks.size(); i += 2)
        rest.push_back(marks[i]);
    const AnnotationIndex built(rest);
    QCOMPARE(grown.size(), built.size());
    for (std::int64_t from = -100; from < 11'000; from += 37) {
        const TimeRange range{at(from), at(from + 50)};
        QCOMPARE(grown.startingIn(range).size(), built.startingIn(range).size());
        QCOMPARE(grown.coverage(range), built.coverage(range));
        QCOMPARE(grown.overlapping(range, 1000).size(), built.overlapping(range, 1000).size());
    }
}

void TestAnnotationIndex::aMomentIsNearerThanTheStretchAroundIt()
{
    const AnnotationIndex index({{{at(0), at(1000)}, {1}}, {{at(500), at(500)}, {2}}});
    QVERIFY(index.nearest(at(503), Duration(5))->key == AnnotationKey{2});
    QVERIFY(index.nearest(at(520), Duration(5))->key == AnnotationKey{1});
}

void TestAnnotationIndex::ofStretchesTheShortestIsMeant()
{
    const AnnotationIndex index({{{at(0), at(1000)}, {1}}, {{at(400), at(700)}, {2}}});
    QVERIFY(index.nearest(at(600), Duration(5))->key == AnnotationKey{2});
    QVERIFY(!index.nearest(at(2000), Duration(5)));
}

void TestAnnotationIndex::anEmptyIndexKnowsNothing()
{
    const AnnotationIndex index;
    QVERIFY(index.startingIn({at(0), at(10)}).empty());
    QCOMPARE(index.coverage({at(0), at(10)}), 0U);
    QVERIFY(!index.nearest(at(5), Duration(100)));
}

LOCKSTEP_TEST(tst_annotationindex, TestAnnotationIndex)
#include "tst_annotationindex.moc"
