# Set-up shared by samples/run and tests/run; sourced by bash.
# What each needs is listed here, once, by its Debian 12 package name.

packages_build=(
    g++ cmake ninja-build
    clang-19 llvm-19-dev libclang-19-dev libclang-cpp19-dev
    libkainjow-mustache-dev nlohmann-json3-dev libfmt-dev libcli11-dev
    libmuparser-dev libeigen3-dev libsqlite3-dev libxxhash-dev libsimdjson-dev libsodium-dev libdw-dev pkg-config
    libpapi-dev libotf2-trace-dev help2man
)
# For the page of proxima view. Node.js from elsewhere has npm, and conflicts with Debian's.
packages_page=()
command -v npm >/dev/null || packages_page=(npm)
# Also what draws the pictures of the case study.
packages_hydro=(libp4est-dev libopenmpi-dev openmpi-bin libpng-dev python3 gnuplot-nox graphviz)
packages_samples=(pkg-config coinor-libipopt-dev liblapack-dev libblas-dev libquantlib0-dev "${packages_hydro[@]}" "${packages_page[@]}")
packages_tests=(make gfortran libgtest-dev python3
    libopenmpi-dev openmpi-bin libmpich-dev mpich slurm-wlm munge lammps toulbar2 binutils
    libclang-rt-19-dev man-db zsh python3-pandas python3-matplotlib chromium chromium-driver
    libomp-19-dev libtbb-dev otf2-tools prometheus strace libboost-context-dev libsystemc-dev)
packages_lint=(clang-format-19 clang-tidy-19)

requirements() {
    cat <<'TEXT'
What Proxima needs (in brackets the Debian 12 package):
  to build:        a C++20 compiler, g++ 12 or newer [g++]; CMake 3.25 [cmake]; Ninja [ninja-build];
                   LLVM and Clang 16 to 19 with their libraries [clang-19 llvm-19-dev libclang-19-dev
                   libclang-cpp19-dev]; kainjow Mustache 4.1 [libkainjow-mustache-dev];
                   nlohmann JSON 3.11 [nlohmann-json3-dev]; fmt 9 [libfmt-dev]; CLI11 2.1 [libcli11-dev];
                   muParser 2.3 [libmuparser-dev]; Eigen 3.4 [libeigen3-dev]; SQLite 3.38 [libsqlite3-dev];
                   xxHash 0.8 [libxxhash-dev]; simdjson 3.0 [libsimdjson-dev]; libsodium 1.0.18
                   and libdw 0.188 with pkg-config [libsodium-dev libdw-dev pkg-config]; optional: for man pages
                   help2man [help2man]; for hardware counters PAPI 7 [libpapi-dev]; for traces
                   OTF2 3 [libotf2-trace-dev]; for the page of proxima view npm 9 with Node.js 18
                   [npm] and access to an npm registry
  for the samples: pkg-config [pkg-config]; Ipopt 3.11 with LAPACK and BLAS [coinor-libipopt-dev
                   liblapack-dev libblas-dev]; QuantLib 1.29 [libquantlib0-dev]; p4est 2.2 with Open MPI and
                   libpng [libp4est-dev libopenmpi-dev openmpi-bin libpng-dev]; for the case study Python 3,
                   gnuplot and Graphviz [python3 gnuplot-nox graphviz] (the integrator sample needs none of them);
                   for the database study, which is not built, PostgreSQL 15, Python 3, ip and tc
                   [postgresql python3 iproute2]
  for the tests:   GoogleTest 1.12 [libgtest-dev]; Python 3 [python3];
                   make [make]; gfortran [gfortran]; the sanitizers of clang [libclang-rt-19-dev]; optional:
                   Open MPI 4.1 [libopenmpi-dev openmpi-bin] and MPICH 4.0 [libmpich-dev mpich], either
                   or both; Slurm 22.05 [slurm-wlm munge]; LAMMPS [lammps]; toulbar2 1.1 [toulbar2]; man
                   and zsh [man-db zsh]; pandas and matplotlib [python3-pandas python3-matplotlib];
                   Chromium with its driver [chromium chromium-driver];
                   otf2-print [otf2-tools]; Prometheus with promtool [prometheus]; Boost.Context 1.62
                   [libboost-context-dev]; SystemC 2.3 [libsystemc-dev]; for known loads, by hand,
                   stress-ng [stress-ng], fio [fio], ip and tc [iproute2]
TEXT
}

step() { printf '\n==> %s\n' "$*"; }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

is_debian_12() {
    [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID-}" = debian ] && [ "${VERSION_ID-}" = 12 ])
}

# Prints the named packages that are not installed.
missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

# Prefix of commands that need root: nothing for root, sudo where it is there.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        fail "installing packages needs root or sudo; run as root: apt-get install $missing"
    fi
}

# install_packages PACKAGE...: installs those that are missing, or prints what is needed.
install_packages() {
    if ! is_debian_12; then
        printf 'This set-up installs packages on Debian 12 only.\n' >&2
        requirements >&2
        fail "install these with your system's package manager, then run $0 --no-install"
    fi
    local missing
    missing=$(missing_packages "$@" | paste -sd ' ' -)
    if [ -z "$missing" ]; then
        return
    fi
    step "Installing packages: $missing"
    as_root apt-get update -q || fail "apt-get update failed; is the package mirror reachable?"
    # shellcheck disable=SC2086 # one word per package
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends -o Dpkg::Use-Pty=0 $missing ||
        fail "apt-get could not install: $missing"
}

# Compiling against Clang's headers takes up to about 1.5 GB a job.
parallel_jobs() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo 2>/dev/null)
    memory=${memory:-$cores}
    [ "$memory" -ge 1 ] || memory=1
    echo $((cores < memory ? cores : memory))
}
