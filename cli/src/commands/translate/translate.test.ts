import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { translations, workrequests } from '@reelay/api/contract'
import { newOrder } from '../../../../api/test/orders.ts'
import { setupSignedInCli } from '../../../test/program.ts'
import { EXIT_CODES } from '../../output/exit-codes.ts'

const GERMAN =
  '1\n00:00:01,000 --> 00:00:03,000\nWir  sehen...\n\n2\n00:00:04,000 --> 00:00:06,000\nGar nichts.\n\n'

/** A work request, and a German subtitle file. */
async function setup(t: TestContext) {
  const app = await setupSignedInCli(t, 'vendor')
  const request = await app.a.people.territory.call(workrequests.createWorkRequest, {
    body: newOrder(app.a, { status: 'submitted' }),
  })
  const file = join(app.home, 'german.srt')
  await writeFile(file, GERMAN)
  return { ...app, request, file }
}

test('imports and exports lines', async (t) => {
  const { runCommand, reelay, home, request, file } = await setup(t)
  const dry = await runCommand('translate', 'import', request._id, file, '--dry-run')
  assert.match(dry.out, /^Translation +[0-9a-f]{24}\nLines read +2\nMatched +0\n/, dry.err)
  assert.match(dry.out, /\nChanged +0\nAdded +2\nUnmatched +0\nRevision +unchanged \(dry run\)\n$/)
  const piped = await reelay(
    ['translate', 'import', request.translation._id, '-', '--format', 'srt', '--json'],
    [GERMAN],
  )
  assert.deepEqual([piped.code, JSON.parse(piped.out).added.length], [0, 2], piped.err)

  assert.equal(
    (await runCommand('translate', 'export', request._id, join(home, 'german.vtt'))).code,
    0,
  )
  assert.match(await readFile(join(home, 'german.vtt'), 'utf8'), /^WEBVTT[^]*Wir {2}sehen\.\.\./)
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
})

test('checks and fixes lines', async (t) => {
  const { runCommand, a, request, file } = await setup(t)
  await runCommand('translate', 'import', request._id, file)
  const checked = await runCommand('translate', 'check', request._id)
  assert.equal(checked.code, 0, checked.err)
  assert.match(checked.out, /^LINE +SEVERITY +RULE +MESSAGE +FIXABLE\n/)
  assert.match(checked.out, /^1 +warning +SPACES +has an extra space +yes$/m)
  const dryFix = await runCommand(
    'translate',
    'fix',
    request._id,
    '--rule',
    'SPACES,ELLIPSIS',
    '--dry-run',
  )
  assert.match(dryFix.out, /^1 +SPACES .* {2}Wir sehen\.\.\.$/m)
  assert.match(dryFix.err, /2 findings would be fixed; nothing was changed/)
  assert.match(
    (await runCommand('translate', 'fix', request._id, '--rule', 'SPACES')).out,
    /^1 +00:00:01,000 +00:00:03,000 +Wir sehen\.\.\.$/m,
  )
  assert.match((await runCommand('translate', 'fix', request._id, '--all')).out, /Wir sehen…$/m)
  assert.equal((await runCommand('translate', 'fix', request._id)).code, EXIT_CODES.usage.code)

  const params = { id: request.translation._id }
  await a.people.vendor.call(translations.translationLines.add, {
    params,
    body: { startTime: '00:00:08,000', stopTime: '00:00:09,000', text: '', source: 'Nothing.' },
  })
  const failed = await runCommand('translate', 'check', request._id)
  assert.deepEqual(
    [
      failed.code,
      /^3 +error +UNTRANSLATED /m.test(failed.out),
      /^1 error and \d+ warnings? with the profile standard\n$/.test(failed.err),
    ],
    [EXIT_CODES.checkFailed.code, true, true],
    failed.out + failed.err,
  )
  const json = await runCommand('translate', 'check', request._id, '--profile', 'bbc', '--json')
  assert.deepEqual([json.code, JSON.parse(json.out).profile], [EXIT_CODES.checkFailed.code, 'bbc'])
})
