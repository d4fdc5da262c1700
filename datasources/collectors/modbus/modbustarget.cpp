// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/modbus/modbustarget.h"

#include "datasources/collectors/facility/devicesocket.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <limits>
#include <modbus/modbus.h>
#include <numeric>
#include <sys/socket.h>
#include <tuple>

namespace lockstep {

namespace {

constexpr std::pair<std::string_view, ModbusTable> tableWords[]{{"holding", ModbusTable::Holding},
                                                                {"input", ModbusTable::Input},
                                                                {"coil", ModbusTable::Coil},
                                                                {"discrete", ModbusTable::Discrete}};
constexpr std::pair<std::string_view, ModbusType> typeWords[]{{"int16", ModbusType::Int16},
                                                              {"uint16", ModbusType::Uint16},
                                                              {"int32", ModbusType::Int32},
                                                              {"uint32", ModbusType::Uint32},
                                                              {"float32", ModbusType::Float32}};
constexpr std::pair<std::string_view, ModbusOrder> orderWords[]{
    {"abcd", ModbusOrder::Abcd}, {"cdab", ModbusOrder::Cdab}, {"badc", ModbusOrder::Badc}, {"dcba", ModbusOrder::Dcba}};

template <class Value, std::size_t count>
Value readWord(TomlTable& fields, const char* key, const std::pair<std::string_view, Value> (&words)[count])
{
    const std::string text = fields.textOr(key, std::string(words[0].first));
    std::string all;
    for (const auto& [word, value] : words) {
        if (word == text)
            return value;
        (all += all.empty() ? "" : ", ") += word;
    }
    fields.fail(key, fmt::format("\"{}\" is '{}', expected one of {}", key, facilityName(text), all));
    return words[0].second;
}

ModbusPlace readModbusPlace(TomlTable& fields, int unit)
{
    ModbusPlace at;
    at.unit = static_cast<int>(fields.count("unit", 0, 255).value_or(static_cast<std::size_t>(unit)));
    at.table = readWord(fields, "register", tableWords);
    if (!fields.has("address"))
        fields.fail("address", "\"address\" is missing: expected a whole number from 0 to 65535");
    at.address = static_cast<std::uint16_t>(fields.count("address", 0, 65535).value_or(0));
    const bool hasType = fields.has("type");
    at.type = hasType ? readWord(fields, "type", typeWords) : ModbusType::Uint16;
    if (hasType && isOfBits(at.table))
        fields.fail("type", "\"type\" applies only to registers");
    const bool hasOrder = fields.has("order");
    at.order = readWord(fields, "order", orderWords);
    if (hasOrder && at.width() != 2)
        fields.fail("order", "\"order\" applies only to 32-bit numbers");
    if (const auto bit = fields.count("bit", 0, 15))
        at.bit = static_cast<unsigned>(*bit);
    if (at.bit && (isOfBits(at.table) || at.type != ModbusType::Uint16))
        fields.fail("bit", "\"bit\" applies only to registers of type uint16");
    if (at.address + at.width() > 65536)
        fields.fail("address", "a 32-bit number does not fit at this address");
    return at;
}

Result<ModbusOptions> readModbusTarget(const toml::table& table, const std::string& origin)
{
    TomlTable fields(table, origin, "[[modbus]]");
    ModbusOptions options;
    options.device = readMappedDevice(fields);
    options.port = static_cast<std::uint16_t>(fields.count("port", 1, 65535).value_or(options.port));
    const int unit = static_cast<int>(fields.count("unit", 0, 255).value_or(1));
    const Status status
        = readMapping(fields, "modbus", origin, 1, options, [unit](TomlTable& row, MappingReader& mapping) {
              const FacilityMapping reading = mapping.readRow(row);
              return ModbusRow{readModbusPlace(row, unit), reading};
          });
    if (!status.isOk())
        return status.error();
    return options;
}

} // namespace

Result<std::vector<ModbusOptions>> readModbusTargets(TomlTable& top, const std::string& origin)
{
    return readTargets(top, "modbus", origin, readModbusTarget);
}

namespace {

std::uint32_t swapped(std::uint16_t word)
{
    return static_cast<std::uint32_t>((word << 8U | word >> 8U) & 0xFFFFU);
}

/// The 32 bits of two registers in order of transmission.
std::uint32_t bitsOf(ModbusOrder order, std::uint16_t first, std::uint16_t second)
{
    switch (order) {
    case ModbusOrder::Abcd:
        return std::uint32_t{first} << 16U | second;
    case ModbusOrder::Cdab:
        return std::uint32_t{second} << 16U | first;
    case ModbusOrder::Badc:
        return swapped(first) << 16U | swapped(second);
    case ModbusOrder::Dcba:
        return swapped(second) << 16U | swapped(first);
    }
    return 0;
}

std::string_view tableWord(ModbusTable table)
{
    switch (table) {
    case ModbusTable::Holding:
        return "holding register";
    case ModbusTable::Input:
        return "input register";
    case ModbusTable::Coil:
        return "coil";
    case ModbusTable::Discrete:
        return "discrete input";
    }
    return "register";
}

std::string blockText(const ModbusBlock& block)
{
    const std::string what = fmt::format("{} {}", tableWord(block.table), block.address);
    return block.count > 1 ? fmt::format("{} to {} of unit {}", what, block.address + block.count - 1, block.unit)
                           : fmt::format("{} of unit {}", what, block.unit);
}

} // namespace

ModbusBlock blockOf(std::span<const ModbusRow> rows, std::size_t row)
{
    const ModbusPlace& at = rows[row].at;
    return {at.unit, at.table, at.address, at.width(), {row}};
}

std::vector<ModbusBlock> planModbus(std::span<const ModbusRow> rows)
{
    std::vector<std::size_t> order(rows.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t row) {
        const ModbusPlace& at = rows[row].at;
        return std::tuple(at.unit, at.table, at.address);
    });
    std::vector<ModbusBlock> blocks;
    for (const std::size_t row : order) {
        const ModbusPlace& at = rows[row].at;
        const unsigned max = isOfBits(at.table) ? ModbusBlock::maxBits : ModbusBlock::maxRegisters;
        ModbusBlock* const last = blocks.empty() ? nullptr : &blocks.back();
        const unsigned end = at.address + unsigned{at.width()};
        const bool fits = last != nullptr && last->unit == at.unit && last->table == at.table
            && at.address <= last->address + unsigned{last->count} && end - last->address <= max;
        if (!fits) {
            blocks.push_back(blockOf(rows, row));
            continue;
        }
        last->count = static_cast<std::uint16_t>(std::max<unsigned>(last->count, end - last->address));
        last->rows.push_back(row);
    }
    return blocks;
}

