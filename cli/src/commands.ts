// The table of contents: every command, in the order in which help lists them.
import type { Declared } from './declared.ts'
import { recordCommands } from './table/records.ts'
import { sessionCommands } from './table/session.ts'

export const COMMANDS: readonly Declared[] = [...sessionCommands, ...recordCommands]
