// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/gputest.h"

#include "datasources/selftest/cudadriver.h"
#include "datasources/selftest/hosttests.h"
#include "datasources/selftest/kernelsource.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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
        // cuBLAS needs this library, which the dynamic linker does not search for in the same folder.
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

namespace {

using State = SelfTestResult::State;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t mib = std::size_t{1} << 20U;
constexpr std::size_t largestBuffer = 1024 * mib; ///< far more than a GPU caches
constexpr std::size_t pinnedBytes = 64 * mib;
constexpr unsigned threadsPerBlock = 256;
constexpr unsigned blocksPerProcessor = 8; ///< fills a processor with 2,048 threads
constexpr std::uint32_t chainRounds = 2048;
constexpr std::uint32_t seedLeft = 1;
constexpr std::uint32_t seedRight = 2;
constexpr std::uint32_t seedMemory = 3;
// Two 16-bit numbers between 0.5 and 1 in bf16 (1.75 and 1.88 in fp16), of either sign.
constexpr std::uint32_t keptBits = 0x807F807F;
constexpr std::uint32_t setBits = 0x3F003F00;

/// Tests one GPU. After the first call that fails, its further tests are skipped, because CUDA's errors are permanent.
class GpuTest
{
public:
    GpuTest(const CudaDriver& driver, int index, const SelfTestPlan& plan, const SelfTestSink& sink)
        : m_driver(driver), m_index(index), m_entity(fmt::format("gpu{}", index)), m_plan(plan), m_sink(sink)
    { }
    ~GpuTest();
    GpuTest(const GpuTest&) = delete;
    GpuTest& operator=(const GpuTest&) = delete;

    void run();

private:
    bool open();
    void testMemory();
    void testTransfers();
    void testChain();
    void testProducts();
    [[nodiscard]] int rowsOfMatrix() const;
    [[nodiscard]] double numberFrom(std::uint16_t bits) const;
    bool isProductRight(cuda::Memory product, int rows);

    void report(std::string_view metric, State state, std::optional<double> value, std::string detail)
    {
        m_sink({std::string(metric), m_entity, state, value, std::move(detail)});
    }
    /// Whether the call succeeded; otherwise keeps the reason.
    bool did(const char* call, cuda::Return result);
    [[nodiscard]] bool isErrorFree() const { return m_problem.empty(); }

    [[nodiscard]] cuda::Memory allocate(std::size_t bytes);
    void freeAll();
    void launch(cuda::Function function, std::vector<void*> arguments);
    void fill(cuda::Memory memory, std::size_t bytes, std::uint32_t seed, std::uint32_t keep, std::uint32_t set);
    /// Adds the number of words that differ to the errors of this GPU.
    void compare(cuda::Memory a, cuda::Memory b, std::size_t bytes, const char* what);
    /// Measures the seconds per call of @p enqueue. After a warm-up, repeats it for the duration of a measurement.
    /// @param check called after each batch, outside the measured time
    template <class Enqueue, class Check>
    [[nodiscard]] double secondsPer(Enqueue enqueue, Check check);

