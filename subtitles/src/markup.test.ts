import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { canonicalMarkup, findMarkupError, plainText, readMarkup, writeMarkup } from './markup.ts'

const assertAccepted = (...texts: string[]) => {
  for (const text of texts) assert.equal(findMarkupError(text), undefined, text)
}
const assertRejected = (...texts: string[]) => {
  for (const text of texts) assert.ok(findMarkupError(text), text)
}

test('accepts plain and empty text', () =>
  assertAccepted('', 'Hello.', 'Two\nlines', 'a & b', '100 % — “yes”', "it's"))
test('accepts i, b, u and br', () =>
  assertAccepted('<i>a</i>', '<b>a</b>', '<u>a</u>', 'a<br>b', 'a<br/>b', 'a<br />b'))
test('accepts nested and empty tags', () =>
  assertAccepted('<i><b>a</b> c</i>', '<i></i>', '<b><i><u>a</u></i></b>', '<i>a<br>b</i>'))
test('decodes entities', () =>
  assertAccepted(
    '&amp; &lt; &gt; &quot; &nbsp; &#39;',
    '&lt;script&gt;',
    '&#60;b&#62;',
    '&unknown;',
  ))
test('keeps any script and direction', () =>
  assertAccepted(
    'مرحبا بالعالم',
    'שלום עולם',
    '你好，世界',
    'こんにちは',
    '안녕하세요',
    'สวัสดี',
    '👩‍👩‍👧‍👦 🏳️‍🌈',
    'e\u0301',
    '\u200fعربي\u200e',
    'नमस्ते',
  ))

test('rejects attributes', () =>
  assertRejected(
    '<i onclick=x>a</i>',
    '<i class="x">a</i>',
    '<br style=x>',
    '<b\tx>a</b>',
    '<i/onclick=x>a</i>',
  ))
test('rejects other tags', () =>
  assertRejected(
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<p>a</p>',
    '<font>a</font>',
    '<a href="javascript:x">a</a>',
    '<strong>a</strong>',
    '<bi>a</bi>',
    '<ib>a</ib>',
  ))
test('rejects foreign content', () =>
  assertRejected(
    '<svg><style>a</style></svg>',
    '<math><mtext></mtext></math>',
    '<xmp><b></xmp>',
    '<noscript>',
    '<template>',
    '<plaintext>',
    '<textarea>',
    '<title>',
  ))
test('rejects comments, declarations and instructions', () =>
  assertRejected('<!-- a -->', '<!doctype html>', '<?xml?>', '<![CDATA[a]]>', '<!'))
test('rejects upper-case tags and spaces inside tags', () =>
  assertRejected(
    '<I>a</I>',
    '<B>a</b>',
    '< i>a</i>',
    '<i >a</i>',
    '<i>a</ i>',
    '<BR>',
    '<i\n>a</i>',
    '</ br>',
  ))
test('rejects unclosed tags', () => assertRejected('<i>a', '<i><b>a</b>', 'a<b>', '<u>a<br>'))
test('rejects end tags without a start', () =>
  assertRejected('a</i>', '</b>', '<i>a</i></i>', '</br>'))
test('rejects crossing tags', () => assertRejected('<i><b>a</i></b>', '<b><i><u>a</i></u></b>'))
test('rejects self-closing style tags', () => assertRejected('<i/>', '<b />', '<u/>'))
test('rejects bare angle brackets', () =>
  assertRejected('a < b', 'a > b', '<', '>', '->', '<3', 'a<', '<<i>a</i>', '<i>>a</i>'))
test('rejects incomplete tags', () =>
  assertRejected('<scr<i>ipt></i>', '<i<i>>a</i>', '<<script>script>', '<b>a</b', '<i>a</i><'))
test('rejects control characters except line breaks', () => {
  assertRejected(
    'a\u0000'.replace('\0', '\u0001'),
    'a\tb',
    'a\rb',
    'a\u001bb',
    'a\u007fb',
    '\u0008',
  )
  assertAccepted('a\nb')
})
test('limits nesting', () => {
  assertAccepted(`${'<b>'.repeat(8)}a${'</b>'.repeat(8)}`)
  assertRejected(`${'<b>'.repeat(9)}a${'</b>'.repeat(9)}`, '<b>'.repeat(1000))
})

const piece = fc.letrec<{ text: string; node: string }>((tie) => ({
  text: fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .filter((text) => !/[<>\u0001-\u0009\u000b-\u001f\u007f]/.test(text)),
  node: fc.oneof(
    { depthSize: 'small', maxDepth: 6 },
    tie('text'),
    fc.constant('<br>'),
    fc
      .tuple(fc.constantFrom('i', 'b', 'u'), fc.array(tie('node'), { maxLength: 3 }))
      .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
  ),
})).node

