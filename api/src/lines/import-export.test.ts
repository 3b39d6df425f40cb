import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Line } from './contract.ts'
import { FORMAT_NAMES } from '@reelay/subtitles/formats'
import { createPreview } from '../previews/contract.ts'
import { uploadBytes, film, still } from '../../test/clips.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import * as scripts from '../scripts/contract.ts'

const { scriptLines } = scripts
const srt = (...cues: [start: number, text: string][]) =>
  cues
    .map(
      ([start, text], index) =>
        `${index + 1}\n00:00:0${start},000 --> 00:00:0${start},960\n${text}\n`,
    )
    .join('\n')

async function script(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { studio } = fixtures.a.people
  const params = {
    id: (
      await studio.call(scripts.createScript, {
        body: { asset: fixtures.a.asset._id, part: 'dialogue', language: 'eng' },
      })
    )._id,
  }
  const importFile = (body: string | Uint8Array, query: object = {}) =>
    studio.call(scriptLines.import, { params, body, query: { format: 'srt', ...query } as never })
  const read = async () =>
    (await studio.call(scriptLines.list, { params })).map(({ text, startTime }) => [
      text,
      startTime.slice(6),
    ])
  return { ...fixtures, studio, params, importFile, read }
}

test('imports a file, matches a second one by time, and reports lines without a match', async (t) => {
  const { importFile, read } = await script(t)
  assert.deepEqual(
    (({ read: cues, matched, changed, added, left }) => [
      cues,
      matched,
      changed,
      added.length,
      left.length,
    ])(await importFile(srt([1, 'one'], [3, 'two'], [5, 'three']))),
    [3, 0, 0, 3, 0],
  )
  const again = await importFile(srt([1, 'one'], [3, 'TWO'], [8, 'four']))
  assert.deepEqual(
    [
      again.matched,
      again.changed,
      again.added.map(({ text, number }) => [text, number]),
      again.left.map(({ text, number }) => [text, number]),
    ],
    [2, 1, [['four', 4]], [['three', 3]]],
  )
  assert.deepEqual(
    await read(),
    [
      ['one', '01,000'],
      ['TWO', '03,000'],
      ['three', '05,000'],
      ['four', '08,000'],
    ],
    'keeps lines that are not in the file',
  )
  assert.equal((await importFile(srt([1, 'one']), { mode: 'replace' })).left.length, 3)
  assert.deepEqual(await read(), [['one', '01,000']])
})

test('replaces, merges or appends, and previews the result', async (t) => {
  const { importFile, read } = await script(t)
  await importFile(srt([1, 'one'], [3, 'two']))
  const file = srt([1, 'ONE'], [4, 'new'])
  const preview = async (mode: string) => {
    const { lines, removed, result, added } = await importFile(file, { mode, dry: 'true' })
    const ids = new Set(added.map(({ _id }) => _id))
    return [
      lines,
      removed,
      result.map(
        (line) => `${line.startTime.slice(6)} ${line.text}${ids.has(line._id) ? ' +' : ''}`,
      ),
    ]
  }
  assert.deepEqual(await preview('merge'), [3, 0, ['01,000 ONE', '03,000 two', '04,000 new +']])
  assert.deepEqual(await preview('replace'), [2, 1, ['01,000 ONE', '04,000 new +']])
  assert.deepEqual(await preview('append'), [
    4,
    0,
    ['01,000 one', '03,000 two', '03,960 ONE +', '06,960 new +'],
  ])
  assert.deepEqual(
    await read(),
    [
      ['one', '01,000'],
      ['two', '03,000'],
    ],
    'previews change nothing',
  )
  await importFile(file, { mode: 'append' })
  await importFile(srt([8, 'later']), { mode: 'append' })
  assert.deepEqual(
    (await read()).at(-1),
    ['later', '08,000'],
    'its times begin after the last line',
  )
})

