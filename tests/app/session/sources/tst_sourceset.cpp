// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/livesession.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <filesystem>
#include <iterator>

using namespace lockstep;

namespace {

std::ptrdiff_t threadsOfThisProcess()
{
    return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

} // namespace

class SourceSetTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyAgentsNeedNoThreadEach()
    {
        constexpr int many = 200;
        BatchQueue queue(1024);
        SourceSet sources(queue);
        const auto addOne = [&sources](int node) {
            AgentEndpoint endpoint;
            endpoint.address = "127.0.0.1:1"; // nothing listens there
            endpoint.node = "node-" + std::to_string(node);
            sources.add(std::move(endpoint));
        };
        addOne(0); // creates gRPC's own threads
        QTRY_VERIFY(queue.size() > 1);
        const auto before = threadsOfThisProcess();
        for (int node = 1; node < many; ++node)
            addOne(node);
        QTRY_VERIFY(queue.size() > static_cast<std::size_t>(many));
        QVERIFY2(threadsOfThisProcess() < before + many / 4, qPrintable(QString::number(threadsOfThisProcess())));
    }
};

LOCKSTEP_TEST(tst_sourceset, SourceSetTest)
#include "tst_sourceset.moc"
