# shellcheck shell=sh disable=SC2154
# Builds the files of a release. Sourced after task.sh.
. "$heddle_root/dev.d/lib/fetch.sh"

# VERSION FOLDER: builds HEAD as VERSION in FOLDER/source and puts the files of the release into FOLDER/out.
heddle_release() {
    heddle_source=$2/source
    heddle_out=$2/out
    mkdir -p "$heddle_source" "$heddle_out/repository"
    git -C "$heddle_root" archive HEAD | tar -x -C "$heddle_source"
    heddle_set_version "$1" "$heddle_source"
    heddle_time=$(TZ=UTC0 git -C "$heddle_root" log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ HEAD)
    heddle_say "building $1 of $(git -C "$heddle_root" rev-parse --short=7 HEAD)"
    (
        heddle_root=$heddle_source
        heddle_maven -q -Prelease -Dmaven.test.skip=true -Dspotless.check.skip=true \
            -Dproject.build.outputTimestamp="$heddle_time" \
            -DaltDeploymentRepository="staged::file://$heddle_out/repository" \
            -pl "$(heddle_published "$heddle_source")" -am deploy </dev/null >&2
    ) || return 1
    # Central writes its own, with the time of the upload.
    find "$heddle_out/repository" -name 'maven-metadata.xml*' -exec rm -f {} +
    cp "$heddle_source/cli/target/heddle.jar" "$heddle_out/heddle.jar"
    (cd "$heddle_out" && printf '%s  heddle.jar\n' "$(heddle_sha256 heddle.jar)" >heddle.jar.sha256)
    cp "$heddle_out/repository/io/heddle/heddle-cli/$1/heddle-cli-$1-cyclonedx.json" "$heddle_out/heddle.cdx.json"
}

# VERSION SOURCE: writes the version into every pom, where the one of the root stands today.
heddle_set_version() {
    heddle_old=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$2/pom.xml" | head -n 1)
    find "$2" -name pom.xml -exec grep -lF "<version>$heddle_old</version>" {} + | while IFS= read -r heddle_pom; do
        sed "s:<version>$heddle_old</version>:<version>$1</version>:" "$heddle_pom" >"$heddle_pom.new"
        mv "$heddle_pom.new" "$heddle_pom"
    done
}

# SOURCE: the modules whose pom says that a release publishes them, with commas between.
heddle_published() {
    (cd "$1" && find . -name pom.xml -exec grep -l '<maven.deploy.skip>false</maven.deploy.skip>' {} + |
        sed 's:^\./::;s:/pom\.xml$::' | sort | paste -s -d , -)
}

# REPOSITORY: signs each file of it with the key that HEDDLE_SIGN_WITH names.
heddle_sign() {
    if [ -z "${HEDDLE_SIGN_WITH:-}" ]; then return 0; fi
    find "$1" -type f ! -name '*.asc' ! -name '*.md5' ! -name '*.sha1' ! -name '*.sha256' ! -name '*.sha512' |
        while IFS= read -r heddle_file; do
            gpg --batch --yes --local-user "$HEDDLE_SIGN_WITH" --armor --detach-sign "$heddle_file" ||
                heddle_fail "gpg could not sign with $HEDDLE_SIGN_WITH" "gpg --list-secret-keys"
        done
}

# FOLDER: each file of the release with its size.
heddle_list_release() {
    (cd "$1" && find . -type f ! -name '*.md5' ! -name '*.sha1' | sort | while IFS= read -r heddle_file; do
        printf '%10d  %s\n' "$(wc -c <"$heddle_file")" "${heddle_file#./}"
    done)
}
