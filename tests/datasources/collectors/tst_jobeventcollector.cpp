// SPDX-License-Identifier: GPL-3.0-or-later
#include "collectorharness.h"
#include "datasources/collectors/jobeventcollector.h"
#include "datasources/collectors/kernelfile.h"
#include "models/core/batch.h"
#include "tests/support/testentry.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>
#include <fmt/format.h>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace lockstep;

/// The socket, from a job's datagram to a tick's spans.
class TestJobEventCollector : public QObject
{
    Q_OBJECT

private:
    /// False when nobody took it.
    static bool post(const std::string& path, const std::string& text)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof(address.sun_path) - 1);
        const FileDescriptor socket(::socket(AF_UNIX, SOCK_DGRAM, 0));
        return ::sendto(socket.get(), text.data(), text.size(), 0, reinterpret_cast<const sockaddr*>(&address),
                        sizeof(address))
            == static_cast<ssize_t>(text.size());
    }

    static std::string line(int step)
    {
        return fmt::format(
            R"({{"kind":"step","start_ns":1700000000000000000,"duration_ns":5,"step":{},"rank":3,"op":"train"}})",
            step);
    }

    static bool hasSpans(const NodeTick& tick) { return !tick.spans.empty(); }

    [[nodiscard]] std::string path() const { return m_folder->path().toStdString() + "/jobs.sock"; }

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatAJobPostsBecomesSpansInOrder()
    {
        JobEventCollector collector(path());
        CollectorHarness harness(collector);
        QCOMPARE(harness.detect().detail, "listens on " + path());
        std::vector<Span> spans;
        for (int step = 0; step < 500; ++step)
            QVERIFY(post(path(), line(step)));
        harness.sampleUntil(0, [&](const NodeTick& tick) {
            spans.insert(spans.end(), tick.spans.begin(), tick.spans.end());
            return spans.size() >= 500;
        });
        QCOMPARE(spans.size(), std::size_t(500));
        for (std::size_t i = 0; i < spans.size(); ++i)
            QCOMPARE(spans[i].step, static_cast<std::uint32_t>(i));
        QCOMPARE(harness.names().at(spans[0].lane), std::string("rank 3"));
        QCOMPARE(harness.names().at(spans[0].op), std::string("train"));
        QCOMPARE(harness.names().at(spans[0].job), std::string());
        QCOMPARE(spans[0].rank, 3U);
    }

    void severalLinesMayComeInOneDatagram()
    {
        JobEventCollector collector(path());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), line(1) + "\n" + line(2) + "\n\n"));
        QCOMPARE(harness.sampleUntil(0, hasSpans).spans.size(), std::size_t(2));
        COMPARE_NEAR(harness.value("agent.job_events"), 2.0);
    }

    void malformedLinesAreCountedAndReportedAtMostEveryTenSeconds()
    {
        JobEventCollector collector(path());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), "nonsense\n" + line(1)));
        const NodeTick first = harness.sampleUntil(0, hasSpans);
        QCOMPARE(first.spans.size(), std::size_t(1)); // the good one is kept
        QCOMPARE(first.events.size(), std::size_t(1));
        QCOMPARE(first.events[0].code, std::string("agent.job_event_malformed"));
        QVERIFY2(first.events[0].text.find("one JSON object was expected") != std::string::npos,
                 first.events[0].text.c_str());

        for (int i = 0; i < 20; ++i)
            QVERIFY(post(path(), "{\"kind\":\"nap\"}"));
        double malformed = 0;
        harness.sampleUntil(1000, [&](const NodeTick& tick) {
            malformed += harness.value("agent.job_events_malformed");
            return malformed >= 20.0 || !tick.events.empty(); // an event comes too soon
        });
        QCOMPARE(malformed, 20.0);
        const NodeTick later = harness.sample(10'000);
        QCOMPARE(later.events.size(), std::size_t(1));
        QVERIFY2(later.events[0].text.find("20 job events could not be read") != std::string::npos,
                 later.events[0].text.c_str());
        QVERIFY(later.events[0].text.find("\"nap\"") != std::string::npos);
        QVERIFY(harness.sample(30'000).events.empty());
    }

    void anOversizedDatagramIsMalformedAndNothingElse()
    {
        JobEventCollector collector(path());
        CollectorHarness harness(collector);
        harness.detect();
        QVERIFY(post(path(), std::string(100'000, 'x')));
        const NodeTick tick = harness.sampleUntil(0, [](const NodeTick& got) { return !got.events.empty(); });
        QCOMPARE(tick.events.size(), std::size_t(1));
        QVERIFY2(tick.events[0].text.find("100000 bytes") != std::string::npos, tick.events[0].text.c_str());
        QVERIFY(post(path(), line(1)));
        QCOMPARE(harness.sampleUntil(1000, hasSpans).spans.size(), std::size_t(1));
    }

    void moreThanItsCapacityIsDroppedAndCounted()
    {
        auto socket = JobSocket::open(path(), 10);
        QVERIFY(socket.isOk());
        std::string lines;
        for (int step = 0; step < 30; ++step)
            lines += line(step) + "\n";
        QVERIFY(post(path(), lines));
        JobSocket::Inbox inbox;
        for (const QDeadlineTimer deadline(20'000); inbox.events.empty() && !deadline.hasExpired();)
            inbox = socket.value()->take();
        QCOMPARE(inbox.events.size(), std::size_t(10));
        QCOMPARE(inbox.dropped, std::uint64_t(20));
    }

    void aStaleSocketIsReplacedAndOneInUseIsNot()
    {
        {
            // What a killed agent leaves: the file without a listener.
            const FileDescriptor dead(::socket(AF_UNIX, SOCK_DGRAM, 0));
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            path().copy(address.sun_path, sizeof(address.sun_path) - 1);
            QCOMPARE(::bind(dead.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
        }
        QVERIFY(pathExists(path()));
        JobEventCollector first(path());
        CollectorHarness harness(first);
        QVERIFY(harness.detect().isActive);
        struct stat info
        { };
        QCOMPARE(::stat(path().c_str(), &info), 0);
        QCOMPARE(info.st_mode & 0777U, 0666U); // any local job may post

        JobEventCollector second(path());
        const InventoryItem item = second.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("another agent listens there") != std::string::npos);
        QVERIFY(!second.hasChanged());
        QVERIFY(post(path(), line(1)));
        QCOMPARE(harness.sampleUntil(0, hasSpans).spans.size(), std::size_t(1));
    }

    void theSocketIsTakenOverWhenTheOtherAgentEnds()
    {
        auto first = std::make_unique<JobEventCollector>(path());
        QVERIFY(first->detect().isActive);
        JobEventCollector second(path());
        QVERIFY(!second.detect().isActive);
        first.reset();
        QVERIFY(!pathExists(path()));
        QVERIFY(second.hasChanged());
        QVERIFY(second.detect().isActive);
    }

    void aFileThatIsNoSocketIsLeftAlone()
    {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("precious");
        file.close();
        JobEventCollector collector(path());
        const InventoryItem item = collector.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("is no socket") != std::string::npos);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("precious"));
    }

    void aPathThatCannotBeBoundSaysSo()
    {
        QVERIFY(JobEventCollector(path() + "/nowhere/jobs.sock").detect().detail.find("off: ") == 0);
        QVERIFY(JobEventCollector("/tmp/" + std::string(200, 'x')).detect().detail.find("1 to 107 bytes")
                != std::string::npos);
    }

    void namesAreBounded()
    {
        NameList names(4);
        QCOMPARE(names.indexOf(""), 0U);
        const std::uint32_t first = names.indexOf("a");
        QCOMPARE(names.indexOf("a"), first);
        QVERIFY(names.indexOf("b") != first);
        QCOMPARE(names.snapshot()->at(names.indexOf("c")), std::string("(other)"));
        QCOMPARE(names.snapshot()->size(), std::size_t(4));
        QVERIFY(names.snapshot() == names.snapshot());
    }

    void theExampleInTheDocumentationWorksAsItStands()
    {
        QFile text(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/agent/jobevents.md"));
        QVERIFY(text.open(QIODevice::ReadOnly));
        const QString document = QString::fromUtf8(text.readAll());
        const auto python
            = QRegularExpression(QStringLiteral("```python\n(.*?)```"), QRegularExpression::DotMatchesEverythingOption)
                  .match(document);
        QVERIFY(python.hasMatch());
        QString code = python.captured(1);
        QVERIFY2(code.count(u'\n') <= 10, "the example promises ten lines");
        QVERIFY(code.contains(QStringLiteral("/run/lockstep/jobs.sock")));
        code.replace(QStringLiteral("/run/lockstep/jobs.sock"), QString::fromStdString(path()));

        JobEventCollector collector(path());
        CollectorHarness harness(collector);
        harness.detect();
        QProcess interpreter;
        interpreter.start(QStringLiteral("python3"), {QStringLiteral("-c"), code});
        if (!interpreter.waitForStarted())
            QSKIP("python3 is not at hand");
        QVERIFY(interpreter.waitForFinished(30000));
        QVERIFY2(interpreter.exitCode() == 0, interpreter.readAllStandardError().constData());
        std::size_t spans = 0;
        harness.sampleUntil(0, [&](const NodeTick& tick) { return (spans += tick.spans.size()) >= 3; });
        QCOMPARE(spans, std::size_t(3));
        QCOMPARE(harness.value("agent.job_events_malformed"), 0.0);
    }

    void everyLineShownInTheDocumentationIsRead()
    {
        QFile text(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + QStringLiteral("/resources/agent/jobevents.md"));
        QVERIFY(text.open(QIODevice::ReadOnly));
        int shown = 0;
        for (const QByteArray& shownLine : text.readAll().split('\n')) {
            if (!shownLine.startsWith("{"))
                continue;
            ++shown;
            const auto event = parseJobEvent(shownLine.toStdString());
            QVERIFY2(event.isOk(), event.isOk() ? "" : event.error().message.c_str());
        }
        QVERIFY(shown >= 5);
    }
};

LOCKSTEP_TEST(tst_jobeventcollector, TestJobEventCollector)
#include "tst_jobeventcollector.moc"
