// A work request of the demo: who ordered what, its status and its dates.
import type { REJECTION_CODES, Status } from '../../src/workrequests/contract.ts'
import type { FilmKey } from './films.ts'
import type { PersonKey } from './people.ts'
import type { TREATMENTS, UseName } from './treatments.ts'

type Rejection = { reason: string; code: (typeof REJECTION_CODES)[number] }

/** `at` is in seconds, and the circle in fractions of the picture. */
export type DemoNote = {
  version: number
  by: 'owner' | 'studio' | 'vendor'
  text: string
  at: number
  until?: number
  circle?: [x: number, y: number, radius: number]
}

export type DemoOrder = {
  asset: string
  by: PersonKey
  language: string
  treatment: keyof typeof TREATMENTS
  uses: UseName[]
  status: Exclude<Status, 'submitted'>
  /** Days ago: created, and moved to its status. */
  days: [began: number, last: number]
  /** Days from now; negative if it is overdue. */
  due: number | null
  instructions: string
  /** Set if the studio orders for a territory. */
  territory?: string
  /** It was rejected once for this reason. */
  rejected?: Rejection
  cancelled?: { by: PersonKey; reason: string; during: 'awaiting-materials' | 'in-progress' }
  /** The translation has begun. So many lines at its end are missing. */
  missingLines?: number
  /** The service renders the subtitles into the film once they are approved. */
  autosubs?: true
  /** The vendor has not accepted, or declined for this reason. */
  assignment?: 'asked' | { declined: string }
  /** The films of its offlines, if they are not the film of the asset. */
  offlines?: FilmKey[]
  /** Drawn comments on its offlines. */
  notes?: DemoNote[]
  recipients?: string[]
}
