// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <memory>

namespace lockstep {

class Composition;
class EmbeddedCluster;
class DashboardRun;

/// The kinds of sources that can be opened.
enum class Openable { Demo, ThisMachine, Agent, Recording, Trace, ClusterFile };
inline constexpr std::array openables{Openable::Demo,      Openable::ThisMachine, Openable::Agent,
                                      Openable::Recording, Openable::Trace,       Openable::ClusterFile};

[[nodiscard]] const char* nameOf(Openable openable);

/// One of each kind of source that the window can open, for tests that switch between them.
class Openables
{
public:
    /// @param folder where their files are written
    explicit Openables(QString folder);
    ~Openables();

    /// @return what went wrong; empty: nothing
    [[nodiscard]] QString prepare();

    void open(Composition& composition, Openable openable) const;
    /// Whether its nodes are shown; live sources must have current columns.
    [[nodiscard]] static bool isShown(DashboardRun& run, Openable openable);
    /// Whether anything is left that only another openable has: lanes, nodes, metrics, or its mode.
    [[nodiscard]] static bool isAnythingElseLeft(DashboardRun& run, Openable openable);

private:
    QString m_folder;
    std::unique_ptr<EmbeddedCluster> m_cluster; ///< the agent
};

} // namespace lockstep
