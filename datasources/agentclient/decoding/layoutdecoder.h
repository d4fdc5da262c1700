// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/nodeidentity.h"
#include "models/core/nodelayout.h"
#include "models/core/result.h"

#include <memory>

namespace lockstep {

namespace v1 {
class Layout;
class NodeIdentity;
} // namespace v1

/// A layout from the wire, validated: indices in range, no duplicate entity or metric, sizes bounded, text clean. The
/// error names the problem. Pure, any thread.
[[nodiscard]] Result<std::shared_ptr<const NodeLayout>> decodeLayout(const v1::Layout& wire);

/// Approximate memory of a layout.
[[nodiscard]] std::size_t bytesOf(const NodeLayout& layout);

/// Whether both have the same meaning for every value.
[[nodiscard]] bool isSameLayout(const NodeLayout& one, const NodeLayout& other);

/// Decodes and checks an identity in the same way.
[[nodiscard]] Result<std::shared_ptr<const NodeIdentity>> decodeIdentity(const v1::NodeIdentity& wire);

} // namespace lockstep
