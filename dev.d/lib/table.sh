# shellcheck shell=sh disable=SC2154
# Writes what a command measured into a page of docs. Sourced after task.sh.

# NAME PAGE: prints what is read from stdin and puts it between `<!-- NAME:begin -->` and `<!-- NAME:end -->` of PAGE.
# Where nothing is read, or the page has no such place, it fails and leaves the page as it is.
heddle_replace() {
    heddle_text=$(mktemp) && cat >"$heddle_text"
    cat "$heddle_text"
    [ -s "$heddle_text" ] || heddle_fail "the command printed nothing for '$1'" "run it by hand and read what it says"
    grep -q "^<!-- $1:begin -->" "$2" || heddle_fail "$2 has no place for '$1'" "add <!-- $1:begin --> and <!-- $1:end -->"
    awk -v text="$heddle_text" -v name="$1" '
        $0 == "<!-- " name ":end -->" { inside = 0 }
        !inside
        $0 == "<!-- " name ":begin -->" {
            print ""
            while ((getline line < text) > 0) print line
            print ""
            inside = 1
        }' "$2" >"$heddle_text.page" && cat "$heddle_text.page" >"$2"
    rm -f "$heddle_text" "$heddle_text.page"
}

# NAME: the same in docs/measurements.md, with the line that says when, of which commit and on which machine.
heddle_record() {
    heddle_result=$(mktemp) && cat >"$heddle_result"
    { heddle_stamp | heddle_wrap && echo && cat "$heddle_result"; } | heddle_replace "$1" "$heddle_root/docs/measurements.md"
    rm -f "$heddle_result"
}

# "2026-11-24, commit 0123abc: 2 cores (AMD EPYC 7763), 24 GiB, Debian 12, JDK 25.0.3"
heddle_stamp() {
    heddle_commit=$(git -C "$heddle_root" rev-parse --short=7 HEAD 2>/dev/null || echo unknown)
    git -C "$heddle_root" diff --quiet HEAD -- . ':!docs' 2>/dev/null || heddle_commit="$heddle_commit with changes"
    if [ "$(uname -s)" = Darwin ]; then
        heddle_cpu=$(sysctl -n machdep.cpu.brand_string)
        heddle_bytes=$(sysctl -n hw.memsize)
        heddle_os="macOS $(sw_vers -productVersion)"
    else
        heddle_cpu=$(sed -n 's/^model name[[:space:]]*: *//p' /proc/cpuinfo | head -n 1)
        heddle_bytes=$(awk '/^MemTotal/ { print $2 * 1024 }' /proc/meminfo)
        heddle_os=$(sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' /etc/os-release)
    fi
    printf '%s, commit %s: %s cores (%s), %s GiB, %s, JDK %s\n' "$(date +%Y-%m-%d)" "$heddle_commit" \
        "$(getconf _NPROCESSORS_ONLN)" "${heddle_cpu:-$(uname -m)}" \
        "$(awk -v bytes="$heddle_bytes" 'BEGIN { printf "%.0f", bytes / 1073741824 }')" "$heddle_os" \
        "$(sed -n 's/^JAVA_VERSION="\(.*\)"/\1/p' "$heddle_jdk/release")"
}

# Turns each line of stdin that reads "WHAT: HITS of OF" into a row with Wilson's interval; drops the others.
heddle_shares() {
    "$heddle_jdk/bin/java" "$heddle_root/dev.d/lib/Share.java"
}

# FILE COMMAND…: runs the command, shows what it prints and keeps it in FILE; returns its exit code.
heddle_tee() {
    heddle_file=$1
    shift
    { "$@" && echo 0 >"$heddle_file.status" || echo $? >"$heddle_file.status"; } | tee "$heddle_file"
    heddle_status=$(cat "$heddle_file.status")
    rm -f "$heddle_file.status"
    return "$heddle_status"
}

# Breaks lines of stdin at 120 columns, but for rows of tables.
heddle_wrap() {
    awk '
        /^\|/ { print; next }
        { line = ""
          for (i = 1; i <= NF; i++) {
              if (line != "" && length(line) + length($i) + 1 > 120) { print line; line = "" }
              line = line == "" ? $i : line " " $i
          }
          print line }'
}
