// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/agentsession.h"
#include "datasources/agentclient/decoding/batchpool.h"
#include "datasources/agentclient/policies/intakelimit.h"
#include "datasources/agentclient/policies/statusreport.h"
#include "models/core/batch.h"
#include "models/core/work/backoff.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <set>

using namespace lockstep;
using namespace std::chrono_literals;

/// The client's policies: when to retry, how much to read, what to report.
class TestClientPolicies : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void waitsDoubleUpToFiveSeconds();
    void twoClientsDoNotKnockTogether();
    void anHonestSourceIsNeverHeldBack();
    void aSourceMayCatchUp();
    void aLiarIsReadSlowly();
    void aStateIsSaidOnce();
    void refusalsAreSaidAtMostOnceASecond();
    void grpcIsPutInPlainWords_data();
    void grpcIsPutInPlainWords();
    void usedBatchesComeBackEmpty();
};

void TestClientPolicies::waitsDoubleUpToFiveSeconds()
{
    RetryPolicy policy(1);
    for (const Duration step : {200ms, 400ms, 800ms, 1600ms, 3200ms, 5000ms, 5000ms}) {
        const Duration wait = policy.next();
        QVERIFY(step / 2 <= wait && wait <= step);
    }
    policy.reset();
    QVERIFY(policy.next() <= 200ms);
}

void TestClientPolicies::twoClientsDoNotKnockTogether()
{
    std::set<Duration> waits;
    for (std::uint32_t client = 0; client < 100; ++client)
        waits.insert(RetryPolicy(client * 2654435761U).next());
    QVERIFY(waits.size() > 90);
}

void TestClientPolicies::anHonestSourceIsNeverHeldBack()
{
    IntakeLimit limit;
    limit.setExpectation(1, 100ms);
    SteadyTime now{1h};
    for (int tick = 0; tick < 100'000; ++tick, now += 100ms) {
        limit.spend({3000, 2, 0, false}, now); // a tick and a gap each time
        QVERIFY(limit.mayRead(now));
    }
}

void TestClientPolicies::aSourceMayCatchUp()
{
    IntakeLimit limit;
    limit.setExpectation(2048, 1s);
    const SteadyTime now{1h};
    for (int node = 0; node < 2048; ++node)
        limit.spend({720 * 300, 720, 200, false}, now); // a ring of twelve minutes, at once
    QVERIFY(limit.mayRead(now));
}

void TestClientPolicies::aLiarIsReadSlowly()
{
    IntakeLimit limit;
    limit.setExpectation(1, 1s);
    SteadyTime now{1h};
    int read = 0;
    for (int beat = 0; beat < 600; ++beat, now += 100ms) { // a minute
        while (limit.mayRead(now)) {
            limit.spend({100, 0, 0, true}, now);
            ++read;
        }
    }
    QVERIFY(read > 60); // slowly, but not stopped, because the agent may recover
    QVERIFY(read < 400);
}

void TestClientPolicies::aStateIsSaidOnce()
{
    StatusReport report(SourceId{5}, "peer:1");
    const BatchPtr first = report.change(SourceState::Connecting, {}, {});
    QVERIFY(first);
    QCOMPARE(first->source, SourceId{5});
    QCOMPARE(first->status->peer, std::string("peer:1"));
    QVERIFY(!report.change(SourceState::Connecting, {}, {}));
    QVERIFY(report.change(SourceState::Live, {}, {}));
    const BatchPtr retry = report.change(SourceState::Retrying, {"refused", ConnectionProblem::Refused}, Duration(1s));
    QVERIFY(*retry->status->nextTry > wallClockNow());
    QCOMPARE(retry->status->problem, ConnectionProblem::Refused);
    QVERIFY(report.change(SourceState::Retrying, {"refused"}, Duration(2s))); // another delay is a change
    report.startOver();
    QVERIFY(report.change(SourceState::Retrying, {"refused"}, {}));
}

