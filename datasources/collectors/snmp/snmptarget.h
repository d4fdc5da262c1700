// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilitytarget.h"
#include "datasources/collectors/snmp/snmpoptions.h"
#include "models/core/metrics/counterrate.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace lockstep {

class SnmpLink;
class SnmpWalk;
struct SnmpAnswer;

/// A rack PDU, cooling unit or switch that speaks SNMP 2c or 3. One request at a time, several objects per request;
/// read-only. Row names are read again every five minutes. Owned by its poller; used on its thread.
class SnmpTarget final : public FacilityTarget
{
public:
    static constexpr std::chrono::seconds longestPoll{30};
    static constexpr std::size_t maxFailures = 2; ///< of questions in one poll: more is silence
    static constexpr std::size_t maxQuestions = 512; ///< in one poll
    static constexpr std::chrono::minutes namesLast{5};

    explicit SnmpTarget(SnmpOptions options);
    ~SnmpTarget() override;

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;
    void close() override;

private:
    using Clock = std::chrono::steady_clock;
    using Names = std::map<SnmpOid, std::string>; ///< by index
    /// One pass over all rows.
    struct Turn
    {
        FacilityReport report;
        std::stop_token stop;
        Clock::time_point end;
        std::size_t questions = 0;
        std::size_t answered = 0;
        std::size_t failures = 0;
        std::size_t absent = 0; ///< rows that the device does not have
        std::string problem; ///< the first
        std::string silence; ///< the first of the session
        std::set<std::pair<FacilityPlace, std::string_view>> taken; ///< rows of tables that are called the same
    };
    struct NamesOfColumn
    {
        Names names;
        Clock::time_point read;
    };
    using Question = std::function<SnmpAnswer(SnmpLink&)>;

    [[nodiscard]] bool mayAsk(Turn& turn) const;
    [[nodiscard]] SnmpAnswer ask(Turn& turn, const Question& question);
    void readNumbers(std::span<const std::size_t> rows, Turn& turn);
    void readColumn(const SnmpRow& row, Turn& turn);
    [[nodiscard]] SnmpWalk walk(const SnmpOid& column, Turn& turn);
    [[nodiscard]] const Names& namesOf(const SnmpOid& column, Turn& turn);
    void takeVariable(const SnmpRow& row, const FacilityMapping& reading, const SnmpVariable& said, Turn& turn);
    void fail(Turn& turn, const std::string& problem) const;

    SnmpOptions m_options;
    std::string m_name;
    std::unique_ptr<SnmpLink> m_link; ///< null: there is no session
    std::map<SnmpOid, NamesOfColumn> m_names;
    std::map<SnmpOid, CounterRate> m_rates;
    PlausibilityFilter m_gate;
};

} // namespace lockstep
