// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/proto/librarylogs.h"

#include <google/protobuf/stubs/logging.h>
#include <grpc/support/log.h>

#include <cstdlib>

namespace lockstep {

void silenceLibraryLogs()
{
    google::protobuf::SetLogHandler(nullptr);
    if (std::getenv("GRPC_VERBOSITY") == nullptr) // NOLINT(concurrency-mt-unsafe): not set at run time
        gpr_set_log_function([](gpr_log_func_args*) {});
}

} // namespace lockstep
