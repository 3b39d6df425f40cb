import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ABOUT, cuesOn, damaged, FILM } from '../grid.fixture.ts'
import { HEADER_BYTES, BLOCK_BYTES, FIELDS, languageCode, type HeaderField } from './header.ts'
import { ascii, stlFile, type Block } from './stl-file.fixture.ts'
import { stl } from './stl.ts'
import { CODE_TABLES } from './tables.ts'

const PAL = { num: 25, den: 1 }
const cuesOf = (blocks: Block[], headerFields: Partial<Record<HeaderField, string>> = {}) => {
  const got = stl.read(stlFile(blocks, headerFields), { rate: PAL })
  assert.ok(got.ok, JSON.stringify(got))
  return got.cues
}
const textOf = (text: number[], headerFields: Partial<Record<HeaderField, string>> = {}) =>
  cuesOf([{ text }], headerFields)[0]?.text

// Frame-accurate cues with the characters of one table, italics, underline and all nine positions;
// no spaces at the ends of rows.
const lettersOf = (code: string) => {
  const index = CODE_TABLES.findIndex((one) => one.code === code)
  const table = CODE_TABLES[index]!
  // The writer prefers an earlier table, which may have an equivalent such as — for ―.
  const isReplacedEarlier = (character: string) =>
    CODE_TABLES.slice(0, index).some((earlier) => {
      const bytes = earlier.encode(character)
      return bytes && earlier.decode(bytes) !== character
    })
  const all = Array.from({ length: 0x2200 }, (_, index) => String.fromCodePoint(index)).filter(
    (character) =>
      /[^\s\p{M}\u0000-\u001f\u007f\u00ad]/u.test(character) &&
      character.normalize('NFC') === character,
  )
  return all.filter((character) => {
    const bytes = table.encode(character)
    return bytes && table.decode(bytes) === character && !isReplacedEarlier(character)
  })
}
for (const { code, name } of CODE_TABLES)
  for (const rate of code === '00' ? [FILM, PAL, { num: 30_000, den: 1001 }] : [PAL]) {
    const letters = lettersOf(code)
    test(`reads back ${letters.length} characters of the ${name} table at ${rate.num}/${rate.den}`, () => {
      fc.assert(
        fc.property(
          cuesOn({ rate, letters: fc.constantFrom(...letters), styles: ['i', 'u'] }),
          (cues) => {
            const written = stl.write(cues, { ...ABOUT, rate })
            assert.ok(written.ok, JSON.stringify(written))
            assert.deepEqual(stl.read(written.bytes, { rate }), {
              ok: true,
              cues,
              rate,
              warnings: [],
            })
          },
        ),
        { numRuns: 40 },
      )
    })
  }

test('covers the languages of the Latin table', () => {
  const { encode } = CODE_TABLES[0]!
  for (const letter of 'äöüßÄÖÜéèêëçñáíóúàìòùâîôûãõåøæœÅØÆŒčďěňřšťůžýłąęćńśźżőűğşıİþðÞāēīūģķļņėįųŵŷ¿¡«»“”‘’—♪')
    assert.ok(encode(letter), letter)
  assert.deepEqual(encode('é'), [0xc2, 0x65])
  assert.deepEqual(encode('ß'), [0xfb])
})

test('reads italics and underline of open subtitles', () => {
  assert.equal(
    textOf([0x80, ...ascii('a '), 0x82, ...ascii('b'), 0x83, 0x81, 0x8a, ...ascii('c')], {
      displayStandard: '0',
    }),
    '<i>a <u>b</u></i><br>c',
  )
})

test('reads teletext control codes as spaces', () => {
  assert.equal(
    textOf([
      0x0d,
      0x07,
      0x0b,
      0x0b,
      ...ascii('Two'),
      0x03,
      ...ascii('words'),
      0x0a,
      0x0a,
      0x8a,
      0x8a,
      0x0d,
      0x0b,
      0x0b,
      ...ascii('below'),
    ]),
    'Two <c #ffff00>words</c><br>below',
  )
})

