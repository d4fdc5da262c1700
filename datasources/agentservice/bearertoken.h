// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace lockstep {

/// The token that callers must present. Immutable, any thread.
class BearerToken
{
public:
    /// @param token empty: nobody has to show anything
    explicit BearerToken(std::string token);

    /// @param authorization value of the call's "authorization" header, empty when it has none.
    /// Takes the same time wherever a wrong token differs from the right one.
    [[nodiscard]] bool accepts(std::string_view authorization) const;

private:
    std::string m_expected; ///< the whole header value
};

} // namespace lockstep