    const CudaDriver& m_driver;
    int m_index;
    std::string m_entity;
    const SelfTestPlan& m_plan;
    const SelfTestSink& m_sink;
    std::string m_model;
    cuda::Device m_device = 0;
    bool m_hasContext = false;
    int m_processors = 0;
    bool m_isBfloat = false;
    cuda::Function m_fill = nullptr, m_compare = nullptr, m_chain = nullptr;
    cuda::Event m_begin = nullptr, m_end = nullptr;
    std::vector<cuda::Memory> m_allocated;
    cuda::Memory m_from = 0, m_to = 0; ///< of copies; the first is filled
    void* m_pinned = nullptr;
    cuda::Memory m_count = 0; ///< of differing words, on the device
    std::uint64_t m_errors = 0;
    std::string m_wrong; ///< where the first error was found
    std::string m_problem; ///< first call that failed
    bool m_isBusy = false; ///< it failed because another process uses the GPU
    std::string_view m_current = metrics::selftest::gpuMemory; ///< metric of the running test
};

bool GpuTest::did(const char* call, cuda::Return result)
{
    if (result == cuda::success)
        return isErrorFree();
    if (isErrorFree()) {
        m_problem = m_driver.describe(call, result);
        m_isBusy = result == cuda::outOfMemory || result == cuda::deviceUnavailable || result == cuda::notPermitted;
    }
    return false;
}

bool GpuTest::open()
{
    std::array<char, 128> name{};
    int major = 0;
    if (!did("cuDeviceGet", m_driver.deviceGet(&m_device, m_index))
        || !did("cuDeviceGetName", m_driver.deviceGetName(name.data(), static_cast<int>(name.size()) - 1, m_device))
        || !did("cuDeviceGetAttribute", m_driver.deviceGetAttribute(&m_processors, cuda::processorCount, m_device))
        || !did("cuDeviceGetAttribute", m_driver.deviceGetAttribute(&major, cuda::capabilityMajor, m_device)))
        return false;
    m_model = name.data();
    constexpr int ampere = 8;
    m_isBfloat = major >= ampere;
    if (m_model.find("MIG") != std::string::npos) {
        m_problem = m_model + ": a partition of a GPU (MIG) is not comparable with other GPUs";
        m_isBusy = true;
        return false;
    }
    cuda::Context context = nullptr;
    m_hasContext = did("cuDevicePrimaryCtxRetain", m_driver.primaryContextRetain(&context, m_device));
    cuda::Module module = nullptr;
    const std::string source = kernelSource();
    return m_hasContext && did("cuCtxSetCurrent", m_driver.contextSetCurrent(context))
        && did("cuModuleLoadData", m_driver.moduleLoadData(&module, source.c_str()))
        && did("cuModuleGetFunction", m_driver.moduleGetFunction(&m_fill, module, "fill"))
        && did("cuModuleGetFunction", m_driver.moduleGetFunction(&m_compare, module, "compare"))
        && did("cuModuleGetFunction", m_driver.moduleGetFunction(&m_chain, module, "chain"))
        && did("cuEventCreate", m_driver.eventCreate(&m_begin, 0))
        && did("cuEventCreate", m_driver.eventCreate(&m_end, 0));
}

GpuTest::~GpuTest()
{
    freeAll();
    if (m_hasContext)
        m_driver.primaryContextRelease(m_device); // with its modules and events
}

void GpuTest::freeAll()
{
    for (const cuda::Memory memory : m_allocated)
        m_driver.memFree(memory);
    m_allocated.clear();
    if (m_pinned != nullptr)
        m_driver.memFreeHost(std::exchange(m_pinned, nullptr));
}

cuda::Memory GpuTest::allocate(std::size_t bytes)
{
    cuda::Memory memory = 0;
    if (isErrorFree() && did("cuMemAlloc", m_driver.memAlloc(&memory, bytes)))
        m_allocated.push_back(memory);
    return memory;
}

void GpuTest::launch(cuda::Function function, std::vector<void*> arguments)
{
    const auto blocks = static_cast<unsigned>(m_processors) * blocksPerProcessor;
    did("cuLaunchKernel",
        m_driver.launchKernel(function, blocks, 1, 1, threadsPerBlock, 1, 1, 0, nullptr, arguments.data(), nullptr));
}

void GpuTest::fill(cuda::Memory memory, std::size_t bytes, std::uint32_t seed, std::uint32_t keep, std::uint32_t set)
{
    std::uint64_t words = bytes / sizeof(std::uint32_t);
    launch(m_fill, {&memory, &words, &seed, &keep, &set});
}

void GpuTest::compare(cuda::Memory a, cuda::Memory b, std::size_t bytes, const char* what)
{
    std::uint64_t words = bytes / sizeof(std::uint32_t);
    std::uint32_t count = 0;
    if (!isErrorFree() || !did("cuMemsetD32", m_driver.memsetD32(m_count, 0, 1)))
        return;
    launch(m_compare, {&a, &b, &words, &m_count});
    if (!did("cuMemcpyDtoH", m_driver.memcpyDtoH(&count, m_count, sizeof count)))
        return;
    m_errors += count;
    if (count > 0 && m_wrong.empty())
        m_wrong = what;
}

template <class Enqueue, class Check>
double GpuTest::secondsPer(Enqueue enqueue, Check check)
{
    constexpr Seconds batchTime{0.05};
    const Seconds wanted = m_plan.each;
    const auto timeOf = [&](unsigned calls) {
        float milliseconds = 0;
        did("cuEventRecord", m_driver.eventRecord(m_begin, nullptr));
        for (unsigned at = 0; at < calls && isErrorFree(); ++at)
            enqueue();
        did("cuEventRecord", m_driver.eventRecord(m_end, nullptr));
        did("cuEventSynchronize", m_driver.eventSynchronize(m_end));
        did("cuEventElapsedTime", m_driver.eventElapsedTime(&milliseconds, m_begin, m_end));
        return Seconds(std::max(static_cast<double>(milliseconds), 1e-3) * 1e-3);
    };
    static_cast<void>(timeOf(1)); // loads code
    const double batches = std::clamp(batchTime / timeOf(1), 1.0, 1000.0);
    const auto calls = static_cast<unsigned>(batches);
    Seconds warm{};
    while (isErrorFree() && warm < wanted / 10) // clocks rise
        warm += timeOf(calls);
    Seconds total{};
    double count = 0;
    while (isErrorFree() && total < wanted) {
        total += timeOf(calls);
        count += calls;
        check();
    }
    return isErrorFree() ? total.count() / count : 0;
}

void GpuTest::run()
{
    if (open()) {
        m_count = allocate(sizeof(std::uint32_t));
        testMemory();
        testTransfers();
        testChain();
        testProducts();
    }
    if (!isErrorFree())
        report(m_current, m_isBusy ? State::NotRun : State::Failed, {}, m_problem);
    else if (m_errors > 0)
        report(metrics::selftest::gpuErrors, State::Failed, static_cast<double>(m_errors),
               "wrong results, first in " + m_wrong);
    else
        report(metrics::selftest::gpuErrors, State::Passed, 0.0,
               "repeated results are bit-identical, and samples match the results computed on the host");
}

void GpuTest::testMemory()
{
    std::size_t available = 0;
    std::size_t total = 0;
    if (!isErrorFree() || !did("cuMemGetInfo", m_driver.memGetInfo(&available, &total)))
        return;
    const std::size_t bytes = std::min(largestBuffer, available / 4) / mib * mib;
    m_from = allocate(bytes);
    m_to = allocate(bytes);
    fill(m_from, bytes, seedMemory, 0xFFFFFFFF, 0);
    const double seconds
        = secondsPer([&] { did("cuMemcpyDtoDAsync", m_driver.memcpyDtoDAsync(m_to, m_from, bytes, nullptr)); },
                     [&] { compare(m_from, m_to, bytes, "copies within device memory"); });
    if (isErrorFree())
        report(metrics::selftest::gpuMemory, State::Passed, 2 * static_cast<double>(bytes) / seconds,
               fmt::format("{}, copies of {} MiB, read and write", m_model, bytes / mib));
}

void GpuTest::testTransfers()
{
    m_current = metrics::selftest::gpuFromHost;
    if (!isErrorFree() || !did("cuMemHostAlloc", m_driver.memHostAlloc(&m_pinned, pinnedBytes, 0)))
        return;
    const double toHost = secondsPer(
        [&] { did("cuMemcpyDtoHAsync", m_driver.memcpyDtoHAsync(m_pinned, m_from, pinnedBytes, nullptr)); }, [] {});
    const double fromHost
        = secondsPer([&] { did("cuMemcpyHtoDAsync", m_driver.memcpyHtoDAsync(m_to, m_pinned, pinnedBytes, nullptr)); },
                     [&] { compare(m_from, m_to, pinnedBytes, "transfers to the host and back"); });
    if (!isErrorFree())
        return;
    const std::string detail = fmt::format("pinned, {} MiB at a time", pinnedBytes / mib);
    report(metrics::selftest::gpuFromHost, State::Passed, static_cast<double>(pinnedBytes) / fromHost, detail);
    report(metrics::selftest::gpuToHost, State::Passed, static_cast<double>(pinnedBytes) / toHost, detail);
    freeAll();
    m_count = allocate(sizeof(std::uint32_t));
}

void GpuTest::testChain()
{
    m_current = metrics::selftest::gpuFma;
    const auto threads = static_cast<std::size_t>(m_processors) * blocksPerProcessor * threadsPerBlock;
    const std::size_t bytes = threads * sizeof(float);
    const cuda::Memory first = allocate(bytes);
    const cuda::Memory again = allocate(bytes);
    std::uint32_t rounds = chainRounds;
    const auto run = [&](cuda::Memory to) {
        launch(m_chain, {&to, &rounds});
    };
    if (isErrorFree())
        run(first);
    const double seconds = secondsPer([&] { run(again); }, [&] { compare(first, again, bytes, "fp32 multiply-adds"); });
    std::vector<float> results(threads);
    if (!isErrorFree() || !did("cuMemcpyDtoH", m_driver.memcpyDtoH(results.data(), first, bytes)))
        return;
    constexpr std::size_t samples = 64;
    for (std::size_t at = 0; at < samples; ++at) {
        const std::size_t thread = at * (threads - 1) / (samples - 1);
        const float expected = chainResult(static_cast<std::uint32_t>(thread), rounds);
        if (std::bit_cast<std::uint32_t>(expected) == std::bit_cast<std::uint32_t>(results[thread]))
            continue;
        ++m_errors;
        if (m_wrong.empty())
            m_wrong = "fp32 multiply-adds, compared with the host";
    }
    constexpr double operations = 2.0 * chainLength * chainRounds;
    report(metrics::selftest::gpuFma, State::Passed, operations * static_cast<double>(threads) / seconds,
           "fp32, own kernel");
}

/// 8,192 for the time of a large product, less where memory is short.
int GpuTest::rowsOfMatrix() const
{
    std::size_t available = 0;
    std::size_t total = 0;
    m_driver.memGetInfo(&available, &total);
    constexpr std::size_t matrices = 8; // space for four, and for cuBLAS
    int rows = 8192;
    while (rows > 1024
           && matrices * sizeof(std::uint16_t) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows)
               > available)
        rows /= 2;
    return rows;
}

