#include "receiver.hpp"

#include <proxima/node/sampler.hpp>

#include <array>
#include <cstring>
#include <sys/uio.h>

namespace proxima::node {
namespace {

constexpr std::size_t batch_size = 64;
constexpr int most_batches = 8; ///< then others have their turn
constexpr int wanted_buffer = 8 << 20;

} // namespace

struct Receiver::Batch {
    struct One {
        std::array<std::uint8_t, longest_datagram + 1> bytes;
        iovec place;
        Address from;
        alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(std::uint32_t))> control;
    };
    std::array<One, batch_size> all;
    std::array<mmsghdr, batch_size> headers;

    void prepare(std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            auto& one = all[i];
            one.place = {one.bytes.data(), one.bytes.size()};
            auto& header = headers[i].msg_hdr;
            header = {};
            header.msg_name = &one.from.storage;
            header.msg_namelen = sizeof one.from.storage;
            header.msg_iov = &one.place;
            header.msg_iovlen = 1;
            header.msg_control = one.control.data();
            header.msg_controllen = one.control.size();
        }
    }
};

Receiver::Receiver(const Address& address) : socket_(address), batch_(std::make_unique<Batch>()) {
    if (::setsockopt(descriptor(), SOL_SOCKET, SO_RCVBUFFORCE, &wanted_buffer,
                     sizeof wanted_buffer) != 0) {
        ::setsockopt(descriptor(), SOL_SOCKET, SO_RCVBUF, &wanted_buffer, sizeof wanted_buffer);
    }
    const int yes = 1;
    ::setsockopt(descriptor(), SOL_SOCKET, SO_RXQ_OVFL, &yes, sizeof yes);
    batch_->prepare(batch_size);
}

Receiver::~Receiver() = default;

void Receiver::receive(const Take& take) {
    for (int i = 0; i < most_batches; ++i) {
        const int count =
            ::recvmmsg(descriptor(), batch_->headers.data(), batch_size, MSG_DONTWAIT, nullptr);
        const auto received_ns = raw_now_ns();
        for (int k = 0; k < count; ++k) {
            const auto index = static_cast<std::size_t>(k);
            auto& one = batch_->all[index];
            auto& header = batch_->headers[index];
            one.from.size = header.msg_hdr.msg_namelen;
            const auto* note = CMSG_FIRSTHDR(&header.msg_hdr);
            if (note != nullptr && note->cmsg_level == SOL_SOCKET &&
                note->cmsg_type == SO_RXQ_OVFL) {
                std::uint32_t lost = 0;
                std::memcpy(&lost, CMSG_DATA(note), sizeof lost);
                overflowed_ = lost;
            }
            take({one.bytes.data(), header.msg_len}, one.from, received_ns);
        }
        if (count <= 0) {
            return;
        }
        batch_->prepare(static_cast<std::size_t>(count));
        if (static_cast<std::size_t>(count) < batch_size) {
            return;
        }
    }
}

} // namespace proxima::node
