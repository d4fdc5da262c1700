// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/exporters/exportertable.h"

#include "datasources/exporters/foreignmetric.h"
#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"

#include <algorithm>
#include <iterator>

namespace lockstep {

namespace {

enum class Form { Gauge, Rate };

/// Maps an exporter's metric, or the rate of its counter, to a Lockstep metric with a factor.
struct Row
{
    const char* seen;
    std::string_view metric;
    Form form = Form::Gauge;
    double factor = 1;
    bool isSubstitute = false;
};

// github.com/prometheus/node_exporter, by collector. Metrics with several names or labels are in nodeMetrics().
constexpr Row nodeRows[] = {
    {"node_memory_Cached_bytes", metrics::node::memoryCached},
    {"node_memory_Dirty_bytes", metrics::node::memoryDirty},
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
    {"node_disk_read_bytes_total", metrics::disk::read, Form::Rate},
    {"node_disk_written_bytes_total", metrics::disk::write, Form::Rate},
    {"node_disk_reads_completed_total", metrics::disk::reads, Form::Rate},
    {"node_disk_writes_completed_total", metrics::disk::writes, Form::Rate},
    {"node_disk_io_time_seconds_total", metrics::disk::utilisation, Form::Rate},
    {"node_infiniband_port_data_transmitted_bytes_total", metrics::port::transmit, Form::Rate},
    {"node_infiniband_port_data_received_bytes_total", metrics::port::receive, Form::Rate},
    {"node_infiniband_rate_bytes_per_second", metrics::port::rate, Form::Gauge, 8},
    {"node_infiniband_link_downed_total", metrics::port::linkDowned, Form::Rate},
    {"node_infiniband_link_downed_total", metrics::port::linkDownedTotal},
    {"node_infiniband_link_error_recovery_total", metrics::port::linkErrorRecovery, Form::Rate},
    {"node_infiniband_symbol_error_total", metrics::port::symbolErrors, Form::Rate},
    // From the driver mlx5 through the collector "ethtool", which is off by default.
    {"node_ethtool_received_pcs_symbol_err_phy", metrics::port::symbolErrors, Form::Rate},
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

// github.com/NVIDIA/dcgm-exporter: counters. Gauges are in foreignMetric().
constexpr Row dcgmRows[] = {
    {"DCGM_FI_DEV_ECC_SBE_VOL_TOTAL", metrics::gpu::eccCorrected, Form::Rate},
    {"DCGM_FI_DEV_ECC_DBE_VOL_TOTAL", metrics::gpu::eccUncorrected, Form::Rate},
    // Over the life of the GPU.
    {"DCGM_FI_DEV_ECC_SBE_AGG_TOTAL", metrics::gpu::eccCorrected, Form::Rate, 1, true},
    {"DCGM_FI_DEV_ECC_DBE_AGG_TOTAL", metrics::gpu::eccUncorrected, Form::Rate, 1, true},
    {"DCGM_FI_PROF_GR_ENGINE_ACTIVE", metrics::gpu::utilisation, Form::Gauge, 1, true},
    {"DCGM_FI_DEV_PCIE_REPLAY_COUNTER", metrics::gpu::pcieReplays, Form::Rate},
    {"DCGM_FI_DEV_PCIE_REPLAY_COUNTER", metrics::gpu::pcieReplaysTotal},
    {"DCGM_FI_DEV_PCIE_REPLAY_TOTAL", metrics::gpu::pcieReplays, Form::Rate},
    {"DCGM_FI_DEV_PCIE_REPLAY_TOTAL", metrics::gpu::pcieReplaysTotal},
    {"DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_COUNT_TOTAL", metrics::gpu::nvlinkErrors, Form::Rate},
    {"DCGM_FI_DEV_NVLINK_CRC_FLIT_ERROR_TOTAL", metrics::gpu::nvlinkErrors, Form::Rate},
    // The mean power between two scrapes.
    {"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION", metrics::gpu::power, Form::Rate, 1e-3, true},
    {"DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL", metrics::gpu::power, Form::Rate, 1, true},
};

constexpr double mebibyte = 1'048'576;

// github.com/ROCm/device-metrics-exporter. The clock is in amdMetrics().
constexpr Row amdRows[] = {
    {"gpu_junction_temperature", metrics::gpu::temperature},
    {"gpu_edge_temperature", metrics::gpu::temperature, Form::Gauge, 1, true},
    {"gpu_memory_temperature", metrics::gpu::memoryTemperature},
    {"gpu_package_power", metrics::gpu::power},
    {"gpu_average_package_power", metrics::gpu::power},
    {"gpu_power_usage", metrics::gpu::power, Form::Gauge, 1, true},
    {"gpu_energy_consumed", metrics::gpu::power, Form::Rate, 1e-6, true},
    {"gpu_gfx_activity", metrics::gpu::utilisation, Form::Gauge, 0.01},
    {"gpu_umc_activity", metrics::gpu::memoryUtilisation, Form::Gauge, 0.01},
    {"gpu_used_vram", metrics::gpu::memoryUsed, Form::Gauge, mebibyte},
    {"gpu_total_vram", metrics::gpu::memoryTotal, Form::Gauge, mebibyte},
    {"gpu_ecc_correct_total", metrics::gpu::eccCorrected, Form::Rate},
    {"gpu_ecc_uncorrect_total", metrics::gpu::eccUncorrected, Form::Rate},
    {"pcie_replay_count", metrics::gpu::pcieReplays, Form::Rate},
    {"pcie_replay_count", metrics::gpu::pcieReplaysTotal},
};

/// A counter with a separate name for each link of a GPU; # is the link's number. Older and newer names.
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

/// A counter with labels for links of a GPU or of a switch ("nvlink", "nvswitch"); older and newer names.
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

/// Maps metrics of a board's switch, under their older and newer names. Throughput is omitted, because DCGM's two
/// switch interfaces use different units.
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

ScrapedTerm latest(std::string name, std::vector<ScrapedTerm::Match> where = {})
{
    return {std::move(name), false, std::move(where), {}};
}

ScrapedTerm rate(std::string name, std::vector<ScrapedTerm::Match> where = {}, std::vector<std::string> summed = {})
{
    return {std::move(name), true, std::move(where), std::move(summed)};
}

ScrapedMetric made(const char* exporter, const Row& row)
{
    const bool isRate = row.form == Form::Rate;
    ScrapedMetric metric
        = scrapedBy(exporter, std::string(row.metric), {{isRate ? rate(row.seen) : latest(row.seen)}}, row.factor);
    metric.isSubstitute = row.isSubstitute;
    return metric;
}

/// Some sites configure the prefix amd_.
std::vector<ScrapedMetric> amdMetrics()
{
    constexpr const char* exporter = "AMD Device Metrics Exporter";
    std::vector<ScrapedMetric> table;
    for (const std::string prefix : {"", "amd_"}) {
        for (Row row : amdRows) {
            const std::string seen = prefix + row.seen;
            row.seen = seen.c_str();
            table.push_back(made(exporter, row));
        }
        ScrapedTerm clock = latest(prefix + "gpu_clock", {{"clock_type", {"GPU_CLOCK_TYPE_SYSTEM", "system"}}});
        clock.summed = {"clock_index", "clock_type"};
        clock.of = ScrapedTerm::Of::Mean;
        table.push_back(scrapedBy(exporter, std::string(metrics::gpu::clockSm), {{std::move(clock)}}, 1e6));
        // The limit is not exported. MI200 and MI300 have the same limit.
        ScrapedMetric limit = scrapedBy(exporter, std::string(metrics::gpu::temperatureSlowdownLimit),
                                        {{latest(prefix + "gpu_junction_temperature")}}, 0);
        limit.offset = 100;
        table.push_back(std::move(limit));
    }
    return table;
}

/// One query for all links of all GPUs, with a label for the link number, which the exporter puts into the name.
ScrapedMetric ofEachLink(std::string_view name, std::string_view metric, bool isRate)
{
    std::vector<ScrapedFormula> links;
    for (int link = 0; link < linksOfGpu; ++link) {
        const std::string seen = ofLink(name, link);
        links.push_back({.term = isRate ? rate(seen) : latest(seen), .label = {"nvlink", std::to_string(link)}});
    }
    return scrapedBy("dcgm-exporter", std::string(metric), std::move(links));
}

/// NVLinks and the switches between them, see placeOf().
std::vector<ScrapedMetric> nvlinkMetrics()
{
    std::vector<ScrapedMetric> table{
        ofEachLink("DCGM_FI_PROF_NVLINK_L#_TX_BYTES", metrics::port::transmit, false),
        ofEachLink("DCGM_FI_PROF_NVLINK_L#_RX_BYTES", metrics::port::receive, false),
    };
    const auto add = [&table](std::string_view metric, ScrapedFormula formula, double factor = 1) {
        table.push_back(scrapedBy("dcgm-exporter", std::string(metric), {std::move(formula)}, factor));
    };
    for (const std::size_t generation : {0U, 1U}) {
        for (const LinkRow& row : linkRows) {
            table.push_back(ofEachLink(row.names[generation], row.metric, true));
            table.push_back(ofEachLink(row.names[generation], lifetimeOf(row.metric)->name, false));
        }
        for (const LinkRow& row : labelledLinkRows) {
            if (const char* const name = row.names[generation]; name != nullptr) {
                const ScrapedTerm::Match isLink{"nvlink", {""}, false}; // others are sums over a GPU
                add(row.metric, {rate(name, {isLink})});
                add(lifetimeOf(row.metric)->name, {latest(name, {isLink})});
            }
        }
        for (const BoardRow& row : boardRows) {
            if (const char* const name = row.names[generation]; name != nullptr)
                add(row.metric, {.term = latest(name), .label = {"sensor", row.sensor}}, row.factor);
        }
    }
    // 2 is active; 0 is switched off, which is not a fault.
    const ScrapedTerm status = latest("DCGM_FI_DEV_NVSWITCH_LINK_STATUS");
    add(metrics::port::up, {.term = status, .form = ScrapedFormula::Form::Equality, .number = 2, .positive = status});
    return table;
}

std::vector<ScrapedMetric> nodeMetrics()
{
    using enum ScrapedFormula::Form;
    std::vector<ScrapedMetric> table;
    const auto add = [&table](std::string_view metric, ScrapedFormula formula, double factor = 1) {
        table.push_back(scrapedBy("node_exporter", std::string(metric), {std::move(formula)}, factor));
    };
    // Shares of CPU time are relative to the total over all modes, as in /proc/stat, so they do not depend on the
    // number of cores.
    const auto cpuTime = [](std::vector<std::string> modes) {
        std::vector<ScrapedTerm::Match> where;
        if (!modes.empty())
            where.push_back({"mode", std::move(modes)});
        return rate("node_cpu_seconds_total", std::move(where), {"cpu", "mode"});
    };
    add(metrics::node::cpuUtilisation, {cpuTime({"idle", "iowait"}), RestOfShare, cpuTime({})});
    add(metrics::node::cpuSystem, {cpuTime({"system"}), Share, cpuTime({})});
    add(metrics::node::cpuIowait, {cpuTime({"iowait"}), Share, cpuTime({})});
    add(metrics::node::cpuSteal, {cpuTime({"steal"}), Share, cpuTime({})});
    ScrapedTerm frequency = latest("node_cpu_scaling_frequency_hertz");
    frequency.summed = {"cpu"};
    frequency.of = ScrapedTerm::Of::Mean;
    add(metrics::node::cpuFrequency, {std::move(frequency)});
    add(metrics::node::cpuThrottles, {rate("node_cpu_core_throttles_total", {}, {"core", "package"})});
    const ScrapedTerm available = latest("node_memory_MemAvailable_bytes");
    const ScrapedTerm total = latest("node_memory_MemTotal_bytes");
    add(metrics::node::memoryUsed, {total, Difference, available});
    add(metrics::node::memoryUtilisation, {available, RestOfShare, total});
    add(metrics::node::swapUsed,
        {latest("node_memory_SwapTotal_bytes"), Difference, latest("node_memory_SwapFree_bytes")});
    // Other file systems are images, which are always full, or belong to other machines.
    const std::vector<ScrapedTerm::Match> isLocal{{"fstype", {"ext4", "xfs", "btrfs", "zfs"}}};
    add(metrics::disk::used,
        {latest("node_filesystem_avail_bytes", isLocal), RestOfShare, latest("node_filesystem_size_bytes", isLocal)});
    const ScrapedTerm writes = rate("node_disk_writes_completed_total");
    add(metrics::disk::latency,
        {.term = rate("node_disk_write_time_seconds_total"), .form = Share, .other = writes, .positive = writes});
    for (const auto& [name, metric] : {std::pair("node_softnet_processed_total", metrics::node::softnetProcessed),
                                       std::pair("node_softnet_dropped_total", metrics::node::softnetDropped),
                                       std::pair("node_softnet_times_squeezed_total", metrics::node::softnetSqueezed)})
        add(metric, {rate(name, {}, {"cpu"})});
    const std::vector<ScrapedTerm::Match> noLoopback{{"device", {"lo"}, false}};
    for (const auto& [name, metric] : {std::pair("node_network_receive_bytes_total", metrics::port::receive),
                                       std::pair("node_network_transmit_bytes_total", metrics::port::transmit),
                                       std::pair("node_network_receive_packets_total", metrics::port::receivePackets),
                                       std::pair("node_network_transmit_packets_total", metrics::port::transmitPackets),
                                       std::pair("node_network_receive_errs_total", metrics::port::receiveErrors),
                                       std::pair("node_network_transmit_errs_total", metrics::port::transmitErrors),
                                       std::pair("node_network_receive_drop_total", metrics::port::receiveDrops),
                                       std::pair("node_network_transmit_drop_total", metrics::port::transmitDrops)})
        add(metric, {rate(name, noLoopback)});
    // A port without a speed reports 0 or -1.
    const ScrapedTerm speed = latest("node_network_speed_bytes", noLoopback);
    add(metrics::port::rate, {.term = speed, .positive = speed}, 8);
    add(metrics::port::fecBitErrorRatio,
        {.term = rate("node_ethtool_received_corrected_bits_phy"), .form = Share, .other = speed, .positive = speed},
        0.125);
    // A port counts as down only if it was up before: a port without a cable is not a fault.
    add(metrics::port::up,
        {.term = latest("node_network_up", noLoopback),
         .positive = latest("node_network_carrier_up_changes_total", noLoopback)});
    add(metrics::port::up, {.term = latest("node_infiniband_state_id"), .form = Equality, .number = 4});
    // A tick of the counter is the time in which a port sends four bytes.
    add(metrics::port::transmitWait,
        {rate("node_infiniband_port_transmit_wait_total"), Share, latest("node_infiniband_rate_bytes_per_second")}, 4);
    std::ranges::transform(nodeRows, std::back_inserter(table),
                           [](const Row& row) { return made("node_exporter", row); });
    return table;
}

/// A port of a switch that belongs to no node.
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

/// A serving metric, reported for each model, pool and replica.
struct ServingRow
{
    enum class Form {
        Level, ///< sum of a gauge
        Highest, ///< of a gauge
        Rate, ///< sum of the rates of a counter
        Share, ///< rate of a counter over that of another one
        Histogram, ///< median and 99th percentile, which is the metric's tail
        Tail, ///< 99th percentile of a histogram
        Summary ///< as a histogram, of a summary with these quantiles
    };
    const char* seen; ///< name of a histogram without "_bucket"
    Form form = Form::Level;
    std::string_view metric;
    std::string_view tail = {};
    double factor = 1;
    const char* other = nullptr;
};

/// An inference server, with its labels for the model and for the pool within it.
struct ServingExporter
{
    const char* name;
    const char* model;
    std::vector<ScrapedTerm::Match> pools; ///< labels, each with its value for a pool; empty: any value
    std::vector<ServingRow> rows; ///< the first one also shows when the server was scraped
    const char* balance = nullptr; ///< a counter of work: its rates are compared over the replicas of a pool
};

std::vector<ServingExporter> servingExporters()
{
    using enum ServingRow::Form;
    using namespace metrics::serving;
    return {
        // docs.nvidia.com/dynamo: the frontend, which measures what users experience, and the KV cache of workers.
        {"dynamo",
         "model",
         {{"dynamo_component", {}}},
         {{"dynamo_frontend_active_requests", Level, running}, // of newer releases
          {"dynamo_frontend_inflight_requests", Level, running},
          {"dynamo_frontend_queued_requests", Level, waiting},
          {"dynamo_frontend_time_to_first_token_seconds", Histogram, timeToFirstToken, timeToFirstTokenTail},
          {"dynamo_frontend_inter_token_latency_seconds", Histogram, timePerToken, timePerTokenTail},
          {"dynamo_frontend_request_duration_seconds", Histogram, requestTime, requestTimeTail},
          {"dynamo_frontend_requests_total", Rate, requests},
          {"dynamo_frontend_output_tokens_total", Rate, generatedTokens},
          {"dynamo_component_gpu_cache_usage_percent", Highest, kvCache}}}, // 0 to 1, although its name says percent
        // vllm/v1/metrics/loggers.py; older releases use other names for the time between tokens and for the cache.
        {"vllm",
         "model_name",
         {{"pool", {}}, {"dynamo_component", {}}},
         {{"vllm:num_requests_running", Level, running},
          {"vllm:num_requests_waiting", Level, waiting},
          {"vllm:kv_cache_usage_perc", Highest, kvCache},
          {"vllm:gpu_cache_usage_perc", Highest, kvCache},
          {"vllm:time_to_first_token_seconds", Histogram, timeToFirstToken, timeToFirstTokenTail},
          {"vllm:inter_token_latency_seconds", Histogram, timePerToken, timePerTokenTail},
          {"vllm:time_per_output_token_seconds", Histogram, timePerToken, timePerTokenTail},
          {"vllm:e2e_request_latency_seconds", Histogram, requestTime, requestTimeTail},
          {"vllm:request_queue_time_seconds", Tail, queue},
          {"vllm:request_success_total", Rate, requests},
          {"vllm:num_preemptions_total", Rate, preemptions},
          {"vllm:prompt_tokens_total", Rate, promptTokens},
          {"vllm:generation_tokens_total", Rate, generatedTokens},
          // docs/features/nixl_connector_usage.md: measured by the replica that reads, which decodes.
          {"vllm:nixl_xfer_time_seconds", Histogram, transferTime, transferTimeTail},
          {"vllm:nixl_bytes_transferred_sum", Rate, transferBytes},
          {"vllm:nixl_num_failed_transfers_total", Rate, transferFailures}},
         "vllm:generation_tokens_total"},
        // python/sglang/srt/metrics/collector.py
        {"sglang",
         "model_name",
         {{"engine_type", {"prefill", "decode"}}},
         {{"sglang:num_running_reqs", Level, running},
          {"sglang:num_queue_reqs", Level, waiting},
          {"sglang:token_usage", Highest, kvCache},
          {"sglang:time_to_first_token_seconds", Histogram, timeToFirstToken, timeToFirstTokenTail},
          {"sglang:inter_token_latency_seconds", Histogram, timePerToken, timePerTokenTail},
          {"sglang:e2e_request_latency_seconds", Histogram, requestTime, requestTimeTail},
          {"sglang:queue_time_seconds", Tail, queue},
          {"sglang:num_requests_total", Rate, requests},
          {"sglang:num_retracted_requests_total", Rate, preemptions},
          {"sglang:prompt_tokens_total", Rate, promptTokens},
          {"sglang:generation_tokens_total", Rate, generatedTokens},
          // Measured by the replica that sends, which does the prefill; failures of both ends. 1 MB is 2^20 bytes.
          {"sglang:kv_transfer_latency_ms", Histogram, transferTime, transferTimeTail, 1e-3},
          {"sglang:kv_transfer_total_mb_sum", Rate, transferBytes, {}, 1'048'576},
          {"sglang:num_transfer_failed_reqs_total", Rate, transferFailures},
          {"sglang:num_decode_transfer_queue_reqs", Level, transferWaiting}},
         "sglang:generation_tokens_total"},
        // docs/user_guide/metrics.md of triton-inference-server/server; histograms and summaries have to be switched
        // on.
        {"triton",
         "model",
         {{"pool", {}}},
         {{"nv_inference_pending_request_count", Level, waiting},
          {"nv_inference_request_success", Rate, requests},
          {"nv_inference_first_response_histogram_ms", Histogram, timeToFirstToken, timeToFirstTokenTail, 1e-3},
          {"nv_inference_request_summary_us", Summary, requestTime, requestTimeTail, 1e-6},
          {"nv_inference_queue_duration_us", Share, queue, {}, 1e-6, "nv_inference_request_success"}},
         "nv_inference_request_success"},
        // python/kserve/kserve/metrics.py
        {"kserve",
         "model_name",
         {},
         {{"request_predict_seconds", Histogram, requestTime, requestTimeTail},
          {"request_predict_seconds_count", Rate, requests}}},
    };
}

/// One aggregation level of a service: the labels to sum by, and the label values that select its series.
struct ServingLevel
{
    std::vector<std::string> by;
    std::vector<ScrapedTerm::Match> where;
};

ScrapedMetric ofService(const ServingExporter& exporter, const ServingLevel& level, std::string_view metric,
                        ScrapedFormula formula, double factor = 1)
{
    ScrapedMetric scraped = scrapedBy(exporter.name, std::string(metric), {std::move(formula)}, factor);
    scraped.places = {{EntityKind::Job, exporter.model, {level.by.begin() + 1, level.by.end()}}};
    return scraped;
}

void addServing(const ServingExporter& exporter, const ServingLevel& level, const ServingRow& row,
                std::vector<ScrapedMetric>& table)
{
    using enum ServingRow::Form;
    constexpr double median = 0.5;
    constexpr double tail = 0.99;
    const auto add = [&](std::string_view metric, ScrapedFormula formula) {
        table.push_back(ofService(exporter, level, metric, std::move(formula), row.factor));
    };
    const auto by = [&level](std::string name, bool isRate, ScrapedTerm::Of of = ScrapedTerm::Of::Sum) {
        return ScrapedTerm{std::move(name), isRate, level.where, {}, level.by, of};
    };
    const auto quantile = [&](double which) {
        ScrapedTerm buckets = by(std::string(row.seen) + "_bucket", true);
        buckets.by.emplace_back("le");
        return ScrapedFormula{.term = std::move(buckets), .form = ScrapedFormula::Form::Quantile, .number = which};
    };
    const auto summarised = [&](const char* which) {
        ScrapedTerm values = by(row.seen, false, ScrapedTerm::Of::Highest);
        values.where.push_back({"quantile", {which}});
        return ScrapedFormula{std::move(values)};
    };
    switch (row.form) {
    case Level:
        return add(row.metric, {by(row.seen, false)});
    case Highest:
        return add(row.metric, {by(row.seen, false, ScrapedTerm::Of::Highest)});
    case Rate:
        return add(row.metric, {by(row.seen, true)});
    case Share:
        return add(row.metric, {by(row.seen, true), ScrapedFormula::Form::Share, by(row.other, true)});
    case Histogram:
        add(row.metric, quantile(median));
        return add(row.tail, quantile(tail));
    case Tail:
        return add(row.metric, quantile(tail));
    case Summary:
        add(row.metric, summarised("0.5"));
        return add(row.tail, summarised("0.99"));
    }
}

std::vector<ScrapedMetric> servingMetrics()
{
    std::vector<ScrapedMetric> table;
    for (const ServingExporter& exporter : servingExporters()) {
        const std::vector<std::string> model{exporter.model};
        std::vector<ServingLevel> levels{ServingLevel{model, {}}};
        // A page that was saved as a file names no instance.
        ServingLevel replica{model, {ScrapedTerm::Match{"instance", {""}, false}}};
        for (const ScrapedTerm::Match& pool : exporter.pools) {
            const bool isAny = pool.values.empty();
            levels.push_back(
                {{exporter.model, pool.label}, {isAny ? ScrapedTerm::Match{pool.label, {""}, false} : pool}});
            replica.by.push_back(pool.label);
        }
        replica.by.emplace_back("instance");
        for (const ServingRow& row : exporter.rows) {
            for (const ServingLevel& level : levels)
                addServing(exporter, level, row, table);
            addServing(exporter, replica, row, table);
        }
        if (exporter.balance == nullptr)
            continue;
        for (const ServingLevel& level : levels) {
            const auto over = [&](ScrapedTerm::Of of) {
                return ScrapedTerm{exporter.balance, true, level.where, {}, level.by, of};
            };
            table.push_back(
                ofService(exporter, level, metrics::serving::imbalance,
                          {over(ScrapedTerm::Of::Highest), ScrapedFormula::Form::Excess, over(ScrapedTerm::Of::Mean)}));
        }
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
            table.push_back(scrapedBy(std::string(ownExporter), metric.name, {{latest(seen)}}));
    }
    return table;
}

std::vector<ScrapedMetric> wholeTable()
{
    std::vector<ScrapedMetric> table;
    for (const std::string& name : dcgmNames()) {
        const ForeignMetric gauge = *knownMetric(name);
        table.push_back(scrapedBy("dcgm-exporter", gauge.metric.name, {{latest(name)}}, gauge.factor));
    }
    std::ranges::transform(dcgmRows, std::back_inserter(table),
                           [](const Row& row) { return made("dcgm-exporter", row); });
    std::ranges::move(amdMetrics(), std::back_inserter(table));
    std::ranges::move(nvlinkMetrics(), std::back_inserter(table));
    std::ranges::move(nodeMetrics(), std::back_inserter(table));
    std::ranges::move(switchMetrics(), std::back_inserter(table));
    std::ranges::move(servingMetrics(), std::back_inserter(table));
    std::ranges::move(ownMetrics(), std::back_inserter(table));
    return table;
}

} // namespace

std::span<const ScrapedMetric> exporterTable()
{
    static const std::vector<ScrapedMetric> table = wholeTable();
    return table;
}

std::vector<ScrapedMetric> recognisedMetrics(std::span<const ScrapedMetric> own, const std::set<std::string>& names)
{
    std::vector<ScrapedMetric> rows;
    std::set<std::pair<std::string, std::string>> taken; // metric, exporter's name
    std::set<std::string> ofFile;
    std::set<std::string> given;
    for (const ScrapedMetric& metric : own) {
        if (names.contains(metric.seen)) {
            rows.push_back(metric);
            ofFile.insert(metric.metric);
        }
    }
    for (const ScrapedMetric& metric : exporterTable()) {
        // Several names of one metric may be present at once: for different devices, such as the node exporter's
        // Ethernet and InfiniBand metrics, or from older and newer exporters on different nodes.
        const bool isKnown = names.contains(metric.seen) && !ofFile.contains(metric.metric)
            && !(metric.isSubstitute && given.contains(metric.metric));
        // A service's levels are of one name each.
        const bool isNew = taken.emplace(metric.metric, metric.seen).second || !metric.places.empty();
        if (isKnown && isNew) {
            rows.push_back(metric);
            given.insert(metric.metric);
        }
    }
    return rows;
}

std::vector<MetricOffer> offersOf(std::string_view metric)
{
    std::vector<MetricOffer> offers;
    for (const ScrapedMetric& each : exporterTable()) {
        if (each.metric != metric || each.exporter == ownExporter)
            continue;
        if (std::ranges::none_of(offers, [&](const MetricOffer& known) {
                return known.exporter == each.exporter && known.name == each.seen;
            }))
            offers.push_back({each.exporter, each.seen});
    }
    return offers;
}

} // namespace lockstep
