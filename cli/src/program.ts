// Turns the command definitions into a commander program. Only the commands on the path to the one
// that was called are filled in: all sixty would double the time of --help.
import { readFileSync } from 'node:fs'
import { Argument, Command, CommanderError, Option } from 'commander'
import {
  inputName,
  type ArgumentDefinition,
  type CommandContext,
  type CommandDefinition,
  type FlagDefinition,
} from './commands/definition.ts'
import { COMMANDS } from './commands/definitions/all.ts'
import { CliError, EXIT_CODES } from './output/exit-codes.ts'

/** Runs a command line and returns its exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  const { words: given, context } = takeProfile(argv)
  const words = renameFlags(given[0] === 'help' ? [...given.slice(1), '--help'] : given)
  try {
    if (words[0] === '--version' || words[0] === '-V') {
      console.log(version())
      return EXIT_CODES.success.code
    }
    const program = rootCommand()
    addCommands(program, COMMANDS, words, context)
    await program.parseAsync(words, { from: 'user' })
    return EXIT_CODES.success.code
  } catch (error) {
    // Also thrown after --help. Commander has printed everything.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT_CODES.success.code : EXIT_CODES.usage.code
    if (error instanceof CliError && !error.message) return EXIT_CODES[error.reason].code
    const { exitReasonFor, formatError } = await import('./output/errors.ts')
    console.error(formatError(error, words))
    return EXIT_CODES[exitReasonFor(error)].code
  }
}

/** The packed program has its package.json in the same place. */
const version = (): string =>
  (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
  ).version

/**
 * Removes `--profile <name>`, which may stand anywhere. For commands with a `--profile` of their
 * own, such as `translate check`, it stands before the command.
 */
function takeProfile(argv: readonly string[]): { words: string[]; context: CommandContext } {
  const isProfile = (word: string) => word === '--profile' || word.startsWith('--profile=')
  const first = argv.findIndex(isProfile)
  if (first === -1) return { words: [...argv], context: { commands: COMMANDS } }
  const hasSpace = argv[first] === '--profile'
  const rest = [...argv.slice(0, first), ...argv.slice(first + (hasSpace ? 2 : 1))]
  const isOwn =
    first > 0 && findCommand(COMMANDS, rest)?.flags?.some(([flag]) => isProfileFlag(flag))
  const profile = hasSpace ? argv[first + 1] : argv[first]!.slice('--profile='.length)
  // Without a name, commander reports that the value is missing.
  return isOwn || !profile
    ? { words: [...argv], context: { commands: COMMANDS } }
    : { words: rest, context: { profile, commands: COMMANDS } }
}

const isProfileFlag = (spelling: string) => spelling.startsWith('--profile ')

/** Replaces former names of flags with the present ones. */
function renameFlags(words: readonly string[]): string[] {
  const formerFlags = findCommand(COMMANDS, words)?.formerFlags ?? {}
  return words.map((word) => {
    const [flag, ...value] = word.split('=')
    const renamed = Object.hasOwn(formerFlags, flag!) ? formerFlags[flag!]! : flag!
    return [renamed, ...value].join('=')
  })
}

function findCommand(
  commands: readonly CommandDefinition[],
  [first, ...rest]: readonly string[],
): CommandDefinition | undefined {
  const found = commands.find(({ name, alias }) => first === name || (alias && first === alias))
  return found?.subcommands ? findCommand(found.subcommands, rest) : found
}

const rootCommand = () =>
  new Command('reelay')
    .description('Manage assets, files and work requests of a Reelay service')
    .showHelpAfterError('Run reelay --help for usage.')
    .helpCommand(false)
    .enablePositionalOptions()
    .option('--profile <name>', 'use this profile; every command takes it (see: reelay profile)')
    .option('-V, --version', 'print the version')
    .exitOverride()
    .addHelpText('after', `\n${exampleList(ROOT_EXAMPLES)}\n\n${exitCodeList()}`)

const ROOT_EXAMPLES = ['login', 'assets list --project the-salt-almanac', 'assets list --help']

const exampleList = (examples: readonly string[]) =>
  `Examples:\n${examples.map((example) => `  $ reelay ${example}`).join('\n')}`

const exitCodeList = () =>
  `Exit codes:\n${Object.values(EXIT_CODES)
    .map(({ code, means }) => `  ${String(code).padEnd(4)} ${means}`)
    .join('\n')}`

function addCommands(
  parent: Command,
  definitions: readonly CommandDefinition[],
  [first, ...rest]: readonly string[],
  context: CommandContext,
) {
  for (const definition of definitions) {
    const { name, alias, description, subcommands } = definition
    const command = parent.command(name).description(description)
    if (alias) command.alias(alias)
    if (first !== name && first !== alias) continue
    addHelp(command, definition)
    if (subcommands) addCommands(command, subcommands, rest, context)
    else addAction(command, definition, context)
  }
}

function addHelp(command: Command, { args = [], flags = [], examples, notes }: CommandDefinition) {
  for (const argument of args) command.addArgument(toArgument(argument))
  for (const flag of flags) command.addOption(toOption(flag))
  command.addHelpText('after', `${notes ? `\n${notes}\n` : ''}\n${exampleList(examples)}`)
}

function toArgument([spelling, description, values]: ArgumentDefinition): Argument {
  const argument = new Argument(spelling, description)
  return values ? argument.choices(values) : argument
}

function toOption([spelling, description, values]: FlagDefinition): Option {
  const option = new Option(spelling.replace('...', ''), description)
  // Repeatable, with one value each: a variadic flag would swallow the arguments after it.
  if (spelling.includes('...'))
    return option.argParser((value: string, previous: string[] | undefined) => [
      ...(previous ?? []),
      value,
    ])
  return values ? option.choices(values) : option
}

function addAction(
  command: Command,
  { args = [], run: action }: CommandDefinition & { run: NonNullable<CommandDefinition['run']> },
  context: CommandContext,
) {
  command.action(async (...values: unknown[]) => {
    const named = Object.fromEntries(
      args.map(([spelling], index) => [inputName(spelling), values[index]]),
    )
    await action({ ...command.opts<Record<string, unknown>>(), ...named }, context)
  })
}
