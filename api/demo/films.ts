// The films and pictures that are shipped with the demo.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Tx } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import type { Probe } from '@reelay/media/types'
import { finishStep } from '../src/renditions/commands/steps.ts'
import type { FilmKey, PictureKey } from './data/films.ts'
import probes from './films/probes.json' with { type: 'json' }

const FOLDER = join(import.meta.dirname, 'films')

export const filmBytes = (key: FilmKey): Uint8Array => readFileSync(join(FOLDER, `${key}.mp4`))
export const pictureBytes = (key: PictureKey): Uint8Array =>
  readFileSync(join(FOLDER, `${key}.jpg`))

/**
 * The films were probed when they were rendered, so their durations are known at once. The other
 * steps are background work, and the one that makes a film playable comes first.
 */
export async function saveProbe(tx: Tx, file: string, key: FilmKey): Promise<void> {
  await sql`delete from job where kind = 'process-media' and payload ->> 'file' = ${file}`.execute(
    tx,
  )
  await finishStep(
    tx,
    { file, step: 'probe', calm: true },
    { measured: { probe: (probes as Record<string, unknown>)[key] as Probe } },
  )
}
