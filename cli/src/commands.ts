// The table of contents: every command, in the order in which help lists them.
import type { Declared } from './declared.ts'
import { adminCommands } from './table/admin.ts'
import { byteCommands } from './table/bytes.ts'
import { completionCommands } from './table/completion.ts'
import { hearingCommands } from './table/hearing.ts'
import { recordCommands } from './table/records.ts'
import { reportCommands } from './table/reports.ts'
import { sessionCommands } from './table/session.ts'
import { workCommands } from './table/work.ts'

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
