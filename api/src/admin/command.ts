import type { Config } from '../config/config.ts'
import type { DoctorFinding } from '../operations/finding.ts'

/** Arguments and flags by their names in camel case. */
export type AdminInput = Record<string, string | boolean | undefined>
export type AdminOutcome = { done: Record<string, unknown>; findings: DoctorFinding[] }

/** An operator's command. `npm run reference` copies everything but `run` to the CLI. */
export type AdminCommand = {
  /** After `reelay admin`: one or two words. */
  name: string
  description: string
  /** `<folder>` or `[file]`. The CLI passes a file or a folder as a full path. */
  args?: readonly (readonly [spelling: string, description: string])[]
  /** `--keep <count>` or `--quick`. */
  flags?: readonly (readonly [spelling: string, description: string])[]
  /** Flags that were renamed, by their former names. */
  formerFlags?: Record<string, string>
  examples: readonly string[]
  run: (config: Config, input: AdminInput) => Promise<AdminOutcome>
}

/** `I`: what the arguments and flags say. Only boolean flags are boolean. */
export const adminCommand = <I>(
  command: Omit<AdminCommand, 'run'> & {
    run: (config: Config, input: I) => Promise<AdminOutcome>
  },
): AdminCommand => ({ ...command, run: (config, input) => command.run(config, input as I) })

export const BACKUP_FLAG = ['--backup <name>', 'which backup (default: the latest)'] as const
export const BACKUPS_ARGUMENT = ['<folder>', 'folder with the backups'] as const
export const AS_FLAG = [
  '--as <slug>',
  'as a copy with this slug, beside the studio that still exists',
] as const
