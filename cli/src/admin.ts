// The words of `reelay admin`; what they do is loaded when one of them is said.
import type { Command } from 'commander'
import type { AdminOptions } from './commands/admin.ts'

type Option = [flags: string, means: string]
type Admin = { name: string; takes?: '<folder>'; does: string; example: string; options?: Option[]; needs?: Option[] }

const BACKUP: Option = ['--backup <name>', 'which one, if not the newest']
const COMMANDS: Admin[] = [
  { name: 'backup', takes: '<folder>', does: 'Back up the database and the files while the service runs; what is in the folder already is not copied again', example: 'reelay admin backup /backups/reelay --keep 14', options: [['--keep <count>', 'leave so many backups in the folder, and forget older ones']] },
  { name: 'verify', takes: '<folder>', does: 'Count every row and hash every byte of a backup', example: 'reelay admin verify /backups/reelay', options: [BACKUP, ['--quick', 'look at the lengths of files only']] },
  {
    name: 'restore', takes: '<folder>', does: 'Restore a backup into an empty folder, or into the empty database of DATABASE_URL', example: 'reelay admin restore /backups/reelay --into /srv/reelay/data',
    needs: [['--into <folder>', 'an empty folder, the DATA_DIR of the service to be']], options: [BACKUP, ['--leave-out-damaged', 'go on without files that are damaged in the backup']],
  },
  { name: 'doctor', does: 'Look at an installation, and say what to do about what is found', example: 'reelay admin doctor\n  $ reelay admin doctor --json' },
  { name: 'rotate-keys', does: 'Make a new key for signed links; the one before is believed until the next time', example: 'reelay admin rotate-keys', options: [['--leaked', 'believe no older key any more: every link that was given out ends']] },
]

export function adminCommands(admin: Command) {
  admin.addHelpText('after', `\nExample:\n${COMMANDS.map(({ example }) => `  $ ${example}`).join('\n')}`)
  for (const { name, takes, does, example, options = [], needs = [] } of COMMANDS) {
    const command = admin.command(name).description(does).exitOverride()
    if (takes) command.argument(takes, 'where backups are')
    for (const [flags, means] of needs) command.requiredOption(flags, means)
    for (const [flags, means] of options) command.option(flags, means)
    command.option('--installation <folder>', 'where the service is installed, if not here').option('--json', 'answer in JSON, for machines').addHelpText('after', `\nExample:\n  $ ${example}`)
    command.action(async (...said: unknown[]) => {
      const given = command.processedArgs as string[]
      await (await import('./commands/admin.ts')).admin(name, given, said[given.length] as AdminOptions)
    })
  }
}
