// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvmldevice.h"

#include <algorithm>

namespace lockstep {

namespace {

constexpr double milli = 1e-3;
constexpr double fanPercent = 1e-2;
constexpr double kilobyte = 1e3;
constexpr double mega = 1e6;

std::uint64_t numberIn(const nvml::FieldValue& field)
{
    switch (field.valueType) {
    case nvml::DoubleValue:
        return static_cast<std::uint64_t>(std::max(0.0, field.value.asDouble));
    case nvml::UnsignedValue:
        return field.value.asUnsigned;
    case nvml::IntValue:
        return static_cast<std::uint64_t>(std::max(0, field.value.asInt));
    case nvml::UnsignedShortValue:
        return field.value.asUnsignedShort;
    default:
        return field.value.asUnsignedLongLong; // all others are 64 bits wide on Linux
    }
}

} // namespace

std::string NvmlDevice::model() const
{
    std::array<char, 97> model{};
    return m_library->deviceGetName(m_handle, model.data(), model.size() - 1) == nvml::success ? model.data() : "GPU";
}

std::optional<std::string> NvmlDevice::vbiosVersion() const
{
    std::array<char, 33> version{};
    if (!m_library->deviceGetVbiosVersion
        || m_library->deviceGetVbiosVersion(m_handle, version.data(), version.size() - 1) != nvml::success)
        return std::nullopt;
    return version.data();
}

std::optional<bool> NvmlDevice::hasEcc() const
{
    unsigned current = 0;
    unsigned pending = 0;
    if (!m_library->deviceGetEccMode || m_library->deviceGetEccMode(m_handle, &current, &pending) != nvml::success)
        return std::nullopt;
    return current != 0;
}

std::optional<bool> NvmlDevice::hasMig() const
{
    unsigned current = 0;
    unsigned pending = 0;
    if (!m_library->deviceGetMigMode || m_library->deviceGetMigMode(m_handle, &current, &pending) != nvml::success)
        return std::nullopt;
    return current != 0;
}

std::optional<bool> NvmlDevice::isPersistent() const
{
    const auto mode = ask(m_library->deviceGetPersistenceMode, 1);
    return mode ? std::optional(*mode != 0) : std::nullopt;
}

std::optional<double> NvmlDevice::ask(Question question, double scale) const
{
    unsigned value = 0;
    if (!question || question(m_handle, &value) != nvml::success)
        return std::nullopt;
    return value * scale;
}

std::optional<double> NvmlDevice::ask(ParameterQuestion question, int parameter, double scale) const
{
    unsigned value = 0;
    if (!question || question(m_handle, parameter, &value) != nvml::success)
        return std::nullopt;
    return value * scale;
}

nvml::Return NvmlDevice::askTemperature(double& celsius) const
{
    unsigned degrees = 0;
    const nvml::Return result = m_library->deviceGetTemperature(m_handle, nvml::temperatureSensorGpu, &degrees);
    celsius = degrees;
    return result;
}

std::optional<double> NvmlDevice::temperatureLimit(int threshold) const
{
    return ask(m_library->deviceGetTemperatureThreshold, threshold, 1.0);
}

std::optional<double> NvmlDevice::memoryTemperature() const
{
    const auto degrees = field(nvml::field::memoryTemperature);
    if (!degrees || *degrees == 0) // a GPU without that sensor returns 0
        return std::nullopt;
    return static_cast<double>(*degrees);
}

std::optional<double> NvmlDevice::power() const
{
    return ask(m_library->deviceGetPowerUsage, milli);
}

std::optional<double> NvmlDevice::instantPower() const
{
    const auto milliwatts = field(nvml::field::powerInstant);
    return milliwatts ? std::optional(static_cast<double>(*milliwatts) * milli) : std::nullopt;
}

std::optional<double> NvmlDevice::powerLimit() const
{
    return ask(m_library->deviceGetEnforcedPowerLimit, milli);
}

std::optional<double> NvmlDevice::clock(int type) const
{
    return ask(m_library->deviceGetClockInfo, type, mega);
}

std::optional<double> NvmlDevice::fan() const
{
    return ask(m_library->deviceGetFanSpeed, fanPercent);
}

std::optional<std::uint64_t> NvmlDevice::throttleReasons() const
{
    unsigned long long reasons = 0;
    if (!m_library->deviceGetThrottleReasons
        || m_library->deviceGetThrottleReasons(m_handle, &reasons) != nvml::success)
        return std::nullopt;
    return reasons;
}

std::optional<nvml::Utilization> NvmlDevice::utilisation() const
{
    nvml::Utilization utilisation{};
    if (!m_library->deviceGetUtilizationRates
        || m_library->deviceGetUtilizationRates(m_handle, &utilisation) != nvml::success)
        return std::nullopt;
    return utilisation;
}

std::optional<nvml::Memory> NvmlDevice::memory() const
{
    nvml::Memory memory{};
    if (!m_library->deviceGetMemoryInfo || m_library->deviceGetMemoryInfo(m_handle, &memory) != nvml::success)
        return std::nullopt;
    return memory;
}

std::optional<std::uint64_t> NvmlDevice::eccErrors(int type, int counter) const
{
    unsigned long long count = 0;
    if (!m_library->deviceGetTotalEccErrors
        || m_library->deviceGetTotalEccErrors(m_handle, type, counter, &count) != nvml::success)
        return std::nullopt;
    return count;
}

std::optional<nvml::RemappedRows> NvmlDevice::remappedRows() const
{
    nvml::RemappedRows rows{};
    if (!m_library->deviceGetRemappedRows
        || m_library->deviceGetRemappedRows(m_handle, &rows.corrected, &rows.uncorrected, &rows.isPending,
                                            &rows.hasFailed)
            != nvml::success)
        return std::nullopt;
    return rows;
}

std::optional<std::uint64_t> NvmlDevice::nvlinkErrors() const
{
    std::optional<std::uint64_t> sum;
    for (const unsigned fieldId : {nvml::field::nvlinkCrcFlitErrors, nvml::field::nvlinkCrcDataErrors,
                                   nvml::field::nvlinkReplayErrors, nvml::field::nvlinkRecoveryErrors})
        if (const auto count = field(fieldId))
            sum = sum.value_or(0) + *count;
    return sum;
}

std::optional<std::uint64_t> NvmlDevice::pcieReplays() const
{
    const auto count = ask(m_library->deviceGetPcieReplayCounter, 1.0);
    return count ? std::optional(static_cast<std::uint64_t>(*count)) : std::nullopt;
}

std::optional<double> NvmlDevice::pcieThroughput(int direction) const
{
    return ask(m_library->deviceGetPcieThroughput, direction, kilobyte);
}

std::optional<PciAddress> NvmlDevice::pciAddress() const
{
    nvml::PciInfo place{};
    if (!m_library->deviceGetPciInfo || m_library->deviceGetPciInfo(m_handle, &place) != nvml::success)
        return std::nullopt;
    return PciAddress{place.domain, place.bus, place.device};
}

std::optional<bool> NvmlDevice::isLinkUp(unsigned link) const
{
    unsigned isActive = 0;
    if (!m_library->deviceGetNvLinkState || m_library->deviceGetNvLinkState(m_handle, link, &isActive) != nvml::success)
        return std::nullopt;
    return isActive != nvml::linkInactive;
}

std::optional<std::uint64_t> NvmlDevice::linkErrors(unsigned link, int counter) const
{
    unsigned long long count = 0;
    if (!m_library->deviceGetNvLinkErrorCounter
        || m_library->deviceGetNvLinkErrorCounter(m_handle, link, counter, &count) != nvml::success)
        return std::nullopt;
    return count;
}

std::optional<std::vector<pid_t>> NvmlDevice::processes() const
{
    std::array<nvml::ProcessInfo, 64> found{};
    auto count = static_cast<unsigned>(found.size());
    if (!m_library->deviceGetComputeProcesses)
        return std::nullopt;
    const nvml::Return result = m_library->deviceGetComputeProcesses(m_handle, &count, found.data());
    if (result == nvml::insufficientSize)
        count = static_cast<unsigned>(found.size());
    else if (result != nvml::success)
        return std::nullopt;
    std::vector<pid_t> processes;
    for (const nvml::ProcessInfo& each : std::span(found).first(std::min<std::size_t>(count, found.size())))
        processes.push_back(static_cast<pid_t>(each.process));
    return processes;
}

std::optional<int> NvmlDevice::linkRemoteType(unsigned link) const
{
    int type = 0;
    if (!m_library->deviceGetNvLinkRemoteDeviceType
        || m_library->deviceGetNvLinkRemoteDeviceType(m_handle, link, &type) != nvml::success)
        return std::nullopt;
    return type;
}

std::optional<PciAddress> NvmlDevice::linkRemoteAddress(unsigned link) const
{
    nvml::PciInfo place{};
    if (!m_library->deviceGetNvLinkRemotePciInfo
        || m_library->deviceGetNvLinkRemotePciInfo(m_handle, link, &place) != nvml::success)
        return std::nullopt;
    // If switches are not on this machine's bus (a rack's switch trays), some drivers return zeros.
    const PciAddress address{place.domain, place.bus, place.device};
    return address == PciAddress{} ? std::nullopt : std::optional(address);
}

void NvmlDevice::readFields(std::span<nvml::FieldValue> fields) const
{
    // NVML documents no limit; other monitors request a few dozen at a time.
    constexpr std::size_t perCall = 64;
    for (nvml::FieldValue& field : fields)
        field.result = nvml::notSupported;
    while (m_library->deviceGetFieldValues && !fields.empty()) {
        const auto part = fields.first(std::min(fields.size(), perCall));
        if (m_library->deviceGetFieldValues(m_handle, static_cast<int>(part.size()), part.data()) != nvml::success) {
            for (nvml::FieldValue& field : part)
                field.result = nvml::notSupported;
        }
        fields = fields.subspan(part.size());
    }
}

std::optional<std::uint64_t> NvmlDevice::countOf(const nvml::FieldValue& field)
{
    return field.result == nvml::success ? std::optional(numberIn(field)) : std::nullopt;
}

std::optional<std::uint64_t> NvmlDevice::field(unsigned fieldId, unsigned* width) const
{
    nvml::FieldValue value{};
    value.fieldId = fieldId;
    if (fieldId == nvml::field::nvlinkDataTransmitted || fieldId == nvml::field::nvlinkDataReceived)
        value.scopeId = nvml::allLinks;
    if (!m_library->deviceGetFieldValues || m_library->deviceGetFieldValues(m_handle, 1, &value) != nvml::success
        || value.result != nvml::success)
        return std::nullopt;
    if (width)
        *width = value.valueType == nvml::UnsignedValue || value.valueType == nvml::IntValue ? 32 : 64;
    return numberIn(value);
}

} // namespace lockstep
