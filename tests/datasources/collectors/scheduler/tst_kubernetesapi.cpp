// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/kubernetesapi.h"
#include "tests/datasources/http/httpserver.h"
#include "tests/support/hangtimeout.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <algorithm>

using namespace lockstep;
using namespace lockstep::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// A pod as listed by the API server according to its documentation, not from a real cluster.
std::string podText(std::string_view name, std::string_view labels, std::string_view node, int gpus,
                    std::string_view phase, std::string_view status = "")
{
    return fmt::format(
        R"({{"metadata":{{"name":"{}","namespace":"physics","uid":"1b","creationTimestamp":"2026-03-01T03:12:00Z",
 "labels":{{{}}},"ownerReferences":[{{"apiVersion":"batch/v1","kind":"Job","name":"owner-{}","uid":"2c"}}]}},
 "spec":{{{}"containers":[{{"name":"main","resources":{{"limits":{{"cpu":"32","nvidia.com/gpu":"{}"}},
 "requests":{{"cpu":"32","nvidia.com/gpu":"{}"}}}}}},{{"name":"sidecar"}}]}},
 "status":{{"phase":"{}"{}}}}})",
        name, labels, name, node.empty() ? "" : fmt::format("\"nodeName\":\"{}\",", node), gpus, gpus, phase, status);
}

std::string nodeText(std::string_view name, std::string_view spec, std::string_view ready)
{
    return fmt::format(
        R"({{"metadata":{{"name":"{}"}},"spec":{{{}}},"status":{{"capacity":{{"cpu":"128","nvidia.com/gpu":"8"}},
 "allocatable":{{"cpu":"127","nvidia.com/gpu":"8"}},"conditions":[{{"type":"MemoryPressure","status":"False"}},
 {{"type":"Ready","status":"{}","reason":"KubeletNotReady","message":"container runtime is down"}}]}}}})",
        name, spec, ready);
}

std::string listText(const std::vector<std::string>& items, std::string_view more = {})
{
    return fmt::format(R"({{"kind":"List","apiVersion":"v1","metadata":{{"resourceVersion":"7"{}}},"items":[{}]}})",
                       more.empty() ? "" : fmt::format(",\"continue\":\"{}\"", more), fmt::join(items, ","));
}

} // namespace

/// Kubernetes, imitated by an HTTPS server with prepared answers.
class TestKubernetesApi : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    TestCertificate m_certificate{m_folder.path().toStdString()};

    [[nodiscard]] KubernetesApi api(const HttpServer& server, const char* token = "abc\n",
                                    std::chrono::milliseconds timeout = test::hangTimeout) const
    {
        QFile file(m_folder.filePath(u"token"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(token) < 0
            || !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner))
            qFatal("cannot write the token");
        return KubernetesApi({.address = server.url(),
                              .tokenFile = file.fileName().toStdString(),
                              .caFile = m_certificate.certificateFile(),
                              .maxResponseBytes = 16U << 20U,
                              .timeout = timeout});
    }
    static std::string problemOf(KubernetesApi& source)
    {
        const auto view = source.read({});
        return view.isOk() ? std::string("fine") : view.error().message;
    }

