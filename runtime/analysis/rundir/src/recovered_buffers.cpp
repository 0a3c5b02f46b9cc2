#include "recovered_buffers.hpp"

#include <proxima/base/descriptor.hpp>
#include <proxima/base/error.hpp>
#include <proxima/format/buffer_copies.hpp>
#include <proxima/format/files.hpp>

#include <algorithm>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace proxima::rundir {
namespace {

// A thread buffer in /dev/shm that a link of the run names. A run directory may come from a
// stranger, whose link may name the buffer of another run or of another user.
class SharedBuffer {
public:
    SharedBuffer(const RunDirectory::ThreadFiles& files, const base::Directory& home)
        : path_(files.buffer_elsewhere->string()),
          input_(::open(path_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)) {
        format::ThreadBufferHeader header{};
        struct stat run{};
        is_of_run_ = format::is_shared_buffer_name(path_) && input_.is_open() &&
                     ::fstat(input_.get(), &facts_) == 0 && S_ISREG(facts_.st_mode) &&
                     facts_.st_uid == ::geteuid() && facts_.st_nlink == 1 &&
                     ::pread(input_.get(), &header, sizeof header, 0) == sizeof header &&
                     std::equal(std::begin(header.magic), std::end(header.magic),
                                std::begin(header.expected_magic)) &&
                     header.version == header.supported_version && header.rank == files.rank &&
                     header.number == files.number &&
                     ::fstatat(home.descriptor(), "", &run, AT_EMPTY_PATH) == 0 &&
                     header.run_device == run.st_dev && header.run_inode == run.st_ino;
    }

    // Whether this user's runtime made it for this run, and for the thread that the link stands
    // for.
    bool is_of_run() const { return is_of_run_; }

    // Puts a copy in the place of the link, which nobody reads who could not read the buffer.
    void move_to(const base::Directory& records, const std::filesystem::path& link) const {
        base::ReplacedFile file(records, link);
        ::fchmod(file.descriptor(), facts_.st_mode & 0777);
        std::string piece(1 << 20, '\0');
        ssize_t got = 0;
        for (off_t at = 0; (got = ::pread(input_.get(), piece.data(), piece.size(), at)) > 0;
             at += got) {
            file.write(std::string_view(piece.data(), static_cast<std::size_t>(got)));
        }
        if (got < 0) {
            throw base::Error(path_, "cannot be read");
        }
        file.commit();
        ::unlink(path_.c_str());
    }

private:
    std::string path_;
    base::Descriptor input_;
    struct stat facts_{};
    bool is_of_run_ = false;
};

// Replaces the link to a buffer that is out of reach by the last complete copy of it.
void restore_buffer(const std::filesystem::path& copies, const base::Directory& records,
                    const std::filesystem::path& link) {
    using format::BufferCopies;
    const format::InputFile input(copies);
    BufferCopies header{};
    input.read(0, &header, sizeof header);
    if (header.slots[0].number == 0 && header.slots[1].number == 0) {
        return; // the kill came during the first copy
    }
    const auto& last = header.slots[header.slots[0].number < header.slots[1].number ? 1 : 0];
    const auto pages = last.pages;
    if (!std::equal(std::begin(header.magic), std::end(header.magic),
                    std::begin(BufferCopies::expected_magic)) ||
        header.version != BufferCopies::supported_version ||
        pages > input.size() / BufferCopies::page_size) {
        throw base::Error(copies, "is damaged, or of another version of proxima; remove it");
    }
    base::ReplacedFile file(records, link);
    std::string page(BufferCopies::page_size, '\0');
    for (std::uint64_t i = 0; i < pages; ++i) {
        page.assign(page.size(), '\0');
        input.read(BufferCopies::offset(last.number, i), page.data(), page.size());
        file.write(page);
    }
    file.commit();
}

} // namespace

void bring_buffers_home(const RunDirectory& run, const base::Directory& records) {
    for (const auto& files : run.thread_files()) {
        if (files.buffer_elsewhere) {
            const auto link = files.buffer_file->filename();
            if (const SharedBuffer buffer(files, run.home()); buffer.is_of_run()) {
                buffer.move_to(records, link);
            } else if (files.copies) {
                restore_buffer(*files.copies, records, link);
            }
        }
        if (files.copies && files.buffer_file) {
            records.remove(files.copies->filename());
        }
    }
}

} // namespace proxima::rundir
