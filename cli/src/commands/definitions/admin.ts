import type { AdminOptions } from '../admin.ts'
import { JSON_FLAG, type Declared, type Flag, type Word } from '../definition.ts'

const SHELF: Word = ['<folder>', 'where backups are']
const BACKUP: Flag = ['--backup <name>', 'which one, if not the newest']
const INSTALLATION: Flag = [
  '--installation <folder>',
  'where the service is installed, if not here',
]

const command = (
  name: string,
  declared: Pick<Declared, 'about' | 'words' | 'flags' | 'examples'>,
): Declared => ({
  ...declared,
  name,
  flags: [...(declared.flags ?? []), INSTALLATION, JSON_FLAG],
  run: async (given) => (await import('../admin.ts')).admin(name, given as AdminOptions),
})

export const adminCommands: Declared[] = [
  {
    name: 'admin',
    about: 'Back up, restore and look after an installation, on its own machine',
    examples: ['admin doctor', 'admin backup /backups/reelay --keep 14'],
    under: [
      command('backup', {
        about:
          'Back up the database and the files while the service runs; what is in the folder already is not copied again',
        words: [SHELF],
        flags: [['--keep <count>', 'leave so many backups in the folder, and forget older ones']],
        examples: ['admin backup /backups/reelay --keep 14'],
      }),
      command('verify', {
        about: 'Count every row and hash every byte of a backup',
        words: [SHELF],
        flags: [BACKUP, ['--quick', 'look at the lengths of files only']],
        examples: ['admin verify /backups/reelay'],
      }),
      command('restore', {
        about: 'Restore a backup into an empty folder, or into the empty database of DATABASE_URL',
        words: [SHELF],
        flags: [
          ['--into <folder>', 'an empty folder, the DATA_DIR of the service to be'],
          BACKUP,
          ['--leave-out-damaged', 'go on without files that are damaged in the backup'],
        ],
        examples: ['admin restore /backups/reelay --into /srv/reelay/data'],
      }),
      command('doctor', {
        about: 'Look at an installation, and say what to do about what is found',
        examples: ['admin doctor', 'admin doctor --json'],
      }),
      command('rotate-keys', {
        about: 'Make a new key for signed links; the one before is believed until the next time',
        flags: [['--leaked', 'believe no older key any more: every link that was given out ends']],
        examples: ['admin rotate-keys'],
      }),
    ],
  },
]
