#include "message_passing/messages.hpp"

#include <utility>

namespace hydro::amr {
namespace {

std::size_t elements(const std::vector<Messages::Part>& parts) {
    return parts.empty() ? 0 : static_cast<std::size_t>(parts.back().end);
}

} // namespace

Messages::Messages(MPI_Comm communicator, int tag, std::vector<Part> outgoing,
                   std::vector<Part> incoming)
    : communicator_(communicator), tag_(tag), outgoing_(std::move(outgoing)),
      incoming_(std::move(incoming)), sent_(elements(outgoing_)), received_(elements(incoming_)),
      sending_(outgoing_.size(), MPI_REQUEST_NULL), receiving_(incoming_.size(), MPI_REQUEST_NULL),
      arrived_(incoming_.size()) {
}

void Messages::expect() {
    for (std::size_t m = 0; m < incoming_.size(); ++m) {
        const Part& part = incoming_[m];
        MPI_Irecv(received_.data() + part.begin, static_cast<int>(part.end - part.begin),
                  MPI_DOUBLE, part.rank, tag_, communicator_, &receiving_[m]);
    }
}

void Messages::send(int number) {
    const Part& part = outgoing_[static_cast<std::size_t>(number)];
    MPI_Isend(sent_.data() + part.begin, static_cast<int>(part.end - part.begin), MPI_DOUBLE,
              part.rank, tag_, communicator_, &sending_[static_cast<std::size_t>(number)]);
}

} // namespace hydro::amr
