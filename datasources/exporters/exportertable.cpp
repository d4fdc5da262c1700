// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exportertable.h"

#include "datasources/exporters/foreignmetric.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace lockstep {

namespace {

enum class Form { Gauge, Rate, Query };

/// One line of an exporter.
struct Row
{
    const char* seen;
    std::string_view metric;
    Form form = Form::Gauge;
    double factor = 1;
    const char* query = "";
};

// github.com/prometheus/node_exporter, its collectors' names. Shares of CPU time are over all that the kernel counts,
// as in /proc/stat, so that they do not depend on the number of cores.
constexpr Row nodeRows[] = {
    {"node_cpu_seconds_total", metrics::node::cpuUtilisation, Form::Query, 1,
     "1 - sum without (cpu, mode) (rate(node_cpu_seconds_total{mode=~\"idle|iowait\"}[$w])) / "
     "sum without (cpu, mode) (rate(node_cpu_seconds_total[$w]))"},
    {"node_cpu_seconds_total", metrics::node::cpuSystem, Form::Query, 1,
     "sum without (cpu, mode) (rate(node_cpu_seconds_total{mode=\"system\"}[$w])) / "
     "sum without (cpu, mode) (rate(node_cpu_seconds_total[$w]))"},
    {"node_cpu_seconds_total", metrics::node::cpuIowait, Form::Query, 1,
     "sum without (cpu, mode) (rate(node_cpu_seconds_total{mode=\"iowait\"}[$w])) / "
     "sum without (cpu, mode) (rate(node_cpu_seconds_total[$w]))"},
    {"node_cpu_seconds_total", metrics::node::cpuSteal, Form::Query, 1,
     "sum without (cpu, mode) (rate(node_cpu_seconds_total{mode=\"steal\"}[$w])) / "
     "sum without (cpu, mode) (rate(node_cpu_seconds_total[$w]))"},
    {"node_memory_MemAvailable_bytes", metrics::node::memoryUsed, Form::Query, 1,
     "last_over_time(node_memory_MemTotal_bytes[$i]) - last_over_time(node_memory_MemAvailable_bytes[$i])"},
    {"node_memory_MemAvailable_bytes", metrics::node::memoryUtilisation, Form::Query, 1,
     "1 - last_over_time(node_memory_MemAvailable_bytes[$i]) / last_over_time(node_memory_MemTotal_bytes[$i])"},
    {"node_memory_Cached_bytes", metrics::node::memoryCached},
    {"node_memory_Dirty_bytes", metrics::node::memoryDirty},
    {"node_memory_SwapFree_bytes", metrics::node::swapUsed, Form::Query, 1,
     "last_over_time(node_memory_SwapTotal_bytes[$i]) - last_over_time(node_memory_SwapFree_bytes[$i])"},
    {"node_pressure_cpu_waiting_seconds_total", metrics::node::pressureCpuSome, Form::Rate},
    {"node_pressure_memory_waiting_seconds_total", metrics::node::pressureMemorySome, Form::Rate},
    {"node_pressure_memory_stalled_seconds_total", metrics::node::pressureMemoryFull, Form::Rate},
    {"node_pressure_io_waiting_seconds_total", metrics::node::pressureIoSome, Form::Rate},
    {"node_pressure_io_stalled_seconds_total", metrics::node::pressureIoFull, Form::Rate},
    {"node_load1", metrics::node::load1min},
    {"node_procs_running", metrics::node::processesRunning},
    {"node_procs_blocked", metrics::node::processesBlocked},
    {"node_context_switches_total", metrics::node::contextSwitches, Form::Rate},
    {"node_netstat_Tcp_RetransSegs", metrics::node::tcpRetransmits, Form::Rate},
    {"node_softnet_processed_total", metrics::node::softnetProcessed, Form::Query, 1,
     "sum without (cpu) (rate(node_softnet_processed_total[$w]))"},
    {"node_softnet_dropped_total", metrics::node::softnetDropped, Form::Query, 1,
     "sum without (cpu) (rate(node_softnet_dropped_total[$w]))"},
    {"node_softnet_times_squeezed_total", metrics::node::softnetSqueezed, Form::Query, 1,
     "sum without (cpu) (rate(node_softnet_times_squeezed_total[$w]))"},
    {"node_disk_read_bytes_total", metrics::disk::read, Form::Rate},
    {"node_disk_written_bytes_total", metrics::disk::write, Form::Rate},
    {"node_disk_reads_completed_total", metrics::disk::reads, Form::Rate},
    {"node_disk_writes_completed_total", metrics::disk::writes, Form::Rate},
    {"node_disk_io_time_seconds_total", metrics::disk::utilisation, Form::Rate},
    {"node_network_receive_bytes_total", metrics::port::receive, Form::Query, 1,
     "rate(node_network_receive_bytes_total{device!=\"lo\"}[$w])"},
    {"node_network_transmit_bytes_total", metrics::port::transmit, Form::Query, 1,
     "rate(node_network_transmit_bytes_total{device!=\"lo\"}[$w])"},
    {"node_network_receive_packets_total", metrics::port::receivePackets, Form::Query, 1,
     "rate(node_network_receive_packets_total{device!=\"lo\"}[$w])"},
    {"node_network_transmit_packets_total", metrics::port::transmitPackets, Form::Query, 1,
     "rate(node_network_transmit_packets_total{device!=\"lo\"}[$w])"},
    {"node_network_receive_errs_total", metrics::port::receiveErrors, Form::Query, 1,
     "rate(node_network_receive_errs_total{device!=\"lo\"}[$w])"},
    {"node_network_transmit_errs_total", metrics::port::transmitErrors, Form::Query, 1,
     "rate(node_network_transmit_errs_total{device!=\"lo\"}[$w])"},
    {"node_network_receive_drop_total", metrics::port::receiveDrops, Form::Query, 1,
     "rate(node_network_receive_drop_total{device!=\"lo\"}[$w])"},
    {"node_network_transmit_drop_total", metrics::port::transmitDrops, Form::Query, 1,
     "rate(node_network_transmit_drop_total{device!=\"lo\"}[$w])"},
    // A port that was never given a speed says 0 or -1.
    {"node_network_speed_bytes", metrics::port::rate, Form::Query, 8,
     "last_over_time(node_network_speed_bytes{device!=\"lo\"}[$i]) > 0"},
    // Only a port that was up is down when it is not: one without a cable is no fault.
    {"node_network_up", metrics::port::up, Form::Query, 1,
     "last_over_time(node_network_up{device!=\"lo\"}[$i]) and on (instance, device) "
     "(last_over_time(node_network_carrier_up_changes_total{device!=\"lo\"}[$i]) > 0)"},
    {"node_infiniband_port_data_transmitted_bytes_total", metrics::port::transmit, Form::Rate},
    {"node_infiniband_port_data_received_bytes_total", metrics::port::receive, Form::Rate},
    {"node_infiniband_rate_bytes_per_second", metrics::port::rate, Form::Gauge, 8},
    {"node_infiniband_state_id", metrics::port::up, Form::Query, 1,
     "last_over_time(node_infiniband_state_id[$i]) == bool 4"},
    {"node_infiniband_link_downed_total", metrics::port::linkDowned, Form::Rate},
    {"node_infiniband_link_downed_total", metrics::port::linkDownedTotal},
    {"node_infiniband_link_error_recovery_total", metrics::port::linkErrorRecovery, Form::Rate},
    {"node_infiniband_symbol_error_total", metrics::port::symbolErrors, Form::Rate},
    {"node_infiniband_port_errors_received_total", metrics::port::receiveErrors, Form::Rate},
    {"node_infiniband_port_discards_transmitted_total", metrics::port::transmitDrops, Form::Rate},
    {"node_hwmon_temp_celsius", metrics::sensor::temperature},
    {"node_hwmon_temp_crit_celsius", metrics::sensor::temperatureCriticalLimit},
    {"node_hwmon_temp_max_celsius", metrics::sensor::temperatureHighLimit},
    {"node_hwmon_fan_rpm", metrics::sensor::fan},
    {"node_hwmon_power_average_watt", metrics::sensor::power},
    {"node_hwmon_in_volts", metrics::sensor::voltage},
    {"node_hwmon_curr_amps", metrics::sensor::current},
    {"node_thermal_zone_temp", metrics::sensor::temperature},
};

// github.com/NVIDIA/dcgm-exporter: what its gauges are is foreignMetric()'s to say; these are counters.
constexpr Row dcgmRows[] = {
    {"DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", metrics::gpu::eccCorrected, Form::Rate},
    {"DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", metrics::gpu::eccUncorrected, Form::Rate},
    {"DCGM_FI_DEV_PCIE_REPLAY_COUNTER", metrics::gpu::pcieReplays, Form::Rate},
    {"DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", metrics::gpu::nvlinkErrors, Form::Rate},
    {"DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_TOTAL", metrics::gpu::nvlinkErrors, Form::Rate},
};

/// A counter that the exporter gives each link of a GPU under a name of its own; # stands for the link. Its older name,
/// and what newer releases call it.
struct LinkRow
{
    const char* names[2];
    std::string_view metric;
};

constexpr LinkRow linkRows[] = {
    {{"DCGM_FI_DEV_NVLINK_REPLAY_ERROR_COUNT_L#", "DCGM_FI_DEV_NVLINK_REPLAY_ERROR_L#_TOTAL"},
     metrics::port::linkReplays},
    {{"DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_COUNT_L#", "DCGM_FI_DEV_NVLINK_RECOVERY_ERROR_L#_TOTAL"},
     metrics::port::linkErrorRecovery},
    {{"DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_COUNT_L#", "DCGM_FI_DEV_NVLINK_CRC_DATA_ERROR_L#_TOTAL"},
     metrics::port::receiveErrors},
    {{"DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_L#", "DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_L#_TOTAL"},
     metrics::port::symbolErrors},
};

/// A counter of links with labels of their own, of a GPU or of a switch ("nvlink", "nvswitch"); both names likewise.
constexpr LinkRow labelledLinkRows[] = {
    {{"DCGM_FI_DEV_NVSWITCH_LINK_REPLAY_ERRORS", "DCGM_FI_DEV_NVSWITCH_LINK_REPLAY_ERROR_TOTAL"},
     metrics::port::linkReplays},
    {{"DCGM_FI_DEV_NVSWITCH_LINK_RECOVERY_ERRORS", "DCGM_FI_DEV_NVSWITCH_LINK_RECOVERY_ERROR_TOTAL"},
     metrics::port::linkErrorRecovery},
    {{"DCGM_FI_DEV_NVSWITCH_LINK_CRC_ERRORS", "DCGM_FI_DEV_NVSWITCH_LINK_CRC_ERROR_TOTAL"},
     metrics::port::receiveErrors},
    {{"DCGM_FI_DEV_NVSWITCH_LINK_FLIT_ERRORS", "DCGM_FI_DEV_NVSWITCH_LINK_FLIT_ERROR_TOTAL"},
     metrics::port::symbolErrors},
    {{"DCGM_FI_DEV_NVSWITCH_LINK_ECC_ERRORS", "DCGM_FI_DEV_NVSWITCH_LINK_ECC_ERROR_TOTAL"}, metrics::port::eccErrors},
    {{"DCGM_FI_DEV_NVLINK_PPCNT_PHYSICAL_LINK_DOWN_TOTAL", nullptr}, metrics::port::linkDowned},
    {{"DCGM_FI_DEV_NVLINK_PPCNT_RECOVERY_SUCCESSFUL_TOTAL", nullptr}, metrics::port::linkErrorRecovery},
};

/// What the exporter says of a switch of the board itself; both names likewise. What it calls throughput is left out:
/// DCGM's two ways of asking the switches count it in different units.
struct BoardRow
{
    const char* names[2];
    std::string_view metric;
    const char* sensor;
    double factor = 1;
};

constexpr BoardRow boardRows[] = {
    {{"DCGM_FI_DEV_NVSWITCH_TEMPERATURE_CURRENT", "DCGM_FI_DEV_NVSWITCH_TEMP_CELSIUS"},
     metrics::sensor::temperature,
     "temperature"},
    {{"DCGM_FI_DEV_NVSWITCH_TEMPERATURE_LIMIT_SLOWDOWN", "DCGM_FI_DEV_NVSWITCH_TEMP_SLOWDOWN_CELSIUS"},
     metrics::sensor::temperatureHighLimit,
     "temperature"},
    {{"DCGM_FI_DEV_NVSWITCH_TEMPERATURE_LIMIT_SHUTDOWN", "DCGM_FI_DEV_NVSWITCH_TEMP_SHUTDOWN_CELSIUS"},
     metrics::sensor::temperatureCriticalLimit,
     "temperature"},
    {{"DCGM_FI_DEV_NVSWITCH_POWER_VDD", "DCGM_FI_DEV_NVSWITCH_POWER_VDD_WATTS"}, metrics::sensor::power, "vdd"},
    {{"DCGM_FI_DEV_NVSWITCH_POWER_DVDD", "DCGM_FI_DEV_NVSWITCH_POWER_DVDD_WATTS"}, metrics::sensor::power, "dvdd"},
    {{"DCGM_FI_DEV_NVSWITCH_POWER_HVDD", "DCGM_FI_DEV_NVSWITCH_POWER_HVDD_WATTS"}, metrics::sensor::power, "hvdd"},
    {{"DCGM_FI_DEV_NVSWITCH_VOLTAGE_MVOLT", nullptr}, metrics::sensor::voltage, "voltage", 1e-3},
};

constexpr int linksOfGpu = 18;

std::string ofLink(std::string_view name, int link)
{
    const std::size_t mark = name.find('#');
    return std::string(name.substr(0, mark)) + std::to_string(link) + std::string(name.substr(mark + 1));
}

/// One question for all links of all GPUs, each with the label that the exporter keeps in the name.
ScrapedMetric ofEachLink(std::string_view name, std::string_view metric, std::string (*ask)(const std::string&))
{
    ScrapedMetric scraped{"dcgm-exporter", ofLink(name, 0), std::string(metric), {}, 1, {}};
    for (int link = 0; link < linksOfGpu; ++link) {
        const std::string seen = ofLink(name, link);
        scraped.query += link == 0 ? "" : " or ";
        scraped.query += "label_replace(" + ask(seen) + ", \"nvlink\", \"" + std::to_string(link) + "\", \"\", \"\")";
        if (link > 0)
            scraped.others.push_back(seen);
    }
    return scraped;
}

/// NVLinks and the switches between them, see placeOf().
std::vector<ScrapedMetric> nvlinkMetrics()
{
    std::vector<ScrapedMetric> table{
        ofEachLink("DCGM_FI_PROF_NVLINK_L#_TX_BYTES", metrics::port::transmit, latestOf),
        ofEachLink("DCGM_FI_PROF_NVLINK_L#_RX_BYTES", metrics::port::receive, latestOf),
    };
    const auto add = [&table](const char* seen, std::string_view metric, std::string query, double factor = 1) {
        table.push_back({"dcgm-exporter", seen, std::string(metric), std::move(query), factor, {}});
    };
    for (const std::size_t generation : {0U, 1U}) {
        for (const LinkRow& row : linkRows) {
            table.push_back(ofEachLink(row.names[generation], row.metric, rateOf));
            table.push_back(ofEachLink(row.names[generation], lifetimeOf(row.metric)->name, latestOf));
        }
        for (const LinkRow& row : labelledLinkRows) {
            if (const char* const name = row.names[generation]; name != nullptr) {
                const std::string selector = std::string(name) + "{nvlink!=\"\"}"; // others are sums over a GPU
                add(name, row.metric, rateOf(selector));
                add(name, lifetimeOf(row.metric)->name, latestOf(selector));
            }
        }
        for (const BoardRow& row : boardRows) {
            if (const char* const name = row.names[generation]; name != nullptr)
                add(name, row.metric,
                    "label_replace(" + latestOf(name) + ", \"sensor\", \"" + row.sensor + "\", \"\", \"\")",
                    row.factor);
        }
    }
    // 2 is active; 0 is switched off, which is no fault.
    constexpr const char* status = "DCGM_FI_DEV_NVSWITCH_LINK_STATUS";
    add(status, metrics::port::up, "(" + latestOf(status) + " == bool 2) and (" + latestOf(status) + " > 0)");
    return table;
}

ScrapedMetric made(const char* exporter, const Row& row)
{
    ScrapedMetric metric{exporter, row.seen, std::string(row.metric), row.query, row.factor, {}};
    if (row.form == Form::Gauge)
        metric.query = latestOf(row.seen);
    else if (row.form == Form::Rate)
        metric.query = rateOf(row.seen);
    return metric;
}

/// A port of a switch, which belongs to no node.
std::vector<ScrapedMetric> switchMetrics()
{
    // github.com/treydock/infiniband_exporter
    constexpr Row counters[] = {
        {"infiniband_switch_port_transmit_data_bytes_total", metrics::port::transmit, Form::Rate, 1},
        {"infiniband_switch_port_receive_data_bytes_total", metrics::port::receive, Form::Rate, 1},
        {"infiniband_switch_port_rate_bytes_per_second", metrics::port::rate, Form::Gauge, 8},
        {"infiniband_switch_port_link_downed_total", metrics::port::linkDowned, Form::Rate, 1},
        {"infiniband_switch_port_link_downed_total", metrics::port::linkDownedTotal, Form::Gauge, 1},
        {"infiniband_switch_port_link_error_recovery_total", metrics::port::linkErrorRecovery, Form::Rate, 1},
        {"infiniband_switch_port_symbol_error_total", metrics::port::symbolErrors, Form::Rate, 1},
        {"infiniband_switch_port_receive_errors_total", metrics::port::receiveErrors, Form::Rate, 1},
        {"infiniband_switch_port_transmit_discards_total", metrics::port::transmitDrops, Form::Rate, 1},
    };
    std::vector<ScrapedMetric> table;
    for (const Row& counter : counters) {
        table.push_back(made("infiniband_exporter", counter));
        table.back().places = {{EntityKind::Switch, "switch"}, {EntityKind::Port, "port"}};
    }
    return table;
}

std::vector<ScrapedMetric> ownMetrics()
{
    std::vector<ScrapedMetric> table;
    for (const MetricDescriptor& metric : metricCatalogue()) {
        std::string flat = metric.name;
        std::ranges::replace(flat, '.', '_');
        for (const std::string& seen : std::set{ownNameOf(metric), "lockstep_" + flat, flat})
            table.push_back({std::string(ownExporter), seen, metric.name, latestOf(seen), 1, {}});
    }
    return table;
}

std::vector<ScrapedMetric> wholeTable()
{
    std::vector<ScrapedMetric> table;
    for (const std::string& name : dcgmNames()) {
        const ForeignMetric gauge = foreignMetric(name, {});
        table.push_back({"dcgm-exporter", name, gauge.metric.name, latestOf(name), gauge.factor, {}});
    }
    std::ranges::transform(dcgmRows, std::back_inserter(table),
                           [](const Row& row) { return made("dcgm-exporter", row); });
    std::ranges::move(nvlinkMetrics(), std::back_inserter(table));
    std::ranges::transform(nodeRows, std::back_inserter(table),
                           [](const Row& row) { return made("node_exporter", row); });
    std::ranges::move(switchMetrics(), std::back_inserter(table));
    std::ranges::move(ownMetrics(), std::back_inserter(table));
    return table;
}

} // namespace

std::span<const ScrapedMetric> exporterTable()
{
    static const std::vector<ScrapedMetric> table = wholeTable();
    return table;
}

} // namespace lockstep
