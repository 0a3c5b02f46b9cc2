# Completion of proxima and proxima-gen for bash: verbs and options, as --help lists them; else files.

# _proxima_offers verbs|options COMMAND [VERB...]
_proxima_offers() {
    "${@:2}" --help 2>/dev/null | awk -v kind="$1" '
        /^[^ ]/ { verbs = /^Verbs:/ }
        kind == "verbs" && verbs && /^  [a-z]/ { print $1 }
        kind == "options" && /^ +-/ { gsub(",", "\n", $1); print $1 }'
}

_proxima() {
    local command=("${COMP_WORDS[0]}") current=${COMP_WORDS[COMP_CWORD]} word verbs
    verbs=$(_proxima_offers verbs "${command[@]}")
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        if grep -qxF -e "$word" <<<"$verbs"; then
            command+=("$word")
            verbs=$(_proxima_offers verbs "${command[@]}")
        fi
    done
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$(_proxima_offers options "${command[@]}")" -- "$current")
    elif [[ $verbs ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$verbs" -- "$current")
    fi
}

complete -o default -F _proxima proxima proxima-gen