void TestClientPolicies::refusalsAreSaidAtMostOnceASecond()
{
    StatusReport report(SourceId{5}, "peer:1");
    (void)report.change(SourceState::Live, {}, {});
    SteadyTime now{1h};
    QVERIFY(!report.refusals(now));
    report.refused("no frame");
    const BatchPtr said = report.refusals(now);
    QCOMPARE(said->status->rejectedFrames, std::uint64_t{1});
    QCOMPARE(said->status->reason, std::string("1 frame rejected: no frame"));
    for (int frame = 0; frame < 1000; ++frame)
        report.refused("still no frame");
    QVERIFY(!report.refusals(now + 500ms));
    const BatchPtr more = report.refusals(now + 1s);
    QCOMPARE(more->status->rejectedFrames, std::uint64_t{1001});
    QCOMPARE(more->status->reason, std::string("1001 frames rejected; first: no frame; last: still no frame"));
    QVERIFY(!report.refusals(now + 5s));
    const BatchPtr over = report.refusals(now + 12s);
    QCOMPARE(over->status->reason, std::string());
    QCOMPARE(over->status->rejectedFrames, std::uint64_t{1001});
    QVERIFY(!report.refusals(now + 30s));
}

void TestClientPolicies::grpcIsPutInPlainWords_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("message");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<ConnectionProblem>("problem");
    using enum ConnectionProblem;
    const auto row = [](grpc::StatusCode code, const char* message, const char* reason, ConnectionProblem problem) {
        QTest::newRow(reason) << static_cast<int>(code) << QString::fromLatin1(message) << QString::fromLatin1(reason)
                              << problem;
    };
    row(grpc::StatusCode::UNAVAILABLE, "last error: connect: Connection refused", "connection refused", Refused);
    row(grpc::StatusCode::UNAVAILABLE, "Ssl handshake failed: error:0A000086:SSL routines::certificate verify failed",
        "its certificate is not trusted", Certificate);
    row(grpc::StatusCode::UNAVAILABLE, "Ssl handshake failed: OPENSSL_internal:WRONG_VERSION_NUMBER",
        "it does not use TLS", Tls);
    row(grpc::StatusCode::UNAVAILABLE, "Socket closed", "connection lost", Other);
    row(grpc::StatusCode::UNAVAILABLE, "the agent is stopping", "the agent stopped", Other);
    row(grpc::StatusCode::DEADLINE_EXCEEDED, "Deadline Exceeded", "no answer", NoAnswer);
    row(grpc::StatusCode::UNIMPLEMENTED, "", "it is not a Lockstep agent, or is an older version", NotAnAgent);
    row(grpc::StatusCode::UNAUTHENTICATED, "a token is required", "it rejected the credentials: a token is required",
        Credentials);
    row(grpc::StatusCode::UNKNOWN, "who\x1Bknows", "who knows", Other);
    row(grpc::StatusCode::OK, "", "it ended the stream", Other);
}

void TestClientPolicies::grpcIsPutInPlainWords()
{
    QFETCH(int, code);
    QFETCH(QString, message);
    const grpc::Status status(static_cast<grpc::StatusCode>(code), message.toStdString());
    const ConnectionReason reason = connectionReason(status);
    QTEST(QString::fromStdString(reason.text), "reason");
    QTEST(reason.problem, "problem");
}

void TestClientPolicies::usedBatchesComeBackEmpty()
{
    auto pool = BatchPool::create();
    std::shared_ptr<Batch> first = pool->take();
    const Batch* const address = first.get();
    first->node = "n";
    first->sequence = 9;
    first->gap = Gap{};
    first->names = std::make_shared<const std::vector<std::string>>(3);
    first->tick->values.assign(400, 1.0F);
    first->tick->events.resize(3);
    first->tick->layout = std::make_shared<const NodeLayout>();
    std::weak_ptr<const NodeLayout> layout = first->tick->layout;
    first.reset();
    QVERIFY(layout.expired());
    std::shared_ptr<Batch> second = pool->take();
    QCOMPARE(second.get(), address);
    QVERIFY(second->node.empty() && second->sequence == 0 && !second->gap && !second->names);
    QVERIFY(second->tick->values.empty() && second->tick->events.empty() && !second->tick->layout);
    QVERIFY(second->tick->values.capacity() >= 400);
    pool.reset(); // pending batches outlive their pool
    second.reset();
}

LOCKSTEP_TEST(tst_clientpolicies, TestClientPolicies)
#include "tst_clientpolicies.moc"
