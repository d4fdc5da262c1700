// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/allocationwords.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/testentry.h"
#include "tests/support/trackedworld.h"
#include "tests/support/waiting.h"
#include "widgets/common/canvas/sharebar.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/jobs/tenantpanel.h"

#include <QHeaderView>
#include <QTableView>
#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

/// A cluster with a job of 16 ranks to which the scheduler has allocated 20 GPUs for physics. Optionally the scheduler
/// reports another tenant's job, which has no reporting rank.
struct Owned : TrackedWorld
{
    explicit Owned(float gpusOfOthers = 0) : TrackedWorld(3), othersGpus(gpusOfOthers)
    {
        layout = std::make_shared<NodeLayout>();
        layout->id = 1;
        layout->metrics = {*findMetric(metrics::job::allocatedGpus), *findMetric(metrics::tenant::gpusAllocated)};
        layout->entities = {{EntityKind::Node, "login"},
                            {EntityKind::Job, "llama-70b", EntityDescriptor::clusterScope},
                            {EntityKind::Tenant, "physics", EntityDescriptor::clusterScope},
                            {EntityKind::Node, fake().nodeName(0), EntityDescriptor::clusterScope},
                            {EntityKind::Job, "eval", EntityDescriptor::clusterScope},
                            {EntityKind::Tenant, "nlp", EntityDescriptor::clusterScope}};
        layout->columns = {{0, {1, 4}}, {1, {2, 5}}};
    }

    void run(int seconds)
    {
        TrackedWorld::run(seconds, [this] { tell(); });
    }

private:
    void tell()
    {
        Batch batch;
        batch.source = SourceId{0};
        batch.node = "login";
        batch.received = now();
        batch.sequence = ++sequence;
        batch.tick = NodeTick{now(), layout, {20, othersGpus, 20, othersGpus}, {}, {}};
        batch.names = std::make_shared<std::vector<std::string>>(
            std::vector<std::string>{"", allocationLane, "physics", "llama-70b", "20 GPUs", "nlp", "eval"});
        Span span;
        span.start = now() - std::chrono::seconds(1);
        span.end = now();
        span.entity = 3;
        span.lane = 1;
        span.communicator = 2;
        span.job = 3;
        span.op = 4;
        span.bytes = 8;
        span.step = static_cast<std::uint32_t>(sequence);
        span.kind = SpanKind::Compute;
        batch.tick->spans.push_back(span);
        if (othersGpus > 0) {
            span.communicator = 5;
            span.job = 6;
            batch.tick->spans.push_back(span);
        }
        apply(std::make_shared<Batch>(batch));
    }

    float othersGpus;
    std::shared_ptr<NodeLayout> layout;
    std::uint64_t sequence = 0;
};

QString cell(const TenantPanel& panel, int row, int column)
{
    return panel.tenants().index(row, column).data().toString();
}

} // namespace

class TestTenantPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutASchedulerItSaysSo()
    {
        FakeWorld world;
        world.introduce();
        world.run(2);
        const TenantPanel panel(world.context());
        QVERIFY(panel.isEmpty());
        QVERIFY(panel.report().isEmpty());
    }

    void aJobsTimeIsItsTenants()
    {
        Owned owned;
        owned.run(30);
        TenantPanel panel(owned.context());
        QVERIFY(!panel.isEmpty());
        QCOMPARE(panel.tenants().rowCount(), 1);
        QCOMPARE(cell(panel, 0, TenantsModel::NameColumn), QStringLiteral("physics"));
        QCOMPARE(cell(panel, 0, TenantsModel::JobsColumn), QStringLiteral("1"));
        const TenantRow& physics = panel.report().tenants[0];
        QVERIFY(std::abs(physics.time.reserved - 20 * 30.0) <= 40); // a tick or two, by when it is asked
        QVERIFY(physics.time.productive > 0);
        QVERIFY(physics.time.wait > 0); // for rank 11
        QVERIFY(physics.time.unknown >= 4 * 28.0); // four GPUs without reports
        QCOMPARE(panel.bar().total(), physics.time.reserved);
        QCOMPARE(physics.otherJobs, 0.0);
    }

    void itFollowsTheMomentShown()
    {
        Owned owned;
        owned.run(40);
        TenantPanel panel(owned.context());
        const double reserved = panel.report().all.time.reserved;
        TimeWindow& time = owned.time;
        time.setCursor(owned.now() - std::chrono::seconds(20));
        panel.refresh();
        QVERIFY(panel.report().all.time.reserved < reserved - 20 * 15);
        time.setRange({owned.now() - std::chrono::hours(3), owned.now() - std::chrono::hours(2)});
        panel.refresh();
        QVERIFY(panel.isEmpty());
    }

    void choosingATenantSelectsItsJobs()
    {
        Owned owned;
        owned.run(10);
        TenantPanel panel(owned.context());
        panel.resize(400, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
        auto* table = panel.findChild<QTableView*>();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, TenantsModel::NameColumn)).center());
        const EntityRef current = owned.selection.current();
        QCOMPARE(current.kind, EntityKind::Tenant);
        const TopologyPtr topology = owned.cluster.store().topology();
        QVERIFY(owned.selection.isSelected(topology->find(EntityKind::Job, {}, "llama-70b")));
    }

    void whatNobodyTellsOfIsNeitherProductiveNorLost()
    {
        Owned owned(8);
        owned.run(10);
        TenantPanel panel(owned.context());
        QString caption;
        connect(&panel, &TenantPanel::captionChanged, &panel, [&](const QString& text) { caption = text; });
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
        const auto* const model = panel.findChild<TenantsModel*>();
        const auto text = [&](int row, int column) {
            return model->index(row, column).data().toString();
        };
        int unreported = 0;
        for (int row = 0; row < model->rowCount(); ++row) {
            const bool isUnreported = text(row, TenantsModel::UnknownColumn).startsWith(u"100");
            QCOMPARE(text(row, TenantsModel::GoodputColumn) == u"–", isUnreported);
            QCOMPARE(text(row, TenantsModel::LostColumn) == u"–", isUnreported);
            unreported += isUnreported ? 1 : 0;
        }
        QVERIFY(unreported > 0);
        QVERIFY(unreported < model->rowCount());
        owned.time.setCursor(owned.now() - std::chrono::seconds(5));
        panel.refresh();
        QVERIFY2(caption.endsWith(u"unknown"), qPrintable(caption));
    }

    void whatIsSeenInANarrowPanelIsWhole()
    {
        Owned owned;
        owned.run(10);
        TenantPanel panel(owned.context());
        panel.resize(300, 500);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
        auto* table = panel.findChild<QTableView*>();
        QVERIFY(table->isColumnHidden(TenantsModel::CauseColumn));
        QVERIFY(!table->isColumnHidden(TenantsModel::LostColumn));
        QVERIFY(table->columnViewportPosition(TenantsModel::LostColumn) + table->columnWidth(TenantsModel::LostColumn)
                <= table->viewport()->width());
        for (const int wide : {300, 358, 420, 500, 600}) {
            panel.resize(wide, 200); // too low for all rows
            for (int refreshes = 0; refreshes < 2; ++refreshes) {
                panel.refresh();
                QCoreApplication::processEvents();
                QVERIFY2(table->horizontalHeader()->length() <= table->viewport()->width(),
                         qPrintable(QString::number(wide)));
            }
        }
        panel.resize(900, 500);
        QVERIFY(!table->isColumnHidden(TenantsModel::CauseColumn));
    }
};

LOCKSTEP_GUI_TEST(tst_tenantpanel, TestTenantPanel)
#include "tst_tenantpanel.moc"
