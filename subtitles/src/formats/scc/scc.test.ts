import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readMarkup, writeMarkup } from '../../markup.ts'
import { frameToMs, type Cue } from '../../cue.ts'
import { parseFrames, NTSC } from '../frames.ts'
import { ABOUT, cuesOn, damaged } from '../grid.fixture.ts'
import { encodeCharacter } from './characters.ts'
import { scc } from './scc.ts'

const odd = (byte: number) => (byte.toString(2).replaceAll('0', '').length % 2 ? byte : byte | 0x80)
/** The words of one line: control pairs as numbers, text as a string. */
const words = (...parts: (number | string)[]) =>
  parts
    .flatMap((one) =>
      typeof one === 'number'
        ? [[one >> 8, one & 0xff]]
        : (one.match(/[^]{1,2}/g) ?? []).map((two) => [
            two.charCodeAt(0),
            two.length > 1 ? two.charCodeAt(1) : 0,
          ]),
    )
    .map((pair) => pair.map((byte) => odd(byte).toString(16).padStart(2, '0')).join(''))
    .join(' ')
const file = (...lines: [string, string][]) =>
  new TextEncoder().encode(
    `Scenarist_SCC V1.0\n\n${lines.map(([timecode, codes]) => `${timecode}\t${codes}`).join('\n\n')}\n`,
  )
const read = (...lines: [string, string][]) => {
  const got = scc.read(file(...lines), ABOUT)
  assert.ok(got.ok, JSON.stringify(got))
  return got.cues
}
const at = (...parts: number[]) => frameToMs(parseFrames(parts, 30)!, NTSC)
const [RCL, BS, RU2, RDC, EDM, CR, ENM, EOC] = [
  0x1420, 0x1421, 0x1425, 0x1429, 0x142c, 0x142d, 0x142e, 0x142f,
]
const ROW = { 1: 0x1150, 8: 0x1670, 14: 0x1450, 15: 0x1470 }

test('pop-on: shows a caption from its end-of-caption code until it is erased', () => {
  assert.deepEqual(
    read(
      ['00:00:01:00', words(ENM, RCL, ROW[14], 'Hello ', ROW[15], 'there', EOC)],
      ['00:00:03:00', words(EDM)],
    ),
    [{ start: at(0, 0, 1, 10), stop: at(0, 0, 3, 0), text: 'Hello<br>there', textAlign: 'left' }],
  )
})

test('counts a doubled control pair once', () => {
  const [cue] = read(
    [
      '00:00:01:00',
      words(RCL, RCL, ROW[15], ROW[15], 'abc', BS, BS, 0x1137, 0x1137, 0x1137, EOC, EOC),
    ],
    ['00:00:03:00', words(EDM, EDM)],
  )
  assert.equal(cue!.text, 'ab♪♪')
})

test('gives special characters a cell, and extended ones the cell before', () => {
  assert.equal(
    read(
      ['00:00:01:00', words(RCL, ROW[15], 'o', 0x1333, 'l|\\A', 0x1220, EOC)],
      ['00:00:03:00', words(EDM)],
    )[0]!.text,
    'öl÷éÁ',
  )
  assert.equal(read(['00:00:01:00', words(RCL, ROW[15], 'a', 0x1130, 'b', EOC)])[0]!.text, 'a®b')
})

test('shows a mid-row code as a space, and applies preamble styles', () => {
  assert.equal(
    read(['00:00:01:00', words(RCL, ROW[15], 'a', 0x112e, 'b', 0x1121, 'c', 0x1120, 'd', EOC)])[0]!
      .text,
    'a <i>b</i> <u>c</u> d',
  )
  assert.equal(
    read(['00:00:01:00', words(RCL, 0x146e, 'a', ROW[1] + 1, 'b', EOC)])[0]!.text,
    '<u>b</u><br><i>a</i>',
  )
})

test('roll-up: makes each row a caption until the next carriage return', () => {
  assert.deepEqual(
    read(
      ['00:00:01;00', words(RU2, CR, ROW[15], 'one')],
      ['00:00:03;00', words(RU2, CR, ROW[15], 'two')],
      ['00:00:05;00', words(EDM)],
    ).map(({ start, stop, text }) => [start, stop, text]),
    [
      [at(0, 0, 1, 3), at(0, 0, 3, 1), 'one'],
      [at(0, 0, 3, 3), at(0, 0, 5, 0), 'two'],
    ],
  )
})

