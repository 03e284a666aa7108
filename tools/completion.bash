# Completion of bash for slideway: commands, options, shipped cases, files, analyses and topics of keys. The program
# itself lists all of them.

_slideway()
{
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words=""
    if ((COMP_CWORD == 1)); then
        words=$("$program" --help 2>/dev/null | sed -nE 's/^  (--)?([a-z]+)( .*|)$/\1\2/p; /^Options/q')
    elif [[ $word == -* ]]; then
        words=$("$program" --help 2>/dev/null | sed -nE "s/^  (--[a-z-]+)( arg)? +([a-z]+, )*$command[,:].*/\1/p")
    else
        case ${COMP_WORDS[COMP_CWORD - 1]} in
        --output) command=plot ;;
        --set | --threads | --keep | --time-limit) return ;;
        esac
        case $command in
        run | check)
            words=$("$program" list 2>/dev/null | cut -d' ' -f1)
            mapfile -t COMPREPLY < <(compgen -f -X '!*.toml' -- "$word"; compgen -d -- "$word")
            ;;
        convert) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        plot) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        paper) words=$("$program" paper --list 2>/dev/null | sed -nE 's|^ *([0-9]{3}[^ ]*) .*|\1|p') ;;
        keys) words=$("$program" keys 2>/dev/null | sed -nE 's/^\[+([a-z]+)\]+.*/\1/p' | uniq) ;;
        results) words=$("$program" results 2>/dev/null | sed -nE 's/^([a-z-]+): .*/\1/p') ;;
        esac
    fi
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o filenames -F _slideway slideway