double modbusNumber(const ModbusPlace& at, std::span<const std::uint16_t> values)
{
    if (values.size() < at.width())
        return std::numeric_limits<double>::quiet_NaN();
    if (isOfBits(at.table))
        return values[0] != 0 ? 1 : 0;
    if (at.bit)
        return values[0] >> *at.bit & 1;
    switch (at.type) {
    case ModbusType::Uint16:
        return values[0];
    case ModbusType::Int16:
        return static_cast<std::int16_t>(values[0]);
    case ModbusType::Uint32:
        return bitsOf(at.order, values[0], values[1]);
    case ModbusType::Int32:
        return static_cast<std::int32_t>(bitsOf(at.order, values[0], values[1]));
    case ModbusType::Float32:
        return std::bit_cast<float>(bitsOf(at.order, values[0], values[1]));
    }
    return std::numeric_limits<double>::quiet_NaN();
}

void ModbusLink::Free::operator()(_modbus* context) const
{
    ::modbus_close(context);
    ::modbus_free(context);
}

ModbusLink::ModbusLink(FileDescriptor socket, std::chrono::milliseconds timeout)
    // The address is not used, because the socket is connected already.
    : m_context(::modbus_new_tcp("127.0.0.1", MODBUS_TCP_DEFAULT_PORT)), m_timeout(timeout)
{
    if (!m_context)
        return;
    ::modbus_set_socket(m_context.get(), socket.release());
    const auto microseconds = std::chrono::microseconds(timeout).count();
    ::modbus_set_response_timeout(m_context.get(), static_cast<std::uint32_t>(microseconds / 1'000'000),
                                  static_cast<std::uint32_t>(microseconds % 1'000'000));
    // Without a byte timeout the response timeout covers the whole answer, so that a slow sender gains nothing.
    ::modbus_set_byte_timeout(m_context.get(), 0, 0);
}

ModbusLink::~ModbusLink() = default;

int ModbusLink::ask(const ModbusBlock& block, std::vector<std::uint16_t>& values)
{
    modbus_t* const context = m_context.get();
    if (::modbus_set_slave(context, block.unit) != 0)
        return -1;
    values.assign(block.count, 0);
    if (!isOfBits(block.table))
        return block.table == ModbusTable::Holding
            ? ::modbus_read_registers(context, block.address, block.count, values.data())
            : ::modbus_read_input_registers(context, block.address, block.count, values.data());
    std::array<std::uint8_t, ModbusBlock::maxBits> bits{};
    const int count = block.table == ModbusTable::Coil
        ? ::modbus_read_bits(context, block.address, block.count, bits.data())
        : ::modbus_read_input_bits(context, block.address, block.count, bits.data());
    std::copy_n(bits.begin(), std::min<std::size_t>(block.count, bits.size()), values.begin());
    return count;
}

