# shellcheck shell=sh
# Takes pictures of HTML pages. Sourced after task.sh.

# PAGE PICTURE WIDTH HEIGHT THEME: renders the file PAGE, light or dark, without a network.
heddle_picture() {
    heddle_browser=
    for heddle_name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$heddle_name" >/dev/null; then heddle_browser=$heddle_name && break; fi
    done
    [ -n "$heddle_browser" ] ||
        heddle_fail "no Chromium on the PATH, so there are no pictures" "apt-get install chromium, or open $1 in any browser"
    heddle_profile=$(mktemp -d)
    heddle_scheme=1
    [ "$5" = light ] || heddle_scheme=0
    "$heddle_browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --hide-scrollbars --user-data-dir="$heddle_profile" \
        --blink-settings=preferredColorScheme=$heddle_scheme --window-size="$3,$4" --screenshot="$2" "file://$1" \
        >"$heddle_profile/log" 2>&1 || { cat "$heddle_profile/log" >&2 && heddle_fail "$heddle_browser failed" "read the above"; }
    rm -rf "$heddle_profile"
}
