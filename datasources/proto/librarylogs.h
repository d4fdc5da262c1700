// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

/// Silences gRPC and protobuf, which print data of peers, such as values of malformed headers, unescaped and without
/// limit. GRPC_VERBOSITY in the environment turns them on. Call before a channel is opened or served.
void silenceLibraryLogs();

} // namespace lockstep
