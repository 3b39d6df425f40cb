// What the endpoints declare, as cli/test/flags.ts wrote it down: to read the file is quicker than
// to load the contract.
import type { Flag } from '../definition.ts'
import written from './flags.json' with { type: 'json' }
import type { KindName, Verb } from '../../resources/names.ts'

export type Way = { about: string; flags: Flag[]; within?: string[] }
type Flags = Record<KindName, Partial<Record<Verb, Way>>> & {
  report: Record<string, Way>
  values: (typeof written)['values']
}

/** In JSON a flag is an array of any length. */
export const flags = written as unknown as Flags
