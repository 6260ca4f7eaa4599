import { EVENTS } from './events.js'
import { Problem } from './problem.js'

/**
 * Returns the script that completes commands, events and options in a shell.
 * @param {string | undefined} shell
 * @param {{ commands: readonly string[], options: readonly string[] }} words
 */
export function completion(shell, { commands, options }) {
  const events = Object.keys(EVENTS).join(' ')
  const flags = options.map(name => `--${name}`).join(' ')
  const all = commands.join(' ')
  if (shell === 'bash')
    return `_tollgate_dev() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}:$COMP_CWORD" in
    *:1) COMPREPLY=($(compgen -W "${all}" -- "$word")) ;;
    trigger:2) COMPREPLY=($(compgen -W "${events}" -- "$word")) ;;
    completion:2) COMPREPLY=($(compgen -W "bash zsh fish" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "${flags}" -- "$word")) ;;
  esac
}
complete -F _tollgate_dev tollgate-dev`
  if (shell === 'zsh')
    return `#compdef tollgate-dev
_tollgate_dev() {
  if (( CURRENT == 2 )); then compadd ${all}
  elif [[ $words[2] == trigger && CURRENT -eq 3 ]]; then compadd ${events}
  elif [[ $words[2] == completion ]]; then compadd bash zsh fish
  else compadd -- ${flags}
  fi
}
compdef _tollgate_dev tollgate-dev`
  if (shell === 'fish')
    return [
      `complete -c tollgate-dev -f -n __fish_use_subcommand -a '${all}'`,
      `complete -c tollgate-dev -f -n '__fish_seen_subcommand_from trigger' -a '${events}'`,
      `complete -c tollgate-dev -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'`,
      ...options.map(name => `complete -c tollgate-dev -l ${name}`),
    ].join('\n')
  throw new Problem('completion is for bash, zsh or fish.')
}
