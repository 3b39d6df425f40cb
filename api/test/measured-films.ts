// Films whose measurements the test states, so that no codec has to run.
import { randomUUID } from 'node:crypto'
import * as files from '../src/files/contract.ts'
import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'
import type { Probe, SoundAnalysis } from '@reelay/media/types'
import { finishStep, type StepJob, type StepOutcome } from '../src/renditions/commands/steps.ts'
import { probe, sound, video } from '../../media/src/delivery/lint.fixture.ts'
import type { StudioFixtures, TestUser } from './fixtures.ts'

/** With stereo sound. 1080p fits most orders. */
export const filmProbe = (width = 1920, height = 1080): Probe =>
  probe({ video: video({ width, height }) })
export const filmSound = (isSilent = false): SoundAnalysis =>
  sound({ loudness: isSilent ? null : { integrated: -16, range: 5, truePeak: -3 } })

/** Uploads the bytes of a film that nobody has measured yet. */
export async function uploadUnmeasured(
  person: TestUser,
  side: StudioFixtures,
  name = 'film.mp4',
): Promise<string> {
  const { _id } = await person.call(files.registerFile, { body: { name, asset: side.asset._id } })
  await sendFilm(person, _id)
  return _id
}

export const sendFilm = (person: TestUser, id: string) =>
  person.call(files.receiveContent, {
    params: { id },
    body: Buffer.from(`\0\0\0\x18ftypmp42${randomUUID()}`, 'latin1'),
  })

/** Ends a step with this result, as its job would. */
export async function finishMediaStep(
  db: Db,
  { file, step, measured }: StepJob & Pick<Required<StepOutcome>, 'measured'>,
): Promise<void> {
  await inTransaction(db, (tx) => finishStep(tx, { file, step }, { measured }))
  await discardMediaJobs(db, file)
}

/** The bytes are no film, so codecs would fail. */
export const discardMediaJobs = (db: Db, file: string) =>
  sql`delete from job where kind in ('process-media', 'scan-media', 'transcode')
    and payload ->> 'file' = ${file}`.execute(db)

/** Uploads a film that was measured. */
export async function uploadMeasured(
  db: Db,
  person: TestUser,
  side: StudioFixtures,
  { name, probe = filmProbe() }: { name?: string; probe?: Probe } = {},
): Promise<string> {
  const file = await uploadUnmeasured(person, side, name)
  await finishMediaStep(db, { file, step: 'probe', measured: { probe } })
  await finishMediaStep(db, { file, step: 'sound', measured: { sound: filmSound() } })
  return file
}
