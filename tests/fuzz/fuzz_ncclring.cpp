// SPDX-License-Identifier: GPL-3.0-or-later
// Reads by the agent are in bounds whatever a process writes into its ring. The input contains writes (two bytes page,
// two bytes word, eight bytes value) to apply after the start of a valid ring.
#include "datasources/collectors/nccl/ringreader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace lockstep;

namespace {

void require(bool isSo)
{
    if (!isSo)
        std::abort();
}

void write(int memory, std::size_t offset, std::uint64_t value)
{
    require(::pwrite(memory, &value, sizeof(value), static_cast<off_t>(offset)) == sizeof(value));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    constexpr std::size_t step = 12;
    const int memory = ::memfd_create("fuzz", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    require(memory >= 0 && ::ftruncate(memory, sizeof(nccl::SharedRing)) == 0);
    write(memory, offsetof(nccl::SharedRing, magic), nccl::ringMagic);
    write(memory, offsetof(nccl::SharedRing, version), nccl::ringVersion);
    write(memory, offsetof(nccl::SharedRing, bytes), sizeof(nccl::SharedRing));
    require(::fcntl(memory, F_ADD_SEALS, F_SEAL_SHRINK) == 0);
    auto reader = RingReader::open(FileDescriptor(::dup(memory)));
    require(reader.isOk());
    constexpr std::int64_t nowNs = 1'000'000'000'000;
    for (std::size_t at = 0; at + step <= size; at += step) {
        std::uint16_t page = 0;
        std::uint16_t word = 0;
        std::uint64_t value = 0;
        std::memcpy(&page, data + at, sizeof(page));
        std::memcpy(&word, data + at + 2, sizeof(word));
        std::memcpy(&value, data + at + 4, sizeof(value));
        const std::size_t offset = (4096UL * (page % 64) + 8UL * (word % 512)) % (sizeof(nccl::SharedRing) - 8);
        write(memory, offset, value);
    }
    for (int round = 0; round < 2; ++round) {
        RingReader::News news;
        reader.value().read(nowNs, 4096, news);
        require(news.ended.size() <= 4096 && news.open.size() <= nccl::openCollectives);
        for (const auto* works : {&news.ended, &news.open}) {
            for (const RingReader::Work& work : *works) {
                require(work.what.communicator < nccl::knownCommunicators && work.startNs > 0 && work.startNs <= nowNs);
                require(work.endNs == 0 || (work.endNs >= work.startNs && work.endNs <= nowNs));
                require(reader.value().communicator(work.what.communicator).name.size() <= nccl::communicatorNameBytes);
            }
        }
    }
    ::close(memory);
    return 0;
}
