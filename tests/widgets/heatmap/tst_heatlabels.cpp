// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/heatmap/heatlabels.h"

#include <QTest>

#include <algorithm>

using namespace lockstep;

class HeatLabelsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesThatHaveRoomAreAllThere()
    {
        QCOMPARE(namedColumns(3, 40, 18, 1), (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(namedColumns(0, 40, 18, std::nullopt), std::vector<std::size_t>());
    }

    void whereNotAllNamesHaveRoomNoneCoversAnother()
    {
        for (const std::size_t current : {0, 4, 36}) {
            const auto named = namedColumns(37, 7, 18, current);
            QVERIFY(std::ranges::find(named, current) != named.end());
            for (std::size_t at = 1; at < named.size(); ++at)
                QVERIFY(static_cast<double>(named[at] - named[at - 1]) * 7 >= 18);
            QVERIFY(named.size() >= 12);
        }
    }
};

LOCKSTEP_TEST(tst_heatlabels, HeatLabelsTest)
#include "tst_heatlabels.moc"
