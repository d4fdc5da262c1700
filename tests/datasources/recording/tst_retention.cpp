// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/recording/retention.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace lockstep;
using namespace std::chrono_literals;

/// Which files may be deleted, and by which clock.
class TestRetention : public QObject
{
    Q_OBJECT

    static constexpr TimePoint start{1'770'000'000s};

    std::unique_ptr<QTemporaryDir> m_folder;
    TimePoint m_wall;
    Duration m_running{};

    [[nodiscard]] std::string folder() const { return m_folder->path().toStdString(); }
    [[nodiscard]] Retention retention(RecordingCaps caps)
    {
        return {folder(),
                caps,
                {[this] { return m_wall; },
                 [this] {
                     return m_running;
                 }}};
    }
    /// A segment that claims to begin at one time and was written at another.
    std::string addSegment(TimePoint claimed, TimePoint written, int bytes = 1000) const
    {
        const std::string path = newSegmentPath(folder(), claimed);
        QFile file(QString::fromStdString(path));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no segment");
        file.write(QByteArray(bytes, 'x'));
        file.close();
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(written.time_since_epoch()).count();
        const timespec times[]{{seconds, 0}, {seconds, 0}};
        ::utimensat(AT_FDCWD, path.c_str(), times, 0);
        return path;
    }
    [[nodiscard]] std::size_t left() const { return listSegments(folder()).size(); }
    void pass(Duration time)
    {
        m_wall += time;
        m_running += time;
    }

    static constexpr RecordingCaps day{std::uint64_t{1} << 30U, 24h};

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_wall = start;
        m_running = 1000h;
    }

    void whatAgentsClaimDeletesNothing()
    {
        for (int hour = 1; hour <= 10; ++hour)
            addSegment(start - std::chrono::hours(hour), start - std::chrono::hours(hour));
        for (int days = 1; days <= 100; ++days) // an agent whose clock is far ahead
            addSegment(start + std::chrono::hours(24 * days), start);
        Retention caps = retention(day);
        QCOMPARE(caps.enforce({}), std::size_t{0});
        QCOMPARE(left(), std::size_t{110});
    }

    void whatIsOldLeavesOneByOne()
    {
        for (int hour = 0; hour < 48; hour += 6)
            addSegment(start + std::chrono::hours(hour), start + std::chrono::hours(hour));
        Retention caps = retention(day);
        std::size_t before = left();
        for (int hour = 0; hour < 48; ++hour, pass(1h)) {
            caps.enforce({});
            QVERIFY(before - left() <= 1);
            before = left();
            for (const SegmentFile& segment : listSegments(folder()))
                QVERIFY(m_wall - segment.written <= 25h);
        }
        QCOMPARE(caps.retentionReason(), std::string());
    }

    void aClockSetForwardDeletesNothing()
    {
        for (int hour = 1; hour <= 20; ++hour)
            addSegment(start - std::chrono::hours(hour), start - std::chrono::hours(hour) - 30min);
        Retention caps = retention(day);
        caps.enforce({});
        pass(5h); // it has run for a while
        caps.enforce({});
        const std::size_t before = left();
        m_wall += 24h * 30;
        for (int minute = 0; minute < 20; ++minute, pass(1min))
            QCOMPARE(caps.enforce({}), std::size_t{0});
        m_wall -= 24h * 30; // corrected
        QCOMPARE(caps.enforce({}), std::size_t{0});
        QCOMPARE(left(), before);
        pass(1h); // continues as before
        caps.enforce({});
        QVERIFY(left() < before);
    }

    void aClockThatStaysSetIsBelievedOnceAllIsOldAnyway()
    {
        addSegment(start, start);
        addSegment(start, start);
        addSegment(start, start);
        Retention caps = retention(day);
        caps.enforce({});
        m_wall += 24h * 30;
        for (int hour = 0; hour < 24; ++hour, pass(1h)) {
            caps.enforce({});
            QCOMPARE(left(), std::size_t{3});
        }
        caps.enforce({});
        QCOMPARE(left(), std::size_t{0});
    }

    void aWrongClockAtTheStartDeletesNothing()
    {
        for (int hour = 1; hour <= 20; ++hour)
            addSegment(start - std::chrono::hours(hour), start - std::chrono::hours(hour));
        m_wall += 24h * 30;
        Retention caps = retention(day);
        QCOMPARE(caps.enforce({}), std::size_t{0});
        QVERIFY(caps.retentionReason().starts_with("20 of 20 recordings in " + folder() + " are older than 24"));
        pass(24h); // it was the time since the last run after all
        QCOMPARE(caps.enforce({}), std::size_t{20});
        QCOMPARE(caps.retentionReason(), std::string());
    }

    void aClockSetBackKeepsTheSizeInBounds()
    {
        for (int hour = 0; hour < 20; ++hour)
            addSegment(start + std::chrono::hours(hour), start + std::chrono::hours(hour));
        m_wall = start - 24h * 365;
        Retention caps = retention({5500, 24h});
        QCOMPARE(caps.enforce({}), std::size_t{15});
        const auto kept = listSegments(folder());
        QCOMPARE(kept.size(), std::size_t{5});
        QVERIFY(segmentStart(kept.front().path) == start + 15h); // those that were written last
    }

    void sizeTakesWhatWasWrittenLongestAgoWhateverItClaims()
    {
        const std::string honest = addSegment(start, start);
        addSegment(start + 24h * 365, start - 2h);
        addSegment(start + 24h * 366, start - 1h);
        Retention caps = retention({1500, 24h});
        QCOMPARE(caps.enforce({}), std::size_t{2});
        QCOMPARE(listSegments(folder()).front().path, honest);
    }

    void nothingPinnedOrInUseLeaves()
    {
        const std::string pinned = addSegment(start - 48h, start - 48h);
        QVERIFY(pinSegment(pinned, true).isOk());
        const std::string used = addSegment(start - 47h, start - 47h);
        addSegment(start - 46h, start - 46h);
        Retention caps = retention({0, 0h});
        QCOMPARE(caps.enforce({used}), std::size_t{1});
        QCOMPARE(left(), std::size_t{2});
    }
};

LOCKSTEP_TEST(tst_retention, TestRetention)
#include "tst_retention.moc"
