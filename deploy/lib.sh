# Functions shared by the scripts in this directory. Source it, do not run it.

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$0: $*"
    exit 1
}

# Builds with the arguments of `swift build`. Gauntlet and its benchmarks share one build folder, so
# that nothing is compiled twice. SwiftPM would reuse the cached build plan of the other package,
# and not find its own targets, so each build plans again. LLVM's linker comes with Swift, and
# needs half the time of the usual one.
build() {
    swift build --disable-build-manifest-caching -Xswiftc -use-ld=lld "$@" >&2
}

# Installs missing system packages: those needed to build and to run, and those in the arguments.
install_packages() {
    command -v swift >/dev/null || fail "Swift 6.3 is not installed: see https://www.swift.org/install"
    local missing=()
    for package in libpq-dev libssl-dev zlib1g-dev pkg-config postgresql tzdata "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    command -v apt-get >/dev/null \
        || fail "install these packages, or their equivalents on your system: ${missing[*]}"
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "as root, run: apt-get install ${missing[*]}"
        root=(sudo)
    fi
    say "Installing ${missing[*]}"
    keep_main_cluster_away "${root[@]}"
    "${root[@]}" apt-get update -qq
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        -o Dpkg::Options::=--force-confold "${missing[@]}" >/dev/null
}

is_installed() {
    case "$1" in
    pkg-config) command -v pkg-config >/dev/null ;;
    postgresql) [ -n "$(postgres_programs)" ] ;;
    tzdata) [ -e /usr/share/zoneinfo/tzdata.zi ] && [ -e /usr/share/zoneinfo/Europe/Berlin ] ;;
    *) dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed$' ;;
    esac
}

# Prevents Debian's package from creating and starting a cluster `main`: Gauntlet runs its own.
# Changes nothing if PostgreSQL was installed before.
keep_main_cluster_away() {
    [ -e /etc/postgresql-common ] && return
    "$@" mkdir -p /etc/postgresql-common
    printf 'create_main_cluster = false\n' \
        | "$@" tee /etc/postgresql-common/createcluster.conf >/dev/null
}

# Creates the system user that `gauntlet up` runs the services as when root starts it; it has no
# shell and no home.
provide_user() {
    [ "$(id -u)" -eq 0 ] || return 0
    ! getent passwd gauntlet >/dev/null || return 0
    command -v useradd >/dev/null || fail "create a system user “gauntlet”: useradd is not installed"
    local group=--user-group
    ! getent group gauntlet >/dev/null || group=--gid=gauntlet
    say "Creating the system user gauntlet"
    useradd --system "$group" --no-create-home --home-dir /nonexistent \
        --shell /usr/sbin/nologin gauntlet
}

# Prints the directory for the databases of the tests: memory if 2 GiB are free there, else /tmp. Each
# test creates a database and drops it: some 300 files, for which the file system of a disk needs more
# processor time than PostgreSQL needs for the rest. In memory it needs hardly any.
directory_for_databases() {
    local room
    room=$(df --output=avail --block-size=1M /dev/shm 2>/dev/null | tail -n 1 || true)
    if [ "${room:-0}" -lt 2048 ]; then echo /tmp; else echo /dev/shm; fi
}

# Prints the program directory of the newest PostgreSQL from version 15 on; prints nothing if there
# is none.
postgres_programs() {
    local newest=""
    for directory in /usr/lib/postgresql/*/bin; do
        [ -x "$directory/postgres" ] || continue
        local version=${directory#/usr/lib/postgresql/}
        version=${version%/bin}
        [ "$version" -ge 15 ] && { [ -z "$newest" ] || [ "$version" -gt "$newest" ]; } \
            && newest=$version
    done
    if [ -n "$newest" ]; then
        printf '/usr/lib/postgresql/%s/bin' "$newest"
    elif command -v initdb >/dev/null && command -v postgres >/dev/null; then
        dirname "$(command -v initdb)"
    fi
}

# Succeeds if the first argument is a whole number, of digits only, from the second to the third.
is_between() {
    [[ $1 =~ ^[0-9]{1,9}$ ]] && [ "$((10#$1))" -ge "$2" ] && [ "$((10#$1))" -le "$3" ]
}

# Prints a loopback port that nothing listens on.
free_port() {
    local port
    while
        port=$((20000 + RANDOM % 12000))
        (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null
    do :; done
    printf '%s' "$port"
}

# Prints the build directory of a package, release or debug, with the most recently built programs;
# prints nothing if there are none.
newest_programs() {
    local newest="" built
    for built in "$1"/.build/{release,debug}; do
        [ -x "$built/gauntlet" ] && [ -x "$built/gatewayd" ] || continue
        if [ -z "$newest" ] || [ "$built/gauntlet" -nt "$newest/gauntlet" ]; then newest=$built; fi
    done
    printf '%s' "$newest"
}

# Runs the failed suites once more, alone. A test that fails only beside others depends on the
# machine's speed, and does not show a fault of the current change. Prints such suites, which should
# be fixed. Fails if one of them fails again, if more than three failed, or if the runner crashed.
passes_alone() {
    local directory=$1 suites count
    suites=$(sed -n '/"kind":"issueRecorded"/s/.*"testID":"\([^"\\]*\).*/\1/p' \
        "$directory/events" 2>/dev/null | sort -u)
    count=$(grep -c . <<<"$suites" || true)
    ! grep -qE 'Fatal error|unexpected signal' "$directory/output" && is_between "$count" 1 3 \
        || return 1
    printf '\nOnce more, alone: %s\n' "$(paste -sd ' ' <<<"$suites")"
    swift test --skip-build --disable-xctest --filter "^($(paste -sd '|' <<<"$suites"))/" 2>&1 \
        | tail -n 20 || return 1
    printf 'Flaky: failed beside other tests, passed alone: %s\n' "$(paste -sd ' ' <<<"$suites")"
}

