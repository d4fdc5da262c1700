// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/datasources/prometheus/fakeengine.h"

#include <cstdlib>

namespace lockstep::test {

FakeEngine::FakeEngine(std::string names, Answer answer)
    : m_names(std::move(names)),
      m_answer(std::move(answer)),
      m_server([this](const HttpQuestion& question) { return reply(question); })
{ }

std::string FakeEngine::reply(const HttpQuestion& question) const
{
    const std::string path = question.target.substr(question.target.rfind("/v1/") + 4);
    if (path == "label/__name__/values")
        return HttpServer::reply(200, R"({"status":"success","data":)" + m_names + "}");
    const Said said = m_answer(fieldOf(question.body, "query"), path);
    if (said.type.empty())
        return HttpServer::reply(422, R"({"status":"error","errorType":"execution","error":")" + said.result + "\"}");
    return HttpServer::reply(
        200, R"({"status":"success","data":{"resultType":")" + said.type + R"(","result":)" + said.result + "}}");
}

std::string FakeEngine::series(const std::string& labels, double time, const std::string& value)
{
    return R"({"metric":)" + labels + R"(,"value":[)" + std::to_string(time) + ",\"" + value + "\"]}";
}

std::string fieldOf(const std::string& form, const std::string& name)
{
    const std::string padded = "&" + form;
    const std::size_t at = padded.find("&" + name + "=");
    if (at == std::string::npos)
        return {};
    const std::size_t begin = at + name.size() + 2;
    const std::string coded = padded.substr(begin, padded.find('&', begin) - begin);
    std::string text;
    for (std::size_t i = 0; i < coded.size(); ++i) {
        if (coded[i] != '%' || i + 2 >= coded.size()) {
            text += coded[i];
            continue;
        }
        text += static_cast<char>(std::strtol(coded.substr(i + 1, 2).c_str(), nullptr, 16));
        i += 2;
    }
    return text;
}

} // namespace lockstep::test
