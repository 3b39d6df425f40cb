import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { scriptLines } from '../scripts/contract.ts'
import { createScript, srt } from './script.fixture.ts'

test('imports a file, matches a second one by time, and reports lines without a match', async (t) => {
  const { importFile, read } = await createScript(t)
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
  const { importFile, read } = await createScript(t)
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
  const { importFile, read } = await createScript(t)
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
  const { importFile, read } = await createScript(t)
  const file = `${srt([1, '<font face="Arial">one</font>'], [3, 'two'])}\n3\n00:00:05,000 --> 00:00:05,000\nthree\n`
  const warnings = [
    {
      cue: 1,
      code: 'style',
      lost: 'The font of the text: face="Arial"',
      line: null,
      column: null,
      startTime: '00:00:01,000',
      text: 'one',
    },
    {
      cue: 3,
      code: 'no-duration',
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
  const { importFile, read, studio, params } = await createScript(t)
  const broadcast = srt([1, 'one']).replaceAll('00:00:0', '10:00:0')
  await importFile(broadcast, { offset: '10:00:00:00' })
  assert.deepEqual(await read(), [['one', '01,000']])
  const written = await studio.call(scriptLines.export, {
    params,
    query: { format: 'srt', offset: '10:00:00,000' },
  })
  assert.equal(new TextDecoder().decode(written), broadcast)
  await expectProblem(
    importFile(srt([1, 'one']), { offset: '10:00:00:00' }),
    422,
    'import.lines-invalid',
  )
  await expectProblem(importFile(broadcast, { offset: '10:00:00;00' }), 422, 'lines.offset-invalid')
})

test('previews an import, and keeps the current times on request', async (t) => {
  const { importFile, read } = await createScript(t)
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
  const { importFile, read } = await createScript(t)
  const file = `${srt([1, 'one'])}\n2\n00:00:09,000 --> 00:00:08,000\nx\n`
  assert.deepEqual((await importFile(file)).warnings, [
    {
      cue: 2,
      code: 'inverted',
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
  const { importFile, read } = await createScript(t)
  const file = `${srt([1, 'one'])}\n2\n00:00:09,000 --> 00:00:08,000\nx\n`
  const error = await expectProblem(
    importFile(file, { strict: 'true' }),
    422,
    'import.file-invalid',
  )
  assert.deepEqual(error.problem.faults, [
    { line: 6, column: 18, message: 'the cue ends before it starts', code: 'inverted' },
  ])
  assert.deepEqual(await read(), [])
  assert.deepEqual((await importFile(srt([1, 'one']), { strict: 'true' })).warnings, [])
  assert.deepEqual(await read(), [['one', '01,000']])
})

test('reads a file as what it is, whatever format is named', async (t) => {
  const { importFile, read } = await createScript(t)
  const vtt = 'WEBVTT\n\n00:01.000 --> 00:02.000\none\n'
  const codes = async (query: object) =>
    (await importFile(vtt, query)).warnings.map(({ code }) => code)
  assert.deepEqual(await codes({ format: 'srt' }), ['other-format'])
  assert.deepEqual(await codes({ format: undefined }), [])
  assert.deepEqual(await read(), [['one', '01,000']])
  await expectProblem(
    importFile(vtt, { format: 'srt', strict: 'true' }),
    422,
    'import.file-invalid',
  )
  await expectProblem(importFile('in,out', { format: undefined }), 422, 'import.file-invalid')
})

test('rejects a file without a good cue with line and column, and stores nothing', async (t) => {
  const { importFile, read, studio, params, a, b } = await createScript(t)
  const error = await expectProblem(
    importFile('1\n00:00:0x,000 --> 00:00:08,000\nx\n'),
    422,
    'import.file-invalid',
  )
  assert.deepEqual(
    [(error.problem.faults as { line: number }[])[0]!.line, error.errors.length],
    [2, 1],
  )
  await expectProblem(importFile('not a subtitle at all'), 422, 'import.file-invalid')
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
    'permission.required',
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

test('leaves out cues that a line cannot store, or rejects the file with their number', async (t) => {
  const { importFile, read } = await createScript(t)
  const ttml = (begin: string, end: string, text = 'x') =>
    `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><body><div><p begin="1s" end="2s">fine</p><p begin="${begin}" end="${end}">${text}</p></div></body></tt>`
  const long = ttml('3s', '4s', 'x'.repeat(2001))
  const strict = { format: 'ttml', strict: 'true' }
  const error = await expectProblem(importFile(long, strict), 422, 'import.lines-invalid')
  assert.deepEqual(
    [error.errors.map(({ pointer }) => pointer), error.message],
    [['/1'], 'Cue 2 of the file has a text of 2001 characters; the limit is 2000.'],
  )
  const { read: count, warnings } = await importFile(long, { format: 'ttml', dry: 'true' })
  assert.deepEqual(
    [count, warnings.map(({ cue, code, lost }) => [cue, code, lost])],
    [
      1,
      [
        [
          2,
          'too-large',
          'The cue has a text of 2001 characters; the limit is 2000; it is left out',
        ],
      ],
    ],
  )
  // Nothing is left.
  await expectProblem(
    importFile(`in,out,text,id\r\n1,2,a,${'x'.repeat(201)}\r\n`, { format: 'csv' }),
    422,
    'import.lines-invalid',
  )
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_none, index) => `${index + 1}\n00:00:01,000 --> 00:00:02,000\na\n`,
    ).join('\n')
  await expectProblem(importFile(many(20_001)), 422, 'import.lines-invalid')
  assert.deepEqual(await read(), [])
})
