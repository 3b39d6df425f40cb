// The commands as commander takes them. Only those on the way to the one that was called are filled
// in: sixty of them would cost as much as the rest of --help.
import { Argument, Command, CommanderError, Option } from 'commander'
import { COMMANDS } from './commands/definitions/all.ts'
import { nameOf, type Declared, type Flag, type Word } from './commands/definition.ts'
import { EXIT, Stop } from './output/exit-codes.ts'

/** Runs the program, and says how it ended. */
export async function run(typed: readonly string[]): Promise<number> {
  const words = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed
  try {
    const program = rootCommand()
    fill(program, COMMANDS, words)
    await program.parseAsync(words, { from: 'user' })
    return EXIT.done.code
  } catch (error) {
    // Help ends this way too; commander has said all there is to say.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT.done.code : EXIT.misused.code
    if (error instanceof Stop && !error.message) return EXIT[error.ending].code
    const { endingOf, toldOf } = await import('./output/errors.ts')
    console.error(toldOf(error, words))
    return EXIT[endingOf(error)].code
  }
}

const rootCommand = () =>
  new Command('reelay')
    .description('Assets, files and work requests of a Reelay service, from the terminal')
    .showHelpAfterError('Try: reelay --help')
    .helpCommand(false)
    .exitOverride()
    .addHelpText(
      'after',
      `\nExamples:\n  $ reelay login\n  $ reelay assets list --project the-salt-almanac\n  $ reelay assets list --help\n\nExit codes:\n${Object.values(
        EXIT,
      )
        .map(({ code, means }) => `  ${String(code).padEnd(4)} ${means}`)
        .join('\n')}`,
    )

function fill(parent: Command, commands: readonly Declared[], words: readonly string[]) {
  const [first, ...rest] = words
  for (const declared of commands) {
    const command = parent.command(declared.name).description(declared.about)
    if (declared.alias) command.alias(declared.alias)
    if (first !== declared.name && first !== declared.alias) continue
    explain(command, declared)
    if (declared.under) fill(command, declared.under, rest)
    else bind(command, declared)
  }
}

function explain(command: Command, { words = [], flags = [], examples, more }: Declared) {
  for (const word of words) command.addArgument(argumentOf(word))
  for (const flag of flags) command.addOption(optionOf(flag))
  command.addHelpText(
    'after',
    `${more ? `\n${more}\n` : ''}\nExamples:\n${examples.map((example) => `  $ reelay ${example}`).join('\n')}`,
  )
}

function argumentOf([spelling, about, values]: Word): Argument {
  const argument = new Argument(spelling, about)
  return values ? argument.choices(values) : argument
}

function optionOf([spelling, about, values]: Flag): Option {
  const option = new Option(spelling.replace('...', ''), about)
  // Each takes one value: a flag that took all that follow would swallow the words of the command.
  if (spelling.includes('...'))
    return option.argParser((typed: string, before: string[] | undefined) => [
      ...(before ?? []),
      typed,
    ])
  return values ? option.choices(values) : option
}

function bind(
  command: Command,
  { words = [], run: act }: Declared & { run: NonNullable<Declared['run']> },
) {
  command.action(async (...typed: unknown[]) => {
    const named = Object.fromEntries(
      words.map(([spelling], index) => [nameOf(spelling), typed[index]]),
    )
    await act({ ...command.opts<Record<string, unknown>>(), ...named })
  })
}
