// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/connectionlimiter.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace std::chrono_literals;

/// The limiter, with a simulated clock.
class TestConnectionLimiter : public QObject
{
    Q_OBJECT

    using Time = ConnectionLimiter::Time;
    static constexpr auto longAgo = Time(1000h);

    static ServerLimits few()
    {
        ServerLimits limits;
        limits.connections = 6;
        limits.connectionsPerPeer = 4;
        limits.arrivalsPerSecond = 100;
        limits.streams = 5;
        limits.streamsPerPeer = 3;
        limits.callsPerPeer = 10;
        limits.callsPerSecond = 5;
        return limits;
    }

    static ConnectionLimiter::Arrival arrive(ConnectionLimiter& limiter, const std::string& peer, int number, Time now)
    {
        const std::string key = fmt::format("{}:{}", peer, number);
        return limiter.arrive(key, key, peer, now);
    }

private Q_SLOTS:
    void aCrowdIsInNobodysWayButItsOwn()
    {
        ConnectionLimiter limiter(few());
        for (int number = 1; number <= 4; ++number)
            QVERIFY(arrive(limiter, "crowd", number, longAgo).connection);
        const auto fifth = arrive(limiter, "crowd", 5, longAgo); // all are so new that they may still make a call
        QVERIFY(!fifth.connection);
        QCOMPARE(fifth.refusal, std::string("crowd has 4 connections"));
        QVERIFY(arrive(limiter, "honest", 6, longAgo).connection);
        QCOMPARE(limiter.takeRefusals().connections, std::uint64_t{1});
    }

    void theIdlestMakesRoomAndWhoReadsStays()
    {
        ConnectionLimiter limiter(few());
        std::vector<ConnectionLimiter::ConnectionPtr> all;
        for (int number = 1; number <= 4; ++number)
            all.push_back(arrive(limiter, "crowd", number, longAgo + number * 1ms).connection);
        ConnectionLimiter::ConnectionPtr reader;
        QVERIFY(limiter.streamBegins("crowd:1", reader, longAgo).empty());
        const auto next = arrive(limiter, "crowd", 5, longAgo + 1s);
        QVERIFY(next.connection);
        QCOMPARE(next.toClose.size(), std::size_t{1});
        QCOMPARE(next.toClose.front(), std::string("crowd:2"));
        // All are equal otherwise: the one idle longest is closed.
        limiter.left(all[1]);
        QVERIFY(arrive(limiter, "a", 6, longAgo + 1s).connection);
        QVERIFY(arrive(limiter, "b", 7, longAgo + 1s).connection);
        const auto beyond = arrive(limiter, "c", 8, longAgo + 1s);
        QVERIFY(beyond.connection);
        QCOMPARE(beyond.toClose.front(), std::string("crowd:3"));
        limiter.streamEnds(reader, longAgo);
    }

    void wrongTokensAreCountedAndShutOutForLongerEachTime()
    {
        ConnectionLimiter limiter(few());
        Time now = longAgo;
        int number = 0;
        // Calls until blocked, and returns for how long.
        const auto shutOut = [&](int tries) {
            const ConnectionLimiter::ConnectionPtr connection = arrive(limiter, "guesser", ++number, now).connection;
            for (int attempt = 0; connection && attempt < tries; ++attempt)
                limiter.showsToken(fmt::format("guesser:{}", number), false, now);
            if (!connection || limiter.toClose(now).empty())
                return std::chrono::seconds(0);
            limiter.left(connection);
            const Time from = now;
            for (;; now += 1s) {
                if (const auto again = arrive(limiter, "guesser", ++number, now); again.connection) {
                    limiter.left(again.connection);
                    return std::chrono::duration_cast<std::chrono::seconds>(now - from);
                }
            }
        };
        QCOMPARE(shutOut(3), std::chrono::seconds(0));
        QCOMPARE(shutOut(1), std::chrono::seconds(1));
        QCOMPARE(shutOut(1), std::chrono::seconds(2));
        QCOMPARE(shutOut(1), std::chrono::seconds(4));
        QCOMPARE(shutOut(1), std::chrono::seconds(8));
        QVERIFY(arrive(limiter, "honest", ++number, now).connection);
        const ConnectionLimiter::Refusals refused = limiter.takeRefusals();
        QCOMPARE(refused.wrongTokens.size(), std::size_t{1});
        QCOMPARE(refused.wrongTokens.at("guesser"), std::uint64_t{7});
        // The right one forgives.
        QVERIFY(arrive(limiter, "guesser", ++number, now).connection);
        limiter.showsToken(fmt::format("guesser:{}", number), true, now);
        QCOMPARE(shutOut(3), std::chrono::seconds(0));
    }

