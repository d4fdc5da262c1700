// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/fabricresults.h"
#include "models/core/metric.h"
#include "models/store/clusterstore.h"
#include "widgets/fabric/matrixcontent.h"
#include "widgets/fabric/matrixframe.h"

#include <QCoreApplication>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lockstep {

/// Reduces groups of communicating rows and columns to the cells of a square matrix. Each cell has the worst value of
/// its pairs, except pairs of a line with itself. A plain value.
class PairReduction
{
public:
    PairReduction() = default;
    PairReduction(const CellShape& shape, Direction direction);

    /// Adds all pairs of a group. @param members lines, ascending @param value NaN: unknown, though they communicate
    void add(std::span<const std::uint32_t> members, float value);

    [[nodiscard]] const CellShape& shape() const { return m_shape; }
    [[nodiscard]] const std::vector<float>& values() const { return m_values; } ///< by cell
    [[nodiscard]] const std::vector<std::uint8_t>& isVacant() const { return m_isVacant; } ///< by cell: no pair

private:
    /// Members of a group in one row or column of cells.
    struct Bin
    {
        std::size_t at;
        std::uint32_t first;
        std::uint32_t last;
    };

    static void sortIntoBins(std::span<const std::uint32_t> members, RowRange lines, std::size_t perCell,
                             std::vector<Bin>& bins);

    CellShape m_shape;
    float m_sign = 1; ///< -1: low is bad
    std::vector<float> m_values;
    std::vector<std::uint8_t> m_isVacant;
    std::vector<Bin> m_down;
    std::vector<Bin> m_across;
};

/// Unit of the rows and columns of a pair matrix.
enum class PairUnit : std::uint8_t { Rank, Node };

enum class PairQuantity : std::uint8_t { Shortfall, Bandwidth, Traffic };

/// Description of a quantity, for people and colours.
[[nodiscard]] const MetricDescriptor& descriptorOf(PairQuantity quantity);

/// Common name of communicators with the same function for different ranks: "train-a/dp" of "train-a/dp3".
[[nodiscard]] std::string_view familyOf(std::string_view communicator);

/// A matrix of ranks or nodes. Shows the bandwidth of the groups that two ranks share, and which ranks form a group.
/// Takes the data for the moment shown from FabricResults.
class PairContent : public MatrixContent
{
    Q_DECLARE_TR_FUNCTIONS(lockstep::PairContent)

public:
    /// @param fabricResults null: collectives are not tracked
    explicit PairContent(const FabricResults* fabricResults) : m_fabricResults(fabricResults) { }

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

    const FabricResults* m_fabricResults;
    PairUnit m_unit = PairUnit::Rank;
    PairQuantity m_quantity = PairQuantity::Shortfall;
    std::string m_family;
    MatrixOrder m_order = MatrixOrder::Job;
    bool m_isOld = true;
    std::uint64_t m_generation = 0; ///< of the store's lanes when the axes were built
    std::size_t m_laneCount = 0;
    FabricResults::Flows m_flows; ///< null: not known for the moment shown
    std::vector<Group> m_groups;
    std::unordered_map<GpuList, Lines> m_lines;
    PairReduction m_reduction; ///< in progress or done
    std::size_t m_nextGroup = 0; ///< next group to add
    bool m_isDirty = true; ///< must be rebuilt
    bool m_isDone = false;
};

} // namespace lockstep
