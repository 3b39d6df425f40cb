// Changes to an embargoed file must not change any response to an outsider.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
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
import { sql } from '../kernel/db/sql.ts'

const changeArbitrary = fc.oneof(
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
const filterChoices = fc.array(fc.nat(99), { minLength: 20, maxLength: 20 })
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

test('changes to an embargoed file change no response to an outsider', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  await setEmbargo(fixtures, EMBARGOED)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OUTSIDERS),
      fc.array(changeArbitrary, { minLength: 2, maxLength: 5 }),
      filterChoices,
      async (role, changes, choices) => {
        const person = fixtures.a.people[role]
        // Skip the download of the visible file: it creates a download record.
        const reads = (await listReadRequests(fixtures, person, choices)).filter(
          ({ url }) => !url.includes(`${fixtures.open}/content`),
        )
        // The first read of an asset records a view, so read each asset once before comparing.
        await sendReadRequests(
          fixtures,
          person,
          reads.filter(({ url }) => url.includes('/assets/')),
        )
        const before = await sendReadRequests(fixtures, person, reads)
        for (const change of changes) await applyChange(fixtures, change)
        await fixtures.runJobs()
        const after = await sendReadRequests(fixtures, person, reads)
        for (const [index, response] of after.entries())
          assert.equal(
            `${response.url}\n${response.text}`,
            `${before[index]?.url}\n${before[index]?.text}`,
            `${role}: ${response.method} ${response.url}`,
          )
        assert.equal(after.length, before.length)
      },
    ),
    { numRuns: 5, endOnFailure: true },
  )
})

/** Makes the change as a studio user, through the API where possible. */
async function applyChange(
  fixtures: EmbargoFixtures,
  { warnings, bytes, previews: previewCount, downloads: downloadCount, end, ...fields }: Change,
) {
  const { studio } = fixtures.a.people
  const asset = fixtures.a.asset._id
  if (Object.keys(fields).length)
    await studio.call(files.changeFile, { params: { id: fixtures.file }, body: fields })
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
  for (let i = 0; i < (previewCount ?? 0); i++)
    await studio.call(previews.createPreview, { body: { asset, file: fixtures.file } })
  for (let i = 0; i < (downloadCount ?? 0); i++)
    await studio.call(downloads.startDownloads, { body: { files: [fixtures.file] } })
  if (end)
    await studio.call(files.changeFile, {
      params: { id: fixtures.file },
      body: { embargo: { end } },
    })
}
