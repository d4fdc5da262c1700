// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/snmp/snmpoptions.h"
#include "datasources/collectors/snmp/snmpvariable.h"
#include "tests/datasources/collectors/targettables.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

constexpr auto whole = R"([[snmp]]
host = "pdu-a03.mgmt"
version = "3"
user = "op"
auth = "SHA-256"
auth_file = "/run/auth"
privacy_env = "PDU_PRIVACY"
rack = "A03"
[[snmp.reading]]
metric = "rack.power"
oid = ".1.3.6.1.4.1.318.1.1.26.4.3.1.5.1"
scale = 10
[[snmp.reading]]
metric = "sensor.power"
column = "1.3.6.1.4.1.318.1.1.26.9.4.3.1.7"
names = "1.3.6.1.4.1.318.1.1.26.9.4.3.1.3"
sensor = "outlet {name}"
[[snmp.reading]]
metric = "port.receive_errors"
switch = "leaf1"
port = "{index}"
column = "1.3.6.1.2.1.2.2.1.14"
counter = true
)";

Result<std::vector<SnmpOptions>> read(const std::string& text)
{
    return test::readTargets(&readSnmpTargets, text);
}

SnmpVariable said(const char* oid, double number = 1)
{
    SnmpVariable variable;
    variable.oid = *parseSnmpOid(oid);
    variable.kind = SnmpVariable::Kind::Number;
    variable.number = number;
    return variable;
}

} // namespace