/// A number in the format of the matrices.
double GpuTest::numberFrom(std::uint16_t bits) const
{
    if (m_isBfloat)
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U));
    const int exponent = (bits >> 10U) & 0x1F;
    const double fraction = (bits & 0x3FFU) / 1024.0;
    const double magnitude = exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15);
    return (bits & 0x8000U) != 0 ? -magnitude : magnitude;
}

/// Compares elements with sums in double. A result of 16 bits has a relative error of 2^-9 in bf16.
bool GpuTest::isProductRight(cuda::Memory product, int rows)
{
    const auto numberAt = [this](std::uint64_t element, std::uint32_t seed) {
        const std::uint32_t word = (filledWord(static_cast<std::uint32_t>(element / 2), seed) & keptBits) | setBits;
        return numberFrom(static_cast<std::uint16_t>(element % 2 == 0 ? word : word >> 16U));
    };
    const auto size = static_cast<std::uint64_t>(rows);
    constexpr std::uint64_t samples = 64;
    for (std::uint64_t at = 0; at < samples; ++at) {
        const std::uint64_t row = at * 1237 % size;
        const std::uint64_t column = at * 3511 % size;
        double expected = 0;
        for (std::uint64_t inner = 0; inner < size; ++inner)
            expected += numberAt(row * size + inner, seedLeft) * numberAt(column * size + inner, seedRight);
        std::uint16_t bits = 0;
        const std::uint64_t offset = (column * size + row) * sizeof bits;
        if (!did("cuMemcpyDtoH", m_driver.memcpyDtoH(&bits, product + offset, sizeof bits)))
            return true;
        const double tolerance = std::abs(expected) * 0x1p-7 + 0.1;
        if (!(std::abs(numberFrom(bits) - expected) <= tolerance))
            return false;
    }
    return true;
}

