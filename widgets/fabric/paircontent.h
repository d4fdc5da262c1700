// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricboard.h"
#include "models/store/clusterstore.h"
#include "widgets/fabric/matrixcontent.h"
#include "widgets/fabric/pairreduction.h"

#include <QCoreApplication>

#include <string>
#include <string_view>
#include <unordered_map>

namespace lockstep {

/// Unit of the rows and columns of a pair matrix.
enum class PairUnit : std::uint8_t { Rank, Node };

/// Ranks, or their nodes, as rows and columns: by place in the hall, or by job and rank. Ordering by similarity is not
/// supported and treated as by job. Contains ranks that have lanes in the store.
[[nodiscard]] MatrixAxes pairAxes(const ClusterStore& store, PairUnit unit, MatrixOrder order);

enum class PairQuantity : std::uint8_t { Shortfall, Bandwidth, Traffic };

/// Description of a quantity, for people and colours.
[[nodiscard]] const MetricDescriptor& descriptorOf(PairQuantity quantity);

/// Common name of communicators that do the same for different ranks: "train-a/dp" of "train-a/dp3".
[[nodiscard]] std::string_view familyOf(std::string_view communicator);

/// A matrix of ranks or nodes: bandwidth of the groups that both belong to, and which ranks form a group. From a
/// FabricBoard for the time shown.
class PairContent : public MatrixContent
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::PairContent)

public:
    /// @param board null: collectives are not tracked
    explicit PairContent(const FabricBoard* board) : m_board(board) { }

    void setUnit(PairUnit unit);
    void setQuantity(PairQuantity quantity);
    /// Only groups of this family; empty: all.
    void setFamily(std::string family);

    void setOrder(MatrixOrder order) override;
    void topologyChanged() override { m_isOld = true; }
    void invalidate(TickRange) override { }
    [[nodiscard]] bool settle(const MatrixFrame& frame) override;
    [[nodiscard]] bool refresh(const MatrixFrame& frame) override;
    [[nodiscard]] bool isEmpty() const override { return m_axes.isEmpty() || m_groups.empty(); }
    [[nodiscard]] QString summary() const override;
    [[nodiscard]] const MetricDescriptor* quantity(const ClusterStore& store) const override;
    [[nodiscard]] QString nameOf(const ClusterStore& store, const MatrixCell& cell) const override;
    [[nodiscard]] HoverText hoverOf(const ClusterStore& store, const MatrixCell& cell) const override;
    [[nodiscard]] std::vector<EntityRef> entitiesAt(MatrixPlace place) const override;
    [[nodiscard]] std::optional<MatrixPlace> placeOf(std::span<const EntityRef> selected) const override;
    [[nodiscard]] MatrixAdvice advice(const ClusterStore& store) const override;

protected:
    [[nodiscard]] std::optional<MatrixCell> findIn(const MatrixFrame& frame, std::size_t cell) const override;
    void coloursChanged() override { m_isDirty = true; }

private:
    using Lines = std::vector<std::uint32_t>; ///< of the axes, ascending, each once
    using GpuList = std::shared_ptr<const std::vector<EntityRef>>;

    /// A displayed group and its value.
    struct Group
    {
        const CommunicatorFlow* flow; ///< of m_flows
        float value;
    };

    void forgetGroups();
    void gatherGroups(const ClusterStore& store);
    [[nodiscard]] const Lines& linesOf(const Topology& topology, const CommunicatorFlow& flow);
    /// Null: not requested yet.
    [[nodiscard]] const Lines* knownLinesOf(const CommunicatorFlow& flow) const;
    /// The worst group that contains both.
    [[nodiscard]] const Group* groupAt(MatrixPlace place) const;

    const FabricBoard* m_board;
    PairUnit m_unit = PairUnit::Rank;
    PairQuantity m_quantity = PairQuantity::Shortfall;
    std::string m_family;
    MatrixOrder m_order = MatrixOrder::Job;
    bool m_isOld = true;
    std::uint64_t m_generation = 0; ///< of the store's lanes when the axes were built
    std::size_t m_laneCount = 0;
    FabricBoard::Flows m_flows; ///< null: not known for the time shown
    std::vector<Group> m_groups;
    std::unordered_map<GpuList, Lines> m_lines;
    PairReduction m_reduction; ///< in progress or done
    std::size_t m_nextGroup = 0; ///< next group to add
    bool m_isDirty = true; ///< must be rebuilt
    bool m_isDone = false;
};

} // namespace lockstep