# Runs the built tests; prints at the end the failures, the slowest suites, and the runner's count.
# Arguments: a directory for its files, `whole` or `part` of the tests, then those of `swift test`.
# Returns the status of the tests; if they pass, that of `deploy/slowest`.
run_tests() {
    local directory=$1 extent=$2 exit_code=0 quick=0
    shift 2
    # Tests share two cores and one server: a few at once are faster than hundreds.
    local width=${GAUNTLET_TEST_WIDTH:-8}
    SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$width \
        swift test --skip-build --disable-xctest \
        --event-stream-output-path "$directory/events" --event-stream-version 6.3 "$@" 2>&1 \
        | tee "$directory/output" || exit_code=$?
    # Thousands of lines hide a failure, so it is printed again.
    if [ "$exit_code" -ne 0 ]; then
        printf '\nFailures:\n'
        grep -E '✘|^[^ ]*error: |Fatal error|unexpected signal' "$directory/output" \
            | tail -n 40 || true
        if [ "$extent" = whole ] && passes_alone "$directory"; then exit_code=0; fi
    fi
    [ ! -e "$directory/events" ] \
        || "$here/deploy/slowest" "$directory/events" "$width" "$extent" || quick=$?
    grep -E 'Test run with [0-9]+ tests?' "$directory/output" | tail -n 1 || true
    [ "$exit_code" -ne 0 ] || exit_code=$quick
    return "$exit_code"
}

# Puts a program on the path whose Debian package would also start a server on installation: the
# package is only unpacked, once, into a subdirectory of the build directory. Arguments: the
# directory of the Swift package, then PROGRAM PACKAGE PATH-IN-PACKAGE. Returns 1 if the program
# cannot be provided.
provide_unpacked() {
    command -v "$2" >/dev/null && return
    local tools=$1/.build/tools
    [ -x "$tools/$2" ] || unpack "$tools" "$2" "$3" "$4" || return 1
    PATH=$tools:$PATH
}

# Provides what the benchmarks measure with, and what they compare with.
provide_contenders() {
    install_packages wrk
    provide_unpacked "$1" nginx nginx usr/sbin/nginx \
        || fail "nginx is not installed, and cannot be downloaded: install it, without starting it"
}

# Provides promtool. Without it the tests that use it are skipped, and one line says so.
provide_promtool() {
    provide_unpacked "$1" promtool prometheus usr/bin/promtool \
        || say "promtool is not installed and cannot be downloaded: tests that use it are skipped."
}

unpack() (
    command -v apt-get >/dev/null || exit 1
    tools=$1 program=$2 package=$3 path=$4
    work=$(mktemp -d "${TMPDIR:-/tmp}/gauntlet-unpack.XXXXXX")
    trap 'rm -rf "$work"' EXIT
    cd "$work"
    download() {
        timeout 120 apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 \
            download "$package" >/dev/null 2>&1
    }
    # Only root can update the lists of packages.
    update() {
        local root=()
        [ "$(id -u)" -eq 0 ] || root=(sudo -n)
        timeout 120 "${root[@]}" apt-get update -qq >/dev/null 2>&1
    }
    say "Unpacking $program"
    { download || { update && download; }; } \
        && dpkg -x "$package"_*.deb . \
        && mkdir -p "$tools" \
        && mv "$path" "$tools/$program.new" \
        && mv "$tools/$program.new" "$tools/$program"
)
