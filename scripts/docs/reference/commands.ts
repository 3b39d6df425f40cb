// docs/reference/reelay.md, from the command definitions.
import type { ArgumentDefinition, CommandDefinition } from '../../../cli/src/commands/definition.ts'
import { EXIT_CODES } from '../../../cli/src/output/exit-codes.ts'
import { code, page, table } from './markdown.ts'

export const commandsPage = (commands: readonly CommandDefinition[]): string =>
  page(
    '# The CLI',
    '`reelay` manages the assets, files and work requests of a service, by hand or in scripts. ' +
      'It prints tables, or JSON with `--json`; messages go to stderr. ' +
      'This page is generated from the commands; `reelay <command> --help` prints the same.',
    '## Signing in',
    '`reelay login` prompts for the password, and for a two-factor code if necessary, and stores a ' +
      'token in `~/.config/reelay/credentials.json`, which only its owner can read. ' +
      '`reelay logout` revokes it. ' +
      'With `--profile <name>` it signs in to another service or account side by side; every command takes ' +
      'this flag, and `reelay profile use <name>` makes it the default. ' +
      'Secrets are never arguments: the shell’s history keeps them, and other users of the machine ' +
      'can read them. In CI, use environment variables:',
    table(['Variable', 'Meaning'], VARIABLES),
    '## Exit codes',
    table(
      ['Code', 'Meaning'],
      Object.values(EXIT_CODES).map(({ code: number, means }) => [String(number), means]),
    ),
    'Ctrl-C stops `watch` and `webhooks listen` with exit code 0, because they have no other end.',
    '## Commands',
    ...commands.map((command) => sectionOf(command)),
  )

const VARIABLES = [
  [
    '`REELAY_ADDRESS`, `REELAY_EMAIL`, `REELAY_TOKEN`',
    'the service, the user and the token; all three, instead of signing in',
  ],
  ['`REELAY_PROFILE`', 'the profile to use, as with `--profile`'],
  ['`REELAY_CREDENTIALS`', 'the path of a file that `reelay login` wrote'],
  ['`REELAY_WEBHOOK_SECRET`', 'the signing secret of `webhooks listen` and `trigger`'],
  ['`NO_COLOR`', 'turns colours off'],
]

function sectionOf(command: CommandDefinition, parent = ''): string {
  const name = `${parent}${command.name}`
  const { description, args = [], flags = [], examples, notes, subcommands } = command
  const heading = `${parent ? '####' : '###'} ${name}\n\n${description}.`
  if (subcommands)
    return [heading, ...subcommands.map((child) => sectionOf(child, `${name} `))].join('\n\n')
  const lines = examples.map((example) => `reelay ${example}`)
  const rows = [...args, ...flags].map(rowOf)
  return [
    heading,
    `\`\`\`sh skip: its records are made up; a test parses it\n${lines.join('\n')}\n\`\`\``,
    // Event types are indented in help, and a list here.
    ...(notes ? [notes.replaceAll(/^ {2}(\w+) +/gm, '- `$1` ')] : []),
    ...(rows.length ? [table(['', ''], rows)] : []),
  ].join('\n\n')
}

function rowOf([spelling, description, values]: ArgumentDefinition): string[] {
  const choices = values ? `: ${values.map(code).join(', ')}` : ''
  return [code(spelling.replace('...>', '>…')), `${description}${choices}`]
}
