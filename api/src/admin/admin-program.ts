// The operator's commands, run by `reelay admin` on the machine and with the environment of the
// service. Prints one line of JSON: what was done and found, or why it was rejected.
import { ConfigError, readConfig } from '../config/config.ts'
import { BackupError } from '../operations/backup/repository.ts'
import { stopAll } from '../operations/installation.ts'
import { ADMIN_COMMANDS } from './commands.ts'
import { parseCommand } from './parse-command.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)))

try {
  const { command, input } = parseCommand(ADMIN_COMMANDS, process.argv.slice(2))
  const { done, findings } = await command.run(readConfig(process.env), input)
  console.log(JSON.stringify({ done, findings }))
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error
  console.log(JSON.stringify({ refused: `${error.message}.` }))
} finally {
  await stopAll()
}
