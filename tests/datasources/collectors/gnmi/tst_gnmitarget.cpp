// SPDX-License-Identifier: GPL-3.0-or-later
// Real subscriptions to switches that are valid, slow, malicious or unreachable. None costs another switch a sample.
#include "datasources/collectors/facility/facilitycollector.h"
#include "datasources/collectors/gnmi/gnmioptions.h"
#include "datasources/collectors/gnmi/gnmiports.h"
#include "datasources/text/textfile.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/gnmi/switchserver.h"
#include "tests/datasources/http/testcertificate.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace lockstep;
using namespace std::chrono_literals;
using test::SwitchServer;

namespace {

GnmiOptions optionsOf(const SwitchServer& server, const char* name = "leaf1")
{
    GnmiOptions options;
    options.address = server.address();
    options.isPlain = true;
    options.interval = 100ms;
    options.timeout = test::hangTimeout;
    options.groups = {"interfaces"};
    options.names.switchName = name;
    return options;
}

double valueOf(const FacilityReport& report, std::string_view metric, const std::string& port = "swp1")
{
    for (const FacilityValue& each : report.values) {
        if (each.metric == metric && each.place.back().name == port)
            return each.value;
    }
    return std::nan("");
}

/// Polls until the report satisfies the condition.
template <class IsRight>
bool pollUntil(FacilityTarget& target, IsRight isRight)
{
    const QDeadlineTimer deadline(test::hangTimeout);
    while (!deadline.hasExpired()) {
        const Result<FacilityReport> report = target.poll({});
        if (isRight(report))
            return true;
        std::this_thread::sleep_for(20ms);
    }
    return false;
}

bool hasRate(const Result<FacilityReport>& report)
{
    return report.isOk() && valueOf(report.value(), metrics::port::transmit) > 0;
}

bool has(const std::string& text, const char* words)
{
    return text.find(words) != std::string::npos;
}

SwitchServer::Play silence()
{
    return [](SwitchServer::Call& call) {
        while (!call.isOver())
            std::this_thread::sleep_for(5ms);
        return grpc::Status::OK;
    };
}

SwitchServer::Play refusal(grpc::StatusCode code, const std::string& words)
{
    return [=](SwitchServer::Call&) {
        return grpc::Status(code, words);
    };
}

SwitchServer::Play flood()
{
    return [](SwitchServer::Call& call) {
        gnmi::SubscribeResponse response;
        for (int at = 0; at < 5000; ++at)
            test::addUpdate(response,
                            "interfaces/interface[name=swp" + std::to_string(at) + "]/state/counters/in-octets",
                            std::uint64_t{1});
        while (!call.isOver() && call.stream.Write(response))
            response.mutable_update()->set_timestamp(response.update().timestamp() + 1);
        return grpc::Status::OK;
    };
}

} // namespace

class TestGnmiTarget : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const
    {
        const std::string path = m_folder.filePath(QString::fromStdString(name)).toStdString();
        std::ofstream(path) << text;
        std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
        return path;
    }

