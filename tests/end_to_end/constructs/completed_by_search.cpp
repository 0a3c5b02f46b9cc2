// calls: extent 1
// calls: keep 1
// calls: count 1
// values: extent level 3
#include "completed_by_search.proxy.hpp"
#include "same_behaviour.hpp"

#include <utility>

class mesh::Mark {};

using construct::note;

namespace {

class Regular : public mesh::Grid {
public:
    mesh::Extent extent(int level) const override { return mesh::Extent(1 << level); }
    int keep(std::unique_ptr<mesh::Cell> cell) override { return cell->faces; }
    std::size_t count(const mesh::Row<mesh::Mark>& row) const override { return row.size(); }
};

void script(mesh::Grid& port) {
    note(port.extent(3).width(), port.keep(std::make_unique<mesh::Cell>()));
    note(port.count(mesh::Row<mesh::Mark>(5)));
}

} // namespace

int main() {
    return construct::same_behaviour<mesh::Grid, Regular, proxima::Proxy<mesh::Grid>>(script);
}