test('joins texts of several blocks, even between an accent and its letter', () => {
  const long = ascii('x'.repeat(111))
  assert.equal(textOf([]), undefined)
  assert.deepEqual(
    cuesOf([
      { extension: 0, text: [...long, 0xc8] },
      { extension: 0xfe, text: ascii('user data') },
      { extension: 0xff, text: [...ascii('u'), 0xfb] },
    ]).map(({ text }) => text),
    [`${'x'.repeat(111)}üß`],
  )
})

test('ignores comments and user data', () =>
  assert.deepEqual(
    cuesOf([
      { comment: true, text: ascii('a note') },
      { extension: 0xfe, text: ascii('of somebody') },
    ]),
    [],
  ))

test('expands a cumulative set row by row', () => {
  const set = cuesOf([
    { cumulative: 1, in: [0, 0, 1, 0], out: [0, 0, 4, 0], text: ascii('one') },
    { cumulative: 2, in: [0, 0, 2, 0], out: [0, 0, 4, 0], text: ascii('two') },
    { cumulative: 3, in: [0, 0, 3, 0], out: [0, 0, 4, 0], text: ascii('three') },
    { in: [0, 0, 5, 0], out: [0, 0, 6, 0], text: ascii('four') },
  ])
  assert.deepEqual(
    set.map(({ start, stop, text }) => `${start}-${stop} ${text}`),
    ['1000-2000 one', '2000-3000 one<br>two', '3000-4000 one<br>two<br>three', '5000-6000 four'],
  )
})

test('subtracts the start of programme, unless times precede it', () => {
  const hour = { in: [10, 0, 1, 0], out: [10, 0, 2, 12], text: ascii('a') }
  assert.deepEqual(cuesOf([hour], { startOfProgramme: '10000000' }), [
    { start: 1000, stop: 2480, text: 'a' },
  ])
  assert.deepEqual(cuesOf([{ text: ascii('a') }], { startOfProgramme: '10000000' }), [
    { start: 1000, stop: 2000, text: 'a' },
  ])
})

test('reads the position from row and justification', () => {
  const place = (row: number, justified: number, text = ascii('a')) => {
    const [cue] = cuesOf([{ row, justified, text }])
    return `${cue!.alignment ?? 'bottom'} ${cue!.textAlign ?? 'center'}`
  }
  assert.equal(place(20, 2), 'bottom center')
  assert.equal(place(1, 1), 'top left')
  assert.equal(place(12, 3), 'middle right')
  assert.equal(
    place(14, 0, [
      0x0d,
      0x0b,
      ...ascii('a'),
      0x8a,
      0x8a,
      0x0d,
      ...ascii('b'),
      0x8a,
      0x8a,
      0x0d,
      ...ascii('c'),
    ]),
    'bottom center',
  )
})

test('reads code tables and rates from the header', () => {
  assert.equal(textOf([0xbf, 0xe0, 0xd8, 0xd2, 0xd5, 0xe2], { codeTable: '01' }), 'Привет')
  assert.equal(textOf([0xe9, 0xec, 0xe5, 0xed], { codeTable: '04' }), 'ילום')
  for (const [diskFormat, num, den] of [
    ['STL24.01', 24, 1],
    ['STL30.01', 30_000, 1001],
    ['STL25.02', 25, 1],
  ] as const) {
    const got = stl.read(stlFile([{ text: ascii('a') }], { diskFormat }), { rate: PAL })
    assert.ok(got.ok)
    assert.deepEqual(got.rate, { num, den })
  }
  assert.deepEqual(
    (
      stl.read(stlFile([{ text: ascii('a') }], { diskFormat: 'STL24.01' }), { rate: FILM }) as {
        rate: object
      }
    ).rate,
    FILM,
  )
})

test('writes the date into the header', () => {
  const about = { title: 'a', language: 'deu', rate: { num: 25, den: 1 } }
  const headerOf = (date?: Date) => {
    const written = stl.write([], { ...about, ...(date && { date }) })
    assert.ok(written.ok)
    return new TextDecoder().decode(written.bytes.subarray(224, 236))
  }
  assert.equal(headerOf(new Date('2026-11-16T12:00:00Z')), '261116261116')
  assert.equal(headerOf(), '700101700101')
})

