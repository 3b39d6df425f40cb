import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line } from './contract.ts'
import { FORMAT_NAMES, type FormatName } from '@reelay/subtitles/formats'
import { createPreview } from '../previews/contract.ts'
import { uploadBytes, film, still } from '../../test/clips.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { scriptLines } from '../scripts/contract.ts'
import { createScript, srt } from './script.fixture.ts'

const CAPTIONS: readonly FormatName[] = ['scc', 'mcc']
/** They have no italic inside of a row. */
const WITHOUT_RUNS: readonly FormatName[] = ['sbv', 'microdvd']

test('exports and imports every format with the same text and times', async (t) => {
  const { importFile, read, studio, params } = await createScript(t)
  await importFile(srt([1, 'One <i>more</i>'], [3, 'Two\nrows'], [5, 'Five']))
  const before = await read()
  for (const format of FORMAT_NAMES) {
    if (WITHOUT_RUNS.includes(format)) continue
    const { body, headers } = await studio.send(scriptLines.export, { params, query: { format } })
    assert.match(headers.get('content-disposition')!, /^attachment; filename="trailer-a\.eng\./)
    // CEA-608 has its own frame rate, whatever the rate of the film.
    assert.equal(
      (await importFile(body, { format, ...(CAPTIONS.includes(format) && { times: 'keep' }) }))
        .changed,
      0,
      format,
    )
    assert.deepEqual(await read(), before, format)
  }
})

test('rejects an export that the format cannot represent, by line', async (t) => {
  const { importFile, studio, params } = await createScript(t)
  await importFile(srt([1, 'fine'], [3, '漢字']))
  const error = await expectProblem(
    studio.call(scriptLines.export, { params, query: { format: 'stl' } }),
    422,
    'format.unsupported',
  )
  assert.deepEqual(
    [
      error.errors.map(({ pointer }) => pointer),
      error.message.startsWith('Line 2 cannot be written as EBU'),
    ],
    [['/1', '/1'], true],
  )
})

test('keeps colours, ruby, positions, speakers and kinds, and lists what an export drops', async (t) => {
  const { importFile, studio, params } = await createScript(t)
  const file = `WEBVTT\n\n00:01.000 --> 00:02.000 position:30% line:20% align:left\n<v Ada><c.yellow>one</c> <ruby>漢<rt>かん</rt></ruby>\n`
  assert.deepEqual((await importFile(file, { format: 'vtt' })).warnings, [])
  const [line] = await studio.call(scriptLines.list, { params })
  assert.deepEqual(
    [line!.text, line!.x, line!.y, line!.alignment, line!.speaker],
    ['<c #ffff00>one</c> <ruby>漢<rt>かん</rt></ruby>', 30, 20, 'top', 'Ada'],
  )
  const checkAs = (format: 'vtt' | 'ass' | 'stl') =>
    studio.call(scriptLines.checkExport, { params, query: { format } })
  assert.deepEqual(await checkAs('vtt'), { warnings: [], errors: [] })
  assert.deepEqual(await checkAs('ass'), {
    warnings: [{ cue: 1, lost: 'Ruby; its text follows in parentheses' }],
    errors: [],
  })
  const { warnings, errors } = await checkAs('stl')
  assert.deepEqual([warnings, errors.length > 0, errors[0]?.cue], [[], true, 1])
  await studio.call(scriptLines.change, {
    params: { ...params, line: line!._id },
    body: { stopTime: '00:00:02,500' },
  })
  const exported = await studio.call(scriptLines.export, { params, query: { format: 'vtt' } })
  assert.match(
    new TextDecoder().decode(exported),
    /line:20% position:30% align:left\n<v Ada><c\.yellow>one<\/c> <ruby>漢<rt>かん<\/rt><\/ruby>/,
  )
})

test('exports by the delivery profile of a recipient, from its own start time', async (t) => {
  const { importFile, studio, params } = await createScript(t)
  await importFile(srt([1, '<b>one</b>']))
  const query = { delivery: 'stl-open' } as const
  assert.deepEqual(await studio.call(scriptLines.checkExport, { params, query }), {
    warnings: [{ cue: 1, lost: 'Bold' }],
    errors: [],
  })
  const { body, headers } = await studio.send(scriptLines.export, { params, query })
  assert.match(headers.get('content-disposition')!, /\.eng\.stl"/)
  assert.equal(Buffer.from(body).toString('latin1', 256, 264), '10000000')
  const refused = { params, query: { delivery: 'netflix-japanese' } as const }
  const { errors } = await studio.call(scriptLines.checkExport, refused)
  assert.deepEqual(errors[0], {
    cue: null,
    message: 'Netflix Japanese (IMSC 1.1) is for jpn only',
  })
  await expectProblem(studio.call(scriptLines.export, refused), 422, 'format.unsupported')
  await expectProblem(
    studio.call(scriptLines.export, { params, query: {} }),
    400,
    'export.format-required',
  )
})

test('changes and removes the position, writing mode and kind of a line', async (t) => {
  const { importFile, studio, params } = await createScript(t)
  await importFile(srt([1, 'one']))
  const [{ _id }] = (await studio.call(scriptLines.list, { params })) as [Line]
  const change = (body: object) =>
    studio.call(scriptLines.change, { params: { ...params, line: _id }, body })
  const changed = await change({ x: 12.5, y: 90, writingMode: 'vertical-rl', kind: 'lyric' })
  assert.deepEqual(
    [changed.x, changed.y, changed.writingMode, changed.kind],
    [12.5, 90, 'vertical-rl', 'lyric'],
  )
  const removed = await change({ x: null, writingMode: null })
  assert.deepEqual([removed.x, removed.y, removed.writingMode], [undefined, 90, undefined])
  await expectProblem(change({ x: 101 }), 422, 'body.invalid')
  await expectProblem(change({ kind: 'poem' }), 422, 'body.invalid')
  await expectProblem(change({ text: '<c red>one</c>' }), 422, 'lines.invalid')
})

test('uses the frame rate of the video, not of a later still', async (t) => {
  const { importFile, studio, params, a, runJobs } = await createScript(t)
  const show = async (bytes: Buffer, name: string) => {
    const { _id: file } = await uploadBytes(studio, a, bytes, name)
    await runJobs()
    await studio.call(createPreview, { body: { asset: a.asset._id, file } })
  }
  await show(
    await film({
      seconds: 1,
      width: 64,
      height: 64,
      scenes: 1,
      frameRate: '24/1',
      sound: 'silent',
    }),
    'film.mp4',
  )
  await show(still(64, 64), 'still.png')
  await importFile(srt([1, 'one']))
  const table = `in,out,text\r\n00:00:02:12,00:00:03:00,two\r\n`
  const { added } = await importFile(table, { format: 'csv' })
  assert.deepEqual(
    added.map(({ startTime }: Line) => startTime),
    ['00:00:02,500'],
    'twelve of twenty-four frames',
  )
  await studio.call(scriptLines.export, { params, query: { format: 'stl' } })
})
