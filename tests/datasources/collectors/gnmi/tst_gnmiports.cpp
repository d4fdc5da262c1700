// SPDX-License-Identifier: GPL-3.0-or-later
// A switch's updates become port metrics: rates, states, optical power. Nothing is reported for missing values.
#include "datasources/collectors/gnmi/gnmioptions.h"
#include "datasources/collectors/gnmi/gnmiports.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/targettables.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

using Clock = GnmiPorts::Clock;

GnmiOptions optionsOfLeaf()
{
    GnmiOptions options;
    options.interval = 10s;
    options.names.switchName = "leaf1";
    return options;
}

std::vector<GnmiLeaf> allLeaves()
{
    std::vector<GnmiLeaf> leaves;
    for (const GnmiGroup& group : gnmiGroups())
        leaves.insert(leaves.end(), group.leaves.begin(), group.leaves.end());
    return leaves;
}

/// Ports with a simulated clock.
struct Played
{
    explicit Played(const GnmiOptions& options = optionsOfLeaf(), const std::vector<GnmiLeaf>& leaves = allLeaves())
        : ports(options, leaves)
    { }

    /// @param at our time in seconds @param reported the device's; NaN: none
    void tell(double at, const std::string& path, GnmiValue value, double reported)
    {
        GnmiMessage message;
        message.timestampNs = std::isnan(reported) ? 0 : static_cast<std::int64_t>((reported + 1000) * 1e9);
        GnmiUpdate update{placeOf(path), std::move(value)};
        message.updates.push_back(std::move(update));
        ports.take(message, 0, momentOf(at));
    }
    void tell(double at, const std::string& path, GnmiValue value) { tell(at, path, std::move(value), at); }

    double value(double at, std::string_view metric, const std::string& port = "swp1")
    {
        for (const FacilityValue& each : ports.report(momentOf(at)).values) {
            if (each.metric == metric
                && each.place == FacilityPlace{{EntityKind::Switch, "leaf1"}, {EntityKind::Port, port}})
                return each.value;
        }
        return std::nan("");
    }

    static GnmiPlace placeOf(const std::string& path)
    {
        GnmiPlace place;
        const std::vector<GnmiStep> steps = parseGnmiPath(path).value();
        for (const GnmiStep& step : steps) {
            place.path += (place.path.empty() ? "" : "/") + step.name;
            place.keys.insert(place.keys.end(), step.keys.begin(), step.keys.end());
        }
        return place;
    }

    static Clock::time_point momentOf(double seconds)
    {
        return Clock::time_point(1h)
            + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    GnmiPorts ports;
};

const std::string sent = "interfaces/interface[name=swp1]/state/counters/out-octets";
const std::string errors = "interfaces/interface[name=swp1]/state/counters/in-errors";
const std::string status = "interfaces/interface[name=swp1]/state/oper-status";
const std::string speed = "interfaces/interface[name=swp1]/ethernet/state/port-speed";

bool isNone(double value)
{
    return std::isnan(value);
}

Result<std::vector<GnmiOptions>> parsed(const std::string& text)
{
    return test::readTargets(&readGnmiTargets, text);
}

} // namespace

