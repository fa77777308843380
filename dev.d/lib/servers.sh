# shellcheck shell=sh disable=SC2154
# Finds the servers that canary's tests start, or unpacks Debian's packages of them into the cache folder. Nothing is installed. Sourced after fetch.sh.

# One launcher a server: an installed one, or one of the packages with the libraries that it needs.
heddle_servers=$heddle_cache/servers
heddle_server_names="haproxy nginx prometheus"

heddle_find_or_fetch_servers() {
    heddle_servers_run "$heddle_servers" && return 0
    heddle_locked "$heddle_cache/servers.lock" "fetching HAProxy, nginx and Prometheus" heddle_make_servers_alone
}

# FOLDER: whether each launcher in it starts its server.
heddle_servers_run() {
    for heddle_server in $heddle_server_names; do
        heddle_server_runs "$1/$heddle_server" || return 1
    done
}

# PROGRAM: whether it says its version.
heddle_server_runs() {
    case $1 in
        *prometheus) "$1" --version >/dev/null 2>&1 ;;
        *) "$1" -v >/dev/null 2>&1 ;;
    esac
}

heddle_make_servers_alone() {
    heddle_servers_run "$heddle_servers" && return 0
    heddle_work=$heddle_cache/servers.fetching
    rm -rf "$heddle_work"
    mkdir -p "$heddle_work/packages" || heddle_fail "cannot write to $heddle_cache" "set XDG_CACHE_HOME to a folder that can be written"
    trap 'rm -rf "$heddle_work"' EXIT
    trap 'exit 130' INT TERM HUP
    heddle_missing=
    for heddle_server in $heddle_server_names; do
        # Debian keeps them where the PATH of a user does not look.
        heddle_installed=$(PATH=$PATH:${HEDDLE_SBIN:-/usr/sbin:/usr/local/sbin} command -v "$heddle_server")
        if [ -n "$heddle_installed" ] && heddle_server_runs "$heddle_installed"; then
            heddle_launcher "$heddle_server" "exec '$heddle_installed' \"\$@\""
        else
            heddle_missing="$heddle_missing $heddle_server"
        fi
    done
    if [ -n "$heddle_missing" ]; then heddle_unpack_packages; fi
    rm -rf "$heddle_servers"
    mv "$heddle_work" "$heddle_servers" || heddle_fail "cannot write to $heddle_cache" "set XDG_CACHE_HOME to a folder that can be written"
    for heddle_server in $heddle_server_names; do
        heddle_server_runs "$heddle_servers/$heddle_server" ||
            heddle_fail "the $heddle_server that was fetched does not run here" "$heddle_servers/$heddle_server -v, which says why; or $heddle_by_hand"
    done
    heddle_say "HAProxy, nginx and Prometheus for tests are in $heddle_servers"
}

# NAME COMMAND: a script of one command; exec, so that its process is the server's own.
heddle_launcher() {
    printf '#!/bin/sh\n%s\n' "$2" >"$heddle_work/$1" && chmod +x "$heddle_work/$1"
}

# Downloads the missing servers and the libraries that this system lacks for them, as apt-get would install them.
heddle_unpack_packages() {
    heddle_by_hand="install$heddle_missing by hand (Debian, Ubuntu: apt-get install$heddle_missing; macOS: brew install$heddle_missing)"
    if ! command -v apt-get >/dev/null 2>&1 || ! command -v dpkg >/dev/null 2>&1; then
        heddle_fail "the servers$heddle_missing are not installed, and Heddle fetches them from Debian's packages alone" "$heddle_by_hand"
    fi
    heddle_say "fetching the Debian packages of$heddle_missing (about 21 MB) into $heddle_servers; nothing is installed"
    heddle_lists=
    heddle_download_packages || {
        # The system has no lists of packages, or old ones: new ones for this folder alone, which needs no rights.
        mkdir -p "$heddle_work/lists/partial" "$heddle_work/apt/archives/partial"
        heddle_lists="-o Dir::State::Lists=$heddle_work/lists -o Dir::Cache=$heddle_work/apt"
        # shellcheck disable=SC2086
        apt-get $heddle_lists update >"$heddle_work/apt.log" 2>&1 </dev/null
        heddle_download_packages
    } || heddle_fail "apt-get could not download$heddle_missing: $(sed -n 's/^[EW]: //p' "$heddle_work/apt.log" | tail -n 1)" \
        "look at the network and at /etc/apt/sources.list; or $heddle_by_hand"
    for heddle_package in "$heddle_work"/packages/*.deb; do
        dpkg -x "$heddle_package" "$heddle_work/root" || heddle_fail "$heddle_package could not be unpacked" "look for free space on that disk"
    done
    heddle_libraries=$(find "$heddle_work/root" -name '*.so*' -exec dirname {} \; | sort -u | sed "s,^$heddle_work,$heddle_servers," | paste -s -d : -)
    for heddle_server in $heddle_missing; do
        heddle_program=$(find "$heddle_work/root" -type f -path "*bin/$heddle_server" | head -n 1)
        [ -n "$heddle_program" ] || heddle_fail "Debian's package of $heddle_server has no program of that name" "$heddle_by_hand"
        heddle_launcher "$heddle_server" "LD_LIBRARY_PATH='$heddle_libraries' exec '$heddle_servers${heddle_program#"$heddle_work"}' \"\$@\""
    done
    rm -rf "$heddle_work/packages" "$heddle_work/lists" "$heddle_work/apt"
}

# Scripts and fonts of Prometheus' web pages are left out: no test looks at them.
heddle_download_packages() {
    # shellcheck disable=SC2086
    heddle_packages=$(apt-get $heddle_lists install --simulate --no-install-recommends $heddle_missing 2>>"$heddle_work/apt.log" </dev/null |
        sed -n 's/^Inst \([^ ]*\) .*/\1/p' | grep -v -e '^libjs-' -e '^fonts-')
    [ -n "$heddle_packages" ] || return 1
    # shellcheck disable=SC2086
    (cd "$heddle_work/packages" && apt-get $heddle_lists download $heddle_packages) >>"$heddle_work/apt.log" 2>&1 </dev/null
}
