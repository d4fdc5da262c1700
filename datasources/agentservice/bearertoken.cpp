// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/bearertoken.h"

namespace lockstep {

BearerToken::BearerToken(std::string token) : m_expected(token.empty() ? std::string() : "Bearer " + token) { }

bool BearerToken::accepts(std::string_view authorization) const
{
    if (m_expected.empty())
        return true;
    unsigned difference = authorization.size() == m_expected.size() ? 0U : 1U;
    for (std::size_t at = 0; at < m_expected.size(); ++at) {
        const char shown = at < authorization.size() ? authorization[at] : '\0';
        difference
            |= static_cast<unsigned>(static_cast<unsigned char>(shown) ^ static_cast<unsigned char>(m_expected[at]));
    }
    return difference == 0;
}

} // namespace lockstep
