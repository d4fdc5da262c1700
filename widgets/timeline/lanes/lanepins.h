// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <cstddef>
#include <vector>

namespace lockstep {

class ClusterStore;

/// Lanes pinned to the top of the timeline, in pinning order. Stored by the names of job, lane and entity, so that pins
/// survive renumbering in replays and later sessions. A pin whose lane does not exist yet stays. GUI thread; a member
/// of its view.
class LanePins : public QObject
{
    Q_OBJECT

public:
    /// More would leave no room for the lanes to compare with.
    static constexpr qsizetype maxPins = 32;

    [[nodiscard]] bool isEmpty() const { return m_keys.isEmpty(); }
    [[nodiscard]] bool contains(const ClusterStore& store, std::size_t lane) const;
    /// Pins or unpins a lane; does nothing if the maximum is reached.
    void toggle(const ClusterStore& store, std::size_t lane);
    void clear();

    /// Existing pinned lanes as indices into SpanStore::lanes(), in pinning order.
    [[nodiscard]] std::vector<std::size_t> lanesIn(const ClusterStore& store) const;

    /// Keys for saving, valid in other sessions.
    [[nodiscard]] const QStringList& keys() const { return m_keys; }
    void setKeys(const QStringList& keys);

Q_SIGNALS:
    void changed(const QStringList& keys);

private:
    QStringList m_keys;
};

} // namespace lockstep
