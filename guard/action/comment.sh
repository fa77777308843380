#!/bin/sh
# Puts the file HEDDLE_COMMENT into one comment on the pull request, which later runs replace.
set -eu
[ -n "$HEDDLE_COMMENT" ] || exit 0
mark='<!-- heddle -->'
body=$(mktemp)
{ echo "$mark" && cat "$HEDDLE_COMMENT"; } >"$body"
comments=repos/$GITHUB_REPOSITORY/issues/$HEDDLE_PULL_REQUEST/comments
id=$(gh api --paginate "$comments" --jq ".[] | select(.body | startswith(\"$mark\")) | .id" | head -n 1)
if [ -n "$id" ]; then
    gh api --method PATCH "repos/$GITHUB_REPOSITORY/issues/comments/$id" --field "body=@$body" >/dev/null
else
    gh api --method POST "$comments" --field "body=@$body" >/dev/null
fi
rm -f "$body"
