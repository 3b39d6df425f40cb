import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { previews, translations, workrequests } from '@reelay/api/contract'
import { createRequestAt } from '../../../api/test/work-requests.ts'
import { uploadFile, newOrder } from '../../../api/test/orders.ts'
import { setupSignedInCli, signInAs } from '../../test/program.ts'
import { EXIT_CODES } from '../output/exit-codes.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const list = async (person: {
  call: Awaited<ReturnType<typeof setupSignedInCli>>['a']['people']['studio']['call']
}) => (await person.call(workrequests.listWorkRequests, { query: { order: 'created' } })).items

test('an order is handed in with all that was said, once for each key', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t, 'territory')
  const said = [
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
    '--key',
    'nightly',
  ]
  const first = await runCommand(...said)
  assert.match(
    first.out,
    /^WORK REQUEST +ASSET +STATUS +DUE +ESTIMATE\n[0-9a-f]{24} {2}Trailer a {2}awaiting-materials {2}\S+ 18:00 Europe\/Berlin {2}[\d.]+\n$/,
    first.err,
  )
  assert.equal((await runCommand(...said)).out, first.out)
  const [request, ...others] = await list(a.people.territory)
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

test('what is missing in an order says which flag gives it; a draft and a price need less', async (t) => {
  const { runCommand, a } = await setupSignedInCli(t)
  const bare = await runCommand('order', a.asset.slug)
  assert.deepEqual([bare.code, bare.out], [EXIT_CODES.rejected.code, ''])
  for (const flag of [
    '--territory DE',
    '--language deu',
    '--uses Online:1080p',
    '--due 2026-12-01T18:00 --tz Europe/Berlin',
    '--draft',
  ])
    assert.ok(bare.err.includes(flag), bare.err)
  assert.equal(
    JSON.parse((await runCommand('order', a.asset.slug, '--json')).err).code,
    'workrequest.unfinished',
  )
  assert.equal((await list(a.people.studio)).length, 0)

  const draft = await runCommand(
    'order',
    a.asset.slug,
    '--draft',
    '--set',
    'dualLanguages=true',
    '--json',
  )
  const [made] = JSON.parse(draft.out) as workrequests.WorkRequest[]
  assert.deepEqual([made!.status, made!.dualLanguages], ['incomplete', true])
  const price = await runCommand(
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
    price.out,
    /^Asset +Trailer a\nMinutes .*\nEstimate +\d+\.\d\d\n\nWHAT +OF +BASE +APPLIED\n/s,
  )
  assert.equal((await list(a.people.studio)).length, 1, 'a price orders nothing')

  const half = await runCommand('order', a.asset._id, 'nowhere', '--draft')
  assert.deepEqual(
    [half.code, (await list(a.people.studio)).length],
    [EXIT_CODES.notFound.code, 1],
    'what is not there is found out before anything is ordered',
  )
})

test('move shows the ways on and what stands in them, and takes them', async (t) => {
  const here = await setupSignedInCli(t, 'territory')
  const { runCommand, a } = here
  const id = await createRequestAt(a, 'for-review')
  const { out } = await runCommand('move', id)
  assert.match(
    out,
    /^approved {2}not yet\n {2}the newest offline is not approved: look at it and decide \(its owner, its territory or the studio\)$/m,
  )
  assert.match(out, /^rejected {2}you can, with --reason and --code$/m)

  const bare = await runCommand('move', id, 'rejected')
  assert.equal(bare.code, EXIT_CODES.rejected.code)
  assert.match(
    bare.err,
    /\n {2}a reason is needed: say why \(you\): --reason\n {2}a code is needed: say what is wrong \(you\): --code\n$/,
  )
  const moved = await runCommand('move', id, 'rejected', '--reason', 'too late', '--code', 'timing')
  assert.match(moved.out, /^Work request +[0-9a-f]{24}\nStatus +rejected\n/, moved.err)
  assert.deepEqual(
    JSON.parse((await runCommand('move', id, '--json')).out),
    await a.people.territory.call(workrequests.listMoves, { params: { id } }),
  )
  assert.equal((await runCommand('move', id, 'finished')).code, EXIT_CODES.usage.code)
  await signInAs(here, 'guest')
  assert.equal((await runCommand('move', id)).code, EXIT_CODES.notFound.code)
})

