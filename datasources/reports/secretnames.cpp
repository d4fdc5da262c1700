// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/secretnames.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

namespace lockstep {

namespace {

bool containsAny(std::string_view text, std::span<const std::string_view> words)
{
    return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
}

} // namespace

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

bool saysSecret(std::string_view name)
{
    constexpr auto telling = std::to_array<std::string_view>(
        {"password",   "passwd",      "passphrase",  "passwort",    "pwd",        "secret",
         "token",      "apikey",      "api_key",     "api-key",     "accesskey",  "access_key",
         "access-key", "privatekey",  "private_key", "private-key", "credential", "authorization",
         "cookie",     "signing_key", "account_key", "db_pass",     "user_pass"});
    constexpr auto innocent = std::to_array<std::string_view>({"tokeniz", "tokenis"});
    const auto lower = lowerCase(name);
    if (containsAny(lower, telling))
        return !containsAny(lower, innocent);
    const bool isVariable = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
    return lower == "auth" || lower == "sig" || lower.ends_with("-auth")
        || (isVariable && (lower.ends_with("_key") || lower.ends_with("_pass") || lower.ends_with("_auth")));
}

bool isCountOfTokens(std::string_view name, std::string_view value)
{
    constexpr std::size_t longestNumber = 20;
    return lowerCase(name).find("tokens") != std::string::npos && !value.empty() && value.size() <= longestNumber
        && std::isdigit(static_cast<unsigned char>(value.front())) != 0;
}

} // namespace lockstep
