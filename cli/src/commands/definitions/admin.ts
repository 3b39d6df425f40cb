import type { AdminOptions } from '../admin.ts'
import {
  JSON_FLAG,
  type ArgumentDefinition,
  type CommandDefinition,
  type FlagDefinition,
} from '../definition.ts'

const FOLDER: ArgumentDefinition = ['<folder>', 'folder with the backups']
const BACKUP: FlagDefinition = ['--backup <name>', 'which backup (default: the latest)']
const INSTALLATION: FlagDefinition = [
  '--installation <folder>',
  'where the service is installed (default: the installation of this program)',
]

type AdminDefinition = Pick<
  CommandDefinition,
  'description' | 'args' | 'flags' | 'formerFlags' | 'examples'
>
const adminCommand = (name: string, definition: AdminDefinition): CommandDefinition => ({
  ...definition,
  name,
  flags: [...(definition.flags ?? []), INSTALLATION, JSON_FLAG],
  run: async (input) => (await import('../admin.ts')).admin(name, input as AdminOptions),
})

export const adminCommands: CommandDefinition[] = [
  {
    name: 'admin',
    description: 'Back up, restore and check an installation, on its own machine',
    examples: ['admin doctor', 'admin backup /backups/reelay --keep 14'],
    subcommands: [
      adminCommand('backup', {
        description:
          'Back up the database and the files while the service runs; files already in the folder are not copied again',
        args: [FOLDER],
        flags: [['--keep <count>', 'keep this many backups and delete older ones']],
        examples: ['admin backup /backups/reelay --keep 14'],
      }),
      adminCommand('verify', {
        description: 'Verify every row and every file of a backup',
        args: [FOLDER],
        flags: [BACKUP, ['--quick', 'check only the sizes of files']],
        examples: ['admin verify /backups/reelay'],
      }),
      adminCommand('restore', {
        description:
          'Restore a backup into an empty folder, or into the empty database of DATABASE_URL',
        args: [FOLDER],
        flags: [
          ['--into <folder>', 'an empty folder, which becomes the DATA_DIR of the service'],
          BACKUP,
          ['--skip-damaged', 'continue without files that are damaged in the backup'],
        ],
        formerFlags: { '--leave-out-damaged': '--skip-damaged' },
        examples: ['admin restore /backups/reelay --into /srv/reelay/data'],
      }),
      adminCommand('doctor', {
        description: 'Check an installation and explain how to fix problems',
        examples: ['admin doctor', 'admin doctor --json'],
      }),
      adminCommand('rotate-keys', {
        description:
          'Create a new key for signed links; the previous key stays valid until the next rotation',
        flags: [['--revoke-old', 'revoke all older keys: every link issued so far stops working']],
        formerFlags: { '--leaked': '--revoke-old' },
        examples: ['admin rotate-keys', 'admin rotate-keys --revoke-old'],
      }),
    ],
  },
]
