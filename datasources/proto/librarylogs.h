// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// gRPC and protobuf print what a peer sends, such as values of malformed headers, as it is and as often as the peer
/// likes. From now on they print nothing, unless the environment asks for it (GRPC_VERBOSITY). Called by whatever opens
/// a channel or serves.
void silenceLibraryLogs();

} // namespace lockstep
