import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeText } from './encoding.ts'

const SAYINGS: [string, string, string[]][] = [
  ['deu', 'Wir müssen über die Brücke, bevor es dämmert. Größer wird sie nicht.', ['windows-1252']],
  ['fra', 'Où étais-tu ? Ça fait déjà une éternité que je t’attends à la gare.', ['windows-1252']],
  ['spa', '¿Dónde está el niño? Mañana saldrá el último tren de la estación.', ['windows-1252']],
  ['por', 'Não há mais ninguém aqui. A decisão é só sua, irmão.', ['windows-1252']],
  ['swe', 'Vi går över ån när det är mörkt på andra sidan.', ['windows-1252']],
  [
    'pol',
    'Dziękuję, że przyszłaś. Już myślałem, że nigdy cię nie zobaczę, źle śpię.',
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    'ces',
    'Příliš dlouho jsme čekali. Něco se změnilo, už to není můj dům, věř mi.',
    ['windows-1250', 'iso-8859-2'],
  ],
  [
    'hun',
    'Őrült ötlet volt. Többé nem jövök vissza, megígérem. Űzött vad vagyok.',
    ['windows-1250', 'iso-8859-2'],
  ],
  ['tur', 'Şimdi değil. Yarın güneş doğmadan önce gideceğiz, çocuğu da alırız.', ['windows-1254']],
  ['lit', 'Ačiū, kad atėjai. Šįvakar mūsų laukia ilgas kelias į namus, žinai.', ['windows-1257']],
  [
    'rus',
    'Я не знаю, где он. Мы ждали его всю ночь, но никто не пришёл.',
    ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866'],
  ],
  ['rus', 'ДВАДЦАТЬ ЛЕТ СПУСТЯ ОН ВЕРНУЛСЯ ДОМОЙ', ['windows-1251']],
  ['ukr', 'Ніхто не знає, що сталося тієї ночі. Її більше немає.', ['windows-1251', 'koi8-u']],
  [
    'ell',
    'Πού ήσουν; Σε περιμέναμε όλη τη νύχτα δίπλα στη θάλασσα.',
    ['windows-1253', 'iso-8859-7'],
  ],
  ['heb', 'אני לא יודע איפה הוא. חיכינו לו כל הלילה ליד הים.', ['windows-1255']],
  ['ara', 'لا أعرف أين هو. انتظرناه طوال الليل على الشاطئ ولم يأت أحد.', ['windows-1256']],
  ['tha', 'ฉันไม่รู้ว่าเขาอยู่ที่ไหน เรารอเขาทั้งคืนแต่ไม่มีใครมา', ['windows-874']],
  [
    'jpn',
    '彼がどこにいるのか分かりません。一晩中ずっと海のそばで待っていました。',
    ['shift_jis', 'euc-jp'],
  ],
  ['zho', '我不知道他在哪里。我们在海边等了他一个晚上，可是没有人来。', ['gb18030']],
  ['zho', '我不知道他在哪裡。我們在海邊等了他一個晚上，可是沒有人來。', ['big5']],
  ['kor', '그가 어디 있는지 모르겠어요. 우리는 밤새 바닷가에서 그를 기다렸어요.', ['euc-kr']],
]
const subtitle = (words: string) => `1\r\n00:00:01,000 --> 00:00:02,000\r\n${words}\r\n`

function textOf(bytes: Uint8Array, language?: string): string {
  const decoded = decodeText(bytes, { language, strict: true })
  return decoded.ok ? decoded.text : JSON.stringify(decoded.errors)
}

test('guesses legacy encodings without a language hint', () => {
  for (const [language, words, encodings] of SAYINGS) {
    for (const encoding of encodings)
      assert.equal(
        textOf(encoded(subtitle(words), encoding)),
        subtitle(words),
        `${language} in ${encoding}`,
      )
  }
})

test('uses the language hint for ambiguous text', () => {
  const bytes = encoded(subtitle('Šťastný'), 'windows-1250')
  assert.equal(textOf(bytes, 'ces'), subtitle('Šťastný'))
  const greeting = Uint8Array.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
  assert.equal(textOf(greeting, 'rus'), 'Привет')
})