/// The mapping table of an SNMP device, and walks over its tables.
class TestSnmpMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTableIsRead()
    {
        const auto targets = read(whole);
        QVERIFY2(targets.isOk(), targets.isOk() ? "" : targets.error().message.c_str());
        const SnmpOptions& target = targets.value().front();
        QVERIFY(target.identity.isV3);
        QCOMPARE(target.identity.authenticationSecret.file, std::string("/run/auth"));
        QCOMPARE(target.identity.privacySecret.variable, std::string("PDU_PRIVACY"));
        QCOMPARE(target.identity.privacy, std::string("AES"));
        QCOMPARE(target.rows.size(), std::size_t{3});
        QVERIFY(!target.rows[0].isColumn && target.rows[1].isColumn && target.rows[2].isCounter);
        QCOMPARE(snmpOidText(target.rows[0].oid), std::string("1.3.6.1.4.1.318.1.1.26.4.3.1.5.1"));
        QVERIFY(target.rows[2].reading.place
                == (FacilityPlace{{EntityKind::Switch, "leaf1"}, {EntityKind::Port, "{index}"}}));
    }

    void whatIsWrongIsSaidWithItsLine_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("reported");
        const auto row = [](const char* name, const char* text, const char* reported) {
            QTest::newRow(name) << QByteArray("[[snmp]]\nhost = \"a\"\n") + text << QByteArray(reported);
        };
        row("no community", "rack = \"b\"\n", "requires \"community_file\" or \"community_env\"");
        row("two", "community_file = \"a\"\ncommunity_env = \"b\"\n", "either \"community_file\" or \"community_env\"");
        row("a password in the open",
            "community = \"public\"\ncommunity_env = \"b\"\nrack = \"b\"\n[[snmp.reading]]\nmetric = \"rack.power\"\n",
            "unknown key 'community' in [[snmp]]");
        row("version 1", "version = \"1\"\n", "expected \"2c\" or \"3\"");
        row("no user", "version = \"3\"\nauth_file = \"a\"\n", "version 3 requires \"user\"");
        row("no secret", "version = \"3\"\nuser = \"a\"\n", "version 3 requires \"user\" and either \"auth_file\"");
        row("a user of 2c", "community_env = \"a\"\nuser = \"a\"\n", "\"user\" applies only to version 3");
        row("unknown protocol", "version = \"3\"\nuser = \"a\"\nauth_env = \"a\"\nauth = \"SHA3\"\n",
            "\"auth\" is 'SHA3', expected one of SHA, SHA-224");
        const auto reading = [&row](const char* name, const char* text, const char* reported) {
            row(name, QByteArray("community_env = \"C\"\nrack = \"b\"\n[[snmp.reading]]\n") + text, reported);
        };
        reading("neither", "metric = \"rack.power\"\n", "either \"oid\" for a single number or \"column\"");
        reading("both", "metric = \"rack.power\"\noid = \"1.3.6\"\ncolumn = \"1.3.6\"\n", "either \"oid\"");
        reading("names", "metric = \"rack.power\"\noid = \"IF-MIB::ifIndex.1\"\n", "in numbers");
        reading("a column of one", "metric = \"rack.power\"\ncolumn = \"1.3.6\"\n", "{index} or {name}");
        reading("an index of none", "metric = \"sensor.power\"\nsensor = \"a {index}\"\noid = \"1.3.6\"\n",
                "are allowed only with \"column\"");
        reading("no column of names", "metric = \"sensor.power\"\nsensor = \"{name}\"\ncolumn = \"1.3.6\"\n",
                "requires \"names\"");
    }

    void whatIsWrongIsSaidWithItsLine()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, reported);
        test::checkRefused(read(text.toStdString()), reported);
    }

    void identifiersAreReadInNumbersAlone()
    {
        QCOMPARE(parseSnmpOid("1.3.6.4294967295"), std::optional(SnmpOid{1, 3, 6, 4'294'967'295}));
        QCOMPARE(parseSnmpOid(".1.3"), std::optional(SnmpOid{1, 3}));
        for (const char* const text :
             {"", ".", "1", "1.", "1..3", "1.3.", "1.3.x", "1.3.4294967296", "3.1", "1.40", "-1.3"})
            QVERIFY2(!parseSnmpOid(text), text);
        std::string longest = "1.3";
        for (int part = 0; part < 126; ++part)
            longest += ".1";
        QVERIFY(parseSnmpOid(longest));
        QVERIFY(!parseSnmpOid(longest + ".1"));
    }

    void aTextIsANumberWhereItBeginsWithOne()
    {
        const auto number = [](const char* text) {
            SnmpVariable variable;
            variable.kind = SnmpVariable::Kind::Text;
            variable.text = text;
            return numberOf(variable);
        };
        QCOMPARE(number("36.5"), std::optional(36.5));
        QCOMPARE(number("  -4 C"), std::optional(-4.0));
        QCOMPARE(number("63%"), std::optional(63.0));
        for (const char* const text : {"", " ", "n/a", "12abc", "0x12 ", "1,5"})
            QVERIFY2(!number(text), text);
    }

    void aWalkEndsWithItsColumn()
    {
        SnmpWalk walk(*parseSnmpOid("1.3.6.1"));
        const std::vector<SnmpVariable> first{said("1.3.6.1.1"), said("1.3.6.1.2.7")};
        walk.take(first);
        QVERIFY(!walk.isDone());
        QCOMPARE(snmpOidText(walk.at()), std::string("1.3.6.1.2.7"));
        const std::vector<SnmpVariable> second{said("1.3.6.1.10"), said("1.3.6.2.1"), said("1.3.6.1.11")};
        walk.take(second);
        QVERIFY(walk.isDone() && walk.problem().empty());
        QCOMPARE(walk.rows().size(), std::size_t{3});
        QCOMPARE(snmpOidText(walk.indexOf(walk.rows()[1])), std::string("2.7"));
    }

    void aWalkInCirclesOrWithoutEndIsLeft()
    {
        SnmpWalk circle(*parseSnmpOid("1.3.6.1"));
        const std::vector<SnmpVariable> round{said("1.3.6.1.1"), said("1.3.6.1.2"), said("1.3.6.1.1")};
        circle.take(round);
        QVERIFY(circle.isDone());
        QVERIFY2(circle.problem().starts_with("it returned variables out of order"), circle.problem().c_str());
        SnmpWalk endless(*parseSnmpOid("1.3.6.1"));
        int row = 0;
        while (!endless.isDone()) {
            const std::vector<SnmpVariable> next{said(("1.3.6.1." + std::to_string(++row)).c_str())};
            endless.take(next);
        }
        QCOMPARE(endless.rows().size(), SnmpWalk::maxRows);
        SnmpWalk silent(*parseSnmpOid("1.3.6.1"));
        silent.take({});
        QVERIFY(silent.isDone() && !silent.problem().empty());
    }
};

LOCKSTEP_TEST(tst_snmpmapping, TestSnmpMapping)
#include "tst_snmpmapping.moc"
