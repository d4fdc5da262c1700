// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "datasources/collectors/kernel/sensors/sensorcollector.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/realtree.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

/// hwmon, thermal zones and RAPL.
class TestSensorCollector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hwmonValuesAreInBaseUnitsWithTheDevicesOwnLimits()
    {
        const FixtureTree tree;
        const std::string chip = "sys/class/hwmon/hwmon0/";
        tree.write(chip + "name", "nct6798\n");
        tree.write(chip + "temp1_input", "41500\n");
        tree.write(chip + "temp1_label", "CPU\n");
        tree.write(chip + "temp1_max", "80000\n");
        tree.write(chip + "temp1_crit", "95000\n");
        tree.write(chip + "temp2_input", "-5000\n");
        tree.write(chip + "temp2_crit", "65261850\n"); // some NVMe disks' value for "never"
        tree.write(chip + "fan1_input", "1200\n");
        tree.write(chip + "fan1_min", "300\n");
        tree.write(chip + "power1_average", "250000000\n");
        tree.write(chip + "power1_cap", "300000000\n");
        tree.write(chip + "in0_input", "1020\n");
        tree.write(chip + "in0_max", "1744\n");
        tree.write(chip + "in0_min", "0\n");
        tree.write(chip + "curr1_input", "1500\n");
        tree.write(chip + "freq1_input", "214000000\n");
        const auto collector = SensorCollector::hwmon(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        QCOMPARE(harness.detect().detail, std::string("6 sensors"));
        harness.sample(0);
        COMPARE_NEAR(harness.value("sensor.temperature", "nct6798/CPU"), 41.5);
        COMPARE_NEAR(harness.value("sensor.temperature.high_limit", "nct6798/CPU"), 80.0);
        COMPARE_NEAR(harness.value("sensor.temperature.critical_limit", "nct6798/CPU"), 95.0);
        COMPARE_NEAR(harness.value("sensor.temperature.margin", "nct6798/CPU"), 53.5);
        COMPARE_NEAR(harness.value("sensor.temperature", "nct6798/temp2"), -5.0);
        QVERIFY(!harness.has("sensor.temperature.margin", "nct6798/temp2"));
        COMPARE_NEAR(harness.value("sensor.fan", "nct6798/fan1"), 1200.0);
        COMPARE_NEAR(harness.value("sensor.fan.low_limit", "nct6798/fan1"), 300.0);
        COMPARE_NEAR(harness.value("sensor.power", "nct6798/power1"), 250.0);
        COMPARE_NEAR(harness.value("sensor.power.limit", "nct6798/power1"), 300.0);
        COMPARE_NEAR(harness.value("sensor.voltage", "nct6798/in0"), 1.02);
        COMPARE_NEAR(harness.value("sensor.voltage.high_limit", "nct6798/in0"), 1.744);
        QVERIFY(!harness.has("sensor.voltage.low_limit", "nct6798/in0"));
        COMPARE_NEAR(harness.value("sensor.current", "nct6798/curr1"), 1.5);
        QVERIFY(!harness.has("node.power"));
    }

    void anOldDriverKeepsItsAttributesInTheDevicesFolder()
    {
        const FixtureTree tree;
        tree.write("sys/class/hwmon/hwmon0/device/name", "applesmc\n");
        tree.write("sys/class/hwmon/hwmon0/device/fan1_input", "1998\n");
        const auto collector = SensorCollector::hwmon(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("sensor.fan", "applesmc/fan1"), 1998.0);
    }

    void anAcpiPowerMeterIsThePowerOfTheNode()
    {
        const FixtureTree tree;
        tree.write("sys/class/hwmon/hwmon0/name", "power_meter\n");
        tree.write("sys/class/hwmon/hwmon0/power1_average", "1850000000\n");
        const auto collector = SensorCollector::hwmon(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("node.power"), 1850.0);
    }

    void aSensorThatCannotBeReadHasNoData()
    {
        const FixtureTree tree;
        tree.write("sys/class/hwmon/hwmon0/name", "flaky\n");
        tree.write("sys/class/hwmon/hwmon0/temp1_input", "40000\n");
        const auto collector = SensorCollector::hwmon(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        tree.write("sys/class/hwmon/hwmon0/temp1_input", "\n");
        harness.sample(0);
        QVERIFY(std::isnan(harness.value("sensor.temperature", "flaky/temp1")));
    }

    void absentSensorsSaySoAndAreFoundWhenTheyCome()
    {
        const FixtureTree tree;
        const auto collector = SensorCollector::thermal(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("/sys/class/thermal is absent") != std::string::npos);
        QVERIFY(!collector->hasChanged());
        const std::string zone = "sys/class/thermal/thermal_zone0/";
        tree.write(zone + "type", "x86_pkg_temp\n");
        tree.write(zone + "temp", "47000\n");
        tree.write(zone + "trip_point_0_type", "critical\n");
        tree.write(zone + "trip_point_0_temp", "105000\n");
        tree.write(zone + "trip_point_1_type", "passive\n");
        tree.write(zone + "trip_point_1_temp", "90000\n");
        QVERIFY(collector->hasChanged());
        QVERIFY(harness.detect().isActive);
        harness.sample(0);
        const std::string name = "thermal_zone0/x86_pkg_temp";
        COMPARE_NEAR(harness.value("sensor.temperature", name), 47.0);
        COMPARE_NEAR(harness.value("sensor.temperature.high_limit", name), 90.0);
        COMPARE_NEAR(harness.value("sensor.temperature.margin", name), 58.0);
    }

    void raplEnergyBecomesPowerAcrossItsWrap()
    {
        const FixtureTree tree;
        const std::string folder = "sys/class/powercap/";
        tree.write(folder + "intel-rapl/enabled", "1\n");
        tree.write(folder + "intel-rapl:0/name", "package-0\n");
        tree.write(folder + "intel-rapl:0/energy_uj", "262143000000\n");
        tree.write(folder + "intel-rapl:0/max_energy_range_uj", "262143328850\n");
        tree.write(folder + "intel-rapl:0:0/name", "dram\n");
        tree.write(folder + "intel-rapl:0:0/energy_uj", "0\n");
        tree.write(folder + "intel-rapl:0:0/max_energy_range_uj", "65712999613\n");
        const auto collector = makeRaplCollector(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        QCOMPARE(harness.detect().detail, std::string("2 power domains"));
        harness.sample(0);
        tree.write(folder + "intel-rapl:0/energy_uj", "119671149\n");
        tree.write(folder + "intel-rapl:0:0/energy_uj", "12000000\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("sensor.power", "rapl/package-0"), 120.0);
        COMPARE_NEAR(harness.value("sensor.power", "rapl/package-0/dram"), 12.0);
    }

    void realHwmonTreesReadAsNodeExporterReadsThem()
    {
        const RealTree tree(QStringLiteral("node_exporter_sysfs.tar.gz"));
        if (!tree.isThere())
            QSKIP(qPrintable(tree.absence()));
        const SystemRoot root(tree.root("node_exporter_sysfs"));
        const auto hwmon = SensorCollector::hwmon(root);
        CollectorHarness harness(*hwmon);
        QVERIFY(harness.detect().isActive);
        harness.sample(0);
        // Chips with one name are distinguished by device, labels with one name by channel.
        COMPARE_NEAR(harness.value("sensor.temperature", "coretemp.0/Core 0"), 54.0);
        COMPARE_NEAR(harness.value("sensor.temperature", "coretemp.1/Core 3"), 50.0);
        COMPARE_NEAR(harness.value("sensor.temperature.critical_limit", "coretemp.1/Core 3"), 100.0);
        COMPARE_NEAR(harness.value("sensor.temperature", "hwmon4/foosensor temp2"), 54.0);
        COMPARE_NEAR(harness.value("sensor.temperature", "mt7996_phy0_2/temp1"), 57.0);
        COMPARE_NEAR(harness.value("sensor.fan", "nct6779/fan2"), 1098.0);
        COMPARE_NEAR(harness.value("sensor.voltage", "nct6779/in0"), 0.792);

        const auto thermal = SensorCollector::thermal(root);
        CollectorHarness zones(*thermal);
        QCOMPARE(zones.detect().detail, std::string("1 sensor"));
        zones.sample(0);
        COMPARE_NEAR(zones.value("sensor.temperature", "thermal_zone0/cpu-thermal"), 12.376);
    }
};

LOCKSTEP_TEST(tst_sensorcollector, TestSensorCollector)
#include "tst_sensorcollector.moc"
