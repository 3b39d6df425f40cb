// Completion for three shells, from the table of commands alone. Each script follows the words
// typed so far to the command they lead to, and offers what can come there.
import type { Declared, Flag } from './definition.ts'

type Offer = readonly [word: string, about: string]
/**
 * What can follow at a place, which is the words that lead there with a blank before each; `values`
 * are those of a flag or of the word to come.
 */
type Place = {
  at: string
  names: string[]
  offers: Offer[]
  values: { after: string; values: readonly string[] }[]
}

export const scriptFor = (shell: 'bash' | 'zsh' | 'fish', commands: readonly Declared[]): string =>
  ({ bash, zsh, fish })[shell](placesOf(commands))

function placesOf(commands: readonly Declared[], at = '', names: string[] = []): Place[] {
  const here: Place = {
    at,
    names,
    offers: [...commands.map(({ name, about }): Offer => [name, about]), HELP],
    values: [],
  }
  return [
    here,
    ...commands.flatMap((declared) => {
      const names = [declared.name, ...(declared.alias ? [declared.alias] : [])]
      return declared.under
        ? placesOf(declared.under, `${at} ${declared.name}`, names)
        : [leafOf(declared, `${at} ${declared.name}`, names)]
    }),
  ]
}

const HELP: Offer = ['--help', 'explain the command']

function leafOf({ flags = [], words = [] }: Declared, at: string, names: string[]): Place {
  const values = flags.flatMap((flag) =>
    flag[2] ? [{ after: longOf(flag), values: flag[2] }] : [],
  )
  return {
    at,
    names,
    offers: [
      ...words.flatMap(([, about, choices = []]) =>
        choices.map((choice): Offer => [choice, about]),
      ),
      ...flags.map((flag): Offer => [longOf(flag), flag[1]]),
      HELP,
    ],
    values,
  }
}

const longOf = ([spelling]: Flag) => /--[\w-]+/.exec(spelling)![0]

/** Words that lead on: `" assets") here=" assets"`, under each name that a command has. */
const ways = (places: Place[]): string[] =>
  places
    .filter(({ at }) => at)
    .flatMap(({ at, names }) => {
      const before = at.slice(0, at.lastIndexOf(' '))
      return names.map((name) => `"${before} ${name}") here="${at}" ;;`)
    })
const valued = (places: Place[]) =>
  places.flatMap(({ at, values }) =>
    values.map(({ after, values: offered }) => ({ case: `"${at} ${after}"`, offered })),
  )

const bash = (places: Place[]): string => `# bash completion for reelay
_reelay() {
  local here="" word current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$here $word" in
${ways(places)
  .map((line) => `      ${line}`)
  .join('\n')}
    esac
  done
  case "$here $before" in
${valued(places)
  .map(
    ({ case: after, offered }) =>
      `    ${after}) COMPREPLY=($(compgen -W "${offered.join(' ')}" -- "$current")); return ;;`,
  )
  .join('\n')}
  esac
  case "$here" in
${places.map(({ at, offers }) => `    "${at}") COMPREPLY=($(compgen -W "${offers.map(([word]) => word).join(' ')}" -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _reelay reelay
`

const zsh = (places: Place[]): string => `#compdef reelay
_reelay() {
  local here="" word
  local -a offers
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$here $word" in
${ways(places)
  .map((line) => `      ${line}`)
  .join('\n')}
    esac
  done
  case "$here \${words[CURRENT-1]}" in
${valued(places)
  .map(
    ({ case: after, offered }) =>
      `    ${after}) compadd -- ${offered.map(quoted).join(' ')}; return ;;`,
  )
  .join('\n')}
  esac
  case "$here" in
${places.map(({ at, offers }) => `    "${at}") offers=(${offers.map(([word, about]) => quoted(`${word.replaceAll(':', '\\:')}:${about}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'reelay' offers || _files
}
if [ "$funcstack[1]" = "_reelay" ]; then _reelay "$@"; else compdef _reelay reelay; fi
`

const fish = (places: Place[]): string => `# fish completion for reelay
function __reelay_here
  set -l here ""
  for word in (commandline -opc)[2..]
    switch "$here $word"
${ways(places)
  .map(
    (line) => `      ${line.replace(/^(".*")\) here=(".*") ;;$/, 'case $1\n        set here $2')}`,
  )
  .join('\n')}
    end
  end
  test "$here" = "$argv[1]"
end
${places.flatMap((place) => place.offers.map((offer) => fishLine(place, offer))).join('\n')}
`

function fishLine({ at, values }: Place, [word, about]: Offer): string {
  const offered = values.find(({ after }) => after === word)?.values
  const what = word.startsWith('--')
    ? `-l ${word.slice(2)}${offered ? ` -x -a ${quoted(offered.join(' '))}` : ''}`
    : `-f -a ${quoted(word)}`
  return `complete -c reelay -n ${quoted(`__reelay_here "${at}"`)} ${what} -d ${quoted(about)}`
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
