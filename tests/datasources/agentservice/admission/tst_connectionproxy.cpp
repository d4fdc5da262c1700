// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/admission/connectionproxy.h"
#include "datasources/agentservice/admission/peername.h"
#include "datasources/agentservice/admission/selfprobe.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QElapsedTimer>
#include <QTest>
#include <fmt/format.h>

#include <arpa/inet.h>
#include <atomic>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

sockaddr_storage socketAddress(const char* host, std::uint16_t port)
{
    sockaddr_storage address{};
    auto& six = reinterpret_cast<sockaddr_in6&>(address);
    auto& four = reinterpret_cast<sockaddr_in&>(address);
    if (::inet_pton(AF_INET6, host, &six.sin6_addr) == 1) {
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
    } else {
        ::inet_pton(AF_INET, host, &four.sin_addr);
        four.sin_family = AF_INET;
        four.sin_port = htons(port);
    }
    return address;
}

FileDescriptor connectTo(std::uint16_t port)
{
    FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_storage address = socketAddress("127.0.0.1", port);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(sockaddr_in)) != 0)
        socket.close();
    return socket;
}

} // namespace

/// The proxy. The test takes the place of the gRPC server behind it.
class TestConnectionProxy : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void addressesAreWrittenShort()
    {
        QCOMPARE(addressText(socketAddress("127.0.0.1", 4711)), std::string("127.0.0.1:4711"));
        QCOMPARE(addressText(socketAddress("::ffff:10.1.2.3", 1)), std::string("10.1.2.3:1"));
        QCOMPARE(addressText(socketAddress("2001:db8::1", 4711)), std::string("[2001:db8::1]:4711"));
        QCOMPARE(ConnectionProxy::keyOf("unix-abstract:lockstep-1"), std::string("lockstep-1"));
        QCOMPARE(ConnectionProxy::keyOf("ipv4:127.0.0.1:4711"), std::string());
    }

    void aNetworkSharesItsLimits()
    {
        QCOMPARE(networkText(socketAddress("10.1.2.3", 1)), std::string("10.1.2.3"));
        QCOMPARE(networkText(socketAddress("2001:db8:1:2:3:4:5:6", 1)), std::string("2001:db8:1:2::/64"));
        QVERIFY(isSameMachine(socketAddress("127.0.0.1", 1), socketAddress("::ffff:127.0.0.1", 2)));
        QVERIFY(!isSameMachine(socketAddress("127.0.0.1", 1), socketAddress("10.0.0.1", 2)));
    }

    void aLocalPeerIsKnownByItsUser()
    {
        auto listening = listenOn(parseNetAddress("127.0.0.1:0").value());
        QVERIFY(listening.isOk());
        SocketOwner owners(listening.value().sockets.front().get());
        if (!owners.isAvailable())
            QSKIP("this kernel does not tell who owns a socket");
        const FileDescriptor there = connectTo(listening.value().port);
        sockaddr_storage here{};
        socklen_t size = sizeof here;
        ::getsockname(there.get(), reinterpret_cast<sockaddr*>(&here), &size);
        auto owner = owners.ownerOf(here, listening.value().bound);
        QVERIFY(owner.has_value());
        QVERIFY(owner->isConnected);
        QCOMPARE(owner->user, ::getuid());
        owner = owners.ownerOf(socketAddress("127.0.0.1", 1), listening.value().bound);
        QVERIFY(owner && !owner->isConnected);
    }

    void itHandsOnWhoMayInAndHangsUpOnOthers()
    {
        ServerLimits limits;
        limits.connectionsPerPeer = 2;
        ConnectionLimiter limiter(limits);
        auto listening = listenOn(parseNetAddress("127.0.0.1:0").value());
        QVERIFY(listening.isOk());
        const std::uint16_t port = listening.value().port;
        std::mutex mutex;
        std::vector<FileDescriptor> handedOn;
        ConnectionProxy proxy(std::move(listening).value(), limiter,
                              {[&](int descriptor) {
                                   const std::scoped_lock lock(mutex);
                                   handedOn.emplace_back(descriptor);
                               },
                               {},
                               [] {},
                               [](const std::string&) {
                               }});
        const auto count = [&] {
            const std::scoped_lock lock(mutex);
            return handedOn.size();
        };
        const FileDescriptor first = connectTo(port);
        const FileDescriptor second = connectTo(port);
        QTRY_COMPARE(count(), std::size_t{2});
        const FileDescriptor third = connectTo(port);
        char byte = 0;
        QVERIFY(::recv(third.get(), &byte, 1, 0) <= 0); // hung up on
        QCOMPARE(count(), std::size_t{2});
        // Bytes pass both ways, to the very end.
        QCOMPARE(::send(first.get(), "x", 1, MSG_NOSIGNAL), ssize_t{1});
        pollfd wait{handedOn[0].get(), POLLIN, 0};
        QCOMPARE(::poll(&wait, 1, 5000), 1);
        QCOMPARE(::recv(handedOn[0].get(), &byte, 1, 0), ssize_t{1});
        QCOMPARE(byte, 'x');
        QCOMPARE(::send(handedOn[0].get(), "y", 1, MSG_NOSIGNAL), ssize_t{1});
        {
            const std::scoped_lock lock(mutex);
            handedOn.clear();
        }
        QCOMPARE(::recv(first.get(), &byte, 1, 0), ssize_t{1});
        QCOMPARE(byte, 'y');
        QVERIFY(::recv(first.get(), &byte, 1, 0) <= 0);
        std::vector<FileDescriptor> more;
        QTRY_VERIFY((more.push_back(connectTo(port)), count() > 0)); // there is space again
    }

    void aPeerIsTakenFromNoFasterThanAllowed()
    {
        ServerLimits limits;
        limits.bytesPerSecond = 1000;
        auto listening = listenOn(parseNetAddress("127.0.0.1:0").value());
        QVERIFY(listening.isOk());
        const std::uint16_t port = listening.value().port;
        std::mutex mutex;
        FileDescriptor inner;
        ConnectionLimiter limiter(limits);
        const ConnectionProxy proxy(std::move(listening).value(), limiter,
                                    {[&](int descriptor) {
                                         const std::scoped_lock lock(mutex);
                                         inner = FileDescriptor(descriptor);
                                     },
                                     {},
                                     [] {},
                                     [](const std::string&) {
                                     }});
        QElapsedTimer time;
        time.start();
        const FileDescriptor outer = connectTo(port);
        const std::string flood(60'000, 'x');
        QCOMPARE(::send(outer.get(), flood.data(), flood.size(), MSG_NOSIGNAL), static_cast<ssize_t>(flood.size()));
        std::size_t received = 0;
        std::vector<char> buffer(flood.size());
        const auto receive = [&] {
            const std::scoped_lock lock(mutex);
            const ssize_t size = inner.isOpen() ? ::recv(inner.get(), buffer.data(), buffer.size(), 0) : 0;
            received += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
            return received;
        };
        QTRY_VERIFY(receive() >= 32'768);
        for (int turn = 0; turn < 50; ++turn) { // half a second; the test is about bytes per second
            std::this_thread::sleep_for(10ms);
            receive();
        }
        const auto allowed = static_cast<std::size_t>(45'000 + time.elapsed() * limits.bytesPerSecond / 1000);
        QVERIFY2(received < allowed, qPrintable(QString::number(received)));
    }

    void aDeafServerIsNoticed()
    {
        ConnectionLimiter limiter({});
        auto listening = listenOn(parseNetAddress("127.0.0.1:0").value());
        QVERIFY(listening.isOk());
        std::mutex mutex;
        std::string why;
        // Connections stay in the kernel's queue, as if gRPC's listener had died.
        const SelfProbe probe("here", listening.value().bound, limiter,
                              [&](const std::string& reason) {
                                  const std::scoped_lock lock(mutex);
                                  why = reason;
                              },
                              {10ms, 50ms, 2});
        const auto reason = [&] {
            const std::scoped_lock lock(mutex);
            return why;
        };
        QTRY_VERIFY(!reason().empty());
        QVERIFY2(reason().starts_with("connections to here failed 2 times in a row (no answer"), reason().c_str());
    }

    void aServerThatHangsUpOnNonsenseHears()
    {
        ConnectionLimiter limiter({});
        auto listening = listenOn(parseNetAddress("127.0.0.1:0").value());
        QVERIFY(listening.isOk());
        const sockaddr_storage bound = listening.value().bound;
        std::atomic<int> knocks = 0;
        const ConnectionProxy proxy(std::move(listening).value(), limiter,
                                    {[&](int descriptor) {
                                         ++knocks;
                                         ::close(descriptor);
                                     },
                                     {},
                                     [] {},
                                     [](const std::string&) {
                                     }});
        std::atomic<bool> isDeaf = false;
        const SelfProbe probe("here", bound, limiter, [&](const std::string&) { isDeaf = true; }, {5ms, 2000ms, 1});
        QTRY_VERIFY(knocks >= 5);
        QVERIFY(!isDeaf);
    }
};

LOCKSTEP_TEST(tst_connectionproxy, TestConnectionProxy)
#include "tst_connectionproxy.moc"
