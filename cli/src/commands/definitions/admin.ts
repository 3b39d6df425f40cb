// The operator's commands, generated from api/src/admin by `npm run reference`.
import { JSON_FLAG, type CommandDefinition, type FlagDefinition } from '../definition.ts'
import generated from './admin.json' with { type: 'json' }

/** What the service's own program takes: the name has one or two words. */
type AdminCommand = Pick<
  CommandDefinition,
  'name' | 'description' | 'args' | 'flags' | 'formerFlags' | 'examples'
>

const INSTALLATION: FlagDefinition = [
  '--installation <folder>',
  'where the service is installed (default: the installation of this program)',
]

const toDefinition = (command: AdminCommand): CommandDefinition => ({
  ...command,
  name: command.name.split(' ').at(-1)!,
  flags: [...(command.flags ?? []), INSTALLATION, JSON_FLAG],
  run: async (input) => (await import('../admin.ts')).admin(command, input),
})

/** The cast is needed because a tuple in JSON has the type of an array. */
const commands = generated as unknown as AdminCommand[]
const isAudit = ({ name }: AdminCommand) => name.startsWith('audit ')

export const adminCommands: CommandDefinition[] = [
  {
    name: 'admin',
    description: 'Back up, restore and check an installation, on its own machine',
    examples: ['admin doctor', 'admin backup /backups/reelay --keep 14'],
    subcommands: [
      ...commands.filter((command) => !isAudit(command)).map(toDefinition),
      {
        name: 'audit',
        description: 'Verify and export the audit log, without the service',
        examples: ['admin audit verify', 'admin audit export audit.jsonl'],
        subcommands: commands.filter(isAudit).map(toDefinition),
      },
    ],
  },
]
