// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/modbus/modbusoptions.h"
#include "datasources/collectors/modbus/modbusplan.h"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace lockstep {

class ModbusLink;
struct ModbusAnswer;

/// A cooling unit, meter or PDU that speaks Modbus/TCP: one persistent connection, one request at a time, adjacent
/// registers in one request. Read-only. Owned by its poller; used on its thread.
class ModbusTarget final : public FacilityTarget
{
public:
    static constexpr std::chrono::seconds longestPoll{30};
    static constexpr std::size_t maxFailures = 2; ///< connection failures per poll; more count as silence

    explicit ModbusTarget(ModbusOptions options);
    ~ModbusTarget() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

private:
    using Clock = std::chrono::steady_clock;
    /// One pass over all blocks.
    struct Turn
    {
        FacilityReport report;
        std::size_t answered = 0; ///< requests
        std::size_t refused = 0;
        std::size_t failures = 0; ///< connection failures
        std::string problem; ///< first problem
        std::string silence; ///< first connection problem
    };

    [[nodiscard]] ModbusAnswer read(const ModbusBlock& block, const std::stop_token& stop);
    void readBlock(const ModbusBlock& block, Turn& turn, const std::stop_token& stop);
    [[nodiscard]] std::string blockText(const ModbusBlock& block) const;

    ModbusOptions m_options;
    std::string m_name;
    std::vector<ModbusBlock> m_blocks;
    std::unique_ptr<ModbusLink> m_link; ///< null: not connected
    std::vector<std::uint16_t> m_values; ///< of the latest block
    PlausibilityFilter m_gate;
};

} // namespace lockstep