test('accepts anything built from text and the four tags', () =>
  fc.assert(
    fc.property(piece, (text) => findMarkupError(text) === undefined),
    { numRuns: 300 },
  ))

test('accepts no other tag, whatever is typed', () => {
  const typed = fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '/',
        'i',
        'b',
        'u',
        'br',
        'script',
        ' ',
        '=',
        '"',
        'on',
        '!',
        '--',
        '&lt;',
        'x',
        '\n',
      ),
      { maxLength: 14 },
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      typed,
      (text) =>
        findMarkupError(text) !== undefined ||
        !/[<>]/.test(text.replace(/<\/?[ibu]>|<br ?\/?>/g, '')),
    ),
    { numRuns: 2000 },
  )
})

test('writes equal content in one canonical form', () => {
  const written: [string, string][] = [
    ['a<br/>b', 'a<br>b'],
    ['<i>a</i><i>b</i>', '<i>ab</i>'],
    ['<i></i>a', 'a'],
    ['<u><b>a</b></u>', '<b><u>a</u></b>'],
    ['<i>a</i><br><i>b</i>', '<i>a<br>b</i>'],
    ['<i>a<br></i>b', '<i>a</i><br>b'],
    ['&quot;a&#39;&nbsp;&amp;&lt;', '"a\'\u00a0&amp;&lt;'],
    ['a\nb', 'a b'],
    ['<b>a</b><i><b>b</b></i>', '<b>a<i>b</i></b>'],
    ['&amp;lt;', '&amp;lt;'],
  ]
  for (const [typed, kept] of written) assert.equal(canonicalMarkup(typed), kept, typed)
})

test('strips tags for plain text', () =>
  assert.equal(
    plainText('<i>Wir <b>sehen</b> &amp; hören</i><br>nichts'),
    'Wir sehen & hören\nnichts',
  ))

const run = fc.record({
  text: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .filter((text) => !/[\u0000-\u001f\u007f]/.test(text)),
  styles: fc.subarray(['b', 'i', 'u'] as const),
})
test('reads back its output, and writing again changes nothing', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(run, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
      (rows) => {
        const written = writeMarkup(rows)
        const read = readMarkup(written)
        assert.ok(read.ok, written)
        assert.equal(writeMarkup(read.rows), written)
        assert.equal(
          plainText(written),
          rows.map((row) => row.map(({ text }) => text).join('')).join('\n'),
        )
      },
    ),
    { numRuns: 1000 },
  ))

test('accepts colours, ruby, emphasis marks and upright digits', () => {
  const kept: [string, string][] = [
    ['<c #FFFF00>a</c>', '<c #ffff00>a</c>'],
    ['<c #ffffff>a</c>b', 'ab'],
    ['<c #ff0000>a<c #ffffff>b</c></c>', '<c #ff0000>a</c>b'],
    ['<c #ff0000><i>a</i></c>', '<i><c #ff0000>a</c></i>'],
    ['<c #ff0000>a</c><br><c #ff0000>b</c>', '<c #ff0000>a<br>b</c>'],
    [
      '<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>',
      '<ruby>漢<rt>かん</rt></ruby><ruby>字<rt>じ</rt></ruby>',
    ],
    [
      '<ruby>上<rt>a</rt></ruby><ruby>上<rt>a</rt></ruby>',
      '<ruby>上<rt>a</rt></ruby><ruby>上<rt>a</rt></ruby>',
    ],
    ['<ruby>a<rt></rt></ruby>', 'a'],
    ['<tcy>12</tcy><em>a</em>', '<tcy>12</tcy><em>a</em>'],
    ['<ruby>a<rt>&lt;b&gt;</rt></ruby>', '<ruby>a<rt>&lt;b&gt;</rt></ruby>'],
  ]
  for (const [typed, written] of kept) assert.equal(canonicalMarkup(typed), written, typed)
  assertRejected(
    '<c>a</c>',
    '<c red>a</c>',
    '<c #fff>a</c>',
    '<c #ffff00 onclick=x>a</c>',
    '<c  #ffff00>a</c>',
    '<ruby>a</ruby>',
    '<rt>a</rt>',
    '<ruby><rt>a</rt></ruby>',
    '<ruby>a<br>b<rt>c</rt></ruby>',
    '<ruby><b>a</b><rt>c</rt></ruby>',
    '<ruby>a<rt>b<rt>c</rt></rt></ruby>',
    '<ruby>a<ruby>b<rt>c</rt></ruby></ruby>',
  )
})

test('counts no ruby as text', () =>
  assert.equal(plainText('<ruby>漢字<rt>かんじ</rt></ruby>だ<br><em>a</em>'), '漢字だ\na'))
