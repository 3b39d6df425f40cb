import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as contract from './contract.ts'

const LINE = { startTime: '00:00:01,000', stopTime: '00:00:02,000', text: 'Hello' }

test('allows one dialogue script and one graphics list per asset', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, vendor, guest } = a.people
  const begin = (part: contract.ScriptPart) =>
    studio.call(contract.createScript, { body: { asset: a.asset._id, part, language: 'eng' } })
  const { _id, created, ...script } = await begin('dialogue')
  assert.ok(created > 0)
  assert.deepEqual(script, {
    asset: a.asset._id,
    part: 'dialogue',
    language: 'eng',
    revision: 0,
    lines: 0,
    $links: {
      self: `//reelay.test/api/scripts/${_id}`,
      asset: `//reelay.test/api/assets/${a.asset._id}`,
    },
  })
  await expectProblem(begin('dialogue'), 409, 'script.exists')
  await begin('graphics')
  await studio.call(contract.scriptLines.add, { params: { id: _id }, body: LINE })
  assert.deepEqual(
    (
      await vendor.call(contract.listScripts, { query: { asset: a.asset.slug, part: 'dialogue' } })
    ).items.map(({ lines, revision }) => [lines, revision]),
    [[1, 1]],
  )
  assert.equal((await b.people.studio.call(contract.listScripts)).total, 0)
  await expectProblem(
    vendor.call(contract.createScript, {
      body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
    }),
    403,
    'permission.required',
  )
  await expectProblem(
    guest.call(contract.getScript, { params: { id: _id } }),
    404,
    'script.not-found',
  )
  await expectSameProblem(
    b.people.studio.call(contract.createScript, {
      body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
    }),
    b.people.studio.call(contract.createScript, {
      body: { asset: 'f'.repeat(24), part: 'dialogue', language: 'eng' },
    }),
    404,
  )
})

test('serves scripts by the common conventions and removes their lines', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const script = await studio.call(contract.createScript, {
    body: { asset: fixtures.a.asset._id, part: 'dialogue', language: 'eng' },
  })
  await studio.call(contract.scriptLines.add, { params: { id: script._id }, body: LINE })
  await checkRecordConventions(fixtures, studio, `/scripts/${script._id}`, { language: 'fra' })
  assert.deepEqual(await studio.call(contract.removeScript, { params: { id: script._id } }), {
    _id: script._id,
    removed: true,
  })
  await expectProblem(
    studio.call(contract.scriptLines.list, { params: { id: script._id } }),
    404,
    'script.not-found',
  )
})
