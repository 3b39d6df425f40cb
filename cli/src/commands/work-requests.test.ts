import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { previews, workrequests } from '@reelay/api/contract'
import { createRequestAt } from '../../../api/test/work-requests.ts'
import { createFrance, uploadFile } from '../../../api/test/orders.ts'
import { setupSignedInCli, signInAs } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const listRequests = async (person: {
  call: Awaited<ReturnType<typeof setupSignedInCli>>['a']['people']['studio']['call']
}) => (await person.call(workrequests.listWorkRequests, { query: { order: 'created' } })).items

test('submits an order once for each idempotency key', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t, 'territory')
  const words = [
    'order',
    a.asset.slug,
    '--territory',
    'DE',
    '--language',
    'deu',
    '--uses',
    'Online:1080p,Online:Square 1080p',
    '--uses',
    'Broadcast:SD 16:9:ship',
    '--dialogue',
    'Subtitled',
    '--graphics',
    'OV',
    '--due',
    `${inDays(20)}T18:00`,
    '--tz',
    'Europe/Berlin',
    '--instructions',
    'Keep the title card.',
    '--tags',
    'a,b',
    '--idempotency-key',
    'nightly',
  ]
  const first = await runCommand(...words)
  const [header, row, ...rest] = first.out.split('\n')
  assert.match(header!, /^WORK REQUEST +ASSET +STATUS +DUE +ESTIMATE$/, first.err)
  assert.match(row!, /^[0-9a-f]{24} {2}Trailer a {2}awaiting-materials {2}/)
  assert.match(row!, / {2}\S+ 18:00 Europe\/Berlin {2}[\d.]+ EUR$/)
  assert.deepEqual(rest, [''])
  assert.equal((await runCommand(...words)).out, first.out)
  const [request, ...others] = await listRequests(a.people.territory)
  assert.equal(others.length, 0)
  const { language, uses, dng, due, instructions, tags } = request!
  assert.deepEqual(
    [language, dng, due!.tz, instructions, tags],
    [
      'deu',
      { dialogue: ['Subtitled'], graphics: ['OV'], narration: [] },
      'Europe/Berlin',
      'Keep the title card.',
      ['a', 'b'],
    ],
  )
  assert.deepEqual(uses, {
    items: ['Online', 'Broadcast'],
    details: {
      Online: [
        { value: '1080p', ship: false },
        { value: 'Square 1080p', ship: false },
      ],
      Broadcast: [{ value: 'SD 16:9', ship: true }],
    },
  })
})

test('names the flags that an order is missing; drafts and estimates need fewer', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const incomplete = await runCommand('order', a.asset.slug)
  assert.deepEqual([incomplete.code, incomplete.out], [EXIT_CODES.rejected.code, ''])
  for (const flag of [
    '--territory DE',
    '--language deu',
    '--uses Online:1080p',
    '--due 2026-12-01T18:00 --tz Europe/Berlin',
    '--draft',
  ])
    assert.ok(incomplete.err.includes(flag), incomplete.err)
  assert.equal(
    JSON.parse((await runCommand('order', a.asset.slug, '--json')).err).code,
    'work-request.incomplete',
  )
  assert.equal((await listRequests(a.people.studio)).length, 0)

  const draft = await runCommand(
    'order',
    a.asset.slug,
    '--draft',
    '--set',
    'dualLanguages=true',
    '--json',
  )
  const [created] = JSON.parse(draft.out) as workrequests.WorkRequest[]
  assert.deepEqual([created!.status, created!.dualLanguages], ['incomplete', true])
  const estimate = await runCommand(
    'order',
    a.asset.slug,
    '--territory',
    'DE',
    '--language',
    'deu',
    '--uses',
    'Online:1080p',
    '--estimate',
  )
  assert.match(
    estimate.out,
    /^Asset +Trailer a\nMinutes .*\nEstimate +\d+\.\d\d EUR\n\nWHAT +OF +BASE +APPLIED\n/s,
  )
  assert.equal((await listRequests(a.people.studio)).length, 1, 'an estimate orders nothing')

  const partial = await runCommand('order', a.asset._id, 'nowhere', '--draft')
  assert.deepEqual(
    [partial.code, (await listRequests(a.people.studio)).length],
    [EXIT_CODES.notFound.code, 1],
    'a missing asset is found before anything is ordered',
  )
})

