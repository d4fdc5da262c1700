// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/ipmi/ipmitarget.h"

#include "datasources/collectors/ipmi/ipmireport.h"
#include "datasources/text/childoutput.h"
#include "datasources/text/secretfile.h"

#include <fmt/format.h>

namespace lockstep {

IpmiTarget::IpmiTarget(IpmiOptions options) : m_options(std::move(options)), m_name("ipmi://" + m_options.device.host)
{ }

std::vector<std::string> IpmiTarget::command() const
{
    std::vector<std::string> all{
        "ipmi-sensors",          "--comma-separated-output",   "--no-header-output",
        "--output-sensor-state", "--output-sensor-thresholds", "--ignore-not-available-sensors",
        "--quiet-cache",         "--sdr-cache-recreate"};
    if (!m_options.cacheFolder.empty())
        all.push_back("--sdr-cache-directory=" + m_options.cacheFolder);
    if (m_options.isRemote()) {
        all.push_back("--hostname=" + m_options.device.host);
        all.push_back("--config-file=" + m_options.configFile);
    }
    return all;
}

Result<FacilityReport> IpmiTarget::poll(const std::stop_token& stop)
{
    if (m_options.isRemote()) {
        const FilePrivacy privacy = checkFilePrivacy(m_options.configFile, true);
        if (!privacy.status.isOk() || !privacy.warning.empty())
            return Error{privacy.warning.empty() ? privacy.status.error().message : privacy.warning};
    }
    constexpr std::size_t longestOutput = std::size_t{4} << 20U;
    std::string text;
    const Status status = streamOutputOf(
        command(), {.bytes = longestOutput, .whole = m_options.device.patience},
        [&](std::string_view piece) {
            text += piece;
            return true;
        },
        stop);
    if (!status.isOk())
        return Error{fmt::format("{}: {}", m_name, status.error().message)};
    const auto sensors = readIpmiSensors(text);
    if (!sensors.isOk())
        return Error{fmt::format("{}: {}", m_name, sensors.error().message)};
    m_gate.begin();
    FacilityReport report = ipmiReport(sensors.value(), m_options, m_gate);
    report.note = m_gate.note();
    return report;
}

} // namespace lockstep
