// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/agentservice/telemetryservice.h"
#include "lockstep/v1/telemetry.pb.h"
#include "tests/datasources/proto/wirefixture.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

using namespace lockstep;
using namespace lockstep::test;
using Outcome = SubscribeRequest::Outcome;

namespace {

SubscribeRequest readBytes(
    TelemetryHub& hub, const std::string& bytes, const std::function<bool()>& isCancelled = [] { return false; })
{
    google::protobuf::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    return SubscribeRequest::read(stream, hub.registry(), isCancelled);
}

} // namespace

class TestSubscribeRequest : public QObject
{
    Q_OBJECT

    TelemetryHub m_hub;

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* name : {"n1", "n2", "n3"})
            m_hub.describe(identityOf(name, 7));
    }

    void withoutNamesItIsAllNodes()
    {
        const SubscribeRequest request = readBytes(m_hub, {});
        QVERIFY(request.outcome == Outcome::Readable);
        QVERIFY(request.wantsAll);
        QCOMPARE(request.wanted.size(), std::size_t{3});
        QVERIFY(!request.wanted[0].position);
    }

    void aNodeNamedOftenIsOneNode()
    {
        v1::SubscribeRequest wire;
        for (int time = 0; time < 100'000; ++time)
            wire.add_nodes(time % 2 == 0 ? "n3" : "n1");
        const SubscribeRequest request = readBytes(m_hub, wire.SerializeAsString());
        QVERIFY(request.outcome == Outcome::Readable);
        QVERIFY(!request.wantsAll);
        QCOMPARE(request.wanted.size(), std::size_t{2});
        QCOMPARE(request.wanted[0].ring->identity()->name, std::string("n3"));
    }

    void positionsBelongToTheirNodes()
    {
        v1::SubscribeRequest wire;
        wire.add_nodes("n2");
        for (const char* name : {"elsewhere", "n2", "n1"}) {
            v1::Position& position = *wire.add_resume();
            position.set_node(name);
            position.set_epoch(7);
            position.set_next_sequence(name == std::string("n2") ? 42 : 1);
        }
        const SubscribeRequest request = readBytes(m_hub, wire.SerializeAsString());
        QVERIFY(request.outcome == Outcome::Readable);
        QCOMPARE(request.wanted.size(), std::size_t{1});
        QCOMPARE(request.wanted[0].position->nextSequence, std::uint64_t{42});
        QCOMPARE(request.wanted[0].position->epoch, std::uint64_t{7});
    }

    void anUnknownNodeIsNamedShort()
    {
        v1::SubscribeRequest wire;
        wire.add_nodes(std::string(100'000, 'x'));
        const SubscribeRequest request = readBytes(m_hub, wire.SerializeAsString());
        QVERIFY(request.outcome == Outcome::UnknownNode);
        QVERIFY(request.unknownNode.size() < 300);
        v1::SubscribeRequest nameless;
        nameless.add_nodes("");
        QVERIFY(readBytes(m_hub, nameless.SerializeAsString()).outcome == Outcome::UnknownNode);
    }

    void whoHasGoneIsNotWorkedFor()
    {
        v1::SubscribeRequest wire;
        for (int time = 0; time < 100'000; ++time)
            wire.add_nodes("n1");
        int looks = 0;
        const SubscribeRequest request = readBytes(m_hub, wire.SerializeAsString(), [&] { return ++looks == 3; });
        QVERIFY(request.outcome == Outcome::Cancelled);
        QCOMPARE(looks, 3);
    }

    void whatIsNoRequestIsSaidToBe_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("cut in a name") << QByteArray("\x0A\x05n1");
        QTest::newRow("a length beyond all") << QByteArray("\x0A\xFF\xFF\xFF\xFF\x0Fn1");
        QTest::newRow("a negative length") << QByteArray("\x12\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01");
        QTest::newRow("cut in a position") << QByteArray("\x12\x04\x0A\x09n1");
        QTest::newRow("field zero") << QByteArray("\x02\x00", 2);
        QTest::newRow("an end without beginning") << QByteArray("\x0C");
    }

    void whatIsNoRequestIsSaidToBe()
    {
        QFETCH(QByteArray, bytes);
        QVERIFY(readBytes(m_hub, bytes.toStdString()).outcome == Outcome::Malformed);
    }

    void fieldsOfLaterVersionsAreSkipped()
    {
        v1::SubscribeRequest wire;
        wire.add_nodes("n1");
        const std::string later("\x9A\x06\x03xyz", 6); // field 99
        const SubscribeRequest request = readBytes(m_hub, later + wire.SerializeAsString());
        QVERIFY(request.outcome == Outcome::Readable);
        QCOMPARE(request.wanted.size(), std::size_t{1});
    }
};

LOCKSTEP_TEST(tst_subscriberequest, TestSubscribeRequest)
#include "tst_subscriberequest.moc"
