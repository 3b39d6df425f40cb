// No response to an outsider changes, whatever happens to an embargoed file.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import * as downloads from '../downloads/contract.ts'
import * as files from '../files/contract.ts'
import * as previews from '../previews/contract.ts'
import { sendReadRequests, listReadRequests } from '../../test/read-requests.ts'
import {
  EMBARGOED,
  OUTSIDERS,
  setEmbargo,
  loadEmbargoFixtures,
  type EmbargoFixtures,
} from '../../test/embargo-fixtures.ts'

const change = fc.oneof(
  fc.record({
    name: fc.string({ minLength: 1, maxLength: 60 }).filter((name) => /^[^\p{C}]+$/u.test(name)),
  }),
  fc.record({ tags: fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 3 }) }),
  fc.record({ language: fc.constantFrom('fra', 'deu', null) }),
  fc.record({
    warnings: fc.array(
      fc.record({
        code: fc.constantFrom('delivery.silent', 'delivery.duration'),
        message: fc.constant('x'),
        severity: fc.constant('error'),
      }),
      { maxLength: 2 },
    ),
  }),
  fc.record({ bytes: fc.stringMatching(/^[a-z]{1,40}$/) }),
  fc.record({ previews: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ downloads: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ end: fc.integer({ min: 3_000_000_000, max: 4_000_000_000 }) }),
)
const dice = fc.array(fc.nat(99), { minLength: 20, maxLength: 20 })
type Change = Partial<{
  name: string
  tags: string[]
  language: string | null
  warnings: object[]
  bytes: string
  previews: number
  downloads: number
  end: number
}>

test('returns identical bytes to an outsider whatever happens to an embargoed file', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  await setEmbargo(fixtures, EMBARGOED)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OUTSIDERS),
      fc.array(change, { minLength: 2, maxLength: 5 }),
      dice,
      async (role, changes, thrown) => {
        const person = fixtures.a.people[role]
        // Downloading the visible file would itself create a record.
        const reads = (await listReadRequests(fixtures, person, thrown)).filter(
          ({ url }) => !url.includes(`${fixtures.open}/content`),
        )
        // The first read of an asset stores a view.
        await sendReadRequests(
          fixtures,
          person,
          reads.filter(({ url }) => url.includes('/assets/')),
        )
        const before = await sendReadRequests(fixtures, person, reads)
        for (const one of changes) await apply(fixtures, one)
        await fixtures.runJobs()
        const after = await sendReadRequests(fixtures, person, reads)
        for (const [at, response] of after.entries())
          assert.equal(
            `${response.url}\n${response.text}`,
            `${before[at]?.url}\n${before[at]?.text}`,
            `${role}: ${response.method} ${response.url}`,
          )
        assert.equal(after.length, before.length)
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
})

/** Changes by people who may make them, through the API where possible. */
async function apply(
  fixtures: EmbargoFixtures,
  { warnings, bytes, previews: made, downloads: taken, end, ...said }: Change,
) {
  const { studio } = fixtures.a.people
  const asset = fixtures.a.asset._id
  if (Object.keys(said).length)
    await studio.call(files.changeFile, { params: { id: fixtures.file }, body: said })
  if (warnings)
    await sql`update file set warnings = ${JSON.stringify(warnings)}
      where id = ${fixtures.file}`.execute(fixtures.db)
  if (bytes)
    await studio.call(files.receiveContent, {
      params: {
        id: (
          await studio.call(files.registerFile, {
            body: { name: 'later.txt', asset, embargo: { event: true } },
          })
        )._id,
      },
      body: bytes,
    })
  for (let i = 0; i < (made ?? 0); i++)
    await studio.call(previews.createPreview, { body: { asset, file: fixtures.file } })
  for (let i = 0; i < (taken ?? 0); i++)
    await studio.call(downloads.startDownloads, { body: { files: [fixtures.file] } })
  if (end)
    await studio.call(files.changeFile, {
      params: { id: fixtures.file },
      body: { embargo: { end } },
    })
}
