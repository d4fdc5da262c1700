// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/frameguard.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <string>

using namespace lockstep;

namespace {

std::string frameOf(int type, int flags, std::uint32_t stream, std::size_t size = 0)
{
    std::string bytes{static_cast<char>(size >> 16U), static_cast<char>(size >> 8U), static_cast<char>(size),
                      static_cast<char>(type), static_cast<char>(flags)};
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes += static_cast<char>(stream >> static_cast<unsigned>(shift));
    return bytes + std::string(size, '\1');
}

const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

} // namespace

class TestFrameGuard : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void callsAreCountedHoweverTheBytesAreCut()
    {
        const std::string bytes = preface + frameOf(4, 0, 0, 6) + frameOf(1, 4, 1, 40) + frameOf(0, 1, 1, 5)
            + frameOf(1, 4, 3, 9) + frameOf(3, 0, 3, 4) + frameOf(6, 0, 0, 8) + frameOf(6, 1, 0, 8);
        for (const std::size_t piece : {1U, 2U, 7U, 1000U}) {
            FrameGuard guard;
            FrameGuard::Seen sum;
            for (std::size_t at = 0; at < bytes.size(); at += piece) {
                const auto seen = guard.fromPeer(std::string_view(bytes).substr(at, piece), 10);
                sum.begun += seen.begun;
                sum.ended += seen.ended;
                sum.pings += seen.pings;
                QVERIFY(seen.problem == nullptr);
            }
            QCOMPARE(sum.begun, std::size_t{2});
            QCOMPARE(sum.ended, std::size_t{1});
            QCOMPARE(sum.pings, std::size_t{1}); // the other one is an answer
            QCOMPARE(guard.openCalls(), std::size_t{1});
            QCOMPARE(guard.fromServer(frameOf(4, 0, 0) + frameOf(1, 4, 1, 20) + frameOf(0, 0, 1, 300)).ended,
                     std::size_t{0});
            QCOMPARE(guard.fromServer(frameOf(1, 5, 1, 20)).ended, std::size_t{1});
            QCOMPARE(guard.openCalls(), std::size_t{0});
        }
    }

    void callsThatComeTooFastArePutAnEndTo()
    {
        FrameGuard guard;
        std::string bytes = preface;
        for (const std::uint32_t stream : {1U, 3U, 5U})
            bytes += frameOf(1, 4, stream) + frameOf(3, 0, stream, 4);
        QVERIFY(guard.fromPeer(bytes, 2).problem != nullptr);
        FrameGuard other;
        QVERIFY(other.fromPeer(bytes, 3).problem == nullptr);
    }

    void headersWithoutEndAreToo()
    {
        FrameGuard guard;
        std::string bytes = preface + frameOf(1, 0, 1, 10);
        for (int more = 0; more < 4; ++more)
            bytes += frameOf(9, 0, 1, 10);
        QVERIFY(guard.fromPeer(bytes, 10).problem == nullptr);
        QVERIFY(guard.fromPeer(frameOf(9, 0, 1, 10), 10).problem != nullptr);
    }

    void whatEndsTwiceEndsOnce()
    {
        FrameGuard guard;
        QCOMPARE(guard.fromPeer(preface + frameOf(1, 4, 1), 10).begun, std::size_t{1});
        QCOMPARE(guard.fromServer(frameOf(1, 5, 1)).ended, std::size_t{1});
        QCOMPARE(guard.fromServer(frameOf(3, 0, 1, 4)).ended, std::size_t{0});
        QCOMPARE(guard.fromPeer(frameOf(3, 0, 1, 4) + frameOf(1, 5, 1), 10).begun, std::size_t{0}); // trailers
    }
};

LOCKSTEP_TEST(tst_frameguard, TestFrameGuard)
#include "tst_frameguard.moc"
