#!/bin/sh
# Sets the output `home` to a JDK 25 or newer that the runner has; leaves it empty if there is none.
set -u
for home in "${JAVA_HOME:-}" "${JAVA_HOME_25_X64:-}" "${JAVA_HOME_25_ARM64:-}" /usr/lib/jvm/*; do
    [ -x "$home/bin/java" ] && [ -f "$home/release" ] || continue
    release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
    if [ "${release:-0}" -ge 25 ]; then
        echo "home=$home" >>"$GITHUB_OUTPUT"
        exit 0
    fi
done
