#!/usr/bin/zsh -f
# Types a line into an interactive zsh that has Proxima's completion, and prints what the terminal then shows.
#
#   typed.zsh DIRECTORY_OF_COMPLETION DIRECTORY_OF_PROGRAMS LINE
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1='READY> '; fpath=($1 \$fpath); path=($2 \$path); stty cols 200"
zpty -w shell "autoload -Uz compinit; compinit -u -D; LISTMAX=1000; print prepared-\$((1 + 1))"
zpty -r -m shell shown '*prepared-2*READY> *'
zpty -w -n shell "$3"$'\t\t'
zpty -w -n shell $'\C-e end-of-line\n'
zpty -r -m shell shown '*end-of-line*READY> *'
print -r -- "$shown"
