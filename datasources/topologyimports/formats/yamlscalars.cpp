// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/topologyimports/formats/yamlscalars.h"

#include "models/core/budget.h"

#include <fmt/format.h>

#include <yaml.h>

namespace lockstep {

namespace {

constexpr std::size_t deepestYaml = 32;
constexpr std::size_t maxScalars = 1U << 18U;
constexpr std::size_t longestKey = 64; // per path step, because paths are copied to all levels below

/// Reads libyaml's parser events.
class YamlEvents
{
public:
    explicit YamlEvents(std::string_view text)
    {
        m_isOpen = yaml_parser_initialize(&m_parser) != 0;
        if (m_isOpen)
            yaml_parser_set_input_string(&m_parser, reinterpret_cast<const unsigned char*>(text.data()), text.size());
    }
    ~YamlEvents()
    {
        if (m_hasEvent)
            yaml_event_delete(&m_event);
        if (m_isOpen)
            yaml_parser_delete(&m_parser);
    }
    YamlEvents(const YamlEvents&) = delete;
    YamlEvents& operator=(const YamlEvents&) = delete;

    /// Null at the end and on a syntax error.
    [[nodiscard]] const yaml_event_t* next()
    {
        if (m_hasEvent)
            yaml_event_delete(&m_event);
        m_hasEvent = m_isOpen && yaml_parser_parse(&m_parser, &m_event) != 0;
        return m_hasEvent ? &m_event : nullptr;
    }
    [[nodiscard]] std::size_t problemLine() const { return m_parser.problem_mark.line + 1; }
    [[nodiscard]] const char* problem() const { return m_parser.problem != nullptr ? m_parser.problem : "not YAML"; }

private:
    yaml_parser_t m_parser{};
    yaml_event_t m_event{};
    bool m_isOpen = false;
    bool m_hasEvent = false;
};

/// Tracks the position in the document.
class YamlPath
{
public:
    [[nodiscard]] bool isAtKey() const
    {
        return !m_levels.empty() && m_levels.back().isMapping && !m_levels.back().hasKey;
    }
    [[nodiscard]] std::size_t depth() const { return m_levels.size(); }
    [[nodiscard]] std::string text() const
    {
        std::string path;
        for (const Level& level : m_levels)
            path += (path.empty() ? "" : "/") + (level.isMapping ? level.key : std::to_string(level.index));
        return path;
    }
    void setKey(std::string_view key)
    {
        m_levels.back().key = key.substr(0, longestKey);
        m_levels.back().hasKey = true;
    }
    void enter(bool isMapping) { m_levels.push_back({isMapping}); }
    void leave()
    {
        m_levels.pop_back();
        valueDone();
    }
    void valueDone()
    {
        if (m_levels.empty())
            return;
        m_levels.back().hasKey = false;
        ++m_levels.back().index;
    }

private:
    struct Level
    {
        bool isMapping = false;
        bool hasKey = false;
        std::string key = {};
        std::size_t index = 0;
    };
    std::vector<Level> m_levels;
};

} // namespace

Result<std::vector<YamlScalar>> readYamlScalars(std::string_view text, const std::string& origin)
{
    YamlEvents events(text);
    YamlPath path;
    std::vector<YamlScalar> scalars;
    while (const yaml_event_t* const event = events.next()) {
        const std::size_t line = event->start_mark.line + 1;
        const auto bad = [&](std::string_view expected) {
            return Error{fmt::format("{}:{}: expected {}", origin, line, expected)};
        };
        switch (event->type) {
        case YAML_SCALAR_EVENT: {
            const std::string_view value(reinterpret_cast<const char*>(event->data.scalar.value),
                                         event->data.scalar.length);
            if (path.isAtKey()) {
                path.setKey(value);
                break;
            }
            if (scalars.size() == maxScalars)
                return bad(fmt::format("at most {} values", maxScalars));
            scalars.push_back({path.text(), std::string(value.substr(0, budget::textBytes)), line});
            path.valueDone();
            break;
        }
        case YAML_MAPPING_START_EVENT:
        case YAML_SEQUENCE_START_EVENT:
            if (path.isAtKey())
                return bad("a string as a key");
            if (path.depth() == deepestYaml)
                return bad(fmt::format("at most {} levels", deepestYaml));
            path.enter(event->type == YAML_MAPPING_START_EVENT);
            break;
        case YAML_MAPPING_END_EVENT:
        case YAML_SEQUENCE_END_EVENT:
            path.leave();
            break;
        case YAML_ALIAS_EVENT:
            if (path.isAtKey())
                path.setKey("*");
            else
                path.valueDone();
            break;
        case YAML_DOCUMENT_END_EVENT:
        case YAML_STREAM_END_EVENT:
            return scalars;
        default:
            break;
        }
    }
    return Error{fmt::format("{}:{}: {}", origin, events.problemLine(), events.problem())};
}

} // namespace lockstep
