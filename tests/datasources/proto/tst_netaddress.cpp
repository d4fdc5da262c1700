// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/netaddress.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestNetAddress : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void onlyThisMachineIsLoopback_data();
    void onlyThisMachineIsLoopback();
    void anAddressReadsAsItWasWritten();
    void whatIsNoAddressIsRefused();
};

void TestNetAddress::onlyThisMachineIsLoopback_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isLoopback");
    for (const auto& [text, isLoopback] :
         {std::pair("127.0.0.1:7117", true), std::pair("127.200.1.1:1", true), std::pair("localhost:7117", true),
          std::pair("[::1]:7117", true), std::pair("unix:/run/lockstep.sock", true), std::pair("0.0.0.0:7117", false),
          std::pair("[::]:7117", false), std::pair("10.0.0.1:7117", false),
          std::pair("localhost.example.org:7117", false), std::pair("127.0.0.1.example.org:7117", false)})
        QTest::newRow(text) << QString::fromLatin1(text) << isLoopback;
}

void TestNetAddress::onlyThisMachineIsLoopback()
{
    QFETCH(QString, text);
    const auto address = parseNetAddress(text.toStdString());
    QVERIFY(address.isOk());
    QTEST(address.value().isLoopback(), "isLoopback");
}

void TestNetAddress::anAddressReadsAsItWasWritten()
{
    for (const std::string text : {"127.0.0.1:7117", "[fe80::1]:65535", "node17:0", "unix:/run/x.sock"}) {
        const auto address = parseNetAddress(text);
        QVERIFY2(address.isOk(), text.c_str());
        QCOMPARE(address.value().toString(), text);
    }
}

void TestNetAddress::whatIsNoAddressIsRefused()
{
    for (const std::string text : {"", "node17", ":7117", "node17:", "node17:65536", "node17:-1", "node17:7117x",
                                   "fe80::1:7117", "[]:1", "a b:1", "http://node17:1", "unix:"}) {
        const auto address = parseNetAddress(text);
        QVERIFY2(!address.isOk(), text.c_str());
        QVERIFY(address.error().message.find("expected host:port") != std::string::npos);
    }
}

LOCKSTEP_TEST(tst_netaddress, TestNetAddress)
#include "tst_netaddress.moc"
