// A command as data. Help, completion and the reference page read it. The code of a command is
// loaded when it runs, because loading the contract takes 200 ms.
import type { Client } from '@reelay/client'
import type { CliAccount, OpenClient } from '../client.ts'

/**
 * As in help: `--due <time>`, `-q, --search <words>`, `--draft`. `--set <field=value...>` is
 * repeatable. `values`: the only valid ones.
 */
export type FlagDefinition = readonly [
  spelling: string,
  description: string,
  values?: readonly string[],
]
/** `<id>`, `[status]` or `<asset...>`. */
export type ArgumentDefinition = readonly [
  spelling: string,
  description: string,
  values?: readonly string[],
]
/** Arguments and flags by their names in camel case. */
export type CommandInput = Record<string, unknown>

/** What is the same for every command. `profile`: the value of `--profile`. */
export type CommandContext = {
  profile?: string | undefined
  commands: readonly CommandDefinition[]
}
export type RunCommand = (input: CommandInput, context: CommandContext) => Promise<void>

export type CommandDefinition = {
  name: string
  alias?: string | undefined
  description: string
  args?: readonly ArgumentDefinition[]
  flags?: readonly FlagDefinition[]
  /** Flags that were renamed, by their former names. They work, but help does not list them. */
  formerFlags?: Record<string, string>
  /** Without the word `reelay`. */
  examples: readonly string[]
  /** Printed below the flags in help. */
  notes?: string
} & (
  | { run: RunCommand; subcommands?: undefined }
  | { subcommands: readonly CommandDefinition[]; run?: undefined }
)

export const JSON_FLAG: FlagDefinition = ['--json', 'print JSON']

/** The name of an argument or flag in the `CommandInput`. */
export const inputName = (spelling: string): string =>
  (/--([\w-]+)/.exec(spelling)?.[1] ?? spelling.replace(/[<>[\].]/g, '')).replace(
    /-(\w)/g,
    (_dash, letter: string) => letter.toUpperCase(),
  )

/** Loads a command when it runs, and passes it a client of the signed-in user. */
export const withClient =
  <O>(load: () => Promise<(client: Client, options: O & CliAccount) => Promise<void>>) =>
  async (input: CommandInput, { profile }: CommandContext): Promise<void> => {
    const [{ openClient }, command] = await Promise.all([import('../client.ts'), load()])
    const { client, ...account } = await openClient({ profile })
    await command(client, { ...input, ...account } as O & CliAccount)
  }

/** The same for a command that opens the client itself, with its own retry policy. */
export const withClientFactory =
  <O>(load: () => Promise<(open: OpenClient, options: O) => Promise<void>>) =>
  async (input: CommandInput, { profile }: CommandContext): Promise<void> => {
    const [{ openClient }, command] = await Promise.all([import('../client.ts'), load()])
    await command((retry) => openClient({ profile, retry }), input as O)
  }
