// Completion scripts for three shells, generated from the command definitions. Each script finds the
// command in the words typed so far and suggests the next word.
import type { CommandDefinition, FlagDefinition } from './definition.ts'

type Suggestion = readonly [word: string, description: string]
/**
 * The suggestions after a command. `path` is the words of the command, each with a leading space;
 * `values` are the allowed values of its flags.
 */
type CompletionContext = {
  path: string
  names: string[]
  suggestions: Suggestion[]
  values: { flag: string; values: readonly string[] }[]
}

export const completionScript = (
  shell: 'bash' | 'zsh' | 'fish',
  commands: readonly CommandDefinition[],
): string => ({ bash, zsh, fish })[shell](contextsOf(commands))

const HELP: Suggestion = ['--help', 'show help']

function contextsOf(
  commands: readonly CommandDefinition[],
  path = '',
  names: string[] = [],
): CompletionContext[] {
  const context: CompletionContext = {
    path,
    names,
    suggestions: [
      ...commands.map(({ name, description }): Suggestion => [name, description]),
      HELP,
    ],
    values: [],
  }
  const children = commands.flatMap((command) => {
    const { name, alias, subcommands } = command
    const ownNames = [name, ...(alias ? [alias] : [])]
    return subcommands
      ? contextsOf(subcommands, `${path} ${name}`, ownNames)
      : [leafContext(command, `${path} ${name}`, ownNames)]
  })
  return [context, ...children]
}

function leafContext(
  { flags = [], args = [] }: CommandDefinition,
  path: string,
  names: string[],
): CompletionContext {
  return {
    path,
    names,
    suggestions: [
      ...args.flatMap(([, description, choices = []]) =>
        choices.map((choice): Suggestion => [choice, description]),
      ),
      ...flags.map((flag): Suggestion => [longName(flag), flag[1]]),
      HELP,
    ],
    values: flags.flatMap((flag) => (flag[2] ? [{ flag: longName(flag), values: flag[2] }] : [])),
  }
}

const longName = ([spelling]: FlagDefinition) => /--[\w-]+/.exec(spelling)![0]

/** A shell case for each name of each command: `" assets") here=" assets"`. */
const stepCases = (contexts: CompletionContext[]): string[] =>
  contexts
    .filter(({ path }) => path)
    .flatMap(({ path, names }) => {
      const parent = path.slice(0, path.lastIndexOf(' '))
      return names.map((name) => `"${parent} ${name}") here="${path}" ;;`)
    })

const valueCases = (contexts: CompletionContext[]) =>
  contexts.flatMap(({ path, values }) =>
    values.map(({ flag, values: choices }) => ({ pattern: `"${path} ${flag}"`, choices })),
  )

const indent = (lines: string[], spaces: number) =>
  lines.map((line) => `${' '.repeat(spaces)}${line}`).join('\n')

function bash(contexts: CompletionContext[]): string {
  const reply = (words: readonly string[]) =>
    `COMPREPLY=($(compgen -W "${words.join(' ')}" -- "$current"))`
  const values = valueCases(contexts).map(
    ({ pattern, choices }) => `${pattern}) ${reply(choices)}; return ;;`,
  )
  const suggestions = contexts.map(
    ({ path, suggestions: found }) => `"${path}") ${reply(found.map(([word]) => word))} ;;`,
  )
  return `# bash completion for reelay
_reelay() {
  local here="" word current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$here $word" in
${indent(stepCases(contexts), 6)}
    esac
  done
  case "$here $before" in
${indent(values, 4)}
  esac
  case "$here" in
${indent(suggestions, 4)}
  esac
}
complete -o default -F _reelay reelay
`
}

function zsh(contexts: CompletionContext[]): string {
  const values = valueCases(contexts).map(
    ({ pattern, choices }) => `${pattern}) compadd -- ${choices.map(quote).join(' ')}; return ;;`,
  )
  const described = ([word, description]: Suggestion) =>
    quote(`${word.replaceAll(':', '\\:')}:${description}`)
  const suggestions = contexts.map(
    ({ path, suggestions: found }) =>
      `"${path}") suggestions=(${found.map(described).join(' ')}) ;;`,
  )
  return `#compdef reelay
_reelay() {
  local here="" word
  local -a suggestions
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$here $word" in
${indent(stepCases(contexts), 6)}
    esac
  done
  case "$here \${words[CURRENT-1]}" in
${indent(values, 4)}
  esac
  case "$here" in
${indent(suggestions, 4)}
  esac
  _describe 'reelay' suggestions || _files
}
if [ "$funcstack[1]" = "_reelay" ]; then _reelay "$@"; else compdef _reelay reelay; fi
`
}

function fish(contexts: CompletionContext[]): string {
  const steps = stepCases(contexts).map((line) =>
    line.replace(/^("[^"]*")\) here=("[^"]*") ;;$/, 'case $1\n        set here $2'),
  )
  const lines = contexts.flatMap((context) =>
    context.suggestions.map((suggestion) => fishLine(context, suggestion)),
  )
  return `# fish completion for reelay
function __reelay_here
  set -l here ""
  for word in (commandline -opc)[2..]
    switch "$here $word"
${indent(steps, 6)}
    end
  end
  test "$here" = "$argv[1]"
end
${lines.join('\n')}
`
}

function fishLine({ path, values }: CompletionContext, [word, description]: Suggestion): string {
  const choices = values.find(({ flag }) => flag === word)?.values
  const what = word.startsWith('--')
    ? `-l ${word.slice(2)}${choices ? ` -x -a ${quote(choices.join(' '))}` : ''}`
    : `-f -a ${quote(word)}`
  const condition = quote(`__reelay_here "${path}"`)
  return `complete -c reelay -n ${condition} ${what} -d ${quote(description)}`
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
