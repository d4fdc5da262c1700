// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/gnmi/gnmimessage.h"

#include "datasources/text/jsonaccess.h"
#include "gnmi.pb.h"
#include "models/core/parsenumber.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace lockstep {

namespace {

constexpr std::size_t deepest = 24;

std::string_view withoutModule(std::string_view name)
{
    const std::size_t colon = name.find(':');
    return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

/// Limits the expansion of a message, whose long prefix may be repeated.
class Allowance
{
public:
    explicit Allowance(GnmiMessage& message) : m_message(message) { }

    [[nodiscard]] bool isLeft() const { return m_left > 0 && m_message.updates.size() < GnmiMessage::maxUpdates; }
    void spend(const GnmiPlace& place)
    {
        constexpr std::size_t overhead = 64;
        std::size_t bytes = overhead + place.path.size();
        for (const auto& [key, value] : place.keys)
            bytes += overhead + key.size() + value.size();
        m_left -= std::min(m_left, bytes);
    }
    void leaveOut() { ++m_message.leftOut; }
    void add(const GnmiPlace& place, GnmiValue value) { m_message.updates.push_back({place, std::move(value)}); }

private:
    GnmiMessage& m_message;
    std::size_t m_left = 32U << 20U;
};

bool isShort(std::string_view text)
{
    return text.size() <= GnmiMessage::longestText;
}

/// Adds a name to a path. @return false: too long
bool descend(GnmiPlace& place, std::string_view name)
{
    name = withoutModule(name);
    if (name.empty() || !isShort(name) || place.path.size() > deepest * GnmiMessage::longestText / 4)
        return false;
    if (!place.path.empty())
        place.path += '/';
    place.path += name;
    return true;
}

bool append(GnmiPlace& place, const gnmi::Path& path)
{
    if (static_cast<std::size_t>(path.elem_size()) > deepest || place.keys.size() > deepest)
        return false;
    for (const gnmi::PathElem& elem : path.elem()) {
        if (!descend(place, elem.name()) || elem.key_size() > 4)
            return false;
        const std::size_t first = place.keys.size();
        for (const auto& [key, value] : elem.key()) {
            if (!isShort(key) || !isShort(value))
                return false;
            place.keys.emplace_back(withoutModule(key), value);
        }
        std::sort(place.keys.begin() + static_cast<std::ptrdiff_t>(first), place.keys.end());
    }
    return true;
}

/// Walks JSON and makes an update of each leaf. Lists are treated as lists of keyed entries.
class JsonLeaves
{
public:
    explicit JsonLeaves(Allowance& out) : m_out(out) { }

    void add(const GnmiPlace& place, std::string_view text)
    {
        simdjson::dom::element root;
        if (m_parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS)
            m_out.leaveOut();
        else
            walk(place, root, 0);
    }

private:
    void walk(const GnmiPlace& place, simdjson::dom::element element, std::size_t depth)
    {
        m_out.spend(place);
        if (depth > deepest || !m_out.isLeft())
            return m_out.leaveOut();
        if (const auto object = objectOf(element)) {
            for (const auto member : *object) {
                GnmiPlace below = place;
                if (descend(below, member.key))
                    walk(below, member.value, depth + 1);
                else
                    m_out.leaveOut();
            }
        } else if (const auto list = arrayOf(element)) {
            for (const simdjson::dom::element entry : *list)
                walkEntry(place, entry, depth + 1);
        } else {
            addLeaf(place, element);
        }
    }

    void walkEntry(const GnmiPlace& place, simdjson::dom::element entry, std::size_t depth)
    {
        static constexpr std::array<std::string_view, 6> keyNames{"name",     "interface-id", "index",
                                                                  "priority", "guid",         "port_number"};
        GnmiPlace at = place;
        for (const std::string_view key : keyNames) {
            const auto member = objectOf(entry) ? memberOf(entry, key) : std::nullopt;
            const auto number = member ? integerOf(*member) : std::nullopt;
            const std::string value = number ? std::to_string(*number)
                : member                     ? std::string(textOf(*member))
                                             : std::string();
            if (!value.empty() && isShort(value) && at.keys.size() <= deepest)
                at.keys.emplace_back(key, value);
        }
        walk(at, entry, depth);
    }

    void addLeaf(const GnmiPlace& place, simdjson::dom::element element)
    {
        std::uint64_t whole = 0;
        bool flag = false;
        const std::string_view text = textOf(element);
        if (element.get_uint64().get(whole) == simdjson::SUCCESS)
            m_out.add(place, whole);
        else if (const auto number = numberOf(element); number && std::isfinite(*number))
            m_out.add(place, *number);
        else if (element.get_bool().get(flag) == simdjson::SUCCESS)
            m_out.add(place, std::uint64_t{flag ? 1U : 0U});
        else if (!text.empty() && isShort(text))
            m_out.add(place, std::string(text));
        else
            m_out.leaveOut();
    }

    Allowance& m_out;
    simdjson::dom::parser m_parser{GnmiMessage::maxUpdates * 64};
};

std::optional<GnmiValue> scalarOf(const gnmi::TypedValue& value)
{
    const auto finite = [](double number) {
        return std::isfinite(number) ? std::optional<GnmiValue>(number) : std::nullopt;
    };
    const auto text = [](const std::string& said) {
        return isShort(said) ? std::optional<GnmiValue>(said) : std::nullopt;
    };
    switch (value.value_case()) {
    case gnmi::TypedValue::kStringVal:
        return text(value.string_val());
    case gnmi::TypedValue::kAsciiVal:
        return text(value.ascii_val());
    case gnmi::TypedValue::kUintVal:
        return value.uint_val();
    case gnmi::TypedValue::kIntVal:
        return value.int_val() < 0 ? finite(static_cast<double>(value.int_val()))
                                   : std::optional<GnmiValue>(static_cast<std::uint64_t>(value.int_val()));
    case gnmi::TypedValue::kBoolVal:
        return std::uint64_t{value.bool_val() ? 1U : 0U};
    case gnmi::TypedValue::kFloatVal:
        return finite(static_cast<double>(value.float_val()));
    case gnmi::TypedValue::kDoubleVal:
        return finite(value.double_val());
    case gnmi::TypedValue::kDecimalVal:
        return value.decimal_val().precision() <= 18
            ? finite(static_cast<double>(value.decimal_val().digits()) / std::pow(10, value.decimal_val().precision()))
            : std::nullopt;
    case gnmi::TypedValue::kBytesVal: {
        // openconfig's ieeefloat32: four octets, big-endian.
        const std::string& octets = value.bytes_val();
        if (octets.size() != 4)
            return std::nullopt;
        std::uint32_t bits = 0;
        for (const char octet : octets)
            bits = bits << 8U | static_cast<unsigned char>(octet);
        return finite(static_cast<double>(std::bit_cast<float>(bits)));
    }
    default:
        return std::nullopt;
    }
}

void addUpdate(const GnmiPlace& prefix, const gnmi::Update& update, JsonLeaves& json, Allowance& out)
{
    if (!out.isLeft())
        return out.leaveOut();
    GnmiPlace place = prefix;
    const bool isPlace = append(place, update.path());
    out.spend(place);
    if (!isPlace)
        out.leaveOut();
    else if (update.val().has_json_ietf_val())
        json.add(place, update.val().json_ietf_val());
    else if (update.val().has_json_val())
        json.add(place, update.val().json_val());
    else if (auto value = scalarOf(update.val()))
        out.add(place, std::move(*value));
    else
        out.leaveOut();
}

} // namespace

const std::string* GnmiPlace::find(std::string_view key) const
{
    const auto found = std::ranges::find(keys, key, &std::pair<std::string, std::string>::first);
    return found == keys.end() ? nullptr : &found->second;
}

Result<GnmiMessage> readGnmiMessage(std::string_view bytes)
{
    gnmi::SubscribeResponse response;
    if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())
        || !response.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
        return Error{"a message that is not a SubscribeResponse"};
    GnmiMessage message;
    message.isSync = response.sync_response();
    const gnmi::Notification& reported = response.update();
    message.timestampNs = reported.timestamp();
    GnmiPlace prefix;
    if (!append(prefix, reported.prefix())) {
        message.leftOut = static_cast<std::size_t>(reported.update_size() + reported.delete__size());
        return message;
    }
    Allowance allowance(message);
    JsonLeaves json(allowance);
    for (const gnmi::Update& update : reported.update())
        addUpdate(prefix, update, json, allowance);
    for (const gnmi::Path& path : reported.delete_()) {
        GnmiPlace place = prefix;
        if (message.deletes.size() < GnmiMessage::maxDeletes && append(place, path))
            message.deletes.push_back(std::move(place));
        else
            ++message.leftOut;
    }
    return message;
}

std::optional<std::uint64_t> countOf(const GnmiValue& value)
{
    if (const auto* whole = std::get_if<std::uint64_t>(&value))
        return *whole;
    if (const auto* real = std::get_if<double>(&value))
        return *real >= 0 && *real < 0x1p63 ? std::optional(static_cast<std::uint64_t>(*real)) : std::nullopt;
    return parseNumber<std::uint64_t>(std::get<std::string>(value));
}

std::optional<double> realOf(const GnmiValue& value)
{
    if (const auto* whole = std::get_if<std::uint64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    const auto number = parseNumber<double>(std::get<std::string>(value));
    return number && std::isfinite(*number) ? number : std::nullopt;
}

std::string_view wordOf(const GnmiValue& value)
{
    const auto* const text = std::get_if<std::string>(&value);
    return text ? withoutModule(*text) : std::string_view();
}

} // namespace lockstep
