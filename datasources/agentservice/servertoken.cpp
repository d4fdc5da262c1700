// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/servertoken.h"

#include "datasources/text/textfile.h"

#include <fmt/format.h>

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

ServerToken::ServerToken(const std::string& path, std::string token)
    : m_file(path), m_text(std::move(token)), m_token(m_text)
{ }

Result<std::unique_ptr<ServerToken>> ServerToken::read(const std::string& path)
{
    std::string token;
    if (!path.empty()) {
        Result<std::string> line = readTokenFile(path);
        if (!line.isOk())
            return line.error();
        token = std::move(line).value();
    }
    return std::unique_ptr<ServerToken>(new ServerToken(path, std::move(token)));
}

bool ServerToken::accepts(std::string_view authorization) const
{
    const std::scoped_lock lock(m_mutex);
    return m_token.accepts(authorization);
}

std::string ServerToken::reload(bool& isNew)
{
    isNew = false;
    if (!m_file.hasChanged())
        return {};
    Result<std::string> line = readTokenFile(m_file.path());
    if (!line.isOk())
        return fmt::format("{}; the previous token stays in use", line.error().message);
    const std::scoped_lock lock(m_mutex);
    if (line.value() == m_text)
        return {};
    isNew = true;
    m_text = std::move(line).value();
    m_token = BearerToken(m_text);
    return fmt::format("{}: new token loaded; clients that used the old one must reconnect", m_file.path());
}

} // namespace lockstep