class TestGnmiPorts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countersBecomeRatesByTheDevicesOwnTimes()
    {
        Played played;
        played.tell(0, sent, std::uint64_t{1000}, 0);
        QVERIFY(isNone(played.value(0, metrics::port::transmit)));
        played.tell(10.4, sent, std::uint64_t{21'000}, 10); // it came late
        QCOMPARE(played.value(11, metrics::port::transmit), 2000.0);
        played.tell(20, sent, std::string("41000"), 20);
        QCOMPARE(played.value(21, metrics::port::transmit), 2000.0);
    }

    void timesThatCannotBeTrueAreReplacedByThoseOfArrival()
    {
        for (const double factor : {0.0, 1e-6, 1e6}) {
            Played played;
            played.tell(0, sent, std::uint64_t{0}, 1);
            played.tell(10, sent, std::uint64_t{5000}, 1 + 10 * factor);
            QCOMPARE(played.value(10, metrics::port::transmit), 500.0);
        }
        Played unreported;
        unreported.tell(0, sent, std::uint64_t{0}, std::nan(""));
        unreported.tell(10, sent, std::uint64_t{5000}, std::nan(""));
        QCOMPARE(unreported.value(10, metrics::port::transmit), 500.0);
    }

    void aCounterThatGoesBackIsAResetAndNoRate()
    {
        Played played;
        played.tell(0, sent, std::uint64_t{1'000'000});
        played.tell(10, sent, std::uint64_t{2'000'000});
        played.tell(20, sent, std::uint64_t{100});
        QVERIFY(isNone(played.value(20, metrics::port::transmit)));
        played.tell(30, sent, std::uint64_t{1100});
        QCOMPARE(played.value(30, metrics::port::transmit), 100.0);
    }

    void aNarrowCounterOfASiteWraps()
    {
        GnmiLeaf leaf{"a/port/drops", std::string(metrics::port::receiveDrops)};
        leaf.bits = 32;
        Played played(optionsOfLeaf(), {leaf});
        played.tell(0, "a/port[name=swp1]/drops", std::uint64_t{4'294'967'290});
        played.tell(10, "a/port[name=swp1]/drops", std::uint64_t{4});
        QCOMPARE(played.value(10, metrics::port::receiveDrops), 1.0);
    }

    void nothingIsAveragedOverAGapAndWhatIsNotReportedAgainIsOne()
    {
        Played played;
        played.tell(0, sent, std::uint64_t{0});
        played.tell(10, sent, std::uint64_t{1000});
        QCOMPARE(played.value(35, metrics::port::transmit), 100.0);
        QVERIFY(isNone(played.value(37, metrics::port::transmit)));
        played.tell(100, sent, std::uint64_t{100'000});
        QVERIFY(isNone(played.value(100, metrics::port::transmit)));
        played.tell(110, sent, std::uint64_t{101'000});
        QCOMPARE(played.value(110, metrics::port::transmit), 100.0);
    }

    void lifetimeCountsStandBesideRates()
    {
        Played played;
        played.tell(0, errors, std::uint64_t{255});
        QCOMPARE(played.value(0, metrics::port::receiveErrorsTotal), 255.0);
        QVERIFY(isNone(played.value(0, metrics::port::receiveErrors)));
        played.tell(10, errors, std::uint64_t{265});
        QCOMPARE(played.value(10, metrics::port::receiveErrors), 1.0);
        played.tell(10, "interfaces/interface[name=swp1]/state/counters/carrier-transitions", std::uint64_t{511});
        QCOMPARE(played.value(10, metrics::port::linkDownedTotal), 255.0); // down and up again is two
    }

    void aLinkThatWasDownForAMomentIsReportedOnce()
    {
        Played played;
        played.tell(0, status, std::string("UP"));
        QCOMPARE(played.value(0, metrics::port::up), 1.0);
        played.tell(1, status, std::string("LOWER_LAYER_DOWN"));
        played.tell(1.1, status, std::string("openconfig-interfaces:UP"));
        QCOMPARE(played.value(2, metrics::port::up), 0.0);
        QCOMPARE(played.value(3, metrics::port::up), 1.0);
        QCOMPARE(played.value(3000, metrics::port::up), 1.0); // reported on change alone
        played.tell(3001, "interfaces/interface[name=swp1]/state/admin-status", std::string("DOWN"));
        played.tell(3001, status, std::string("DOWN"));
        QVERIFY(isNone(played.value(3002, metrics::port::up))); // administratively down
    }

    void utilisationIsOfTheBusierDirection()
    {
        Played played;
        played.tell(0, speed, std::string("openconfig-if-ethernet:SPEED_400GB"));
        QCOMPARE(played.value(0, metrics::port::rate), 400e9);
        for (const double at : {0.0, 10.0}) {
            played.tell(at, sent, static_cast<std::uint64_t>(at * 25e9));
            played.tell(at, "interfaces/interface[name=swp1]/state/counters/in-octets",
                        static_cast<std::uint64_t>(at * 5e9));
        }
        QCOMPARE(played.value(10, metrics::port::utilisation), 0.5);
        played.tell(11, speed, std::string("SPEED_UNKNOWN"));
        QVERIFY(isNone(played.value(12, metrics::port::utilisation)));
    }

    void queuesOfAPortAreOneSum()
    {
        Played played;
        for (const double at : {0.0, 10.0}) {
            for (const char* queue : {"0", "3"})
                played.tell(at,
                            "qos/interfaces/interface[interface-id=swp1]/output/queues/queue[name=" + std::string(queue)
                                + "]/state/ecn-marked-pkts",
                            static_cast<std::uint64_t>(at * 7));
        }
        QCOMPARE(played.value(10, metrics::port::congestionMarks), 14.0);
    }

    void opticsAreOfThePortThatTheyAreIn()
    {
        Played played;
        played.tell(0, status, std::string("UP"));
        played.tell(0, "interfaces/interface[name=swp1]/state/transceiver", std::string("transceiver 1/1"));
        const std::string channels = "components/component[name=transceiver 1/1]/transceiver/physical-channels/channel";
        played.tell(0, channels + "[index=0]/state/input-power/instant", -3.0);
        played.tell(0, channels + "[index=1]/state/input-power/instant", -10.0);
        played.tell(0, channels + "[index=1]/state/input-power/instant", std::string("-10.00"));
        played.tell(0, channels + "[index=0]/state/laser-bias-current/instant", 7.5);
        played.tell(0, channels + "[index=1]/state/laser-bias-current/instant", 8.5);
        played.tell(0, "components/component[name=transceiver 1/1]/state/temperature/instant", 51.5);
        played.tell(0, "components/component[name=CPU]/state/temperature/instant", 99.0);
        QCOMPARE(played.value(1, metrics::port::opticsReceivePower), 1e-4); // the weakest lane
        QCOMPARE(played.value(1, metrics::port::opticsBias), 8.5e-3);
        QCOMPARE(played.value(1, metrics::port::opticsTemperature), 51.5);
        played.tell(2, channels + "[index=0]/state/input-power/instant", -1e9);
        QCOMPARE(played.value(2, metrics::port::opticsReceivePower), 1e-4); // no power that was measured
    }

    void interfacesHaveTheNamesOfTheClusterFile()
    {
        GnmiOptions options = optionsOfLeaf();
        options.names.ports = {{"swp1", "17"}};
        Played played(options);
        played.tell(0, status, std::string("UP"));
        played.tell(0, "interfaces/interface[name=swp2]/state/oper-status", std::string("UP"));
        QCOMPARE(played.value(0, metrics::port::up, "17"), 1.0);
        QCOMPARE(played.ports.report(Played::momentOf(0)).values.size(), std::size_t(1));
        Played plain;
        plain.tell(0, "interfaces/interface[name=eth0]/state/oper-status", std::string("UP"));
        QVERIFY(plain.ports.report(Played::momentOf(0)).values.empty()); // the management port
    }

    void whatSpeaksForManySwitchesNamesThem()
    {
        GnmiOptions options = optionsOfLeaf();
        options.names.switchName.clear();
        options.names.switches = {{"0xb8599f", "leaf1"}};
        GnmiLeaf leaf{"nvidia/ib/guid/port/amber/downs", std::string(metrics::port::linkDowned)};
        leaf.switchKey = "guid";
        leaf.portKey = "port_number";
        Played played(options, {leaf});
        played.tell(0, "nvidia/ib/guid[guid=0xb8599f]/port[port_number=3]/amber/downs", std::uint64_t{7});
        played.tell(0, "nvidia/ib/guid[guid=0xdead]/port[port_number=3]/amber/downs", std::uint64_t{9});
        QCOMPARE(played.value(0, metrics::port::linkDownedTotal, "3"), 7.0);
        QCOMPARE(played.ports.report(Played::momentOf(0)).values.size(), std::size_t(2));
    }

    void whatEndsOrIsDeletedHoldsNoMore()
    {
        Played played;
        played.tell(0, status, std::string("UP"));
        played.tell(0, "interfaces/interface[name=swp11]/state/oper-status", std::string("UP"));
        GnmiMessage gone;
        gone.deletes.push_back(Played::placeOf("interfaces/interface[name=swp1]"));
        played.ports.take(gone, 0, Played::momentOf(1));
        QVERIFY(isNone(played.value(1, metrics::port::up)));
        QCOMPARE(played.value(1, metrics::port::up, "swp11"), 1.0);
        played.ports.forget(0);
        QVERIFY(isNone(played.value(1, metrics::port::up, "swp11")));
    }

    void valuesOfAnotherTypeAreNoDataAndAreReported()
    {
        Played played;
        played.tell(0, sent, std::string("many"));
        played.tell(1, sent, -4.0);
        played.tell(1, status, std::uint64_t{7});
        QVERIFY(isNone(played.value(1, metrics::port::transmit)));
        const std::string note = played.ports.report(Played::momentOf(2)).note;
        QVERIFY2(note.find("3 values of an unexpected type") != std::string::npos, note.c_str());
    }

    void aHundredThousandPathsAreNotKept()
    {
        Played played;
        for (int at = 0; at < 100'000; ++at)
            played.tell(0, "interfaces/interface[name=swp" + std::to_string(at) + "]/state/oper-status",
                        std::string("UP"));
        const FacilityReport report = played.ports.report(Played::momentOf(0));
        QCOMPARE(report.values.size(), GnmiPorts::maxPorts);
        QVERIFY2(report.note.find("95904 values beyond the limit of ports") != std::string::npos, report.note.c_str());
    }

    void aReportAlwaysHasTheSamePlaces()
    {
        Played played;
        played.tell(0, sent, std::uint64_t{0});
        played.tell(0, speed, std::string("SPEED_400GB"));
        const std::size_t values = played.ports.report(Played::momentOf(0)).values.size();
        played.tell(10, sent, std::uint64_t{10});
        QCOMPARE(played.ports.report(Played::momentOf(10)).values.size(), values);
        QCOMPARE(played.ports.report(Played::momentOf(1000)).values.size(), values);
    }

    void aConfigurationIsReadAndItsErrorsNameTheLine()
    {
        const auto good = parsed(R"([[gnmi]]
address = "leaf1.mgmt:9339"
switch = "leaf1"
user = "monitor"
password_file = "/x"
ca = "/ca.pem"
interval = 5
read = ["interfaces", "infiniband"]
ports = ["swp{1..32}={1..32}"]
[[gnmi]]
address = "127.0.0.1:9339"
read = []
switches = ["0xab=leaf1"]
[[gnmi.leaf]]
path = "nvidia/ib/guid[guid=*]/port[port_number=*]/amber/downs"
metric = "port.link_downed"
switch = "guid"
port = "port_number"
bits = 32
)");
        QVERIFY2(good.isOk(), good.isOk() ? "" : good.error().message.c_str());
        QCOMPARE(good.value()[0].names.ports.at("swp17"), std::string("17"));
        QVERIFY(!good.value()[0].isPlain);
        QVERIFY(good.value()[1].isPlain); // this machine
        QCOMPARE(good.value()[1].leaves[0].path, std::string("nvidia/ib/guid/port/amber/downs"));
        const std::pair<const char*, const char*> wrong[]{
            {"address = \"leaf1\"", "port"},
            {"address = \"leaf1:9339\"", "\"switch\" must be"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\nread = [\"all\"]", "expected interfaces"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\nplain = true\nuser = \"u\"\npassword_file = \"/x\"",
             "unencrypted"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\nuser = \"u\"", "password_file"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\nports = [\"swp{1..3}={1..2}\"]", "the same number of names"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\n[[gnmi.leaf]]\npath = \"a/b\"\nmetric = \"port.up\"",
             "which identifies the port"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\n[[gnmi.leaf]]\npath = \"a[name=*]\"\nmetric = \"gpu.power\"",
             "not a port metric"},
            {"address = \"leaf1:9339\"\nswitch = \"a\"\nspeed = 3", "speed"}};
        for (const auto& [text, words] : wrong) {
            const auto read = parsed(std::string("[[gnmi]]\n") + text);
            QVERIFY2(!read.isOk(), text);
            QVERIFY2(read.error().message.starts_with("agent.toml:"), read.error().message.c_str());
            QVERIFY2(read.error().message.find(words) != std::string::npos, read.error().message.c_str());
        }
    }
};

LOCKSTEP_TEST(tst_gnmiports, TestGnmiPorts)
#include "tst_gnmiports.moc"
