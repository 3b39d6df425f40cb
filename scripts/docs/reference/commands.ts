// docs/reference/reelay.md, from the table of commands.
import type { CommandDefinition } from '../../../cli/src/commands/definition.ts'
import { EXIT_CODES } from '../../../cli/src/output/exit-codes.ts'

export const commandsPage = (
  commands: readonly CommandDefinition[],
): string => `# The terminal program

\`reelay\` does from a terminal or a script what the web app does with a mouse. It prints tables for people and, with \`--json\`, what the service answered for machines; what it has to say besides goes to stderr.
This page is made of the commands themselves; \`reelay <command> --help\` says the same.

## Signing in

\`reelay login\` asks for the password, and for the code of the second factor where there is one, and keeps a token in \`~/.config/reelay/credentials.json\`, which only its owner can read. \`reelay logout\` revokes it.
No secret is taken as an argument: arguments stand in the history of the shell, and everybody on the machine can read them while the program runs. What a machine needs comes from its environment:

| Variable | |
|---|---|
| \`REELAY_ADDRESS\`, \`REELAY_EMAIL\`, \`REELAY_TOKEN\` | where, as whom and with which token; all three, instead of signing in |
| \`REELAY_CREDENTIALS\` | the path of a file that \`reelay login\` wrote, instead of the one above |
| \`REELAY_WEBHOOK_SECRET\` | what \`webhook listen\` and \`trigger\` sign with |
| \`NO_COLOR\` | no colours, on a terminal either |

## How it ends

| Exit code | |
|---|---|
${Object.values(EXIT_CODES)
  .map(({ code, means }) => `| ${code} | ${means} |`)
  .join('\n')}

Ctrl-C ends \`watch\` and \`webhook listen\` well, with 0, because they have no other end; everything else it breaks off.

## Commands
${commands.map((declared) => sectionOf(declared)).join('')}`

function sectionOf(declared: CommandDefinition, before = ''): string {
  const name = `${before}${declared.name}`
  if (declared.subcommands)
    return `\n### ${name}\n\n${declared.description}.\n${declared.subcommands.map((under) => sectionOf(under, `${name} `)).join('')}`
  const { description: about, args: words = [], flags = [], examples, notes: more } = declared
  const rows = [...words, ...flags].map(
    ([spelling, says, values]) =>
      `| \`${spelling.replace('...>', '>…').replace('|', '\\|')}\` | ${says.replaceAll('|', '\\|')}${values ? `: ${values.map((value) => `\`${value}\``).join(', ')}` : ''} |`,
  )
  return `\n${before ? '####' : '###'} ${name}\n\n${about}.\n\n\`\`\`sh skip: its records are made up; a test reads it as the program would\n${examples.map((example) => `reelay ${example}`).join('\n')}\n\`\`\`\n${more ? `\n${more.replaceAll(/^ {2}(\w+) +/gm, '- `$1` ')}\n` : ''}${rows.length ? `\n| | |\n|---|---|\n${rows.join('\n')}\n` : ''}`
}