test('rejects invalid files with block and byte', () => {
  const place = (bytes: Uint8Array) => {
    const got = stl.read(bytes, { rate: PAL, strict: true })
    assert.ok(!got.ok)
    return `${got.errors[0]!.line}:${got.errors[0]!.column} ${got.errors[0]!.message}`
  }
  assert.match(
    place(new Uint8Array(10)),
    /^1:11 An EBU STL file must start with a header of 1024 bytes/,
  )
  assert.match(place(stlFile([], { diskFormat: 'solid x' })), /^1:4 Unknown disk format code/)
  assert.match(place(stlFile([], { codeTable: '09' })), /^1:13 Unknown character code table/)
  assert.match(
    place(stlFile([{ text: ascii('a') }, { in: [0, 0, 1, 25], text: ascii('a') }])),
    /^3:6 The time in is not a timecode at 25/,
  )
  assert.match(
    place(stlFile([{ out: [0, 0, 0, 24], text: ascii('a') }])),
    /^2:10 The subtitle ends before it starts/,
  )
  assert.match(
    place(stlFile([{ extension: 0, text: ascii('a') }])),
    /^2:4 The last block of the subtitle is missing/,
  )
  assert.match(
    place(stlFile([{ text: [0xa6] }])),
    /^2:17 Contains a byte that is not in the Latin table/,
  )
  assert.match(
    place(stlFile([{ text: ascii('a') }]).subarray(0, HEADER_BYTES + 100)),
    /^2:101 A block has 100 bytes/,
  )
})

test('rejects what the format does not support, by cue', () => {
  const errors = (...texts: string[]) => {
    const got = stl.write(
      texts.map((text, index) => ({ start: index * 1000, stop: index * 1000 + 900, text })),
      { ...ABOUT, rate: PAL },
    )
    assert.ok(!got.ok)
    return got.errors.map(({ cue, message }) => `${cue} ${message}`)
  }
  assert.deepEqual(errors('漢'), [
    '0 contains 漢, which the Latin table of EBU STL does not support',
  ])
  assert.match(errors('grün', 'да')[0]!, /^[01] contains/)
  assert.match(errors(Array.from({ length: 12 }, () => 'a').join('<br>'))[0]!, /has 12 lines/)
  assert.match(errors('a'.repeat(100))[0]!, /more than 99 characters/)
  assert.ok(
    !stl.write([{ start: 0, stop: 1000, text: 'a' }], { ...ABOUT, rate: { num: 12, den: 1 } }).ok,
  )
})

test('substitutes unsupported punctuation', () => {
  const written = stl.write([{ start: 0, stop: 1000, text: 'so… „ja“ – nein' }], {
    ...ABOUT,
    rate: PAL,
  })
  const read = written.ok && stl.read(written.bytes, { rate: PAL })
  assert.deepEqual(read && read.ok && read.cues.map(({ text }) => text), ['so... "ja“ - nein'])
})

test('writes counts and language into the header', () => {
  const got = stl.write(
    [
      { start: 1000, stop: 2000, text: 'ö'.repeat(60) },
      { start: 3000, stop: 4000, text: '' },
    ],
    { title: 'Über', language: 'deu', rate: PAL },
  )
  assert.ok(got.ok)
  const field = (name: HeaderField) =>
    String.fromCharCode(...got.bytes.subarray(FIELDS[name][0], FIELDS[name][0] + FIELDS[name][1]))
  assert.deepEqual(
    [
      field('diskFormat'),
      field('displayStandard'),
      field('codeTable'),
      field('language'),
      field('blocks'),
      field('subtitles'),
      field('firstCue'),
      field('title').trim(),
    ],
    ['STL25.01', '0', '00', '08', '00002', '00001', '00000100', 'Uber'],
  )
  assert.equal(got.bytes.length, HEADER_BYTES + 2 * BLOCK_BYTES)
  assert.deepEqual(['eng', 'swe', 'tur', 'rus', 'zul', 'amh', 'ara', 'xxx'].map(languageCode), [
    '09',
    '28',
    '29',
    '56',
    '45',
    '7F',
    '7E',
    '00',
  ])
})

test('never throws on any bytes', () => {
  const whole = stlFile([{ extension: 0, text: ascii('a') }, { text: [0xc8, 0x75, 0x8a, 0x80] }])
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 1400, minLength: 900 }), damaged(whole)),
      (bytes) => typeof stl.read(bytes, ABOUT).ok === 'boolean',
    ),
    { numRuns: 200 },
  )
})