private Q_SLOTS:
    void podsBecomeJobsOfVolcanoAndKueue()
    {
        const std::string running = R"(,"startTime":"2026-03-01T03:15:00Z","containerStatuses":[{"restartCount":3}])";
        const std::string waiting
            = R"(,"conditions":[{"type":"PodScheduled","status":"False","reason":"Unschedulable","message":"0/3 nodes are available: 3 Insufficient nvidia.com/gpu."}])";
        const std::string volcano = R"("volcano.sh/job-name":"llama","volcano.sh/queue-name":"gold")";
        const std::string kueue = R"("batch.kubernetes.io/job-name":"eval","kueue.x-k8s.io/queue-name":"bronze")";
        HttpServer server(
            [&](const HttpQuestion& question) {
                if (question.headers.find("Authorization: Bearer abc") == std::string::npos)
                    return HttpServer::reply(401, R"({"kind":"Status","message":"Unauthorized"})");
                if (question.target.starts_with("/api/v1/nodes"))
                    return HttpServer::reply(
                        200,
                        listText({nodeText("gpu-1", "", "True"), nodeText("gpu-2", R"("unschedulable":true)", "True"),
                                  nodeText("gpu-3", "", "False")}));
                if (question.target.find("continue=") != std::string::npos)
                    return HttpServer::reply(200,
                                             listText({podText("eval-x", kueue, "", 4, "Pending", waiting),
                                                       podText("web", "", "gpu-1", 0, "Running"),
                                                       podText("alone", "", "gpu-1", 1, "Running", running)}));
                return HttpServer::reply(200,
                                         listText({podText("llama-0", volcano, "gpu-1", 4, "Running", running),
                                                   podText("llama-1", volcano, "gpu-2", 4, "Running", running)},
                                                  "a+b/c="));
            },
            &m_certificate);
        KubernetesApi source = api(server);
        const auto read = source.read({});
        QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
        const SchedulerView& view = read.value();
        QCOMPARE(view.jobs().size(), std::size_t{3});
        const auto job = [&](std::string_view name) -> const SchedulerJob& {
            const auto found = std::ranges::find(view.jobs(), name, &SchedulerJob::name);
            if (found == view.jobs().end())
                qFatal("no job %s", std::string(name).c_str());
            return *found;
        };
        const SchedulerJob& llama = job("physics/llama");
        QCOMPARE(llama.gpus, 8U);
        QCOMPARE(llama.queue, std::string("gold"));
        QCOMPARE(llama.tenant, std::string("physics"));
        QCOMPARE(llama.restarts, 3U);
        QVERIFY(*llama.started - *llama.submitted == 3min);
        QCOMPARE(llama.placements, (std::vector<SchedulerPlacement>{{"gpu-1", 4, {}}, {"gpu-2", 4, {}}}));
        const SchedulerJob& eval = job("physics/eval");
        QVERIFY(eval.state == SchedulerJob::State::Pending);
        QCOMPARE(eval.queue, std::string("bronze"));
        QVERIFY2(eval.reason.find("Insufficient nvidia.com/gpu") != std::string::npos, eval.reason.c_str());
        QCOMPARE(job("physics/owner-alone").gpus, 1U);
        QCOMPARE(view.nodes().size(), std::size_t{3});
        QCOMPARE(view.nodes()[0].allocated, 5U);
        QCOMPARE(view.nodes()[1].reason, std::string("cordoned"));
        QCOMPARE(view.nodes()[2].reason, std::string("container runtime is down"));
        QCOMPARE(view.allocation().idle, std::uint64_t{3});
        QCOMPARE(view.allocation().unavailable, std::uint64_t{12});
        QVERIFY(!view.knowsReservations());
        // The cache is asked, pages are followed.
        const std::vector<HttpQuestion> questions = server.questions();
        QVERIFY(questions.front().target.find("resourceVersion=0") != std::string::npos);
        QVERIFY(questions[1].target.find("continue=a%2Bb%2Fc%3D") != std::string::npos);
    }

    void aTokenThatIsNotTakenIsSaidAndNotShown()
    {
        HttpServer server([](const HttpQuestion&) { return HttpServer::reply(401, "{\"message\":\"Unauthorized\"}"); },
                          &m_certificate);
        KubernetesApi stranger = api(server, "wrong\n");
        const std::string problem = problemOf(stranger);
        QVERIFY2(problem.find("401") != std::string::npos && problem.find("wrong") == std::string::npos,
                 problem.c_str());
    }

    void serversThatLieAreErrors_data()
    {
        QTest::addColumn<QString>("body");
        QTest::newRow("no JSON") << u"<html>"_s;
        QTest::newRow("no list") << u"{\"kind\":\"Status\"}"_s;
        QTest::newRow("half") << u"{\"items\":[{"_s;
        QTest::newRow("no pods") << u"{\"items\":[{},{}]}"_s;
        QTest::newRow("pages without end") << u"more"_s;
        QTest::newRow("silence") << u"silence"_s;
        QTest::newRow("endless") << u"endless"_s;
    }

    void serversThatLieAreErrors()
    {
        QFETCH(QString, body);
        int page = 0;
        HttpServer server(
            [&](const HttpQuestion&) {
                return body == u"silence"_s ? HttpServer::silence
                    : body == u"endless"_s  ? HttpServer::endless
                    : body == u"more"_s     ? HttpServer::reply(200, listText({}, std::to_string(++page)))
                                            : HttpServer::reply(200, body.toStdString());
            },
            &m_certificate);
        KubernetesApi source = api(server, "abc\n", body == u"silence"_s ? 1500ms : test::hangTimeout);
        const std::string problem = problemOf(source);
        QVERIFY2(problem != "fine" && problem.size() < 1000, problem.c_str());
        QVERIFY(page <= 64);
    }

    void anExpiredCertificateIsNoKubernetes()
    {
        QTemporaryDir folder;
        const TestCertificate expired(folder.path().toStdString(), -1h);
        HttpServer server([](const HttpQuestion&) { return HttpServer::reply(200, listText({})); }, &expired);
        KubernetesApi source({.address = server.url(), .tokenFile = {}, .caFile = expired.certificateFile()});
        const std::string problem = problemOf(source);
        QVERIFY2(problem.find("certificate") != std::string::npos, problem.c_str());
    }

    void timesAreRead()
    {
        QVERIFY(parseKubernetesTime("2026-03-01T03:12:00Z").has_value());
        for (const char* const text :
             {"", "2026-03-01", "2026-13-01T03:12:00Z", "2026-03-01T25:12:00Z", "2026-03-01T03:12:00"})
            QVERIFY2(!parseKubernetesTime(text), text);
    }
};

LOCKSTEP_TEST(tst_kubernetesapi, TestKubernetesApi)
#include "tst_kubernetesapi.moc"
