// No order of uploads, checks, replacements and completions delivers a faulty file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '@reelay/client'
import fc from 'fast-check'
import {
  discardMediaJobs,
  filmProbe,
  filmSound,
  finishMediaStep,
  sendFilm,
} from '../../test/measured-films.ts'
import { changeRequest, createRequestAt, readRequest } from '../../test/work-requests.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import * as files from '../files/contract.ts'

/** What the checks find in each file, sooner or later. */
const QUALITIES = ['good', 'good', 'good', 'small', 'silent', 'text'] as const
const COUNT = QUALITIES.length

/** Uploaded, probed, and its sound measured. */
const STEPS = 3

type Action =
  | { do: 'attach'; files: number[] }
  | { do: 'process'; file: number }
  | { do: 'complete'; as: 'vendor' | 'studio' }
  | { do: 'override' }
  | { do: 'jobs' }

const file = fc.nat(COUNT - 1)
const attach: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('attach'),
  files: fc.uniqueArray(file, { maxLength: 2 }),
})
const complete: fc.Arbitrary<Action> = fc.record({
  do: fc.constant('complete'),
  as: fc.constantFrom('vendor', 'studio'),
})
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: attach },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('process'), file }) },
  { weight: 3, arbitrary: complete },
  { weight: 2, arbitrary: fc.constant<Action>({ do: 'jobs' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ do: 'override' }) },
)
/** How far each file is at the start, and then one action or two at the same time. */
const sequences = fc.record({
  progress: fc.array(fc.nat(STEPS), { minLength: COUNT, maxLength: COUNT }),
  turns: fc.array(fc.array(action, { minLength: 1, maxLength: 2 }), {
    minLength: 4,
    maxLength: 12,
    size: 'max',
  }),
})

/** Completes, so that the test always sees a completion. */
const CLEAN = {
  progress: QUALITIES.map(() => STEPS),
  turns: [[{ do: 'attach' as const, files: [0, 1] }]],
}

test('delivers no faulty file that nobody accepted', async (t) => {
  const fixtures = await loadFixtures(t)
  const ends = { complete: 0, overridden: 0, open: 0 }
  await fc.assert(
    fc.asyncProperty(sequences, async ({ progress, turns }) => {
      const order = await startOrder(fixtures, progress)
      for (const turn of turns) {
        await Promise.all(turn.map((action) => order.perform(action)))
        const end = await order.check()
        if (end === 'open') continue
        ends[end]++
        return
      }
      ends.open++
      await order.finishChecks()
      assert.equal(await order.check(), (await order.isReady()) ? 'complete' : 'open')
    }),
    { numRuns: 15, endOnFailure: true, examples: [[CLEAN]] },
  )
  // Otherwise the sequences would prove nothing.
  assert.ok(ends.complete > 0, JSON.stringify(ends))
})

async function startOrder({ a, db, runJobs }: Fixtures, start: number[]) {
  const { vendor, studio } = a.people
  const id = await createRequestAt(a, 'approved')
  const ids = await Promise.all(
    QUALITIES.map(async (quality, index) => {
      const name = quality === 'text' ? 'notes.txt' : `film ${index}.mp4`
      return (await vendor.call(files.registerFile, { body: { name, asset: a.asset._id } }))._id
    }),
  )
  const progress = QUALITIES.map(() => 0)

  /** The next step of a file. Text is only uploaded. */
  const processFile = async (index: number) => {
    const [fileId, quality, step] = [ids[index]!, QUALITIES[index]!, progress[index]]
    const probe = quality === 'small' ? filmProbe(128, 72) : filmProbe()
    const sound = filmSound(quality === 'silent')
    if (step === 0) await upload(vendor, fileId, quality)
    if (step === 0) await discardMediaJobs(db, fileId)
    if (quality === 'text') return
    if (step === 1) await finishMediaStep(db, { file: fileId, step: 'probe', measured: { probe } })
    if (step === 2) await finishMediaStep(db, { file: fileId, step: 'sound', measured: { sound } })
    progress[index] = Math.min(STEPS, step! + 1)
  }
  for (const [index, steps] of start.entries())
    for (let step = 0; step < steps; step++) await processFile(index)

  let last = Promise.resolve()
  /** One after the other, so that no job finds a film before its jobs are discarded. */
  const inTurn = (work: () => Promise<void>): Promise<void> => (last = last.then(work))
  const isGood = (fileId: string) => {
    const index = ids.indexOf(fileId)
    return QUALITIES[index] === 'good' && progress[index] === STEPS
  }
  const attached = async () =>
    (await readRequest(studio, id)).files.flatMap((bundle) => bundle.files)
  const perform = async (action: Action): Promise<void> => {
    if (action.do === 'process') return inTurn(() => processFile(action.file))
    if (action.do === 'jobs') return inTurn(runJobs)
    if (action.do === 'attach')
      return unlessRefused(
        changeRequest(vendor, id, {
          files: [{ name: 'Online', files: action.files.map((index) => ids[index]!) }],
        }),
      )
    return unlessRefused(
      action.do === 'override'
        ? changeRequest(studio, id, { status: 'complete', reason: 'Accepted as it is' })
        : changeRequest(a.people[action.as], id, { status: 'complete' }),
    )
  }
  return {
    perform,
    async finishChecks() {
      for (let step = 0; step < STEPS; step++)
        for (const index of ids.keys()) await processFile(index)
      await runJobs()
    },
    async isReady() {
      const all = await attached()
      return all.length > 0 && all.every(isGood)
    },
    async check() {
      const { status, history } = await readRequest(studio, id)
      if (status !== 'complete') return 'open'
      if (history.at(-1)!.reason) return 'overridden'
      const all = await attached()
      assert.ok(all.length > 0 && all.every(isGood), JSON.stringify({ all, ids, progress }))
      return 'complete'
    },
  }
}

const upload = (vendor: TestUser, id: string, quality: string) =>
  quality === 'text'
    ? vendor.call(files.receiveContent, { params: { id }, body: `notes ${id}` })
    : sendFilm(vendor, id)

/** A refused move, or a request that was completed at the same time. */
async function unlessRefused(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 409)) throw error
  }
}