void GpuTest::testProducts()
{
    m_current = metrics::selftest::gpuGemm;
    if (!isErrorFree())
        return;
    const Result<std::unique_ptr<Cublas>> loaded = Cublas::load(m_plan.cublas);
    if (!loaded.isOk()) {
        report(m_current, State::NotRun, {}, loaded.error().message);
        return;
    }
    const Cublas& cublas = *loaded.value();
    const int rows = rowsOfMatrix();
    const std::size_t bytes = sizeof(std::uint16_t) * static_cast<std::size_t>(rows) * static_cast<std::size_t>(rows);
    const cuda::Memory left = allocate(bytes);
    const cuda::Memory right = allocate(bytes);
    const cuda::Memory first = allocate(bytes);
    const cuda::Memory again = allocate(bytes);
    fill(left, bytes, seedLeft, keptBits, setBits);
    fill(right, bytes, seedRight, keptBits, setBits);
    int status = 0;
    const auto multiply = [&](cuda::Memory to) {
        if (isErrorFree() && status == 0)
            status = cublas.multiply(to, left, right, rows, m_isBfloat);
    };
    multiply(first);
    const double seconds
        = secondsPer([&] { multiply(again); }, [&] { compare(first, again, bytes, "repeated matrix products"); });
    if (status != 0)
        m_problem = fmt::format("cublasGemmEx: status {}", status);
    if (!isErrorFree())
        return;
    if (!isProductRight(first, rows)) {
        ++m_errors;
        if (m_wrong.empty())
            m_wrong = "matrix products, compared with the host";
    }
    const double operations = 2.0 * rows * rows * rows;
    report(m_current, State::Passed, operations / seconds,
           fmt::format("{}, {} rows, {}", m_isBfloat ? "bf16" : "fp16", rows, cublas.version()));
}

} // namespace

