import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ascii, stlFile, type Block } from './stl-file.fixture.ts'
import { stl } from './stl.ts'

const PAL = { num: 25, den: 1 }

test('keeps the good subtitles of a damaged file and says what it repaired', () => {
  const read = (bytes: Uint8Array) => {
    const got = stl.read(bytes, { rate: PAL })
    assert.ok(got.ok, JSON.stringify(got))
    return [
      got.cues.map(({ start, stop, text }) => `${start} ${stop} ${text}`),
      got.warnings.map(({ line, lost }) => `${line}: ${lost}`),
    ]
  }
  const a = { in: [0, 0, 1, 0], out: [0, 0, 2, 0], text: ascii('a') } satisfies Block
  assert.deepEqual(
    read(
      stlFile([
        a,
        { in: [0, 0, 3, 25], text: ascii('lost') },
        { in: [0, 0, 4, 0], out: [0, 0, 3, 0], text: ascii('b') },
        { in: [0, 0, 5, 0], out: [0, 0, 6, 0], text: [...ascii('c'), 0xa6, ...ascii('d')] },
        { extension: 0, in: [0, 0, 7, 0], out: [0, 0, 8, 0], text: ascii('e') },
      ]),
    ),
    [
      ['1000 2000 a', '4000 5000 b', '5000 6000 c\ufffdd', '7000 8000 e'],
      [
        '3: The time in is not a timecode at 25 fps; the cue is left out: lost',
        '6: The last block of the subtitle is missing; its text ends there',
        '4: The subtitle ends before it starts; it lasts until the next one, 4 s at most',
        '5: Contains a byte that is not in the Latin table; U+FFFD is in its place',
      ],
    ],
  )
  assert.deepEqual(read(stlFile([a], { diskFormat: 'solid x', codeTable: '00' })), [
    ['1000 2000 a'],
    ['1: Unknown disk format code: "solid x "; the frame rate of the film is used'],
  ])
})