test('places one order for each territory, and names those that are refused', async (t) => {
  const { runCommand, a, admin } = await setupSignedInCli(t)
  await createFrance(admin)
  const order = ['order', a.asset.slug, '--uses', 'Online:1080p', '--dialogue', 'Subtitled']
  const due = ['--due', inDays(20), '--tz', 'Europe/Berlin']
  const placed = await runCommand(...order, ...due, '--to', 'DE:deu,FR:fra', '--json')
  const records = JSON.parse(placed.out) as workrequests.WorkRequest[]
  assert.deepEqual(
    records.map(({ territory, language, status }) => [territory, language, status]),
    [
      ['DE', 'deu', 'awaiting-materials'],
      ['FR', 'fra', 'awaiting-materials'],
    ],
  )
  const partial = await runCommand(...order, ...due, '--to', 'DE:deu,XX:fra')
  assert.equal(partial.code, EXIT_CODES.partialFailure.code)
  assert.match(partial.err, /1 of 2 orders were refused:\n {2}Trailer a XX fra: /)
  assert.equal((await listRequests(a.people.studio)).length, 3)
  const wrong = await runCommand(...order, ...due, '--to', 'DE')
  assert.deepEqual([wrong.code, wrong.out], [EXIT_CODES.usage.code, ''])
})

test('move shows what is possible or missing, and moves', async (t) => {
  const app = await setupSignedInCli(t, 'territory')
  const { runCommand, a } = app
  const id = await createRequestAt(a, 'for-review')
  const { out } = await runCommand('move', id)
  assert.match(
    out,
    /^approved {2}not yet\n {2}Approve the newest offline \(the owner, the territory or the studio\)$/m,
  )
  assert.match(out, /^rejected {2}possible, with --reason and --code$/m)

  const incomplete = await runCommand('move', id, 'rejected')
  assert.equal(incomplete.code, EXIT_CODES.rejected.code)
  assert.equal(
    incomplete.err,
    'reelay: The work request cannot move to rejected yet:\n' +
      '  Give a reason (you): --reason\n  Choose a rejection code (you): --code\n',
  )
  const moved = await runCommand('move', id, 'rejected', '--reason', 'too late', '--code', 'timing')
  assert.match(moved.out, /^Work request +[0-9a-f]{24}\nStatus +rejected\n/, moved.err)
  assert.deepEqual(
    JSON.parse((await runCommand('move', id, '--json')).out),
    await a.people.territory.call(workrequests.listMoves, { params: { id } }),
  )
  assert.equal((await runCommand('move', id, 'finished')).code, EXIT_CODES.usage.code)
  await signInAs(app, 'guest')
  assert.equal((await runCommand('move', id)).code, EXIT_CODES.notFound.code)
})

test('opens an asset in the web app if there is a browser', async (t) => {
  const { reelay, runCommand, a, home } = await setupSignedInCli(t)
  const file = await uploadFile(a.people.studio, a)
  const preview = await a.people.studio.call(previews.createPreview, {
    body: { asset: a.asset._id, file: file._id, label: 'First cut' },
  })
  assert.equal(
    (await runCommand('preview', 'open', a.asset._id, '--print')).out,
    'http://app.test/assets/trailer-a\n',
  )
  assert.equal(
    (await runCommand('preview', 'open', preview._id, '--print')).out,
    `http://app.test/assets/${a.asset._id}?preview=${preview._id}\n`,
  )

  const browser = join(home, 'browser')
  await writeFile(browser, `#!/bin/sh\necho "$1" > ${home}/opened\n`)
  await chmod(browser, 0o700)
  const opened = await reelay(['preview', 'open', a.asset.slug], [], { BROWSER: browser })
  assert.deepEqual([opened.err, await readFile(join(home, 'opened'), 'utf8')], ['', opened.out])
  const none = await reelay(['preview', 'open', a.asset.slug], [], {
    BROWSER: join(home, 'no-browser'),
  })
  assert.deepEqual([none.code, none.out], [0, opened.out])
  assert.match(none.err, /^No browser could be opened\. Open the URL above yourself\.\n$/)
})
