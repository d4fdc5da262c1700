// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/servingwatch.h"
#include "tests/models/analysis/detect/watch/watchedcolumns.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <random>

using namespace lockstep;
using namespace lockstep::test;

namespace {

WatchedColumns<ServingWatch> servedHall()
{
    TopologyBuilder builder;
    (void)builder.add(EntityKind::Job, "chat", {});
    (void)builder.add(EntityKind::Job, "chat/prefill", {});
    WatchedColumns<ServingWatch> hall(builder.build());
    hall.columns = {{noData, 0.3F},   {0.05F, noData},  {0.02F, noData}, {noData, 0},
                    {0.002F, noData}, {0.005F, noData}, {0, noData},     {0, noData}};
    return hall;
}

} // namespace

class TestServingWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPoolThatIsFedUnevenlyIsReported();
    void aModelIsFoundByAllOfItsName();
    void transfersBetweenPoolsAreReported();
    void aServiceOfFewRequestsIsNoisy();
};

void TestServingWatch::aPoolThatIsFedUnevenlyIsReported()
{
    auto hall = servedHall();
    hall.run(120);
    hall.columns[0][1] = 0.9F;
    hall.columns[1][0] = 0.3F;
    hall.run(60);
    QVERIFY2(hall.count() == 2, hall.texts().c_str());
    QCOMPARE(test::ofCode(hall.reported, "serving.imbalance").size(), std::size_t{1});
    QCOMPARE(test::ofCode(hall.reported, "serving.latency").size(), std::size_t{1});
    hall.columns = servedHall().columns;
    hall.run(300);
    QVERIFY2(hall.count() == 4, hall.texts().c_str());
}

/// In a new pool, an imbalance counts once its model responds more slowly. Names of models may have slashes.
void TestServingWatch::aModelIsFoundByAllOfItsName()
{
    TopologyBuilder builder;
    for (const char* name : {"meta-llama/Llama-8B", "meta-llama/Llama-8B/decode", "meta-llama/other"})
        (void)builder.add(EntityKind::Job, name, {});
    for (const float answer : {0.05F, 0.2F}) {
        WatchedColumns<ServingWatch> hall(builder.build());
        hall.columns = {{noData, 0.3F, noData},
                        {0.05F, noData, 0.05F},
                        {0.02F, noData, 0.02F},
                        {noData, 0, noData},
                        {},
                        {},
                        {},
                        {}};
        hall.run(120);
        hall.columns[0][1] = 0.5F; // not so much that it counts by itself
        hall.columns[1][0] = answer;
        hall.run(60);
        QCOMPARE(test::ofCode(hall.reported, "serving.imbalance").size(), std::size_t(answer > 0.1F ? 1 : 0));
    }
}

/// One slow path among many affects only the tail.
void TestServingWatch::transfersBetweenPoolsAreReported()
{
    for (const auto& [column, value] :
         {std::pair(4, 0.02F), std::pair(5, 0.15F), std::pair(6, 0.5F), std::pair(7, 12.0F)}) {
        auto hall = servedHall();
        hall.run(120);
        hall.columns[static_cast<std::size_t>(column)][0] = value;
        hall.run(60);
        QVERIFY2(hall.count() == 1, hall.texts().c_str());
        const DerivedEvent& event = hall.reported.events.front();
        QCOMPARE(event.event.code, std::string("serving.transfer"));
        QCOMPARE(event.event.severity, Severity::Warning);
        QVERIFY(event.event.fields.lasted > Duration::zero());
        hall.columns = servedHall().columns;
        hall.run(300);
        QVERIFY2(hall.count() == 2, hall.texts().c_str());
        QCOMPARE(hall.reported.events.back().event.severity, Severity::Information);
    }
}

void TestServingWatch::aServiceOfFewRequestsIsNoisy()
{
    std::mt19937 random(3);
    std::normal_distribution<float> noise;
    auto hall = servedHall();
    hall.run(3 * 3600, [&] {
        hall.columns[0][1] = std::abs(0.3F + 0.2F * noise(random));
        hall.columns[1][0] = 0.05F * std::exp(0.3F * noise(random));
        hall.columns[3][1] = std::max(0.0F, noise(random) - 1.5F);
        hall.columns[4][0] = 0.03F * std::exp(0.2F * noise(random));
        hall.columns[5][0] = 0.2F * std::exp(0.4F * noise(random));
        hall.columns[7][0] = std::max(0.0F, 2 + 2 * noise(random));
    });
    QVERIFY2(hall.count() == 0, hall.texts().c_str());
}

LOCKSTEP_TEST(tst_servingwatch, TestServingWatch)
#include "tst_servingwatch.moc"
