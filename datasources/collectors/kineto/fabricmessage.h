// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep {

/// A message of dynolog's IPC fabric, used by libkineto: a datagram with a length (8 bytes), a type (32 bytes,
/// zero-padded) and a payload, in native byte order. libkineto's messages are short and of fixed form.
struct FabricMessage
{
    static constexpr std::size_t headerBytes = 40;
    static constexpr std::size_t longest = 1024; ///< maximum length; a process has few ancestors
    /// A process announces itself; the answer is the number of processes.
    static constexpr const char* context = "ctxt";
    static constexpr const char* request = "req"; ///< a process requests a configuration, which may be empty

    std::string type;
    std::string body;
};

/// nullopt: another kind of message.
[[nodiscard]] std::optional<FabricMessage> readFabricMessage(std::string_view datagram);
[[nodiscard]] std::string writeFabricMessage(std::string_view type, std::string_view body);

/// The kind of configuration requested.
struct FabricRequest
{
    static constexpr std::int32_t activities = 2;

    std::int32_t kinds = 0; ///< bit set
    std::int64_t job = 0; ///< Slurm's job id; 0: none
};
[[nodiscard]] std::optional<FabricRequest> readFabricRequest(std::string_view body);

} // namespace lockstep