    void comingTooOftenIsRefused()
    {
        ServerLimits limits = few();
        limits.arrivalsPerSecond = 2;
        limits.connectionsPerPeer = limits.connections = 1000;
        ConnectionLimiter limiter(limits);
        int letIn = 0;
        for (int number = 1; number <= 100; ++number)
            letIn += arrive(limiter, "crowd", number, longAgo + number * 10ms).connection ? 1 : 0;
        QCOMPARE(letIn, 4 + 1); // twice the rate at once, then two per second
        QVERIFY(arrive(limiter, "honest", 101, longAgo).connection);
    }

    void whoBeginsCallsWithoutEndIsHungUpOnAndShutOut()
    {
        ConnectionLimiter limiter(few());
        const auto connection = arrive(limiter, "resets", 1, longAgo).connection;
        for (int call = 0; call < 20; ++call)
            QVERIFY(limiter.note(connection, {.callsBegun = 1, .callsEnded = 1}, longAgo));
        QVERIFY(!limiter.note(connection, {.callsBegun = 1, .callsEnded = 1}, longAgo));
        QCOMPARE(limiter.toClose(longAgo), std::vector<std::string>{"resets:1"}); // until it has left
        QCOMPARE(limiter.allowanceOf(connection, longAgo).bytes, std::size_t{0});
        limiter.left(connection);
        QVERIFY(limiter.toClose(longAgo).empty());
        QVERIFY(!arrive(limiter, "resets", 2, longAgo + 9s).connection);
        QVERIFY(arrive(limiter, "resets", 3, longAgo + 11s).connection);
        QCOMPARE(limiter.takeRefusals().calls, std::uint64_t{1});
    }

    void manyOpenCallsAreToo()
    {
        ServerLimits limits = few();
        limits.callsPerSecond = 1000;
        ConnectionLimiter limiter(limits);
        const auto one = arrive(limiter, "p", 1, longAgo).connection;
        const auto other = arrive(limiter, "p", 2, longAgo).connection;
        QVERIFY(limiter.note(one, {.callsBegun = 5}, longAgo));
        QVERIFY(limiter.note(other, {.callsBegun = 5}, longAgo));
        limiter.left(one); // ends its open calls
        QVERIFY(limiter.note(other, {.callsBegun = 5}, longAgo));
        QVERIFY(!limiter.note(other, {.callsBegun = 1}, longAgo));
    }

    void pingsAreFew()
    {
        ConnectionLimiter limiter(few());
        const auto connection = arrive(limiter, "p", 1, longAgo).connection;
        QVERIFY(limiter.note(connection, {.pings = 400}, longAgo));
        QVERIFY(limiter.note(connection, {.pings = 400}, longAgo + 8s));
        QVERIFY(!limiter.note(connection, {.pings = 100}, longAgo + 9s));
    }

    void whoBreaksTheProtocolIsHungUpOn()
    {
        ConnectionLimiter limiter(few());
        const auto connection = arrive(limiter, "p", 1, longAgo).connection;
        QVERIFY(!limiter.note(connection, {.problem = "sends endless headers"}, longAgo));
        QCOMPARE(limiter.takeRefusals().lastReason, std::string("p sends endless headers"));
    }

