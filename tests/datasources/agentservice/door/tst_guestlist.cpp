// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/door/connectionlimiter.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;
using namespace std::chrono_literals;

/// The rules of the front door, on a clock of their own.
class TestGuestList : public QObject
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

    static ConnectionLimiter::Arrival arrive(ConnectionLimiter& guests, const std::string& peer, int number, Time now)
    {
        const std::string key = fmt::format("{}:{}", peer, number);
        return guests.arrive(key, key, peer, now);
    }

private Q_SLOTS:
    void aCrowdIsInNobodysWayButItsOwn()
    {
        ConnectionLimiter guests(few());
        for (int number = 1; number <= 4; ++number)
            QVERIFY(arrive(guests, "crowd", number, longAgo).guest);
        const auto fifth = arrive(guests, "crowd", 5, longAgo); // all are so new that they may yet ask
        QVERIFY(!fifth.guest);
        QCOMPARE(fifth.refusal, std::string("crowd has 4 connections"));
        QVERIFY(arrive(guests, "honest", 6, longAgo).guest);
        QCOMPARE(guests.takeRefusals().connections, std::uint64_t{1});
    }

    void theIdlestMakesRoomAndWhoReadsStays()
    {
        ConnectionLimiter guests(few());
        std::vector<ConnectionLimiter::ConnectionPtr> all;
        for (int number = 1; number <= 4; ++number)
            all.push_back(arrive(guests, "crowd", number, longAgo + number * 1ms).guest);
        ConnectionLimiter::ConnectionPtr reader;
        QVERIFY(guests.streamBegins("crowd:1", reader, longAgo).empty());
        const auto next = arrive(guests, "crowd", 5, longAgo + 1s);
        QVERIFY(next.guest);
        QCOMPARE(next.toClose.size(), std::size_t{1});
        QCOMPARE(next.toClose.front(), std::string("crowd:2"));
        // All are equal otherwise: the one idle longest is closed.
        guests.left(all[1]);
        QVERIFY(arrive(guests, "a", 6, longAgo + 1s).guest);
        QVERIFY(arrive(guests, "b", 7, longAgo + 1s).guest);
        const auto beyond = arrive(guests, "c", 8, longAgo + 1s);
        QVERIFY(beyond.guest);
        QCOMPARE(beyond.toClose.front(), std::string("crowd:3"));
        guests.streamEnds(reader, longAgo);
    }

    void wrongTokensAreCountedAndShutOutForLongerEachTime()
    {
        ConnectionLimiter guests(few());
        Time now = longAgo;
        int number = 0;
        // Calls until blocked, and returns for how long.
        const auto shutOut = [&](int tries) {
            const ConnectionLimiter::ConnectionPtr guest = arrive(guests, "guesser", ++number, now).guest;
            for (int attempt = 0; guest && attempt < tries; ++attempt)
                guests.showsToken(fmt::format("guesser:{}", number), false, now);
            if (!guest || guests.toClose(now).empty())
                return std::chrono::seconds(0);
            guests.left(guest);
            const Time from = now;
            for (;; now += 1s) {
                if (const auto again = arrive(guests, "guesser", ++number, now); again.guest) {
                    guests.left(again.guest);
                    return std::chrono::duration_cast<std::chrono::seconds>(now - from);
                }
            }
        };
        QCOMPARE(shutOut(3), std::chrono::seconds(0));
        QCOMPARE(shutOut(1), std::chrono::seconds(1));
        QCOMPARE(shutOut(1), std::chrono::seconds(2));
        QCOMPARE(shutOut(1), std::chrono::seconds(4));
        QCOMPARE(shutOut(1), std::chrono::seconds(8));
        QVERIFY(arrive(guests, "honest", ++number, now).guest);
        const ConnectionLimiter::Refusals refused = guests.takeRefusals();
        QCOMPARE(refused.wrongTokens.size(), std::size_t{1});
        QCOMPARE(refused.wrongTokens.at("guesser"), std::uint64_t{7});
        // The right one forgives.
        QVERIFY(arrive(guests, "guesser", ++number, now).guest);
        guests.showsToken(fmt::format("guesser:{}", number), true, now);
        QCOMPARE(shutOut(3), std::chrono::seconds(0));
    }

    void comingTooOftenIsRefused()
    {
        ServerLimits limits = few();
        limits.arrivalsPerSecond = 2;
        limits.connectionsPerPeer = limits.connections = 1000;
        ConnectionLimiter guests(limits);
        int letIn = 0;
        for (int number = 1; number <= 100; ++number)
            letIn += arrive(guests, "crowd", number, longAgo + number * 10ms).guest ? 1 : 0;
        QCOMPARE(letIn, 4 + 1); // twice the rate at once, then two a second
        QVERIFY(arrive(guests, "honest", 101, longAgo).guest);
    }

    void whoBeginsCallsWithoutEndIsHungUpOnAndShutOut()
    {
        ConnectionLimiter guests(few());
        const auto guest = arrive(guests, "resets", 1, longAgo).guest;
        for (int call = 0; call < 20; ++call)
            QVERIFY(guests.note(guest, {.callsBegun = 1, .callsEnded = 1}, longAgo));
        QVERIFY(!guests.note(guest, {.callsBegun = 1, .callsEnded = 1}, longAgo));
        QCOMPARE(guests.toClose(longAgo), std::vector<std::string>{"resets:1"}); // until it has left
        QCOMPARE(guests.allowanceOf(guest, longAgo).bytes, std::size_t{0});
        guests.left(guest);
        QVERIFY(guests.toClose(longAgo).empty());
        QVERIFY(!arrive(guests, "resets", 2, longAgo + 9s).guest);
        QVERIFY(arrive(guests, "resets", 3, longAgo + 11s).guest);
        QCOMPARE(guests.takeRefusals().calls, std::uint64_t{1});
    }

    void manyOpenCallsAreToo()
    {
        ServerLimits limits = few();
        limits.callsPerSecond = 1000;
        ConnectionLimiter guests(limits);
        const auto one = arrive(guests, "p", 1, longAgo).guest;
        const auto other = arrive(guests, "p", 2, longAgo).guest;
        QVERIFY(guests.note(one, {.callsBegun = 5}, longAgo));
        QVERIFY(guests.note(other, {.callsBegun = 5}, longAgo));
        guests.left(one); // ends its open calls
        QVERIFY(guests.note(other, {.callsBegun = 5}, longAgo));
        QVERIFY(!guests.note(other, {.callsBegun = 1}, longAgo));
    }

    void framesThatOnlyMakeWorkAreFew()
    {
        ConnectionLimiter guests(few());
        const auto guest = arrive(guests, "p", 1, longAgo).guest;
        QVERIFY(guests.note(guest, {.chores = 400}, longAgo));
        QVERIFY(guests.note(guest, {.chores = 400}, longAgo + 8s));
        QVERIFY(!guests.note(guest, {.chores = 100}, longAgo + 9s));
    }

    void whoBreaksTheProtocolIsHungUpOn()
    {
        ConnectionLimiter guests(few());
        const auto guest = arrive(guests, "p", 1, longAgo).guest;
        QVERIFY(!guests.note(guest, {.problem = "sends headers without end"}, longAgo));
        QCOMPARE(guests.takeRefusals().lastReason, std::string("p sends headers without end"));
    }

    void bytesAreTakenNoFasterThanAllowed()
    {
        ServerLimits limits = few();
        limits.bytesPerSecond = 10'000;
        ConnectionLimiter guests(limits);
        std::vector<ConnectionLimiter::ConnectionPtr> crowd;
        for (int number = 1; number <= 4; ++number)
            crowd.push_back(arrive(guests, "p", number, longAgo).guest);
        std::size_t taken = 0;
        for (int tenth = 0; tenth <= 100; ++tenth) {
            for (const auto& guest : crowd) {
                const std::size_t now = guests.allowanceOf(guest, longAgo + tenth * 100ms).bytes;
                QVERIFY(guests.note(guest, {.bytes = now}, longAgo + tenth * 100ms));
                taken += now;
            }
        }
        // The initial allowance plus ten seconds' worth, per peer and independent of its connections.
        QVERIFY2(taken <= 4 * 32'768 + 10 * 10'000 && taken > 200'000, qPrintable(QString::number(taken)));
    }

    void aCallThatNeverBecomesAStreamIsNotWaitedFor()
    {
        ConnectionLimiter guests(few());
        const auto guest = arrive(guests, "p", 1, longAgo).guest;
        QVERIFY(guests.note(guest, {.callsBegun = 1}, longAgo));
        ConnectionLimiter::ConnectionPtr stream;
        QVERIFY(guests.streamBegins("p:1", stream, longAgo).empty());
        QVERIFY(guests.toClose(longAgo + 100s).empty()); // it reads
        QVERIFY(guests.note(guest, {.callsBegun = 1}, longAgo + 100s)); // and asks something that it never finishes
        QVERIFY(guests.toClose(longAgo + 119s).empty());
        QCOMPARE(guests.toClose(longAgo + 121s).size(), std::size_t{1});
        QVERIFY(!guests.streamBegins("nobody", stream, longAgo).empty());
    }

    void streamsAreCountedByPeerAndInAll()
    {
        ConnectionLimiter guests(few());
        for (int number = 1; number <= 2; ++number)
            QVERIFY(arrive(guests, "p", number, longAgo).guest);
        QVERIFY(arrive(guests, "q", 3, longAgo).guest);
        std::vector<ConnectionLimiter::ConnectionPtr> streams(6);
        for (std::size_t stream = 0; stream < 3; ++stream)
            QVERIFY(guests.streamBegins(stream == 0 ? "p:1" : "p:2", streams[stream], longAgo).empty());
        QCOMPARE(guests.streamBegins("p:1", streams[5], longAgo),
                 std::string("p has 3 streams here already, as many as one may"));
        for (std::size_t stream = 3; stream < 5; ++stream)
            QVERIFY(guests.streamBegins("q:3", streams[stream], longAgo).empty());
        QVERIFY(guests.streamBegins("q:3", streams[5], longAgo).find("5 streams already") != std::string::npos);
        guests.streamEnds(streams[0], longAgo);
        QVERIFY(guests.streamBegins("q:3", streams[5], longAgo).empty());
    }

    void whoNeverAsksIsClosed()
    {
        ConnectionLimiter guests(few());
        QVERIFY(arrive(guests, "p", 1, longAgo).guest);
        QVERIFY(arrive(guests, "p", 2, longAgo).guest);
        ConnectionLimiter::ConnectionPtr reader;
        QVERIFY(guests.streamBegins("p:2", reader, longAgo).empty());
        QVERIFY(guests.toClose(longAgo + 19s).empty());
        QCOMPARE(guests.toClose(longAgo + 21s), std::vector<std::string>{"p:1"});
    }

    void itsOwnKnockIsAlwaysLetIn()
    {
        ConnectionLimiter guests(few());
        for (int number = 1; number <= 6; ++number)
            arrive(guests, number <= 4 ? "a" : "b", number, longAgo);
        QVERIFY(!arrive(guests, "a", 7, longAgo).guest);
        guests.expectOwn("a:8");
        QVERIFY(arrive(guests, "a", 8, longAgo).guest);
    }

    void peersAreForgottenAndNeverWithoutEnd()
    {
        ServerLimits limits = few();
        limits.arrivalsPerSecond = 1;
        limits.connections = 100'000;
        ConnectionLimiter guests(limits);
        int letIn = 0;
        for (int number = 1; number <= 6000; ++number) {
            const std::string peer = fmt::format("network {}", number);
            const auto guest = arrive(guests, peer, number, longAgo).guest;
            letIn += guest ? 1 : 0;
            if (guest)
                guests.left(guest);
        }
        QCOMPARE(letIn, 4096 + 2); // the others share one account
        QVERIFY(arrive(guests, "network 7000", 1, longAgo + 60s).guest);
    }
};

LOCKSTEP_TEST(tst_guestlist, TestGuestList)
#include "tst_guestlist.moc"
