// SPDX-License-Identifier: GPL-3.0-or-later
// Values are decoded in every encoding that a device may use, and invalid ones are harmless.
#include "datasources/collectors/gnmi/gnmileaf.h"
#include "datasources/collectors/gnmi/gnmimessage.h"
#include "tests/datasources/collectors/gnmi/switchserver.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace lockstep;

namespace {

GnmiMessage read(const gnmi::SubscribeResponse& response)
{
    return readGnmiMessage(response.SerializeAsString()).value();
}

gnmi::TypedValue& addValue(gnmi::SubscribeResponse& response, const std::string& path)
{
    gnmi::Update& update = *response.mutable_update()->add_update();
    test::setPath(*update.mutable_path(), path);
    return *update.mutable_val();
}

} // namespace

class TestGnmiMessage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allTypesOfValuesAreRead()
    {
        gnmi::SubscribeResponse response;
        addValue(response, "a").set_uint_val(18'446'744'073'709'551'615U);
        addValue(response, "a").set_int_val(-5);
        addValue(response, "a").set_double_val(1.5);
        addValue(response, "a").set_float_val(2.5F);
        addValue(response, "a").set_bool_val(true);
        addValue(response, "a").set_json_val("\"123\"");
        addValue(response, "a").set_json_ietf_val("42");
        addValue(response, "a").set_bytes_val(std::string("\x40\x49\x0f\xdb", 4));
        auto* decimal = addValue(response, "a").mutable_decimal_val();
        decimal->set_digits(-523);
        decimal->set_precision(2);
        const GnmiMessage message = read(response);
        QCOMPARE(message.updates.size(), std::size_t(9));
        QCOMPARE(*countOf(message.updates[0].value), std::uint64_t(18'446'744'073'709'551'615U));
        QCOMPARE(*realOf(message.updates[1].value), -5.0);
        QVERIFY(!countOf(message.updates[1].value));
        QCOMPARE(*realOf(message.updates[2].value), 1.5);
        QCOMPARE(*realOf(message.updates[3].value), 2.5);
        QCOMPARE(*countOf(message.updates[4].value), std::uint64_t(1));
        QCOMPARE(*countOf(message.updates[5].value), std::uint64_t(123));
        QCOMPARE(*countOf(message.updates[6].value), std::uint64_t(42));
        QVERIFY(std::abs(*realOf(message.updates[7].value) - 3.14159274) < 1e-6);
        QCOMPARE(*realOf(message.updates[8].value), -5.23);
        QCOMPARE(message.leftOut, std::size_t(0));
    }

    void aTreeInJsonBecomesItsLeaves()
    {
        gnmi::SubscribeResponse response;
        test::setPath(*response.mutable_update()->mutable_prefix(), "openconfig-interfaces:interfaces");
        addValue(response, "interface[name=swp1]/state").set_json_ietf_val(R"({"openconfig-interfaces:oper-status":"UP",
                "counters":{"in-octets":"9007199254740993","out-octets":7}})");
        addValue(response, "interface[name=swp2]")
            .set_json_ietf_val(R"({"lanes":{"lane":[{"index":1,"power":-2.5},{"index":2,"power":null}]}})");
        const GnmiMessage message = read(response);
        QCOMPARE(message.updates.size(), std::size_t(6)); // the two indices are leaves, too
        const auto find = [&](const std::string& path) {
            return std::ranges::find(message.updates, path, [](const GnmiUpdate& each) { return each.place.path; });
        };
        const auto octets = find("interfaces/interface/state/counters/in-octets");
        QVERIFY(octets != message.updates.end());
        QCOMPARE(*countOf(octets->value), std::uint64_t(9'007'199'254'740'993));
        QCOMPARE(*octets->place.find("name"), std::string("swp1"));
        QCOMPARE(wordOf(find("interfaces/interface/state/oper-status")->value), std::string_view("UP"));
        const auto power = find("interfaces/interface/lanes/lane/power");
        QCOMPARE(*power->place.find("index"), std::string("1"));
        QCOMPARE(*power->place.find("name"), std::string("swp2"));
        QCOMPARE(message.leftOut, std::size_t(1)); // null
    }

    void whatIsTooLongTooDeepOrTooManyIsLeftOut()
    {
        gnmi::SubscribeResponse response;
        addValue(response, "a").set_string_val(std::string(1'000'000, 'x'));
        addValue(response, "a[name=" + std::string(10'000, 'x') + "]").set_uint_val(1);
        addValue(response, "a").set_json_val(std::string(5000, '[') + std::string(5000, ']'));
        addValue(response, "a").set_json_val("{\"a\":");
        addValue(response, "a").mutable_leaflist_val()->add_element()->set_uint_val(1);
        addValue(response, "a").set_double_val(std::nan(""));
        const GnmiMessage message = read(response);
        QCOMPARE(message.updates.size(), std::size_t(0));
        QVERIFY(message.leftOut >= 6);
    }

    void aLongPrefixBeforeManyUpdatesTakesNoGigabytes()
    {
        gnmi::SubscribeResponse response;
        std::string prefix = "a";
        for (int at = 0; at < 20; ++at)
            prefix += "/b[x=" + std::string(250, 'x') + "]";
        test::setPath(*response.mutable_update()->mutable_prefix(), prefix);
        for (int at = 0; at < 60'000; ++at)
            response.mutable_update()->add_update()->mutable_val()->set_uint_val(1);
        const GnmiMessage message = read(response);
        QVERIFY(message.updates.size() < 10'000);
        QCOMPARE(message.updates.size() + message.leftOut, std::size_t(60'000));
    }

    void whatIsNoMessageIsAnError()
    {
        QVERIFY(!readGnmiMessage("\xff\xff\xff\xff").isOk());
        const Result<GnmiMessage> empty = readGnmiMessage("");
        QVERIFY(empty.isOk() && empty.value().updates.empty());
    }

    void pathsAreReadAsPeopleWriteThem()
    {
        const auto steps = parseGnmiPath("/a/b[name=x/1][index=2]/c");
        QVERIFY(steps.isOk());
        QCOMPARE(steps.value().size(), std::size_t(3));
        QCOMPARE(steps.value()[1].keys[0].second, std::string("x/1"));
        QCOMPARE(steps.value()[1].keys[1].first, std::string("index"));
        for (const char* wrong : {"", "/", "a//b", "a[b]", "a[=b]", "a[b=c", "a[b=c]d"})
            QVERIFY2(!parseGnmiPath(wrong).isOk(), wrong);
    }
};

LOCKSTEP_TEST(tst_gnmimessage, TestGnmiMessage)
#include "tst_gnmimessage.moc"