private Q_SLOTS:
    void anHonestSwitchIsFollowed()
    {
        SwitchServer server(test::honestSwitch(4));
        const auto target = makeGnmiTarget(optionsOf(server));
        QVERIFY(pollUntil(*target, hasRate));
        const Result<FacilityReport> report = target->poll({});
        // 1000 octets per 20 ms of its clock, independent of ours.
        QCOMPARE(valueOf(report.value(), metrics::port::transmit, "swp4"), 50'000.0);
        QCOMPARE(valueOf(report.value(), metrics::port::up, "swp2"), 1.0);
        QCOMPARE(valueOf(report.value(), metrics::port::rate), 400e9);
        QCOMPARE(report.value().note, std::string());
        QCOMPARE(server.calls(), 1);
        const gnmi::SubscriptionList list = server.requests().front().subscribe();
        QVERIFY(list.mode() == gnmi::SubscriptionList::STREAM);
        const auto isOnChange = [](const gnmi::Subscription& each) {
            return each.mode() == gnmi::ON_CHANGE;
        };
        QCOMPARE(std::ranges::count_if(list.subscription(), isOnChange), 3);
        QCOMPARE(list.subscription(0).path().elem(1).key().at("name"), std::string("*"));
        QCOMPARE(list.subscription(0).sample_interval(), std::uint64_t{100'000'000});
    }

    void aSwitchThatComesBackIsFollowedAgain()
    {
        SwitchServer server([](SwitchServer::Call& call) {
            gnmi::SubscribeResponse response;
            test::addUpdate(response, "interfaces/interface[name=swp1]/state/oper-status", std::string("UP"));
            call.stream.Write(response);
            return grpc::Status(grpc::StatusCode::INTERNAL, "out of\nmemory");
        });
        const auto target = makeGnmiTarget(optionsOf(server));
        QVERIFY(pollUntil(*target, [](const auto& report) {
            return !report.isOk() && has(report.error().message, "the subscription ended (out of memory)");
        }));
        server.play(test::honestSwitch(1));
        QVERIFY(pollUntil(*target, hasRate));
    }

    void whatRefusesOneGroupStillTellsTheOthers()
    {
        SwitchServer server([](SwitchServer::Call& call) {
            const bool isOptics = call.request.subscribe().subscription(0).path().elem(0).name() == "components";
            return isOptics ? grpc::Status(grpc::StatusCode::UNIMPLEMENTED, "no optics") : test::honestSwitch(1)(call);
        });
        GnmiOptions options = optionsOf(server);
        options.groups = {"interfaces", "optics"};
        const auto target = makeGnmiTarget(options);
        QVERIFY(pollUntil(*target, hasRate));
        const Result<FacilityReport> report = target->poll({});
        QVERIFY2(has(report.value().note, "optics: gNMI Subscribe, or this subscription, is not supported (no optics)"),
                 report.value().note.c_str());
    }

    void aSwitchThatKnowsOneEncodingOrNoChangesIsAskedSo()
    {
        SwitchServer server([](SwitchServer::Call& call) {
            const gnmi::SubscriptionList& list = call.request.subscribe();
            const auto isOnChange = [](const gnmi::Subscription& each) {
                return each.mode() == gnmi::ON_CHANGE;
            };
            if (list.encoding() != gnmi::PROTO || std::ranges::any_of(list.subscription(), isOnChange))
                return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "not supported");
            return test::honestSwitch(1)(call);
        });
        const auto target = makeGnmiTarget(optionsOf(server));
        QVERIFY(pollUntil(*target, hasRate));
    }

    void eachWayToFailIsReportedInWords()
    {
        SwitchServer server(silence());
        const auto messageOf = [&](SwitchServer::Play play, Duration timeout = test::hangTimeout) {
            server.play(std::move(play));
            GnmiOptions options = optionsOf(server);
            options.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(timeout);
            return makeGnmiTarget(options)->poll({}).error().message;
        };
        QVERIFY(has(messageOf(silence(), 300ms), "no answer within"));
        QVERIFY(has(messageOf(refusal(grpc::StatusCode::UNAUTHENTICATED, "who?")), "user and password are missing"));
        QVERIFY(has(messageOf(refusal(grpc::StatusCode::PERMISSION_DENIED, "")), "this user may not read it"));
        QVERIFY(has(messageOf(refusal(grpc::StatusCode::INVALID_ARGUMENT, "")), "these paths were rejected"));
        const std::string huge = messageOf([](SwitchServer::Call& call) {
            gnmi::SubscribeResponse response;
            test::addUpdate(response, "a", std::string(6'000'000, 'x'));
            call.stream.Write(response);
            while (!call.isOver())
                std::this_thread::sleep_for(5ms);
            return grpc::Status::OK;
        });
        QVERIFY2(has(huge, "larger than 4 MiB"), huge.c_str());
        GnmiOptions nobody = optionsOf(server);
        nobody.address = "127.0.0.1:1";
        const std::string refused = makeGnmiTarget(nobody)->poll({}).error().message;
        QVERIFY2(has(refused, "unreachable"), refused.c_str());
    }

    void secretsAreReadFromPrivateFilesAndGoOverTls()
    {
        const test::TestCertificate certificate(m_folder.path().toStdString());
        const std::string chain = readTextFile(certificate.certificateFile()).value();
        SwitchServer server(test::honestSwitch(1), chain, readTextFile(certificate.keyFile()).value(), chain);
        GnmiOptions options = optionsOf(server);
        options.isPlain = false;
        options.caFile = options.certificateFile = certificate.certificateFile();
        options.privateKeyFile = certificate.keyFile();
        options.user = "monitor";
        options.passwordFile = write("password", "secret\n");
        const auto target = makeGnmiTarget(options);
        QVERIFY(pollUntil(*target, hasRate));
        QCOMPARE(server.metadata("username"), std::string("monitor"));
        QCOMPARE(server.metadata("password"), std::string("secret"));

        GnmiOptions stranger = options;
        stranger.certificateFile = stranger.privateKeyFile = {};
        QVERIFY(!makeGnmiTarget(stranger)->poll({}).isOk());
        GnmiOptions other = options;
        other.caFile = test::TestCertificate(m_folder.path().toStdString()).certificateFile();
        QVERIFY(!makeGnmiTarget(other)->poll({}).isOk());
        std::filesystem::permissions(options.passwordFile, std::filesystem::perms::all);
        const std::string open = makeGnmiTarget(options)->poll({}).error().message;
        QVERIFY2(has(open, options.passwordFile.c_str()) && !has(open, "secret"), open.c_str());
    }

    void oneThatStallsFloodsOrLiesCostsTheOtherNoSample()
    {
        SwitchServer well(test::honestSwitch(2));
        SwitchServer stalls(silence());
        SwitchServer floods(flood());
        SwitchServer lies([](SwitchServer::Call& call) {
            gnmi::SubscribeResponse response;
            for (int at = 0; at < 10'000; ++at) {
                test::addUpdate(response,
                                "interfaces/interface[name=" + std::string(200, 'x') + std::to_string(at)
                                    + "]/state/counters/in-octets",
                                std::string(200, 'y'));
            }
            call.stream.Write(response);
            return grpc::Status(grpc::StatusCode::UNKNOWN, std::string(500, 'z'));
        });
        std::vector<PolledTarget> targets;
        targets.push_back({makeGnmiTarget(optionsOf(stalls, "leaf2")), 100ms});
        targets.push_back({makeGnmiTarget(optionsOf(floods, "leaf3")), 100ms});
        targets.push_back({makeGnmiTarget(optionsOf(lies, "leaf4")), 100ms});
        targets.push_back({makeGnmiTarget(optionsOf(well)), 100ms});
        FacilityCollector collector("gnmi", std::move(targets));
        CollectorHarness harness(collector);
        (void)harness.detect(); // returns without waiting
        const std::string sent(metrics::port::transmit);
        const auto hasRate = [&] {
            if (collector.hasChanged())
                (void)harness.detect();
            harness.sample(0);
            return harness.has(sent, "swp1") && harness.value(sent, "swp1") > 0;
        };
        // Meanwhile, the malicious target is called less and less often.
        for (int calls = 1; calls <= 4; ++calls) {
            QTRY_VERIFY(lies.calls() >= calls);
            QVERIFY(test::waitFor(hasRate));
            QCOMPARE(harness.value(sent, "swp1"), 50'000.0);
        }
        QCOMPARE(stalls.calls(), 1);
        QCOMPARE(floods.calls(), 1);
    }

    void aSilentTargetIsReportedOf()
    {
        SwitchServer server(refusal(grpc::StatusCode::UNAUTHENTICATED, "who?"));
        std::vector<PolledTarget> targets;
        targets.push_back({makeGnmiTarget(optionsOf(server)), 10ms});
        FacilityCollector collector("gnmi", std::move(targets));
        CollectorHarness harness(collector);
        (void)harness.detect();
        const NodeTick tick = harness.sampleUntil(0, [](const NodeTick& each) { return !each.events.empty(); });
        QVERIFY(!tick.events.empty());
        QCOMPARE(tick.events.front().code, std::string(codes::agentTargetSilent) + ".gnmi");
        QVERIFY2(has(tick.events.front().text, "user and password are missing"), tick.events.front().text.c_str());
    }

    void aFloodIsReadNoFasterThanItMayBe()
    {
        SwitchServer server(flood());
        const auto target = makeGnmiTarget(optionsOf(server));
        QVERIFY(pollUntil(*target, [](const auto& report) { return report.isOk() && !report.value().values.empty(); }));
        QVERIFY(pollUntil(*target, [](const auto& report) {
            return report.isOk() && has(report.value().note, "values beyond the limit of ports or leaves");
        }));
        target->close(); // while reading waits
    }

    void stoppingWaitsForNobody()
    {
        SwitchServer server(silence());
        GnmiOptions options = optionsOf(server);
        options.timeout = 24h; // waiting for it would never return
        const auto target = makeGnmiTarget(options);
        std::stop_source stop;
        std::jthread stopper([&] {
            while (server.calls() == 0)
                std::this_thread::sleep_for(1ms);
            stop.request_stop();
        });
        QVERIFY(!target->poll(stop.get_token()).isOk());
    }
};

LOCKSTEP_TEST(tst_gnmitarget, TestGnmiTarget)
#include "tst_gnmitarget.moc"
