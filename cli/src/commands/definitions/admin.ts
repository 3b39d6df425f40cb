import type { AdminOptions } from '../admin.ts'
import {
  JSON_FLAG,
  type ArgumentDefinition,
  type CommandDefinition,
  type FlagDefinition,
} from '../definition.ts'

const FOLDER: ArgumentDefinition = ['<folder>', 'folder with the backups']
const BACKUP: FlagDefinition = ['--backup <name>', 'which backup (default: the latest)']
const AS: FlagDefinition = [
  '--as <slug>',
  'as a copy with this slug, beside the studio that still exists',
]
const INSTALLATION: FlagDefinition = [
  '--installation <folder>',
  'where the service is installed (default: the installation of this program)',
]

type AdminDefinition = Pick<
  CommandDefinition,
  'description' | 'args' | 'flags' | 'formerFlags' | 'examples'
>
const adminCommand = (
  name: string,
  definition: AdminDefinition,
  command = name,
): CommandDefinition => ({
  ...definition,
  name,
  flags: [...(definition.flags ?? []), INSTALLATION, JSON_FLAG],
  run: async (input) => (await import('../admin.ts')).admin(command, input as AdminOptions),
})

const auditCommands: CommandDefinition = {
  name: 'audit',
  description: 'Verify and export the audit log, without the service',
  examples: ['admin audit verify', 'admin audit export audit.jsonl'],
  subcommands: [
    adminCommand(
      'verify',
      {
        description:
          'Compute every hash of the audit log again and name the first entry that was changed, removed or inserted',
        flags: [
          ['--heads <file>', 'heads that were shipped; they also prove that no end was cut off'],
          [
            '--public-key <file>',
            'verify the heads with this key (default: those in the database)',
          ],
        ],
        examples: ['admin audit verify', 'admin audit verify --heads /var/log/reelay/audit.jsonl'],
      },
      'audit-verify',
    ),
    adminCommand(
      'export',
      {
        description: 'Write the audit log as JSON Lines, each with its hash',
        args: [['<file>', 'the file to write']],
        flags: [
          ['--studio <id>', 'only this studio (id or slug), or "installation" (default: all)'],
          ['--from <time>', 'only entries from this time on, such as 2026-01-31'],
          ['--to <time>', 'only entries before this time'],
        ],
        examples: [
          'admin audit export audit.jsonl',
          'admin audit export january.jsonl --studio north --from 2026-01-01 --to 2026-02-01',
        ],
      },
      'audit-export',
    ),
    adminCommand(
      'key',
      {
        description: 'Show the public key that verifies the heads of the audit log',
        args: [['[file]', 'write it to this file']],
        flags: [['--new', 'create a new key; former keys still verify what they signed']],
        examples: ['admin audit key reelay-audit.pem'],
      },
      'audit-key',
    ),
  ],
}

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
          'Restore a backup into an empty folder, or into the empty database of DATABASE_URL; or one studio into the running installation',
        args: [FOLDER],
        flags: [
          ['--into <folder>', 'an empty folder, which becomes the DATA_DIR of the service'],
          BACKUP,
          ['--studio <slug>', 'only this studio, into the installation that runs here'],
          AS,
          ['--skip-damaged', 'continue without files that are damaged in the backup'],
        ],
        formerFlags: { '--leave-out-damaged': '--skip-damaged' },
        examples: [
          'admin restore /backups/reelay --into /srv/reelay/data',
          'admin restore /backups/reelay --studio north',
          'admin restore /backups/reelay --studio north --as north-restored',
        ],
      }),
      adminCommand('export-studio', {
        description:
          'Write all records, the history and the files of one studio to a folder, for another installation',
        args: [
          ['<studio>', 'id or slug'],
          ['<folder>', 'folder for the export'],
        ],
        examples: ['admin export-studio north /exports/north'],
      }),
      adminCommand('import-studio', {
        description:
          'Import the studio of an export; people are matched by email, others are created without a password',
        args: [['<folder>', 'folder with the export']],
        flags: [BACKUP, AS],
        examples: ['admin import-studio /exports/north'],
      }),
      adminCommand('doctor', {
        description: 'Check an installation and explain how to fix problems',
        examples: ['admin doctor', 'admin doctor --json'],
      }),
      adminCommand('rotate-keys', {
        description:
          'Encrypt all secrets with a new key, and create a new key for signed links; the previous one stays valid until the next rotation',
        flags: [['--revoke-old', 'revoke all older keys: every link issued so far stops working']],
        formerFlags: { '--leaked': '--revoke-old' },
        examples: ['admin rotate-keys', 'admin rotate-keys --revoke-old'],
      }),
      adminCommand('trace', {
        description:
          'Find the viewer of a leaked copy of a traceable film; prints unknown if that is not certain',
        args: [['<file>', 'the leaked copy']],
        flags: [
          ['--film <id>', 'compare only with this file (default: every film that was watched)'],
        ],
        examples: ['admin trace leaked.mp4'],
      }),
      auditCommands,
    ],
  },
]
