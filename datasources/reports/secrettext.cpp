// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/reports/secrettext.h"

#include "models/core/textparts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

bool containsAny(std::string_view text, std::span<const std::string_view> words)
{
    return std::ranges::any_of(words, [&](auto word) { return text.find(word) != std::string_view::npos; });
}

/// Whether a name denotes a secret, such as "AWS_SECRET_ACCESS_KEY", "--token" or "dbPassword", but not "forward_pass"
/// or "primary_key".
bool isSecretName(std::string_view name)
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

/// Whether the value is a number of tokens: "tokens: 4096".
bool isCountOfTokens(std::string_view name, std::string_view value)
{
    constexpr std::size_t longestNumber = 20;
    return lowerCase(name).find("tokens") != std::string::npos && !value.empty() && value.size() <= longestNumber
        && std::isdigit(static_cast<unsigned char>(value.front())) != 0;
}

bool isLetterOrDigit(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool isIdentifier(char c)
{
    return isLetterOrDigit(c) || c == '_' || c == '-';
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isSpace(char c)
{
    return isBlank(c) || c == '\n' || c == '\r';
}

bool isQuote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/// Characters of known kinds of tokens.
bool isTokenByte(char c)
{
    return isIdentifier(c) || c == '.' || c == '+' || c == '/' || c == '=';
}

/// A header, whose value extends to the end of the line.
bool isHeader(std::string_view lowerName)
{
    return lowerName.ends_with("authorization") || lowerName.ends_with("cookie");
}

struct Shape
{
    std::string_view prefix;
    std::size_t min = 0; ///< bytes including the prefix
};

constexpr auto shapes = std::to_array<Shape>({
    {"ghp_", 24},   {"gho_", 24},  {"ghu_", 24},    {"ghs_", 24}, {"ghr_", 24},   {"github_pat_", 30},
    {"glpat-", 20}, {"hf_", 20},   {"sk-", 20},     {"sk_", 20},  {"rk_", 20},    {"pk_live_", 20},
    {"xox", 16},    {"AKIA", 20},  {"ASIA", 20},    {"AIza", 30}, {"ya29.", 20},  {"eyJ", 24},
    {"npm_", 30},   {"pypi-", 30}, {"dop_v1_", 30}, {"SG.", 30},  {"nvapi-", 20}, {"AGE-SECRET-KEY-", 30},
});

/// Finds secrets in one text, with one pass per rule.
class SecretFinder
{
public:
    explicit SecretFinder(std::string_view text) : m_text(text) { }

    std::string clean()
    {
        findNamed();
        findInAddresses();
        findShapes();
        findPrivateKeys();
        std::ranges::sort(m_found);
        std::string clean;
        std::size_t done = 0;
        for (std::size_t i = 0; i < m_found.size();) {
            auto [from, to] = m_found[i];
            for (++i; i < m_found.size() && m_found[i].first <= to; ++i)
                to = std::max(to, m_found[i].second);
            clean.append(m_text.substr(done, from - done)).append("[removed]");
            done = to;
        }
        return clean.append(m_text.substr(done));
    }

private:
    void add(std::size_t from, std::size_t to)
    {
        if (from < to)
            m_found.emplace_back(from, to);
    }

    [[nodiscard]] char at(std::size_t i) const { return i < m_text.size() ? m_text[i] : '\n'; }

    [[nodiscard]] std::size_t afterBlanks(std::size_t from) const
    {
        while (from < m_text.size() && isBlank(m_text[from]))
            ++from;
        return from;
    }

    template <class Predicate>
    [[nodiscard]] std::size_t endOf(std::size_t from, Predicate&& belongs) const
    {
        while (from < m_text.size() && belongs(m_text[from]))
            ++from;
        return from;
    }

    void findNamed()
    {
        constexpr std::size_t longestName = 128; // of a longer name, the end decides
        for (std::size_t from = 0; from < m_text.size();) {
            if (!isIdentifier(m_text[from])) {
                ++from;
                continue;
            }
            const auto to = endOf(from, isIdentifier);
            const auto name = m_text.substr(to - std::min(to - from, longestName), std::min(to - from, longestName));
            from = to;
            if (isSecretName(name))
                from = addValue(name, to);
            else if (name == "-u" || name == "--user")
                from = addPasswordOf(afterBlanks(at(to) == '=' ? to + 1 : to));
            else if (name == "Bearer" || name == "Basic")
                from = addBareScheme(name, afterBlanks(to));
        }
    }

    /// Beginning of the value of a name that ends at @p from; @p from if there is none.
    [[nodiscard]] std::size_t valueAfter(std::string_view name, std::size_t from) const
    {
        auto to = isQuote(at(from)) ? from + 1 : from;
        if (at(to) == '\\' && isQuote(at(to + 1)))
            to += 2; // a quote within quoted JSON
        to = afterBlanks(to);
        if (at(to) == ':' || at(to) == '=') {
            while (at(to) == ':' || at(to) == '=' || at(to) == '>')
                ++to;
            return afterBlanks(to);
        }
        const auto lower = lowerCase(name);
        const bool isPassword = lower == "password" || lower == "passwd" || lower == "passphrase";
        if (isPassword && to > from && m_text.substr(to).starts_with("is "))
            return afterBlanks(to + 3);
        return name.starts_with("-") && to > from ? to : from; // an option and its value
    }

    /// @return where to continue; each byte is examined once
    std::size_t addValue(std::string_view name, std::size_t nameEnd)
    {
        auto from = valueAfter(name, nameEnd);
        if (from == nameEnd)
            return nameEnd;
        const bool isEscaped = at(from) == '\\' && isQuote(at(from + 1));
        from += isEscaped ? 1 : 0;
        if (isQuote(at(from))) {
            const auto to = endOfQuoted(from + 1, m_text[from], isEscaped);
            add(from + 1, to);
            return to;
        }
        if (isHeader(lowerCase(name))) {
            const auto start = nameEnd - name.size();
            const char quote = start > 0 && isQuote(m_text[start - 1]) ? m_text[start - 1] : '\n';
            const auto to = endOf(from, [quote](char c) { return c != '\n' && c != '\r' && c != quote; });
            add(from, to);
            return to;
        }
        auto to = endOfWord(from);
        if (isCountOfTokens(name, m_text.substr(from, to - from)))
            return to;
        add(from, to);
        constexpr auto schemes = std::to_array<std::string_view>({"bearer", "basic", "digest", "token", "negotiate"});
        if (to - from < 12 && std::ranges::find(schemes, lowerCase(m_text.substr(from, to - from))) != schemes.end()) {
            from = afterBlanks(to);
            to = endOfWord(from);
            add(from, to);
        }
        return to;
    }

    /// @param isEscaped quotes of text within text, each after a backslash
    [[nodiscard]] std::size_t endOfQuoted(std::size_t from, char quote, bool isEscaped) const
    {
        while (from < m_text.size() && m_text[from] != quote && m_text[from] != '\n') {
            if (isEscaped && m_text[from] == '\\' && at(from + 1) == quote)
                return from;
            from += !isEscaped && m_text[from] == '\\' ? 2 : 1;
        }
        return std::min(from, m_text.size());
    }

    /// An unquoted value may contain any character; punctuation after it is excluded.
    [[nodiscard]] std::size_t endOfWord(std::size_t from) const
    {
        const auto isNextParameter = [&](std::size_t i) {
            const auto name = endOf(i + 1, isIdentifier);
            return m_text[i] == '&' && name - i < 64 && at(name) == '=';
        };
        auto to = from;
        while (to < m_text.size() && !isSpace(m_text[to]) && !isQuote(m_text[to]) && !isNextParameter(to))
            ++to;
        while (to > from && std::string_view(".,;:!?)}]>").find(m_text[to - 1]) != std::string_view::npos)
            --to;
        return to;
    }

    std::size_t addPasswordOf(std::size_t from)
    {
        from = isQuote(at(from)) ? from + 1 : from;
        const auto to = endOfWord(from);
        const auto colon = m_text.substr(from, to - from).find(':');
        if (colon != std::string_view::npos)
            add(from + colon + 1, to);
        return to;
    }

    /// "Bearer abc..." without its header.
    std::size_t addBareScheme(std::string_view scheme, std::size_t from)
    {
        constexpr std::size_t min = 8;
        const auto to = endOf(from, isTokenByte);
        const auto word = m_text.substr(from, to - from);
        const bool isCoded
            = word.ends_with('=') || std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
        if (word.size() >= min && (scheme == "Bearer" || isCoded))
            add(from, to);
        return to;
    }

    /// user:password@host, with or without a scheme; one pass, because an address may contain any number of both
    /// characters.
    void findInAddresses()
    {
        constexpr std::size_t longestUser = 20; // a longer one before the @ is a token
        std::size_t user = 0; // possible beginning of the user name
        std::size_t colon = 0; // position after it; 0: none yet
        bool hasScheme = false;
        for (std::size_t i = 0; i < m_text.size(); ++i) {
            const char c = m_text[i];
            if (isSpace(c) || isQuote(c) || c == '<' || c == '(') {
                user = i + 1;
                colon = 0;
                hasScheme = false;
            } else if (c == ':' && at(i + 1) == '/' && at(i + 2) == '/') {
                i += 2;
                user = i + 1;
                colon = 0;
                hasScheme = true;
            } else if (c == ':' && colon == 0) {
                colon = i + 1;
            } else if (c == '/' && !hasScheme) {
                user = i + 1; // in a path, not a password: no address has been recognised yet
                colon = 0;
            } else if (c == '@' && (isLetterOrDigit(at(i + 1)) || at(i + 1) == '[')) {
                if (colon > user + 1 && !isTimeOfDay(user, i))
                    add(colon, i);
                else if (hasScheme && colon == 0 && i - user >= longestUser)
                    add(user, i);
            }
        }
    }

    /// "03:12@node-7".
    [[nodiscard]] bool isTimeOfDay(std::size_t from, std::size_t to) const
    {
        constexpr std::size_t longest = 8;
        const auto word = m_text.substr(from, to - from);
        return word.size() <= longest
            && std::ranges::all_of(word, [](char c) { return (c >= '0' && c <= '9') || c == ':'; });
    }

    void findShapes()
    {
        for (std::size_t from = 0; from < m_text.size();) {
            if (!isTokenByte(m_text[from])) {
                ++from;
                continue;
            }
            const auto to = endOf(from, isTokenByte);
            for (auto at = from; at < to; ++at) {
                const bool startsWord = at == from || !isLetterOrDigit(m_text[at - 1]);
                if (startsWord && isShaped(m_text.substr(at, to - at))) {
                    add(at, to);
                    break;
                }
            }
            from = to;
        }
    }

    static bool isShaped(std::string_view word)
    {
        return std::ranges::any_of(
            shapes, [&](const Shape& shape) { return word.size() >= shape.min && word.starts_with(shape.prefix); });
    }

    void findPrivateKeys()
    {
        constexpr std::string_view begin = "-----BEGIN ";
        constexpr std::string_view end = "-----END ";
        for (auto from = m_text.find(begin); from != std::string_view::npos; from = m_text.find(begin, from + 1)) {
            const auto head = m_text.substr(from, 64);
            if (head.find("PRIVATE KEY") == std::string_view::npos)
                continue;
            const auto last = m_text.find(end, from);
            const auto to = last == std::string_view::npos ? m_text.size() : m_text.find('\n', last);
            add(from, std::min(to, m_text.size()));
            from = std::min(to, m_text.size()) - 1;
        }
    }

    std::string_view m_text;
    std::vector<std::pair<std::size_t, std::size_t>> m_found;
};

} // namespace

std::string withoutSecretText(std::string_view text)
{
    return SecretFinder(text).clean();
}

} // namespace lockstep