void testGpus(const SelfTestPlan& plan, const SelfTestSink& sink)
{
    const auto reportAll = [&sink](State state, const std::string& reason) {
        sink({std::string(metrics::selftest::gpuGemm), {}, state, {}, reason});
    };
    // A driver that exceeds the limits of a service would cause systemd to stop the whole service.
    constexpr std::size_t forDriver = 2048 * mib;
    if (const std::size_t available = availableMemory(); available < forDriver) {
        reportAll(
            State::NotRun,
            fmt::format("{1} MiB of host memory are needed, but only {0} MiB may be used (see MemoryMax of systemd)",
                        available / mib, forDriver / mib));
        return;
    }
    // NVML's order, in which GPUs are numbered.
    ::setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1);
    bool isFailure = false;
    const Result<std::unique_ptr<CudaDriver>> driver = CudaDriver::load(isFailure);
    if (!driver.isOk()) {
        reportAll(isFailure ? State::Failed : State::NotRun, driver.error().message);
        return;
    }
    int count = 0;
    if (const cuda::Return result = driver.value()->deviceGetCount(&count); result != cuda::success || count == 0) {
        reportAll(result != cuda::success ? State::Failed : State::NotRun,
                  count == 0 ? "no GPU" : driver.value()->describe("cuDeviceGetCount", result));
        return;
    }
    for (int index = 0; index < count; ++index)
        GpuTest(*driver.value(), index, plan, sink).run();
}

} // namespace lockstep