test('replaces ten lines by many, without mixing them', async (t) => {
  const { importFile, read } = await script(t)
  const many = (count: number, step: number) =>
    Array.from({ length: count }, (_none, index) => {
      const at = new Date(index * step).toISOString().slice(11, 23).replace('.', ',')
      const to = new Date(index * step + 900).toISOString().slice(11, 23).replace('.', ',')
      return `${index + 1}\n${at} --> ${to}\nLine ${index + 1}\n`
    }).join('\n')
  await importFile(many(10, 2_500))
  const { lines } = await importFile(many(2_400, 1_000), { mode: 'replace' })
  assert.equal(lines, 2_400)
  assert.deepEqual(
    (await read()).map(([text]) => text),
    Array.from({ length: 2_400 }, (_none, index) => `Line ${index + 1}`),
  )
})

test('shows in a dry run what an import drops, and imports the rest', async (t) => {
  const { importFile, read } = await script(t)
  const file = `${srt([1, '<font face="Arial">one</font>'], [3, 'two'])}\n3\n00:00:05,000 --> 00:00:05,000\nthree\n`
  const warnings = [
    {
      cue: 1,
      lost: 'The font of the text: face="Arial"',
      line: null,
      column: null,
      startTime: '00:00:01,000',
      text: 'one',
    },
    {
      cue: 3,
      lost: 'The cue has no duration; it lasts 1 ms now',
      line: null,
      column: null,
      startTime: '00:00:05,000',
      text: 'three',
    },
  ]
  assert.deepEqual((await importFile(file, { dry: 'true' })).warnings, warnings)
  assert.deepEqual(await read(), [])
  assert.deepEqual((await importFile(file)).warnings, warnings)
  assert.deepEqual(await read(), [
    ['one', '01,000'],
    ['two', '03,000'],
    ['three', '05,000'],
  ])
})

test('counts the times of a file from an offset, in and out', async (t) => {
  const { importFile, read, studio, params } = await script(t)
  const broadcast = srt([1, 'one']).replaceAll('00:00:0', '10:00:0')
  await importFile(broadcast, { offset: '10:00:00:00' })
  assert.deepEqual(await read(), [['one', '01,000']])
  const written = await studio.call(scriptLines.export, {
    params,
    query: { format: 'srt', offset: '10:00:00,000' },
  })
  assert.equal(new TextDecoder().decode(written), broadcast)
  await expectProblem(importFile(srt([1, 'one']), { offset: '10:00:00:00' }), 422, 'import.unfit')
  await expectProblem(importFile(broadcast, { offset: '10:00:00;00' }), 422, 'lines.offset-invalid')
})

test('previews an import, and keeps the current times on request', async (t) => {
  const { importFile, read } = await script(t)
  await importFile(srt([1, 'one']))
  const moved = srt([1, 'ONE']).replaceAll('01,000', '01,200')
  assert.equal((await importFile(moved, { dry: 'true' })).changed, 1)
  assert.deepEqual(await read(), [['one', '01,000']])
  await importFile(moved, { times: 'keep' })
  assert.deepEqual(await read(), [['ONE', '01,000']])
  await importFile(moved)
  assert.deepEqual(await read(), [['ONE', '01,200']])
})

test('imports the good cues of a damaged file, and names the line of each fault', async (t) => {
  const { importFile, read } = await script(t)
  const file = `${srt([1, 'one'])}\n2\n00:00:09,000 --> 00:00:08,000\nx\n`
  assert.deepEqual((await importFile(file)).warnings, [
    {
      cue: 2,
      lost: 'the cue ends before it starts; it lasts until the next one, 4 s at most',
      line: 6,
      column: 18,
      startTime: '00:00:09,000',
      text: 'x',
    },
  ])
  assert.deepEqual(await read(), [
    ['one', '01,000'],
    ['x', '09,000'],
  ])
})

test('refuses a damaged file in strict mode, and stores nothing', async (t) => {
  const { importFile, read } = await script(t)
  const file = `${srt([1, 'one'])}\n2\n00:00:09,000 --> 00:00:08,000\nx\n`
  const error = await expectProblem(importFile(file, { strict: 'true' }), 422, 'import.broken')
  assert.deepEqual(error.problem.faults, [
    { line: 6, column: 18, message: 'the cue ends before it starts' },
  ])
  assert.deepEqual(await read(), [])
  assert.deepEqual((await importFile(srt([1, 'one']), { strict: 'true' })).warnings, [])
  assert.deepEqual(await read(), [['one', '01,000']])
})

