#!/bin/bash
# Writes the pages of the manual, made from --help, by help2man.
#
#   write_manual.sh DIRECTORY VERSION PROGRAM
set -euo pipefail
directory=$1 version=$2 program=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# help2man leaves lines alone that begin with a prompt.
help_for_manual() {
    "$@" --help | awk '/^[^ ]/ { examples = /^Examples/ } examples && /^ / { sub(/^ */, "  $ ") } { print }'
}

# write_pages COMMAND [VERB...]: the page of a command, and those of its verbs
write_pages() {
    local name verb
    name=$(basename "$1")$(printf -- '-%s' "${@:2}" | sed 's/^-$//')
    help_for_manual "$@" >"$work/help"
    printf '#!/bin/sh\ncat "%s"\n' "$work/help" >"$work/$name"
    chmod +x "$work/$name"
    help2man --no-info --version-string="$version" --source="Proxima $version" --manual=Proxima \
        --name="$(summary "$work/help")" "$work/$name" >"$directory/$name.1"
    for verb in $(awk '/^[^ ]/ { verbs = /^Verbs:/ } verbs && /^  [a-z]/ { print $1 }' "$work/help"); do
        write_pages "$@" "$verb"
    done
}

# The first line, as the list of a manual's pages shows it.
summary() {
    sed '1{s|[.]$||;q}' "$1"
}

rm -rf "$directory"
mkdir -p "$directory"
write_pages "$program"
