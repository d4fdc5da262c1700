// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kineto/fabricmessage.h"

#include <algorithm>
#include <cstring>

namespace lockstep {

namespace {

constexpr std::size_t typeBytes = 32;

template <class Number>
Number numberAt(std::string_view bytes, std::size_t at)
{
    Number number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

} // namespace

std::optional<FabricMessage> readFabricMessage(std::string_view datagram)
{
    if (datagram.size() < FabricMessage::headerBytes
        || numberAt<std::uint64_t>(datagram, 0) != datagram.size() - FabricMessage::headerBytes)
        return std::nullopt;
    const std::string_view type = datagram.substr(sizeof(std::uint64_t), typeBytes);
    return FabricMessage{std::string(type.substr(0, type.find('\0'))),
                         std::string(datagram.substr(FabricMessage::headerBytes))};
}

std::string writeFabricMessage(std::string_view type, std::string_view body)
{
    std::string datagram(FabricMessage::headerBytes, '\0');
    const std::uint64_t size = body.size();
    std::memcpy(datagram.data(), &size, sizeof size);
    type.substr(0, typeBytes - 1).copy(datagram.data() + sizeof size, typeBytes - 1);
    return datagram.append(body);
}

/// Kinds, number of processes, Slurm's job number, and process ids: the requesting one first, then its ancestors.
std::optional<FabricRequest> readFabricRequest(std::string_view body)
{
    constexpr std::size_t fixed = 16;
    if (body.size() < fixed)
        return std::nullopt;
    const auto processes = numberAt<std::int32_t>(body, sizeof(std::int32_t));
    if (processes < 1 || body.size() < fixed + static_cast<std::size_t>(processes) * sizeof(std::int32_t))
        return std::nullopt;
    return FabricRequest{numberAt<std::int32_t>(body, 0), numberAt<std::int64_t>(body, 2 * sizeof(std::int32_t))};
}

} // namespace lockstep
