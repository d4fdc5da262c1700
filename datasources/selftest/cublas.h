// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/selftest/cudadriver.h"
#include "models/core/result.h"

#include <memory>
#include <string>

namespace lockstep {

/// Matrix products of 16-bit floating-point numbers with sums in fp32 by NVIDIA's cuBLAS, which is loaded at run time
/// and never unloaded. Owned by the GPU test; uses the current context.
class Cublas
{
public:
    /// @param place file or folder; empty: wherever the dynamic linker finds it
    [[nodiscard]] static Result<std::unique_ptr<Cublas>> load(const std::string& place);
    ~Cublas();
    Cublas(const Cublas&) = delete;
    Cublas& operator=(const Cublas&) = delete;

    /// "cuBLAS 12.8.4"
    [[nodiscard]] std::string version() const;

    /// Enqueues to = transposed(left) * right, square matrices in column-major order.
    /// @return status of cuBLAS, 0 for success
    [[nodiscard]] int multiply(cuda::Memory to, cuda::Memory left, cuda::Memory right, int rows, bool isBfloat) const;

private:
    Cublas() = default;

    using Handle = struct CublasHandle*;
    void* m_library = nullptr;
    Handle m_handle = nullptr;
    int (*m_create)(Handle*) = nullptr;
    int (*m_destroy)(Handle) = nullptr;
    int (*m_version)(Handle, int*) = nullptr;
    int (*m_gemm)(Handle, int, int, int, int, int, const void*, const void*, int, int, const void*, int, int,
                  const void*, void*, int, int, int, int)
        = nullptr;
};

} // namespace lockstep
