// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/jobs/inbox/jobevent.h"
#include "models/core/budget.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep;

/// Parsing of one job event.
class TestJobEvent : public QObject
{
    Q_OBJECT

private:
    /// Lines are written here with ' for ", which reads better and which moc understands.
    static Result<JobEvent> parse(std::string line)
    {
        std::ranges::replace(line, '\'', '"');
        return parseJobEvent(line, now);
    }

    static constexpr TimePoint now{std::chrono::seconds(1'700'000'100)};

private Q_SLOTS:
    void aCollectiveIsReadWithAllItsParts()
    {
        const auto result = parse(
            "{'kind':'collective','start_ns':1700000000000000000,'end_ns':1700000000005000000,'op':'all_reduce',"
            "'communicator':'dp0','sequence':12,'bytes':67108864,'rank':3,'gpu':5,'step':120,'job':'llama','lane':'"
            "nccl'}");
        QVERIFY2(result.isOk(), result.isOk() ? "" : result.error().message.c_str());
        const JobEvent& event = result.value();
        QVERIFY(event.kind == SpanKind::Collective);
        QCOMPARE(event.start.time_since_epoch().count(), std::int64_t(1700000000000000000));
        QVERIFY(event.end - event.start == std::chrono::milliseconds(5));
        QCOMPARE(event.op, std::string("all_reduce"));
        QCOMPARE(event.communicator, std::string("dp0"));
        QCOMPARE(event.lane, std::string("nccl"));
        QCOMPARE(event.job, std::string("llama"));
        QCOMPARE(event.gpu.value(), 5U);
        QCOMPARE(event.rank, 3U);
        QCOMPARE(event.step, 120U);
        QCOMPARE(event.sequence, std::uint64_t(12));
        QCOMPARE(event.bytes, std::uint64_t(67108864));
    }

    void aTransferBetweenPoolsMayFail()
    {
        const auto failed
            = parse("{'kind':'transfer','job':'org/chat/prefill->decode','op':'kv','duration':1,'error':'gone'}");
        QVERIFY2(failed.isOk(), failed.isOk() ? "" : failed.error().message.c_str());
        QCOMPARE(failed.value().op, std::string("kv failed"));
        QVERIFY(failed.value().error == nullptr); // raises no alert by itself
        QCOMPARE(failed.value().job, std::string("org/chat/prefill->decode"));
        const std::string longest(budget::nameBytes, 'x');
        const auto cut
            = parse("{'kind':'transfer','job':'chat/a->b','op':'" + longest + "','duration':1,'error':'gone'}");
        QVERIFY2(cut.isOk(), cut.isOk() ? "" : cut.error().message.c_str());
        QVERIFY(cut.value().op.ends_with(" failed"));
        QCOMPARE(cut.value().op.size(), budget::nameBytes);
        for (const char* job : {"chat", "prefill->decode", "chat/prefill->", "chat/->decode"}) {
            const auto other
                = parse("{'kind':'transfer','job':'" + std::string(job) + "','duration':1,'error':'gone'}");
            QVERIFY2(!other.isOk(), job);
        }
    }

    void everyKindIsTaken_data()
    {
        QTest::addColumn<QString>("kind");
        for (const char* kind : {"step", "compute", "transfer", "checkpoint", "wait", "restart", "idle", "marker"})
            QTest::newRow(kind) << QString::fromLatin1(kind);
    }

    void everyKindIsTaken()
    {
        QFETCH(QString, kind);
        const auto result
            = parse(fmt::format("{{'kind':'{}','start':1700000000,'duration':0.25}}", kind.toStdString()));
        QVERIFY(result.isOk());
        const bool isMarker = kind == QLatin1String("marker");
        QVERIFY(result.value().end - result.value().start == (isMarker ? Duration::zero() : Duration(250'000'000)));
    }

    void timesComeInNanosecondsOrSeconds_data()
    {
        QTest::addColumn<QString>("times");
        QTest::newRow("ns") << "'start_ns':1700000000000000000,'end_ns':1700000001500000000";
        QTest::newRow("ns and duration") << "'start_ns':1700000000000000000,'duration_ns':1500000000";
        QTest::newRow("seconds") << "'start':1700000000,'end':1700000001.5";
        QTest::newRow("mixed") << "'start_ns':1700000000000000000,'duration':1.5";
    }

    void timesComeInNanosecondsOrSeconds()
    {
        QFETCH(QString, times);
        const auto result = parse("{'kind':'step'," + times.toStdString() + "}");
        QVERIFY(result.isOk());
        QVERIFY(result.value().end - result.value().start == std::chrono::milliseconds(1500));
    }

    void theLaneFallsBackToWhatIsKnown_data()
    {
        QTest::addColumn<QString>("fields");
        QTest::addColumn<QString>("lane");
        QTest::newRow("rank") << ",'rank':7,'gpu':2" << QStringLiteral("rank 7");
        QTest::newRow("gpu") << ",'gpu':2,'job':'j'" << QStringLiteral("gpu2");
        QTest::newRow("job") << ",'job':'j'" << QStringLiteral("j");
        QTest::newRow("nothing") << QString() << QStringLiteral("job");
        QTest::newRow("null is absent") << ",'lane':null,'rank':1" << QStringLiteral("rank 1");
    }

    void theLaneFallsBackToWhatIsKnown()
    {
        QFETCH(QString, fields);
        QFETCH(QString, lane);
        const auto result = parse("{'kind':'marker','start':1700000000" + fields.toStdString() + "}");
        QVERIFY(result.isOk());
        QCOMPARE(QString::fromStdString(result.value().lane), lane);
    }

    void whatIsWrongIsNamed_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        const QString good = QStringLiteral("'start_ns':1700000000000000000,'duration_ns':5");
        QTest::newRow("empty") << QString() << QStringLiteral("JSON");
        QTest::newRow("no JSON") << QStringLiteral("hello") << QStringLiteral("JSON");
        QTest::newRow("cut off") << QStringLiteral("{'kind':'step','start_") << QStringLiteral("JSON");
        QTest::newRow("a list") << QStringLiteral("[1,2]") << QStringLiteral("one JSON object");
        QTest::newRow("two objects") << QStringLiteral("{} {}") << QStringLiteral("JSON");
        QTest::newRow("no kind") << QStringLiteral("{%1}").arg(good) << QStringLiteral("\"kind\"");
        QTest::newRow("unknown kind") << QStringLiteral("{'kind':'nap',%1}").arg(good) << QStringLiteral("\"nap\"");
        QTest::newRow("kind is a number")
            << QStringLiteral("{'kind':3,%1}").arg(good) << QStringLiteral("must be a string");
        QTest::newRow("no time") << QStringLiteral("{'kind':'step'}") << QStringLiteral("\"start_ns\"");
        QTest::newRow("only an end") << QStringLiteral("{'kind':'step','end':1700000000}")
                                     << QStringLiteral("\"duration_ns\"");
        QTest::newRow("long ago") << QStringLiteral("{'kind':'step','start':1500000000,'duration':1}")
                                  << QStringLiteral("2315 days ago by this machine's clock; expected at most 365 days");
        QTest::newRow("a marker long ago")
            << QStringLiteral("{'kind':'marker','start':1500000000}") << QStringLiteral("365 days");
        QTest::newRow("to come") << QStringLiteral("{'kind':'step','start':1700000000,'duration':190}")
                                 << QStringLiteral("90 s in the future");
        QTest::newRow("no end") << QStringLiteral("{'kind':'step','start':1700000000}") << QStringLiteral("\"end_ns\"");
        QTest::newRow("time since boot") << QStringLiteral("{'kind':'step','start':5000.5,'duration':1}")
                                         << QStringLiteral("wall-clock time since 1970");
        QTest::newRow("time as text") << QStringLiteral("{'kind':'step','start_ns':'now','duration':1}")
                                      << QStringLiteral("\"start_ns\"");
        QTest::newRow("absurd time") << QStringLiteral("{'kind':'step','start':1e300,'duration':1}")
                                     << QStringLiteral("\"start\"");
        QTest::newRow("ends before it starts") << QStringLiteral("{'kind':'step','start':1700000000,'end':1600000000}")
                                               << QStringLiteral("must not be before");
        QTest::newRow("negative duration")
            << QStringLiteral("{'kind':'step','start':1700000000,'duration':-1}") << QStringLiteral("\"duration\"");
        QTest::newRow("collective without sequence")
            << QStringLiteral("{'kind':'collective','op':'all_reduce','communicator':'c',%1}").arg(good)
            << QStringLiteral("\"sequence\"");
        QTest::newRow("negative rank") << QStringLiteral("{'kind':'step','rank':-1,%1}").arg(good)
                                       << QStringLiteral("\"rank\"");
        QTest::newRow("gpu out of range")
            << QStringLiteral("{'kind':'step','gpu':99999,%1}").arg(good) << QStringLiteral("\"gpu\"");
        QTest::newRow("long name") << QStringLiteral("{'kind':'step','op':'%2',%1}").arg(good, QString(300, u'x'))
                                   << QStringLiteral("at most 256");
        QTest::newRow("long line") << QStringLiteral("{'kind':'step','junk':'%2',%1}").arg(good, QString(5000, u'x'))
                                   << QStringLiteral("at most 4096");
    }

    void whatIsWrongIsNamed()
    {
        QFETCH(QString, line);
        QFETCH(QString, expected);
        const auto result = parse(line.toStdString());
        QVERIFY(!result.isOk());
        QVERIFY2(result.error().message.find(expected.toStdString()) != std::string::npos,
                 result.error().message.c_str());
    }

    void whatOnlyLastedHasJustEnded()
    {
        const auto step = parse("{'kind':'step','duration':2.5}");
        QVERIFY2(step.isOk(), step.isOk() ? "" : step.error().message.c_str());
        QVERIFY(step.value().end == now);
        QVERIFY(step.value().start == now - std::chrono::milliseconds(2500));
        const auto ended = parse("{'kind':'step','end':1700000000,'duration':2.5}");
        QVERIFY(ended.isOk() && ended.value().end == now - std::chrono::seconds(100));
        const auto marker = parse("{'kind':'marker','name':'here'}");
        QVERIFY(marker.isOk() && marker.value().start == now && marker.value().end == now);
    }

    void whatGoesOnEndsNow()
    {
        for (const char* line : {"{'kind':'checkpoint','start':1700000060,'goes_on':true}",
                                 "{'kind':'checkpoint','duration':40,'goes_on':true}"}) {
            const auto saving = parse(line);
            QVERIFY2(saving.isOk(), saving.isOk() ? "" : saving.error().message.c_str());
            QVERIFY(saving.value().isOngoing);
            QVERIFY(saving.value().start == now - std::chrono::seconds(40) && saving.value().end == now);
        }
        for (const char* line : {"{'kind':'checkpoint','goes_on':true}", "{'kind':'step','duration':4,'goes_on':true}",
                                 "{'kind':'marker','start':1700000060,'goes_on':true}"})
            QVERIFY2(!parse(line).isOk(), line);
    }

    void bytesThatAreNoTextAreAnErrorToo()
    {
        const std::string binary("{\"kind\":\"\xff\xfe\0\x01\"}", 14);
        QVERIFY(!parse(binary).isOk());
    }

    void unknownKeysAreLeftAside()
    {
        QVERIFY(parse("{'kind':'marker','start':1700000000,'name':'epoch 2','host':'a','extra':{'x':[1]}}").isOk());
    }
};

LOCKSTEP_TEST(tst_jobevent, TestJobEvent)
#include "tst_jobevent.moc"
