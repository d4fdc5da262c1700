// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>
#include <memory>

namespace lockstep {

class Composition;
class EmbeddedCluster;
class DashboardRun;

/// What can be opened.
enum class Thing { Demo, ThisMachine, Agent, Recording, Trace, ClusterFile };
inline constexpr std::array things{Thing::Demo,      Thing::ThisMachine, Thing::Agent,
                                   Thing::Recording, Thing::Trace,       Thing::ClusterFile};

[[nodiscard]] const char* nameOf(Thing thing);

/// One of each thing that the window can open, for tests that go from one to another.
class Openables
{
public:
    /// @param folder where their files are written
    explicit Openables(QString folder);
    ~Openables();

    /// @return what went wrong; empty: nothing
    [[nodiscard]] QString prepare();

    void open(Composition& composition, Thing thing) const;
    /// Its nodes are there; what is live has columns of this moment.
    [[nodiscard]] static bool isShown(DashboardRun& run, Thing thing);
    /// What only another thing has: its lanes, its nodes, its metrics, its mode.
    [[nodiscard]] static bool isAnythingElseLeft(DashboardRun& run, Thing thing);

private:
    QString m_folder;
    std::unique_ptr<EmbeddedCluster> m_cluster; ///< the agent
};

} // namespace lockstep
