import { parseArgs } from 'node:util'
import { ConfigError } from '../config/config.ts'
import type { AdminCommand, AdminInput } from './command.ts'

/** The command that the first words name, with the values of the others. */
export function parseCommand(
  commands: readonly AdminCommand[],
  words: readonly string[],
): { command: AdminCommand; input: AdminInput } {
  const command = commands.find(({ name }) => `${words.join(' ')} `.startsWith(`${name} `))
  if (!command) {
    const names = commands.map(({ name }) => name).join(', ')
    throw new ConfigError(`Unknown command "${words[0] ?? ''}". Use one of ${names}`)
  }
  return { command, input: parseInput(command, words.slice(command.name.split(' ').length)) }
}

function parseInput({ name, args = [], flags = [] }: AdminCommand, words: string[]): AdminInput {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: Object.fromEntries(
      flags.map(([spelling]) => {
        const [flag, value] = spelling.slice('--'.length).split(' ')
        return [flag!, { type: value ? ('string' as const) : ('boolean' as const) }]
      }),
    ),
  })
  const given = args.map(([spelling, description], index) => {
    if (!positionals[index] && spelling.startsWith('<'))
      throw new ConfigError(`${name} needs ${spelling}: ${description}`)
    return [spelling.slice(1, -1), positionals[index]] as const
  })
  return Object.fromEntries([
    ...Object.entries(values).map(([flag, value]) => [camelCase(flag), value] as const),
    ...given,
  ])
}

const camelCase = (flag: string) =>
  flag.replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase())