    void bytesAreTakenNoFasterThanAllowed()
    {
        ServerLimits limits = few();
        limits.bytesPerSecond = 10'000;
        ConnectionLimiter limiter(limits);
        std::vector<ConnectionLimiter::ConnectionPtr> crowd;
        for (int number = 1; number <= 4; ++number)
            crowd.push_back(arrive(limiter, "p", number, longAgo).connection);
        std::size_t taken = 0;
        for (int tenth = 0; tenth <= 100; ++tenth) {
            for (const auto& connection : crowd) {
                const std::size_t now = limiter.allowanceOf(connection, longAgo + tenth * 100ms).bytes;
                QVERIFY(limiter.note(connection, {.bytes = now}, longAgo + tenth * 100ms));
                taken += now;
            }
        }
        // The initial allowance plus ten seconds' worth, per peer and independent of its connections.
        QVERIFY2(taken <= 4 * 32'768 + 10 * 10'000 && taken > 200'000, qPrintable(QString::number(taken)));
    }

    void aCallThatNeverBecomesAStreamIsNotWaitedFor()
    {
        ConnectionLimiter limiter(few());
        const auto connection = arrive(limiter, "p", 1, longAgo).connection;
        QVERIFY(limiter.note(connection, {.callsBegun = 1}, longAgo));
        ConnectionLimiter::ConnectionPtr stream;
        QVERIFY(limiter.streamBegins("p:1", stream, longAgo).empty());
        QVERIFY(limiter.toClose(longAgo + 100s).empty()); // it reads
        QVERIFY(
            limiter.note(connection, {.callsBegun = 1}, longAgo + 100s)); // and asks something that it never finishes
        QVERIFY(limiter.toClose(longAgo + 119s).empty());
        QCOMPARE(limiter.toClose(longAgo + 121s).size(), std::size_t{1});
        QVERIFY(!limiter.streamBegins("nobody", stream, longAgo).empty());
    }

    void streamsAreCountedByPeerAndInAll()
    {
        ConnectionLimiter limiter(few());
        for (int number = 1; number <= 2; ++number)
            QVERIFY(arrive(limiter, "p", number, longAgo).connection);
        QVERIFY(arrive(limiter, "q", 3, longAgo).connection);
        std::vector<ConnectionLimiter::ConnectionPtr> streams(6);
        for (std::size_t stream = 0; stream < 3; ++stream)
            QVERIFY(limiter.streamBegins(stream == 0 ? "p:1" : "p:2", streams[stream], longAgo).empty());
        QCOMPARE(limiter.streamBegins("p:1", streams[5], longAgo),
                 std::string("p already has 3 streams here, the limit per client"));
        for (std::size_t stream = 3; stream < 5; ++stream)
            QVERIFY(limiter.streamBegins("q:3", streams[stream], longAgo).empty());
        QVERIFY(limiter.streamBegins("q:3", streams[5], longAgo).find("already serves 5 streams") != std::string::npos);
        limiter.streamEnds(streams[0], longAgo);
        QVERIFY(limiter.streamBegins("q:3", streams[5], longAgo).empty());
    }

    void whoNeverAsksIsClosed()
    {
        ConnectionLimiter limiter(few());
        QVERIFY(arrive(limiter, "p", 1, longAgo).connection);
        QVERIFY(arrive(limiter, "p", 2, longAgo).connection);
        ConnectionLimiter::ConnectionPtr reader;
        QVERIFY(limiter.streamBegins("p:2", reader, longAgo).empty());
        QVERIFY(limiter.toClose(longAgo + 19s).empty());
        QCOMPARE(limiter.toClose(longAgo + 21s), std::vector<std::string>{"p:1"});
    }

    void itsOwnKnockIsAlwaysLetIn()
    {
        ConnectionLimiter limiter(few());
        for (int number = 1; number <= 6; ++number)
            arrive(limiter, number <= 4 ? "a" : "b", number, longAgo);
        QVERIFY(!arrive(limiter, "a", 7, longAgo).connection);
        limiter.expectOwn("a:8");
        QVERIFY(arrive(limiter, "a", 8, longAgo).connection);
    }

    void peersAreForgottenAndNeverWithoutEnd()
    {
        ServerLimits limits = few();
        limits.arrivalsPerSecond = 1;
        limits.connections = 100'000;
        ConnectionLimiter limiter(limits);
        int letIn = 0;
        for (int number = 1; number <= 6000; ++number) {
            const std::string peer = fmt::format("network {}", number);
            const auto connection = arrive(limiter, peer, number, longAgo).connection;
            letIn += connection ? 1 : 0;
            if (connection)
                limiter.left(connection);
        }
        QCOMPARE(letIn, 4096 + 2); // the others share one account
        QVERIFY(arrive(limiter, "network 7000", 1, longAgo + 60s).connection);
    }
};

LOCKSTEP_TEST(tst_connectionlimiter, TestConnectionLimiter)
#include "tst_connectionlimiter.moc"
