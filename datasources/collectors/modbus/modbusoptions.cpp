// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/modbus/modbusoptions.h"

#include <fmt/format.h>

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
        fields.fail("type", "a coil or discrete input is 0 or 1: it has no \"type\"");
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

} // namespace lockstep
