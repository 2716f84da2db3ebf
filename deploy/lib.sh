# What `up` and `test` share. Sourced, not run.

say() {
    printf '%s\n' "$*" >&2
}

fail() {
    say "$0: $*"
    exit 1
}

# Installs what is missing of the system's packages: to build against, and to run on, and those
# that the arguments name.
install_packages() {
    command -v swift >/dev/null || fail "Swift 6.3 is not installed: see https://www.swift.org/install"
    local missing=()
    for package in libpq-dev libssl-dev pkg-config postgresql "$@"; do
        is_installed "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    command -v apt-get >/dev/null \
        || fail "install these packages, or what your system calls them: ${missing[*]}"
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
    *) dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -q '^installed$' ;;
    esac
}

# Debian makes and starts a cluster `main` with the package; Gauntlet runs one of its own. Where
# PostgreSQL was there before, nothing is changed.
keep_main_cluster_away() {
    [ -e /etc/postgresql-common ] && return
    "$@" mkdir -p /etc/postgresql-common
    printf 'create_main_cluster = false\n' \
        | "$@" tee /etc/postgresql-common/createcluster.conf >/dev/null
}

# The directory of the newest server of at least version 15; empty where there is none.
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
