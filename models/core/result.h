// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace lockstep {

/// Why an operation failed: one sentence that names the file, line or peer and the expected input.
struct [[nodiscard]] Error
{
    std::string message;
};

/// A value or an Error. Errors are passed between rooms as values, never as exceptions. There is no conversion to bool,
/// so that a Result<bool> cannot be tested by mistake.
template <class T>
class [[nodiscard]] Result
{
public:
    Result(T value) : m_state(std::in_place_index<0>, std::move(value)) { }
    Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) { }

    [[nodiscard]] bool isOk() const { return m_state.index() == 0; }
    explicit operator bool() const = delete;

    /// The value; call only when isOk().
    [[nodiscard]] T& value() & { return std::get<0>(m_state); }
    [[nodiscard]] const T& value() const& { return std::get<0>(m_state); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_state)); }

    /// The error; call only when not isOk().
    [[nodiscard]] const Error& error() const { return std::get<1>(m_state); }

private:
    std::variant<T, Error> m_state;
};

/// Result of an operation without a value.
using Status = Result<std::monostate>;

[[nodiscard]] inline Status success()
{
    return std::monostate{};
}

} // namespace lockstep
