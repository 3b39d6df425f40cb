// All commands, in the order of `reelay --help`.
import type { CommandDefinition } from '../definition.ts'
import { adminCommands } from './admin.ts'
import { apiCommands } from './api.ts'
import { completionCommands } from './completion.ts'
import { eventCommands } from './events.ts'
import { reportCommands } from './reports.ts'
import { resourceCommands } from './resources.ts'
import { sessionCommands } from './session.ts'
import { transferCommands } from './transfer.ts'
import { workRequestCommands } from './work-requests.ts'

export const COMMANDS: readonly CommandDefinition[] = [
  ...sessionCommands,
  ...resourceCommands,
  ...transferCommands,
  ...workRequestCommands,
  ...reportCommands,
  ...eventCommands,
  ...apiCommands,
  ...adminCommands,
  ...completionCommands,
]