test('paint-on: shows a caption while it is written', () => {
  assert.deepEqual(
    read(
      ['00:00:01:00', words(RDC, ROW[1], 'one')],
      ['00:00:03:00', words(RDC, ROW[1], 'two')],
      ['00:00:05:00', words(EDM)],
    ).map(({ start, stop, text, alignment }) => [start, stop, text, alignment]),
    [
      [at(0, 0, 1, 2), at(0, 0, 3, 0), 'one', 'top'],
      [at(0, 0, 3, 0), at(0, 0, 5, 0), 'two', 'top'],
    ],
  )
})

test('shows a caption that is never erased for four seconds', () =>
  assert.equal(
    read(['00:00:01:00', words(RCL, ROW[15], 'a', EOC)])[0]!.stop - at(0, 0, 1, 3),
    4004,
  ))
test('ignores the second channel and the text service', () =>
  assert.deepEqual(
    read(
      ['00:00:01:00', words(0x1c20, 0x1c70, 'no', 0x1c2f)],
      ['00:00:02:00', words(0x142a, 'nor this')],
    ),
    [],
  ))
test('reads drop-frame timecodes by their semicolon', () => {
  assert.equal(
    read(['01:00:00;00', words(RCL, ROW[15], 'a')], ['01:00:00;10', words(EOC)])[0]!.start,
    3_600_330,
  )
  assert.equal(
    read(['01:00:00:00', words(RCL, ROW[15], 'a')], ['01:00:00:10', words(EOC)])[0]!.start,
    3_603_934,
  )
})

test('reads files without parity, and keeps single words with wrong parity', () => {
  const plain = new TextEncoder().encode(
    'Scenarist_SCC V1.0\n\n00:00:01:00\t1420 1470 6162 6364 6566 6768 142f\n',
  )
  assert.equal((scc.read(plain, ABOUT) as { cues: Cue[] }).cues[0]!.text, 'abcdefgh')
  const got = scc.read(
    file([
      '00:00:01:00',
      `${words(RCL, ROW[15], 'abcdefghijkl')} e3e3 ${words(EOC)}`.replace('e3e3', '6363'),
    ]),
    ABOUT,
  )
  assert.ok(got.ok)
  assert.equal(got.cues[0]!.text, 'abcdefghijklcc')
  assert.deepEqual(got.warnings, [
    {
      code: 'character',
      cue: null,
      lost: 'the word 6363 is damaged: its parity is even. It is kept',
      line: 3,
      column: 1,
    },
  ])
})

test('rejects invalid files with line and column', () => {
  const place = (text: string) => {
    const got = scc.read(new TextEncoder().encode(text), { ...ABOUT, strict: true })
    assert.ok(!got.ok)
    return `${got.errors[0]!.line}:${got.errors[0]!.column}`
  }
  assert.equal(place(''), '1:1')
  assert.equal(place('WEBVTT'), '1:1')
  assert.equal(place('Scenarist_SCC V1.0\n\nhello'), '3:1')
  assert.equal(place('Scenarist_SCC V1.0\n\n00:00:01:30\t9420'), '3:1')
  assert.equal(place('Scenarist_SCC V1.0\n\n00:00:01:00\t942 94zz xyz'), '3:13')
})

