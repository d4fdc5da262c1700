// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/scheduler/recordlist.h"

#include "datasources/collectors/scheduler/schedulerview.h"

#include <fmt/format.h>

namespace lockstep {

RecordList::RecordList(std::string key, Take take)
    : m_key(std::move(key)),
      m_take(std::move(take)),
      m_elements([this](std::string_view name, std::string_view element) {
          if (name == m_key) {
              const Status taken = m_take(element);
              ++(taken.isOk() ? m_good : m_bad);
              if (!taken.isOk() && m_firstProblem.empty())
                  m_firstProblem = taken.error().message;
          } else if (name == "errors" && m_firstError.empty()) {
              m_firstError = SchedulerView::cleanText(element, 300);
          } else if (name == "metadata") {
              m_metadata = element;
          }
      })
{ }

Status RecordList::finish(const std::string& who) const
{
    if (m_good == 0 && !m_firstError.empty())
        return Error{fmt::format("{} reports: {}", who, m_firstError)};
    if (!m_elements.isWhole())
        return Error{fmt::format("the response of {} is incomplete or not a JSON object", who)};
    if (m_good == 0 && m_bad > 0)
        return Error{fmt::format("{}: {}", who, m_firstProblem)};
    if (!m_elements.hasList(m_key))
        return Error{fmt::format("the response of {} has no list \"{}\"", who, m_key)};
    return success();
}

} // namespace lockstep