test('rejects a file without a good cue with line and column, and stores nothing', async (t) => {
  const { importFile, read, studio, params, a, b } = await script(t)
  const error = await expectProblem(
    importFile('1\n00:00:0x,000 --> 00:00:08,000\nx\n'),
    422,
    'import.broken',
  )
  assert.deepEqual(
    [(error.problem.faults as { line: number }[])[0]!.line, error.errors.length],
    [2, 1],
  )
  await expectProblem(importFile('not a subtitle at all'), 422, 'import.broken')
  await expectProblem(importFile(new Uint8Array(16 * 1024 * 1024 + 1)), 413, 'body.too-large')
  await expectProblem(
    studio.call(scriptLines.import, { params, body: 'x', query: { format: 'doc' as never } }),
    400,
  )
  await expectProblem(
    a.people.vendor.call(scriptLines.import, {
      params,
      body: srt([1, 'x']),
      query: { format: 'srt' },
    }),
    403,
    'right.missing',
  )
  const foreign = (id: string) =>
    b.people.studio.call(scriptLines.import, {
      params: { id },
      body: srt([1, 'x']),
      query: { format: 'srt' },
    })
  await expectSameProblem(foreign(params.id), foreign('f'.repeat(24)), 404)
  assert.deepEqual(await read(), [])
})

test('rejects cues that a line cannot store, by their number', async (t) => {
  const { importFile, read } = await script(t)
  const ttml = (begin: string, end: string, text = 'x') =>
    `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div><p begin="1s" end="2s">fine</p><p begin="${begin}" end="${end}">${text}</p></div></body></tt>`
  for (const file of [
    ttml('99999999h', '999999999h'),
    ttml('3s', '100h'),
    ttml('3s', '4s', 'x'.repeat(2001)),
  ]) {
    const error = await expectProblem(importFile(file, { format: 'ttml' }), 422, 'import.unfit')
    assert.deepEqual(
      [
        error.errors.map(({ pointer }) => pointer),
        error.message.startsWith('Cue 2 of the file has '),
      ],
      [['/1'], true],
    )
  }
  await expectProblem(
    importFile(`in,out,text,id\r\n1,2,a,${'x'.repeat(201)}\r\n`, { format: 'csv' }),
    422,
    'import.unfit',
  )
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_none, index) => `${index + 1}\n00:00:01,000 --> 00:00:02,000\na\n`,
    ).join('\n')
  await expectProblem(importFile(many(20_001)), 422, 'import.unfit')
  assert.deepEqual(await read(), [])
})

test('exports and imports every format with the same text and times', async (t) => {
  const { importFile, read, studio, params } = await script(t)
  await importFile(srt([1, 'One <i>more</i>'], [3, 'Two\nrows'], [5, 'Five']))
  const before = await read()
  for (const format of FORMAT_NAMES) {
    const { body, headers } = await studio.send(scriptLines.export, { params, query: { format } })
    assert.match(headers.get('content-disposition')!, /^attachment; filename="trailer-a\.eng\./)
    // CEA-608 has its own frame rate, whatever the rate of the film.
    assert.equal(
      (await importFile(body, { format, ...(format === 'scc' && { times: 'keep' }) })).changed,
      0,
      format,
    )
    assert.deepEqual(await read(), before, format)
  }
})

test('rejects an export that the format cannot represent, by line', async (t) => {
  const { importFile, studio, params } = await script(t)
  await importFile(srt([1, 'fine'], [3, '漢字']))
  const error = await expectProblem(
    studio.call(scriptLines.export, { params, query: { format: 'stl' } }),
    422,
    'format.cannot-say',
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
  const { importFile, studio, params } = await script(t)
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
  const { importFile, studio, params } = await script(t)
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
  await expectProblem(studio.call(scriptLines.export, refused), 422, 'format.cannot-say')
  await expectProblem(
    studio.call(scriptLines.export, { params, query: {} }),
    400,
    'export.format-missing',
  )
})

test('changes and removes the position, writing mode and kind of a line', async (t) => {
  const { importFile, studio, params } = await script(t)
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
  const { importFile, studio, params, a, runJobs } = await script(t)
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
  await show(await still(64, 64), 'still.png')
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
