// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/facility/devicesocket.h"
#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/collectors/snmp/snmplink.h"
#include "datasources/collectors/snmp/snmpoptions.h"
#include "datasources/collectors/snmp/snmpvariable.h"
#include "models/core/metrics/counterrate.h"

#include <fmt/format.h>

#include <algorithm>
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

namespace {

constexpr std::size_t numbersInOne = 16; ///< objects per request, because small devices have small buffers
constexpr long rowsInOne = 20;

void replaceAll(std::string& text, std::string_view what, const std::string& with)
{
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

FacilityMapping readingOf(const SnmpRow& row, const std::string& index, const std::string& name)
{
    FacilityMapping reading = row.reading;
    for (FacilityStep& step : reading.place) {
        replaceAll(step.name, "{index}", index);
        replaceAll(step.name, "{name}", name);
        step.name = facilityName(step.name);
    }
    return reading;
}

/// A rack PDU, cooling unit or switch that speaks SNMP 2c or 3. One request at a time, several objects per request;
/// read-only. Row names are read again every five minutes. Owned by its poller; used on its thread.
class SnmpTarget final : public FacilityTarget
{
public:
    static constexpr std::chrono::seconds maxPollDuration{30};
    static constexpr std::size_t maxFailures = 2; ///< failed requests per poll; more count as silence
    static constexpr std::size_t maxQuestions = 512; ///< in one poll
    static constexpr std::chrono::minutes namesLast{5};

    explicit SnmpTarget(SnmpOptions options)
        : m_options(std::move(options)), m_name(fmt::format("snmp://{}:{}", m_options.device.host, m_options.port))
    { }

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override
    {
        Turn turn;
        turn.report.served = m_options.device.serves;
        turn.stop = stop;
        turn.end = Clock::now() + maxPollDuration;
        m_gate.begin();
        std::vector<std::size_t> numbers;
        for (std::size_t row = 0; row < m_options.rows.size(); ++row) {
            if (!m_options.rows[row].isColumn)
                numbers.push_back(row);
        }
        const std::span<const std::size_t> all(numbers);
        for (std::size_t at = 0; at < all.size(); at += numbersInOne)
            readNumbers(all.subspan(at, std::min(numbersInOne, all.size() - at)), turn);
        for (const SnmpRow& row : m_options.rows) {
            if (row.isColumn)
                readColumn(row, turn);
        }
        if (turn.failures > 0)
            m_rates.clear(); // a gap is not averaged over
        if (turn.answered == 0)
            return Error{turn.silence.empty() ? turn.problem : turn.silence};
        turn.report.note = turn.problem.empty() ? m_gate.note() : turn.problem;
        if (turn.absent > 1)
            turn.report.note += fmt::format("; same error for {} more", turn.absent - 1);
        return std::move(turn.report);
    }

    void close() override { m_link.reset(); }

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
        std::set<std::pair<FacilityPlace, std::string_view>> taken; ///< rows of tables with duplicate names
    };
    struct NamesOfColumn
    {
        Names names;
        Clock::time_point read;
    };
    using Question = std::function<SnmpAnswer(SnmpLink&)>;

    [[nodiscard]] static bool mayRequest(Turn& turn)
    {
        if (turn.stop.stop_requested() || turn.failures >= maxFailures)
            return false;
        const bool isInTime = Clock::now() < turn.end && turn.questions < maxQuestions;
        if (!isInTime)
            fail(turn, "it is too large or too slow to read completely");
        return isInTime;
    }

    [[nodiscard]] SnmpAnswer ask(Turn& turn, const Question& question)
    {
        using enum SnmpAnswer::Kind;
        ++turn.questions;
        SnmpAnswer answer;
        if (!m_link) {
            const auto addresses = resolveDevice(m_options.device.host, m_options.device.timeout, turn.stop);
            auto link = addresses.isOk() ? SnmpLink::open(addresses.value().front(), m_options, turn.stop)
                                         : Result<std::unique_ptr<SnmpLink>>(addresses.error());
            if (link.isOk())
                m_link = std::move(link).value();
            else
                answer = {Silent, link.error().message, {}};
        }
        if (m_link)
            answer = question(*m_link);
        if (answer.kind == Given)
            ++turn.answered;
        if (answer.kind != Silent)
            return answer;
        m_link.reset();
        if (turn.failures++ == 0)
            turn.silence = answer.problem;
        fail(turn, answer.problem);
        return answer;
    }

    void readNumbers(std::span<const std::size_t> rows, Turn& turn)
    {
        if (!mayRequest(turn))
            return;
        std::vector<SnmpOid> oids;
        for (const std::size_t row : rows)
            oids.push_back(m_options.rows[row].oid);
        const SnmpAnswer answer = ask(turn, [&](SnmpLink& link) { return link.get(oids, turn.stop); });
        if (answer.kind == SnmpAnswer::Kind::Given) {
            for (std::size_t at = 0; at < rows.size(); ++at) {
                const SnmpRow& row = m_options.rows[rows[at]];
                takeVariable(row, row.reading, answer.variables[at], turn);
            }
        } else if (answer.kind == SnmpAnswer::Kind::Refused && rows.size() > 1) {
            // The answer was too long, or one object made the whole request fail.
            for (std::size_t at = 0; at < rows.size(); ++at)
                readNumbers(rows.subspan(at, 1), turn);
        } else {
            fail(turn, answer.problem);
        }
    }

    void readColumn(const SnmpRow& row, Turn& turn)
    {
        static const Names none;
        const Names& names = row.names.empty() ? none : namesOf(row.names, turn);
        const SnmpWalk rows = walk(row.oid, turn);
        if (rows.isDone() && rows.rows().empty())
            fail(turn, fmt::format("it has no rows in {}", snmpOidText(row.oid)));
        for (const SnmpVariable& each : rows.rows()) {
            const SnmpOid index = rows.indexOf(each);
            const auto name = names.find(index);
            FacilityMapping reading
                = readingOf(row, snmpOidText(index), name != names.end() ? name->second : snmpOidText(index));
            if (!turn.taken.emplace(reading.place, reading.metric).second) { // two that people gave one name
                reading.place.back().name += fmt::format(" ({})", snmpOidText(index));
                turn.taken.emplace(reading.place, reading.metric);
            }
            takeVariable(row, reading, each, turn);
        }
    }

    [[nodiscard]] SnmpWalk walk(const SnmpOid& column, Turn& turn)
    {
        SnmpWalk walk(column);
        while (!walk.isDone() && mayRequest(turn)) {
            const SnmpAnswer answer
                = ask(turn, [&](SnmpLink& link) { return link.after(walk.at(), rowsInOne, turn.stop); });
            if (answer.kind != SnmpAnswer::Kind::Given) {
                fail(turn, answer.problem);
                break;
            }
            walk.take(answer.variables);
        }
        if (!walk.problem().empty())
            fail(turn, walk.problem());
        return walk;
    }

    [[nodiscard]] const Names& namesOf(const SnmpOid& column, Turn& turn)
    {
        NamesOfColumn& known = m_names[column];
        if (!known.names.empty() && Clock::now() - known.read < namesLast)
            return known.names;
        const SnmpWalk names = walk(column, turn);
        if (!names.isDone())
            return known.names; // earlier ones, if any
        known.names.clear();
        known.read = Clock::now();
        for (const SnmpVariable& each : names.rows()) {
            std::string name = each.kind == SnmpVariable::Kind::Text ? facilityName(each.text) : std::string();
            if (each.kind == SnmpVariable::Kind::Number)
                name = fmt::format("{}", each.number);
            if (!name.empty())
                known.names.insert_or_assign(names.indexOf(each), std::move(name));
        }
        return known.names;
    }

    void takeVariable(const SnmpRow& row, const FacilityMapping& reading, const SnmpVariable& said, Turn& turn)
    {
        if (row.isCounter) {
            if (said.kind != SnmpVariable::Kind::Count)
                return fail(turn, fmt::format("it has no counter at {}", snmpOidText(said.oid)));
            const auto rate = m_rates.try_emplace(said.oid, CounterRate(said.bits)).first;
            if (const auto perSecond = rate->second.sample(said.count, TimePoint(Clock::now().time_since_epoch())))
                m_gate.take(reading, *perSecond, turn.report);
            return;
        }
        if (const auto number = numberOf(said))
            return m_gate.take(reading, *number, turn.report);
        if (turn.absent++ == 0 || turn.problem.empty())
            fail(turn, fmt::format("it has no number at {}", snmpOidText(said.oid)));
    }

    static void fail(Turn& turn, const std::string& problem)
    {
        if (turn.problem.empty())
            turn.problem = problem;
    }

    SnmpOptions m_options;
    std::string m_name;
    std::unique_ptr<SnmpLink> m_link; ///< null: there is no session
    std::map<SnmpOid, NamesOfColumn> m_names;
    std::map<SnmpOid, CounterRate> m_rates;
    PlausibilityFilter m_gate;
};

} // namespace

std::unique_ptr<FacilityTarget> makeSnmpTarget(SnmpOptions options)
{
    return std::make_unique<SnmpTarget>(std::move(options));
}

} // namespace lockstep
