// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/eventcodes.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/incidents/incidentoffers.h"

#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QTest>

using namespace lockstep;

/// The view shown while no incident is open.
class TestIncidentOffers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachAlertOfTheMomentIsOneButton()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(5);
        world.report(1, {{}, Severity::Critical, 2, "gpu.lost", "GPU 1 fell off the bus"});
        const TimePoint onset = world.now();
        world.run(30);
        IncidentOffers offers(world.context());
        offers.resize(400, 300);
        offers.show();
        world.time.setCursor(world.now());
        QCOMPARE(offers.buttons().size(), 1);
        QVERIFY(offers.buttons().front()->isVisible());
        QVERIFY(offers.buttons().front()->toolTip().startsWith(QStringLiteral("GPU 1 fell off the bus")));
        auto* const heading = offers.findChild<QLabel*>();
        QCOMPARE(heading->text(), QStringLiteral("Open an incident from:"));
        offers.layout()->activate();
        const int gap = offers.buttons().front()->y() - heading->geometry().bottom();
        QVERIFY2(gap >= 0 && gap < 24, qPrintable(QString::number(gap))); // not below an empty area
        std::optional<AlertAt> wanted;
        connect(&offers, &IncidentOffers::incidentWanted, this, [&wanted](const AlertAt& alert) { wanted = alert; });
        offers.buttons().front()->click();
        QVERIFY(wanted && wanted->alert.kind == "gpu_off_bus");
        world.time.setCursor(onset - std::chrono::seconds(2)); // not known yet at that moment
        QVERIFY(!offers.buttons().front()->isVisible());
    }

    void aFigureIsOfTheMoment()
    {
        FakeWorld world({.nodes = 2, .gpusPerNode = 2});
        world.introduce();
        world.run(5);
        world.report(1,
                     {{},
                      Severity::Critical,
                      2,
                      std::string(codes::metricLimit) + ".gpu.temperature",
                      "GPU 1 too hot: 92 °C",
                      {.value = 92}});
        world.fake().force(1, "gpu.temperature", 2, 105);
        world.run(5);
        IncidentOffers offers(world.context());
        offers.show();
        world.time.setCursor(world.now());
        QCOMPARE(offers.buttons().size(), 1);
        QCOMPARE(offers.buttons().front()->toolTip().remove(QChar(0x2009)),
                 QStringLiteral("GPU 1 too hot: 92 °C, 105°C now"));
    }
};

LOCKSTEP_GUI_TEST(tst_incidentoffers, TestIncidentOffers)
#include "tst_incidentoffers.moc"
