// The table of contents: every command, in the order in which help lists them.
import type { Declared } from '../definition.ts'
import { adminCommands } from './admin.ts'
import { byteCommands } from './transfer.ts'
import { completionCommands } from './completion.ts'
import { hearingCommands } from './events.ts'
import { recordCommands } from './resources.ts'
import { reportCommands } from './reports.ts'
import { sessionCommands } from './session.ts'
import { workCommands } from './work-requests.ts'

export const COMMANDS: readonly Declared[] = [
  ...sessionCommands,
  ...recordCommands,
  ...byteCommands,
  ...workCommands,
  ...reportCommands,
  ...hearingCommands,
  ...adminCommands,
  ...completionCommands,
]
