#!/bin/sh
# Fetches the jar from HEDDLE_URL into the cache, unless it is there. Fails if it is not the one that HEDDLE_SHA256 names.
set -eu
folder=$HOME/.cache/heddle
jar=$folder/heddle-$HEDDLE_SHA256.jar

sum() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

[ ! -f "$jar" ] || [ "$(sum "$jar")" != "$HEDDLE_SHA256" ] || exit 0
mkdir -p "$folder"
curl --fail --silent --show-error --location --output "$jar.part" "$HEDDLE_URL" || {
    echo "::error title=heddle::$HEDDLE_URL cannot be fetched; check the input version"
    exit 2
}
if [ "$(sum "$jar.part")" != "$HEDDLE_SHA256" ]; then
    echo "::error title=heddle::The SHA-256 of $HEDDLE_URL is $(sum "$jar.part"), and not the input sha256"
    rm -f "$jar.part"
    exit 2
fi
mv -f "$jar.part" "$jar"