ModbusAnswer ModbusLink::read(const ModbusBlock& block, std::vector<std::uint16_t>& values, const std::stop_token& stop)
{
    using enum ModbusAnswer::Kind;
    if (!m_context)
        return {Broken, "not enough memory for a connection"};
    const int socket = ::modbus_get_socket(m_context.get());
    int given = 0;
    int error = 0;
    {
        const std::stop_callback wake(stop, [socket] { ::shutdown(socket, SHUT_RDWR); });
        errno = 0;
        given = ask(block, values);
        error = errno;
    }
    if (stop.stop_requested())
        return {Broken, "stopped"};
    if (given == block.count)
        return {};
    if (given >= 0)
        return {Broken, fmt::format("returned {} values, expected {}", given, block.count)};
    if (error >= EMBXILFUN && error <= EMBXGTAR)
        return {Refused, fmt::format("reports: {}", ::modbus_strerror(error))};
    if (error == ETIMEDOUT)
        return {Broken, fmt::format("did not answer within {} s", std::chrono::duration<double>(m_timeout).count())};
    if (error == ECONNRESET || error == EPIPE || error == ECONNREFUSED)
        return {Closed, "closed the connection"};
    return {Broken, fmt::format("returned an invalid Modbus response: {}", ::modbus_strerror(error))};
}

ModbusTarget::ModbusTarget(ModbusOptions options)
    : m_options(std::move(options)),
      m_name(fmt::format("modbus://{}:{}", m_options.device.host, m_options.port)),
      m_blocks(planModbus(m_options.rows))
{ }

ModbusTarget::~ModbusTarget() = default;

/// A device may have closed an idle connection, which is not a fault: tries once more.
ModbusAnswer ModbusTarget::read(const ModbusBlock& block, const std::stop_token& stop)
{
    for (;;) {
        const bool isKept = m_link != nullptr;
        if (!isKept) {
            Result<FileDescriptor> socket
                = connectDevice(m_options.device.host, m_options.port, m_options.device.timeout, stop);
            if (!socket.isOk())
                return {ModbusAnswer::Kind::Broken, socket.error().message};
            m_link = std::make_unique<ModbusLink>(std::move(socket).value(), m_options.device.timeout);
        }
        ModbusAnswer answer = m_link->read(block, m_values, stop);
        if (answer.kind == ModbusAnswer::Kind::Closed || answer.kind == ModbusAnswer::Kind::Broken)
            m_link.reset();
        if (!answer.problem.empty())
            answer.problem = fmt::format("{} {}", blockText(block), answer.problem);
        if (!isKept || answer.kind != ModbusAnswer::Kind::Closed || stop.stop_requested())
            return answer;
    }
}

void ModbusTarget::readBlock(const ModbusBlock& block, Turn& turn, const std::stop_token& stop)
{
    const ModbusAnswer answer = read(block, stop);
    if (answer.kind == ModbusAnswer::Kind::Given) {
        ++turn.answered;
        for (const std::size_t row : block.rows) {
            const auto& [at, reading] = m_options.rows[row];
            const std::span<const std::uint16_t> values(m_values);
            m_gate.take(reading, modbusNumber(at, values.subspan(at.address - block.address)), turn.report);
        }
        return;
    }
    if (turn.problem.empty())
        turn.problem = answer.problem;
    if (answer.kind != ModbusAnswer::Kind::Refused) {
        if (turn.failures++ == 0)
            turn.silence = answer.problem;
        return;
    }
    if (block.rows.size() == 1) {
        ++turn.refused;
        return;
    }
    // One unmapped address makes the whole request fail: reads its neighbours one by one.
    for (const std::size_t row : block.rows) {
        if (turn.failures < maxFailures && !stop.stop_requested())
            readBlock(blockOf(m_options.rows, row), turn, stop);
    }
}

Result<FacilityReport> ModbusTarget::poll(const std::stop_token& stop)
{
    Turn turn;
    turn.report.served = m_options.device.serves;
    m_gate.begin();
    const auto end = Clock::now() + maxPollDuration;
    for (const ModbusBlock& block : m_blocks) {
        if (stop.stop_requested() || turn.failures >= maxFailures)
            break;
        if (Clock::now() > end) {
            turn.problem = "it is too slow to read completely";
            break;
        }
        readBlock(block, turn, stop);
    }
    if (turn.answered == 0)
        return Error{turn.silence.empty() ? turn.problem : turn.silence};
    turn.report.note = turn.problem.empty() ? m_gate.note() : turn.problem;
    if (turn.refused > 1)
        turn.report.note += fmt::format("; same error for {} more", turn.refused - 1);
    return std::move(turn.report);
}

void ModbusTarget::close()
{
    m_link.reset();
}

} // namespace lockstep
