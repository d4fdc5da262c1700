// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/datasources/http/httpserver.h"

#include <functional>
#include <map>
#include <string>

namespace lockstep::test {

/// A metrics server on loopback that answers a query by the metric in it.
class FakeEngine
{
public:
    /// The "result" of an answer, and its type.
    struct Said
    {
        std::string type = "vector";
        std::string result = "[]";
    };
    /// @param answer by the decoded query and the path ("query", "query_range"); an empty type is a failure
    using Answer = std::function<Said(const std::string& query, const std::string& path)>;

    FakeEngine(std::string names, Answer answer);

    [[nodiscard]] std::string url() const { return m_server.url(); }
    [[nodiscard]] std::size_t asked() const { return m_server.questions().size(); }

    /// A series with one sample: {"a":"b"} and its time and value.
    [[nodiscard]] static std::string series(const std::string& labels, double time, const std::string& value);

private:
    [[nodiscard]] std::string reply(const HttpQuestion& question) const;

    std::string m_names;
    Answer m_answer;
    HttpServer m_server; ///< last
};

/// The value of a field of a posted form.
[[nodiscard]] std::string fieldOf(const std::string& form, const std::string& name);

} // namespace lockstep::test
