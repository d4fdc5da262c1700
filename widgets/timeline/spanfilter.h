// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"
#include "models/store/spans/spanlane.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <vector>

class QLabel;
class QLineEdit;

namespace lockstep {

class ClusterStore;
class NameTable;
struct TimelineRow;

/// The filter line above the lanes, with its interpretation. GUI thread; owned by its timeline.
class LaneFilterBar : public QWidget
{
    Q_OBJECT

public:
    explicit LaneFilterBar(QWidget* parent);

    /// See SpanFilter.
    [[nodiscard]] QLineEdit& line() const { return *m_line; }
    [[nodiscard]] QString text() const;
    void setNote(const QString& note);
    void focusLine();

Q_SIGNALS:
    void textChanged(const QString& text);
    void closed(); ///< Escape was pressed

private:
    QLineEdit* m_line;
    QLabel* m_note;
};

/// Timeline filter: words that must all match. A number matches a rank, and "> 10 ms" matches waits of at least that
/// length. Other words match lanes by rank, GPU, node or job or, if no lane matches, spans by operation or group. Lanes
/// that do not match are hidden, spans dimmed. GUI thread; a member of its view.
class SpanFilter
{
public:
    /// Parses the text with the names the store currently knows.
    void setText(const QString& text, const ClusterStore& store);

    [[nodiscard]] bool isEmpty() const { return m_laneWords.isEmpty() && !dims(); }
    /// Whether some spans may be dimmed.
    [[nodiscard]] bool dims() const { return !m_spanWords.isEmpty() || m_minWait > Duration::zero(); }
    [[nodiscard]] bool keeps(const ClusterStore& store, const TimelineRow& row) const;
    [[nodiscard]] bool emphasises(const StoredSpan& span, const NameTable& names) const;
    /// The interpretation of the filter: "lanes: 17; spans: all_reduce; waits of 10 ms or more".
    [[nodiscard]] QString reading() const;

private:
    [[nodiscard]] bool fits(std::uint32_t name, qsizetype word, const NameTable& names) const;

    QStringList m_laneWords;
    QStringList m_spanWords;
    Duration m_minWait{};
    mutable std::vector<std::vector<std::uint8_t>> m_known; ///< by word and name: 0 unknown, 1 no, 2 yes
};

} // namespace lockstep
