// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/prometheus/remotewriter.h"
#include "models/core/batch.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <atomic>
#include <snappy.h>

using namespace lockstep;
using namespace std::chrono_literals;
using lockstep::test::HttpServer;

namespace {

TopologyPtr twoGpus()
{
    TopologyBuilder builder;
    const EntityRef node = builder.addNode("n1", {}, {});
    (void)builder.add(EntityKind::Gpu, "gpu0", node);
    (void)builder.add(EntityKind::Gpu, "gpu1", node);
    return builder.build();
}

Derived results(TickIndex tick, float blame = 0.1F)
{
    Derived derived;
    derived.addColumn(metrics::gpu::syncBlame, tick, 2) = {blame, noData};
    return derived;
}

RemoteWriteOptions optionsFor(const HttpServer& server)
{
    return {.endpoint = {RemoteWriter::addressOf(server.url()).value(), {}, {}},
            .interval = 10ms,
            .hold = 0s,
            .firstPause = 10ms,
            .maxPause = 10ms};
}

std::string unpacked(const std::string& body)
{
    std::string text;
    return snappy::Uncompress(body.data(), body.size(), &text) ? text : std::string();
}

} // namespace

/// Tests with a server whose answers the test determines; tst_recordsession uses real servers.
class TestRemoteWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anAddressWithoutPathGetsTheUsualOne()
    {
        QCOMPARE(RemoteWriter::addressOf("http://vm:8428").value(), std::string("http://vm:8428/api/v1/write"));
        QCOMPARE(RemoteWriter::addressOf("https://vm:8428/").value(), std::string("https://vm:8428/api/v1/write"));
        QCOMPARE(RemoteWriter::addressOf("http://mimir/api/v1/push").value(), std::string("http://mimir/api/v1/push"));
        QVERIFY(!RemoteWriter::addressOf("vm").isOk());
    }

    void samplesAreEncodedAsTheProtocolSays()
    {
        const HttpServer server([](const test::HttpQuestion&) { return HttpServer::reply(204, ""); });
        RemoteWriter writer(optionsFor(server));
        writer.write(results(1'700'000'000), twoGpus());
        const RemoteWriteStatus status = writer.finish(test::hangTimeout);
        QCOMPARE(status.problem, std::string());
        QCOMPARE(status.sent, std::uint64_t{1}); // no data is no sample
        QCOMPARE(server.questions().size(), std::size_t{1});
        const test::HttpQuestion question = server.questions().front();
        QCOMPARE(question.target, std::string("/api/v1/write"));
        for (const char* header : {"Content-Encoding: snappy", "Content-Type: application/x-protobuf",
                                   "X-Prometheus-Remote-Write-Version: 0.1.0"})
            QVERIFY2(question.headers.find(header) != std::string::npos, question.headers.c_str());
        // The value is 0.1 as a double, not the float's 0.10000000149.
        const QByteArray expected = "0a700a230a085f5f6e616d655f5f12176c6f636b737465705f6770755f73796e635f626c"
                                    "616d650a110a0664657669636512076e7669646961300a080a036770751201300a0e0a08"
                                    "696e7374616e636512026e310a0a0a046e6f646512026e311210099a9999999999b93f10"
                                    "80d095ffbc31";
        QCOMPARE(QByteArray::fromStdString(unpacked(question.body)).toHex(), expected);
    }

    void aResultIsSentOnceAsItWasCorrected()
    {
        const HttpServer server([](const test::HttpQuestion&) { return HttpServer::reply(204, ""); });
        RemoteWriteOptions options = optionsFor(server);
        options.hold = 5s;
        RemoteWriter writer(options);
        writer.write(results(1'700'000'000, 0.5F), twoGpus());
        writer.write(results(1'700'000'000, 0.1F), twoGpus());
        writer.write(results(1'700'000'005, 0.5F), twoGpus());
        QTRY_COMPARE(writer.status().sent, std::uint64_t{1});
        QCOMPARE(server.questions().size(), std::size_t{1});
        const std::string tenth("\x9a\x99\x99\x99\x99\x99\xb9\x3f");
        QVERIFY(unpacked(server.questions().front().body).find(tenth) != std::string::npos);
        writer.write(results(1'700'000'000, 0.5F), twoGpus()); // too late
        QCOMPARE(writer.finish(test::hangTimeout).sent, std::uint64_t{2});
    }

    void aServerThatIsDownGetsTheSamplesLater()
    {
        std::atomic<int> asked = 0;
        const HttpServer server(
            [&](const test::HttpQuestion&) { return HttpServer::reply(++asked <= 3 ? 503 : 204, "busy"); });
        RemoteWriter writer(optionsFor(server));
        writer.write(results(1'700'000'000), twoGpus());
        QTRY_VERIFY(!writer.status().problem.empty() || writer.status().sent > 0);
        QTRY_COMPARE(writer.status().sent, std::uint64_t{1});
        QCOMPARE(writer.status().problem, std::string());
        QCOMPARE(server.questions().size(), std::size_t{4});
        QCOMPARE(server.questions().front().body, server.questions().back().body);
    }

    void rejectedSamplesAreCountedAndNotSentAgain()
    {
        std::atomic<int> asked = 0;
        const HttpServer server([&](const test::HttpQuestion&) {
            return ++asked == 1 ? HttpServer::reply(400, "out of order sample") : HttpServer::reply(204, "");
        });
        RemoteWriter writer(optionsFor(server));
        writer.write(results(1'700'000'000), twoGpus());
        QTRY_COMPARE(writer.status().rejected, std::uint64_t{1});
        QVERIFY(writer.status().problem.ends_with("rejects samples: status 400: out of order sample"));
        writer.write(results(1'700'000'001), twoGpus());
        QTRY_COMPARE(writer.status().sent, std::uint64_t{1});
        QCOMPARE(writer.status().problem, std::string());
    }

    void theEndDoesNotWaitForAServerThatIsDown()
    {
        const HttpServer server([](const test::HttpQuestion&) { return HttpServer::reply(503, ""); });
        RemoteWriter writer(optionsFor(server));
        writer.write(results(1'700'000'000), twoGpus());
        const RemoteWriteStatus status = writer.finish(50ms);
        QCOMPARE(status.sent, std::uint64_t{0});
        QCOMPARE(status.rejected, std::uint64_t{1});
    }
};

LOCKSTEP_TEST(tst_remotewriter, TestRemoteWriter)

#include "tst_remotewriter.moc"
