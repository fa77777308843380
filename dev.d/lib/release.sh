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
    cp "$heddle_source/guard/gradle/heddle.init.gradle" "$heddle_out"
    heddle_changes >"$heddle_out/CHANGES.md"
    heddle_describe "$1" "$2" && heddle_bundle "$1" "$2"
}

# VERSION FOLDER: what other tools read of a release, and the manual pages.
heddle_describe() {
    heddle_parts=$2/source/dev.d/lib/release
    heddle_modules=$("$heddle_jdk/bin/jdeps" --multi-release 25 --ignore-missing-deps --print-module-deps "$2/out/heddle.jar") || return 1
    for heddle_file in jbang-catalog.json Dockerfile jreleaser.yml; do
        sed "s/@VERSION@/$1/;s/@MODULES@/$heddle_modules/" "$heddle_parts/$heddle_file" >"$2/out/$heddle_file"
    done
    heddle_tool "info.picocli:picocli-codegen:$(heddle_property picocli.version)" "$2/tools" &&
        "$heddle_jdk/bin/java" -cp "$2/out/heddle.jar:$2/tools/*" "$heddle_parts/HelpFiles.java" "$2/help" &&
        SOURCE_DATE_EPOCH=$(git -C "$heddle_root" log -1 --format=%ct HEAD) heddle_maven -q -N \
            "org.asciidoctor:asciidoctor-maven-plugin:$(heddle_property asciidoctor-plugin.version):process-asciidoc" \
            -Dasciidoctor.sourceDirectory="$2/help" -Dasciidoctor.outputDirectory="$2/man" -Dasciidoctor.backend=manpage -Dasciidoctor.attributes=reproducible \
            </dev/null >&2
}

# VERSION FOLDER: the zip for package managers.
heddle_bundle() {
    heddle_top=$2/heddle-$1
    mkdir -p "$heddle_top/bin" "$heddle_top/lib" "$heddle_top/man/man1" "$heddle_top/completions" &&
        cp "$heddle_parts/heddle" "$heddle_parts/heddle.bat" "$heddle_top/bin" &&
        cp "$2/out/heddle.jar" "$heddle_top/lib" &&
        cp "$2"/man/*.1 "$heddle_top/man/man1" &&
        cp "$2/help/heddle.bash" "$heddle_top/completions" &&
        cp "$2/source/LICENSE" "$2/out/CHANGES.md" "$heddle_top" &&
        "$heddle_jdk/bin/java" "$heddle_parts/Archive.java" "$2/out/heddle-$1.zip" "$heddle_top" "$heddle_time"
}

# What has changed since the tag before, from the commits.
heddle_changes() {
    heddle_before=$(git -C "$heddle_root" describe --abbrev=0 --tags --match 'v[0-9]*' HEAD^ 2>/dev/null) || heddle_before=
    printf '# Changes%s\n\n' "${heddle_before:+ since $heddle_before}"
    git -C "$heddle_root" log --no-merges --format='- %s' ${heddle_before:+"$heddle_before.."}HEAD
}

# COORDINATE FOLDER: puts a jar that is no part of the build into the folder.
heddle_tool() {
    heddle_maven -q -N "org.apache.maven.plugins:maven-dependency-plugin:$(heddle_property dependency-plugin.version):copy" \
        -Dartifact="$1" -DoutputDirectory="$2" </dev/null >&2
}

# NAME: the property of the root pom.
heddle_property() {
    sed -n "s:.*<$1>\(.*\)</$1>.*:\1:p" "$heddle_root/pom.xml" | head -n 1
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
