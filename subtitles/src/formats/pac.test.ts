import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from './extensions.ts'
import { READERS } from './formats.ts'
import { createRandom, mutate } from '../../test/documents.ts'
import { pacFile } from './pac.fixture.ts'

const rate = { num: 25, den: 1 }
function read(bytes: Uint8Array, strict = false) {
  const result = READERS.pac.read(bytes, { rate, strict })
  assert.ok(result.ok, JSON.stringify(result))
  return {
    cues: result.cues.map(({ start, stop, text }) => `${start}-${stop} ${text}`),
    lost: result.warnings.map(({ line, lost }) => `${line ?? '-'}: ${lost}`),
  }
}
const TEN = 36_000_000

test('reads times, rows, italics and positions', () => {
  const bytes = pacFile(['Who\n<taught> you?'], { row: 0, side: 1 })
  const result = READERS.pac.read(bytes, { rate, strict: true })
  assert.ok(result.ok)
  assert.deepEqual(result.cues, [
    {
      start: TEN + 1000,
      stop: TEN + 2000,
      text: 'Who<br><i>taught</i> you?',
      alignment: 'top',
      textAlign: 'left',
    },
  ])
  assert.equal(detectFormat('film.srt', bytes), 'pac')
})

test('reads accents before their letters, and signs in the places of others', () => {
  const texts = [
    'Gr\u00e5u\u0081 \u00e2a \u00e0n \u00e7s',
    '\u001cZa\u00bco\u00e2\u00b3\u001d \u009e 5',
    'a\u008a \u008aA\u008b',
  ]
  assert.deepEqual(read(pacFile(texts)), {
    cues: [
      `${TEN + 1000}-${TEN + 2000} Grüß á ñ š`,
      `${TEN + 3000}-${TEN + 4000} “Zało\ufffd³” € 5`,
      `${TEN + 5000}-${TEN + 6000} ā «A»`,
    ],
    lost: ['2: the text contains U+FFFD, which replaces a lost character; it is kept'],
  })
})

test('reads UTF-8 in a file of Latin letters, and names codes that are not read', () => {
  const russian = String.fromCharCode(...new TextEncoder().encode('Да'))
  const texts = [`\u001f\u00ef\u00bb\u00bf${russian}\u00ff.\u001fC3 a`, '\u001fW16.\u0001\u0002\nb']
  assert.deepEqual(read(pacFile(texts)), {
    cues: [`${TEN + 1000}-${TEN + 2000} Да. a`, `${TEN + 3000}-${TEN + 4000} <br>b`],
    lost: ['1: The code C3', '2: A row in Chinese, Japanese or Korean characters of two bytes'].map(
      (lost) => lost.replace(/^\d/, '-'),
    ),
  })
})

test('keeps the subtitles around a broken time and a wrong length', () => {
  const bytes = pacFile(['One', 'Two', 'Three'])
  const size = 14 + 7
  const wrongTime = Uint8Array.from(bytes)
  wrongTime.set([0xff, 0xff, 0xff, 0xff], 20 + size + 4)
  assert.deepEqual(read(wrongTime), {
    cues: [`${TEN + 1000}-${TEN + 2000} One`, `${TEN + 5000}-${TEN + 6000} Three`],
    lost: ['2: The start is not a timecode; the cue is left out: Two'],
  })
  const wrongLength = Uint8Array.from(bytes)
  wrongLength[20 + 12] = 99
  const { cues, lost } = read(wrongLength)
  assert.deepEqual(
    [cues.length, lost],
    [3, ['1: A block has a wrong length; read as far as possible']],
  )
  for (const file of [wrongTime, wrongLength])
    assert.ok(!READERS.pac.read(file, { rate, strict: true }).ok)
})

test('refuses a file that is no PAC', () =>
  assert.ok(!READERS.pac.read(Uint8Array.from([1, 0, 0]), { rate }).ok))

test('reads each word of a damaged file, or names it in a warning', () => {
  for (let seed = 0; seed < 2000; seed++) {
    const random = createRandom(seed)
    const bytes = mutate(pacFile([random.word(), random.word(), random.word()]), random)
    const result = READERS.pac.read(bytes, { rate })
    if (!result.ok) continue
    const found = JSON.stringify(result)
    const words = new TextDecoder('latin1').decode(bytes).match(/q[a-f0-9]+z/g) ?? []
    for (const word of words) assert.ok(found.includes(word), `seed ${seed}: ${word}`)
  }
})