test('reads all Unicode encodings, with and without a byte order mark', () => {
  const words = subtitle('Grüße, Привет, 你好, 😀')
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])
    assert.deepEqual(
      decodeText(unicode(`\ufeff${words}`, encoding), { strict: true }),
      { ok: true, text: words, encoding },
      encoding,
    )
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'])
    assert.deepEqual(
      decodeText(unicode(words, encoding), { strict: true }),
      { ok: true, text: words, encoding },
      `${encoding} without a mark`,
    )
})

test('reports lost characters with their position', () => {
  const errorOf = (bytes: Uint8Array) => {
    const decoded = decodeText(bytes, { strict: true })
    return decoded.ok
      ? decoded.text
      : decoded.errors.map(({ line, column, message }) => `${line}:${column} ${message}`).join()
  }
  const utf8 = (text: string) => new TextEncoder().encode(text)
  assert.equal(
    errorOf(utf8('a\r\nbc\ufffd')),
    '2:3 Contains U+FFFD, which replaces a character that was lost when the file was saved',
  )
  assert.equal(errorOf(utf8('a\rb\n\0')), '3:1 Contains a zero byte, which is not text')
  assert.equal(
    errorOf(Uint8Array.from([...utf8('Grüße aus Köln, schönes Österreich\nä'), 0xc3, 0x28])),
    '2:2 Invalid UTF-8 from here on. Save the file as UTF-8',
  )
  assert.equal(
    errorOf(Uint8Array.from([0xff, 0xfe, 0x41])),
    '1:1 Invalid UTF-16LE from here on. Save the file as UTF-8',
  )
})

test('decodes or rejects any bytes, and always recognizes UTF-8', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.option(fc.constantFrom('rus', 'zho', 'xxx'), { nil: undefined }),
      (bytes, language) => typeof decodeText(bytes, { language, strict: true }).ok === 'boolean',
    ),
    { numRuns: 200 },
  )
  fc.assert(
    fc.property(
      fc
        .string({ unit: 'grapheme', minLength: 4 })
        .filter((text) => !/[\0\ufffd]/.test(text) && !text.startsWith('\ufeff')),
      (text) =>
        assert.deepEqual(decodeText(new TextEncoder().encode(text), {}), {
          ok: true,
          text,
          encoding: 'utf-8',
        }),
    ),
  )
})

/** Node can only decode legacy encodings, so the tests invert their tables. */
function encoded(text: string, encoding: string): Uint8Array {
  const table = (tables[encoding] ??= tableOf(encoding))
  return Uint8Array.from(
    [...text].flatMap(
      (letter) => table.get(letter) ?? assert.fail(`${letter} is not in ${encoding}`),
    ),
  )
}
const tables: Record<string, Map<string, number[]>> = {}

function tableOf(encoding: string): Map<string, number[]> {
  const [decoder, table] = [new TextDecoder(encoding), new Map<string, number[]>()]
  const learn = (...bytes: number[]) => {
    const letter = decoder.decode(Uint8Array.from(bytes))
    if ([...letter].length === 1 && letter !== '\ufffd' && !table.has(letter))
      table.set(letter, bytes)
  }
  for (let byte = 0; byte < 256; byte++) learn(byte)
  if (/jis|jp|gb|big5|kr/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead++)
      for (let trail = 0x40; trail < 0xff; trail++) learn(lead, trail)
  return table
}

function unicode(text: string, encoding: string): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  const wide = encoding.startsWith('utf-32')
  const units = wide
    ? [...text].map((letter) => letter.codePointAt(0)!)
    : text.split('').map((unit) => unit.charCodeAt(0))
  const view = new DataView(new ArrayBuffer(units.length * (wide ? 4 : 2)))
  units.forEach((unit, index) =>
    wide
      ? view.setUint32(index * 4, unit, encoding === 'utf-32le')
      : view.setUint16(index * 2, unit, encoding === 'utf-16le'),
  )
  return new Uint8Array(view.buffer)
}