const GERMAN =
  '1\n00:00:01,000 --> 00:00:03,000\nWir  sehen...\n\n2\n00:00:04,000 --> 00:00:06,000\nGar nichts.\n\n'

test('lines go out, come back, are checked and mended', async (t) => {
  const { runCommand, reelay, a, home } = await setupSignedInCli(t, 'vendor')
  const request = await a.people.territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const file = join(home, 'german.srt')
  await writeFile(file, GERMAN)
  const dry = await runCommand('translate', 'import', request._id, file, '--dry-run')
  assert.match(
    dry.out,
    /^Translation +[0-9a-f]{24}\nRead +2\nMatched +0\nChanged +0\nNew +2\nWithout a match +0\nRevision +nothing was changed\n$/,
    dry.err,
  )
  const piped = await reelay(
    ['translate', 'import', request.translation._id, '-', '--format', 'srt', '--json'],
    [GERMAN],
  )
  assert.deepEqual([piped.code, JSON.parse(piped.out).added.length], [0, 2], piped.err)

  const checked = await runCommand('translate', 'check', request._id)
  assert.equal(checked.code, 0, checked.err)
  assert.match(checked.out, /^LINE +WHAT +CODE +WORDS +CAN BE MENDED\n/)
  assert.match(checked.out, /^1 +warning +SPACES +.* yes$/m)
  const told = await runCommand(
    'translate',
    'fix',
    request._id,
    '--code',
    'SPACES,ELLIPSIS',
    '--dry-run',
  )
  assert.match(told.out, /^1 +SPACES .* {2}Wir sehen\.\.\.$/m)
  assert.match(told.err, /2 findings would be mended; nothing was changed/)
  assert.match(
    (await runCommand('translate', 'fix', request._id, '--code', 'SPACES')).out,
    /^1 +00:00:01,000 +00:00:03,000 +Wir sehen\.\.\.$/m,
  )
  assert.match((await runCommand('translate', 'fix', request._id, '--all')).out, /Wir sehen…$/m)
  assert.equal((await runCommand('translate', 'fix', request._id)).code, EXIT_CODES.usage.code)

  assert.equal(
    (await runCommand('translate', 'export', request._id, join(home, 'german.vtt'))).code,
    0,
  )
  assert.match(await readFile(join(home, 'german.vtt'), 'utf8'), /^WEBVTT[^]*Wir sehen…/)
  assert.match(
    (await reelay(['translate', 'export', request._id, '-', '--format', 'srt'])).out,
    /^\uFEFF?1\r?\n00:00:01,000/,
  )
  for (const words of [
    ['export', request._id],
    ['import', request._id, file.replace('.srt', '.xml')],
    ['import', request._id, join(home, 'missing.srt')],
  ])
    assert.equal(
      (await runCommand('translate', ...words)).code,
      EXIT_CODES.usage.code,
      words.join(' '),
    )

  const params = { id: request.translation._id }
  await a.people.vendor.call(translations.translationLines.add, {
    params,
    body: { startTime: '00:00:08,000', stopTime: '00:00:09,000', text: '', source: 'Nothing.' },
  })
  const faulty = await runCommand('translate', 'check', request._id)
  assert.deepEqual(
    [
      faulty.code,
      /^3 +error +UNTRANSLATED /m.test(faulty.out),
      /^1 error and \d+ warnings? by the rules of standard\n$/.test(faulty.err),
    ],
    [EXIT_CODES.checkFailed.code, true, true],
    faulty.out + faulty.err,
  )
  const machine = await runCommand('translate', 'check', request._id, '--profile', 'bbc', '--json')
  assert.deepEqual(
    [machine.code, JSON.parse(machine.out).profile],
    [EXIT_CODES.checkFailed.code, 'bbc'],
  )
})

test('a film is opened in the web app, where there is a browser', async (t) => {
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
  assert.match(none.err, /There is no browser on this machine/)
})
