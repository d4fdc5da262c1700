// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/nvidia/nvmllibrary.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockstep {

/// Domain, bus and device.
using PciAddress = std::array<unsigned, 3>;

/// One GPU of NVML, in base units. A query returns nullopt if the driver or GPU does not support it. A handle: copies
/// refer to the same GPU. The library must outlive it.
class NvmlDevice
{
public:
    NvmlDevice(const NvmlLibrary& library, nvml::Device handle) : m_library(&library), m_handle(handle) { }

    [[nodiscard]] nvml::Device handle() const { return m_handle; }
    [[nodiscard]] std::string model() const;

    /// @name Firmware and settings
    /// @{
    [[nodiscard]] std::optional<std::string> vbiosVersion() const;
    [[nodiscard]] std::optional<bool> hasEcc() const;
    [[nodiscard]] std::optional<bool> hasMig() const;
    [[nodiscard]] std::optional<bool> isPersistent() const;
    /// @}

    /// Status of a temperature query, the cheapest one that every GPU supports.
    [[nodiscard]] nvml::Return askTemperature(double& celsius) const;
    [[nodiscard]] std::optional<double> temperatureLimit(int threshold) const;
    [[nodiscard]] std::optional<double> memoryTemperature() const;
    [[nodiscard]] std::optional<double> power() const; ///< W, averaged by the driver
    [[nodiscard]] std::optional<double> instantPower() const; ///< W
    [[nodiscard]] std::optional<double> powerLimit() const; ///< W, the one that is enforced
    [[nodiscard]] std::optional<double> clock(int type) const; ///< Hz
    [[nodiscard]] std::optional<double> fan() const; ///< share of full speed
    [[nodiscard]] std::optional<std::uint64_t> throttleReasons() const;
    [[nodiscard]] std::optional<nvml::Utilization> utilisation() const; ///< percent
    [[nodiscard]] std::optional<nvml::Memory> memory() const; ///< bytes

    /// Processes that compute on it, in this process's numbering; the first 64.
    [[nodiscard]] std::optional<std::vector<pid_t>> processes() const;

    /// @name Counters
    /// @{
    [[nodiscard]] std::optional<std::uint64_t> eccErrors(int type, int counter = nvml::counterVolatile) const;
    [[nodiscard]] std::optional<nvml::RemappedRows> remappedRows() const;
    [[nodiscard]] std::optional<std::uint64_t> nvlinkErrors() const; ///< CRC, replay and recovery errors together
    [[nodiscard]] std::optional<std::uint64_t> pcieReplays() const;
    /// @}

    /// Bytes per second over 20 ms, for which it blocks.
    [[nodiscard]] std::optional<double> pcieThroughput(int direction) const;

    [[nodiscard]] std::optional<PciAddress> pciAddress() const;

    /// @name Its NVLinks
    /// @{
    [[nodiscard]] std::optional<bool> isLinkUp(unsigned link) const;
    [[nodiscard]] std::optional<std::uint64_t> linkErrors(unsigned link, int counter) const;
    /// Type of the far end, nvml::remoteSwitch or another.
    [[nodiscard]] std::optional<int> linkRemoteType(unsigned link) const;
    [[nodiscard]] std::optional<PciAddress> linkRemoteAddress(unsigned link) const;
    /// @}

    /// Reads all fields in one call; see countOf(). On failure none has a result.
    void readFields(std::span<nvml::FieldValue> fields) const;
    /// Value of a field after readFields(); nullopt: none.
    [[nodiscard]] static std::optional<std::uint64_t> countOf(const nvml::FieldValue& field);

    /// A field's value. @param width is set to its width in bits.
    [[nodiscard]] std::optional<std::uint64_t> field(unsigned fieldId, unsigned* width = nullptr) const;

private:
    using Question = nvml::Return (*)(nvml::Device, unsigned*);
    using ParameterQuestion = nvml::Return (*)(nvml::Device, int, unsigned*);
    [[nodiscard]] std::optional<double> ask(Question question, double scale) const;
    [[nodiscard]] std::optional<double> ask(ParameterQuestion question, int parameter, double scale) const;

    const NvmlLibrary* m_library;
    nvml::Device m_handle;
};

} // namespace lockstep
