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
  assert.match(
    dry.out,
    /\nChanged +0\nAdded +2\nUnmatched +0\nRemoved +0\nLines after the import +2\nRevision +unchanged \(dry run\)\n$/,
  )
  const piped = await reelay(
    ['translate', 'import', request.translation._id, '-', '--format', 'srt', '--json'],
    [GERMAN],
  )
  assert.deepEqual([piped.code, JSON.parse(piped.out).added.length], [0, 2], piped.err)

  assert.equal(
    (await runCommand('translate', 'export', request._id, join(home, 'german.vtt'))).code,
    0,
  )
  const sami = await runCommand('translate', 'export', request._id, join(home, 'german.smi'))
  assert.equal(sami.code, 0, sami.err)
  assert.match(await readFile(join(home, 'german.smi'), 'utf8'), /^<SAMI>/)
  assert.match(await readFile(join(home, 'german.vtt'), 'utf8'), /^WEBVTT[^]*Wir {2}sehen\.\.\./)
  assert.match(
    (await reelay(['translate', 'export', request._id, '-', '--format', 'srt'])).out,
    /^\uFEFF?1\r?\n00:00:01,000/,
  )
  const german = await runCommand('translate', 'export', request._id, join(home, 'same.srt'))
  assert.equal(german.code, 0, german.err)
  assert.equal(await readFile(join(home, 'same.srt'), 'utf8'), `${GERMAN}\n`, 'as it was piped')
  for (const words of [
    ['export', request._id, '--format', 'srt', '--delivery', 'youtube'],
    ['export', request._id, '--use', 'Print'],
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

test('names the place of what an import drops, and refuses a damaged file in strict mode', async (t) => {
  const { runCommand, home, request } = await setup(t)
  const file = join(home, 'damaged.srt')
  await writeFile(file, `${GERMAN}\n\n3\n00:00:09,000 --> 00:00:08,000\nx\ny\n`)
  const words = ['translate', 'import', request._id, file]
  const strict = await runCommand(...words, '--strict')
  assert.notEqual(strict.code, 0)
  assert.match(strict.err, /the cue ends before it starts/)
  const dry = await runCommand(...words, '--dry-run')
  assert.match(
    dry.err,
    /would drop or repair:\n {2}Cue 3: line \d+, column 18: the cue ends before it starts; .*\(00:00:09,000 x \/ y\)\n/,
  )
})

test('exports dialogue and spotting lists as PDF or XLSX by the file name', async (t) => {
  const { runCommand, home, request, file } = await setup(t)
  await runCommand('translate', 'import', request._id, file)
  const starts = { 'dialogue.pdf': '%PDF', 'spotting.xlsx': 'PK\u0003\u0004' }
  for (const [name, start] of Object.entries(starts)) {
    const path = join(home, name)
    const list = name.split('.')[0]!
    const { code, err } = await runCommand('translate', 'export', request._id, path, '--list', list)
    assert.equal(code, 0, err)
    assert.equal((await readFile(path)).toString('latin1', 0, 4), start)
  }
  const words = ['translate', 'export', request._id, '--list', 'spotting', '--format', 'srt']
  assert.equal((await runCommand(...words)).code, EXIT_CODES.usage.code)
})

test('exports for an ordered use, and without sounds', async (t) => {
  const { runCommand, home, request } = await setup(t)
  const file = join(home, 'sdh.srt')
  await writeFile(file, '1\n00:00:01,000 --> 00:00:03,000\n[Seufzt] Ja.\n')
  await runCommand('translate', 'import', request._id, file)
  const [use] = request.uses.items
  const target = join(home, 'out')
  const delivered = await runCommand('translate', 'export', request._id, target, '--use', use!)
  assert.equal(delivered.code, 0, delivered.err)
  assert.match(delivered.err, /^Delivery profile: /)
  const words = [request._id, target, '--format', 'srt', '--variant', 'clean']
  const clean = await runCommand('translate', 'export', ...words)
  assert.match(clean.err, /Dropped:\n {2}Cue 1: \[Seufzt\]/)
  assert.match(await readFile(target, 'utf8'), /\nJa\.\n$/)
  const forced = await runCommand('translate', 'export', ...words.slice(0, -1), 'forced')
  assert.match(forced.err, /No line is a forced narrative/)
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
      /^1 error and \d+ warnings? with the profile standard\n.*no dictionary.*\n$/.test(failed.err),
    ],
    [EXIT_CODES.checkFailed.code, true, true],
    failed.out + failed.err,
  )
  const json = await runCommand('translate', 'check', request._id, '--profile', 'bbc', '--json')
  assert.deepEqual([json.code, JSON.parse(json.out).profile], [EXIT_CODES.checkFailed.code, 'bbc'])
})

/** Two seconds of another film before the old one, of which the last second is gone. */
const EDL = `TITLE: New
001  BL   V  C  00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
002  OLD  V  C  01:00:00:00 01:00:05:00 01:00:02:00 01:00:07:00
`

test('conforms lines to a new cut after showing the plan', async (t) => {
  const { runCommand, home, request, file } = await setup(t)
  await runCommand('translate', 'import', request._id, file)
  const edl = join(home, 'new.edl')
  await writeFile(edl, EDL)
  const starts = async () =>
    (await runCommand('translate', 'export', request._id, '-', '--format', 'srt')).out
      .split('\n')
      .filter((row) => row.includes('-->'))
  const before = await starts()
  const plan = await runCommand('translate', 'conform', request._id, '--edl', edl)
  assert.equal(plan.code, 0, plan.err)
  assert.match(plan.out, /^2 +flagged +trimmed +00:00:04,000 +00:00:06,000 +Gar nichts\.$/m)
  assert.match(plan.out, /^Revision +\d+ \(unchanged; apply it with --apply\)$/m)
  assert.deepEqual(await starts(), before, 'a plan changes nothing')

  const words = ['conform', request._id, '--edl', edl, '--apply', '--accept']
  const applied = await runCommand('translate', ...words)
  assert.match(applied.out, /^Revision +\d+$/m, applied.err)
  assert.deepEqual(await starts(), [
    '00:00:03,000 --> 00:00:05,000',
    '00:00:06,000 --> 00:00:07,000',
  ])
  const back = await runCommand('translate', 'conform', request._id, '--offset', '-2', '--apply')
  assert.equal(back.code, 0, back.err)
  assert.deepEqual(await starts(), [
    '00:00:01,000 --> 00:00:03,000',
    '00:00:04,000 --> 00:00:05,000',
  ])
  for (const flags of [[], ['--edl', edl, '--offset', '1'], ['--to', request._id]])
    assert.equal(
      (await runCommand('translate', 'conform', request._id, ...flags)).code,
      EXIT_CODES.usage.code,
      flags.join(' '),
    )
})
