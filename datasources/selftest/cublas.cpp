// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/cublas.h"

#include <fmt/format.h>

#include <dlfcn.h>
#include <filesystem>

namespace lockstep {

namespace {

// Values of cuBLAS's and CUDA's enumerations.
constexpr int transposed = 1; ///< CUBLAS_OP_T
constexpr int asIs = 0; ///< CUBLAS_OP_N
constexpr int fp16 = 2; ///< CUDA_R_16F
constexpr int bf16 = 14; ///< CUDA_R_16BF
constexpr int computeFp32 = 68; ///< CUBLAS_COMPUTE_32F
constexpr int defaultAlgorithm = -1; ///< CUBLAS_GEMM_DEFAULT

/// @param reason set if nothing is found
void* openLibrary(const std::string& place, std::string& reason)
{
    std::error_code ignored;
    const bool isFolder = !place.empty() && std::filesystem::is_directory(place, ignored);
    const auto open = [&reason](const std::string& file, int visibility) {
        void* const library = ::dlopen(file.c_str(), RTLD_NOW | visibility);
        const char* const error = library == nullptr ? ::dlerror() : nullptr;
        if (error != nullptr)
            reason = error;
        return library;
    };
    if (!place.empty() && !isFolder)
        return open(place, RTLD_LOCAL);
    const std::string folder = isFolder ? place + "/" : std::string();
    for (const int version : {12, 13, 11}) {
        // cuBLAS needs this one, which the dynamic linker does not look for beside it.
        if (isFolder)
            static_cast<void>(open(fmt::format("{}libcublasLt.so.{}", folder, version), RTLD_GLOBAL));
        if (void* const library = open(fmt::format("{}libcublas.so.{}", folder, version), RTLD_LOCAL))
            return library;
    }
    return nullptr;
}

} // namespace

Result<std::unique_ptr<Cublas>> Cublas::load(const std::string& place)
{
    std::unique_ptr<Cublas> cublas(new Cublas);
    std::string reason;
    cublas->m_library = openLibrary(place, reason);
    if (cublas->m_library == nullptr)
        return Error{"cannot load cuBLAS: " + reason};
    bool hasAll = true;
    const auto find = [&](auto& entry, const char* name) {
        entry = reinterpret_cast<std::remove_reference_t<decltype(entry)>>(::dlsym(cublas->m_library, name));
        hasAll &= entry != nullptr;
    };
    find(cublas->m_create, "cublasCreate_v2");
    find(cublas->m_destroy, "cublasDestroy_v2");
    find(cublas->m_version, "cublasGetVersion_v2");
    find(cublas->m_gemm, "cublasGemmEx");
    if (!hasAll)
        return Error{"cuBLAS lacks cublasGemmEx"};
    if (const int status = cublas->m_create(&cublas->m_handle); status != 0) {
        cublas->m_handle = nullptr;
        return Error{fmt::format("cublasCreate: status {}", status)};
    }
    return cublas;
}

Cublas::~Cublas()
{
    if (m_handle != nullptr)
        m_destroy(m_handle);
}

std::string Cublas::version() const
{
    int version = 0;
    if (m_version(m_handle, &version) != 0)
        return "cuBLAS";
    return version >= 100'000 ? fmt::format("cuBLAS {}.{}.{}", version / 10'000, version / 100 % 100, version % 100)
                              : fmt::format("cuBLAS {}", version);
}

int Cublas::multiply(cuda::Memory to, cuda::Memory left, cuda::Memory right, int rows, bool isBfloat) const
{
    const float one = 1;
    const float zero = 0;
    const int type = isBfloat ? bf16 : fp16;
    const auto address = [](cuda::Memory memory) {
        return reinterpret_cast<void*>(memory); // NOLINT: addresses on the device are numbers in the driver API
    };
    return m_gemm(m_handle, transposed, asIs, rows, rows, rows, &one, address(left), type, rows, address(right), type,
                  rows, &zero, address(to), type, rows, computeFp32, defaultAlgorithm);
}

} // namespace lockstep