// Frames at 29.97, characters of CEA-608, styles per word, three alignments, and margins that tell
// left from centre.
const letters = Array.from({ length: 0x2700 }, (_, code) => String.fromCodePoint(code)).filter(
  (letter) => letter.trim() && encodeCharacter(letter) && letter.normalize('NFC') === letter,
)
test(`reads back ${letters.length} characters of CEA-608, frame by frame`, () => {
  const spelled = (cue: Cue): Cue => {
    const fragment = readMarkup(cue.text)
    assert.ok(fragment.ok)
    const narrow = fragment.rows.every(
      (row) => row.reduce((width, { text }) => width + text.length, 0) < 27,
    )
    const { textAlign, ...rest } = cue
    return {
      ...rest,
      text: writeMarkup(fragment.rows),
      ...(textAlign && narrow ? { textAlign } : {}),
    }
  }
  fc.assert(
    fc.property(
      cuesOn({
        rate: NTSC,
        letters: fc.constantFrom(...letters),
        styles: ['i', 'u'],
        lead: 400,
        gap: 400,
        width: 4,
      }).map((cues) => cues.map(spelled)),
      (cues) => {
        const written = scc.write(cues, ABOUT)
        assert.ok(written.ok, JSON.stringify(written))
        assert.deepEqual(scc.read(written.bytes, ABOUT), {
          ok: true,
          cues,
          rate: NTSC,
          warnings: [],
        })
      },
    ),
    { numRuns: 100 },
  )
})

test('interleaves an erase code with the loading of the next caption', () => {
  const cues = [0, 1, 2].map((at) => ({
    start: frameToMs(200 + at * 40, NTSC),
    stop: frameToMs(230 + at * 40 - at, NTSC),
    text: 'Twenty letters, well<br>and some more below',
  }))
  const written = scc.write(cues, ABOUT)
  assert.ok(written.ok, JSON.stringify(written))
  assert.deepEqual(scc.read(written.bytes, ABOUT), { ok: true, cues, rate: NTSC, warnings: [] })
})

test('writes odd parity and doubled control pairs', () => {
  const written = scc.write([{ start: 4004, stop: 6006, text: '<i>so</i> it is' }], ABOUT)
  assert.ok(written.ok)
  const lines = new TextDecoder().decode(written.bytes).trim().split('\n\n').slice(1)
  assert.deepEqual(lines, [
    '00:00:03;14\t9420 9420 94ae 94ae 94f4 94f4 9723 9723 91ae 91ae 73ef 9120 9120 e9f4 20e9 7380 942f 942f',
    '00:00:06;00\t942c 942c',
  ])
  for (const word of lines.flatMap((line) => line.slice(12).split(' ')))
    for (const byte of [word.slice(0, 2), word.slice(2)])
      assert.equal(odd(Number.parseInt(byte, 16)), Number.parseInt(byte, 16))
})

test('rejects what CEA-608 does not support, by cue', () => {
  const errors = (...cues: [number, number, string][]) => {
    const got = scc.write(
      cues.map(([start, stop, text]) => ({ start, stop, text })),
      ABOUT,
    )
    assert.ok(!got.ok)
    return got.errors.map(({ cue, message }) => `${cue} ${message}`)
  }
  assert.match(errors([9000, 9900, 'a'], [19_000, 19_900, 'ж'])[0]!, /^1 contains ж/)
  assert.match(errors([9000, 9900, 'a'.repeat(33)])[0]!, /^0 has a line of 33/)
  assert.match(errors([9000, 9900, 'a<br>b<br>c<br>d<br>e'])[0]!, /^0 has 5 lines/)
  assert.match(errors([9000, 9900, 'a<br>'.repeat(40)])[0]!, /^0 has 40 lines/)
  assert.match(errors([100, 900, 'a'])[0]!, /^0 takes [0-9]+ frames to send; only 3 are free/)
  assert.match(errors([9000, 9900, 'a'], [9400, 9990, 'b'])[0]!, /^1 starts before/)
  assert.match(errors([9000, 9010, 'a'])[0]!, /^0 is shown for less than two frames/)
  assert.match(
    errors([9000, 9300, 'a'], [9400, 9990, 'thirty letters that take a while'])[0]!,
    /^1 takes/,
  )
})

test('never throws on any bytes', () => {
  const whole = file(
    ['00:00:01:00', words(RCL, ROW[15], 'a', 0x1333, 0x112e, EOC)],
    ['00:00:03;00', words(RU2, CR, 'b', EDM)],
  )
  const pairs = fc
    .array(fc.nat({ max: 0x7f7f }), { maxLength: 60 })
    .map((all) => file(['00:00:01:00', words(...all)]))
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 60 }), damaged(whole), pairs),
      (bytes) => typeof scc.read(bytes, ABOUT).ok === 'boolean',
    ),
    { numRuns: 500 },
  )
})
