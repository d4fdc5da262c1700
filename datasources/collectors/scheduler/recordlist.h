// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/text/jsonelements.h"
#include "models/core/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace lockstep {

/// Reads the records of one list in a streamed answer. Unreadable records are skipped, unless all are. A plain value.
class RecordList
{
public:
    /// Takes a record. @return why it is invalid
    using Take = std::function<Status(std::string_view record)>;

    RecordList(std::string key, Take take);
    RecordList(const RecordList&) = delete;
    RecordList& operator=(const RecordList&) = delete;

    /// @return false: it cannot be read
    bool feed(std::string_view piece) { return m_elements.feed(piece); }
    /// Whether the answer was valid. @param who source of the answer
    [[nodiscard]] Status finish(const std::string& who) const;
    /// A member of the answer's "metadata", which contains Kubernetes' continuation token.
    [[nodiscard]] const std::string& metadata() const { return m_metadata; }

private:
    std::string m_key;
    Take m_take;
    std::size_t m_good = 0;
    std::size_t m_bad = 0;
    std::string m_firstProblem;
    std::string m_firstError; ///< among invalid records
    std::string m_metadata;
    JsonElements m_elements;
};

} // namespace lockstep
