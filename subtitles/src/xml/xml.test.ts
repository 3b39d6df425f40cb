import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { damaged } from '../formats/grid.fixture.ts'
import { xmlTokens } from './tokens.ts'
import { getAttribute, findChild, childElements, readXml, textContent } from './tree.ts'
import { escapeXml, findXmlError, writeElement, encodeXml } from './write.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const rootOf = (text: string | Uint8Array) => {
  const read = readXml(typeof text === 'string' ? bytes(text) : text)
  assert.ok(read.ok, JSON.stringify(read))
  return read.root
}

test('reads elements, attributes, text, entities, comments, instructions and CDATA', () => {
  const root = rootOf(
    '<?xml version="1.0"?>\r\n<!-- a -->\n<?go on?><a x="1 &lt;\t&#x41;" y=\'"\'>t &amp; u<b/><![CDATA[<&]]>&#128169;</a>\n',
  )
  assert.equal(root.name, 'a')
  assert.equal(getAttribute(root, 'x'), '1 < A')
  assert.equal(getAttribute(root, 'y'), '"')
  assert.equal(textContent(root), 't & u<&💩')
  assert.deepEqual([root.line, root.column], [3, 10])
})

test('resolves prefixes in scope', () => {
  const root = rootOf(
    '<p:a xmlns:p="one" xmlns="two"><b p:x="1" x="2"/><c xmlns="" xmlns:p="three"><p:d/></c></p:a>',
  )
  const [b, c] = childElements(root)
  assert.deepEqual(
    [root.namespace, b!.namespace, c!.namespace, findChild(c!, 'd')!.namespace],
    ['one', 'two', '', 'three'],
  )
  assert.deepEqual([getAttribute(b!, 'x', 'one'), getAttribute(b!, 'x')], ['1', '2'])
})

test('reads tags with the same text each time where they are', () => {
  const root = rootOf(
    '<r xmlns:p="one"><p:a x=">"/><p:a x=">"/><b y="1"/><b y="1"/><c xmlns:p="two"><p:a x=">"/><b y="1"/></c></r>',
  )
  const [first, second, b, other, c] = childElements(root)
  assert.deepEqual(
    [first!, second!, findChild(c!, 'a')!].map((a) => [a.namespace, getAttribute(a, 'x')]),
    [
      ['one', '>'],
      ['one', '>'],
      ['two', '>'],
    ],
  )
  assert.deepEqual(b!.attributes, other!.attributes)
  assert.deepEqual([b!.column, other!.column], [42, 52])
  const broken = readXml(bytes('<r><a xmlns:p="one"><p:b p:x=""/></a>\n<c><p:b p:x=""/></c></r>'))
  assert.deepEqual(broken, {
    ok: false,
    error: { line: 2, column: 4, message: 'The document does not declare the prefix p' },
  })
})

test('rejects malformed documents with line and column', () => {
  const broken: [string, number, number][] = [
    ['', 1, 1],
    ['text', 1, 1],
    ['<a>', 1, 4],
    ['<a>\n</b>', 2, 1],
    ['</a>', 1, 1],
    ['<a/><b/>', 1, 5],
    ['<a/>x', 1, 5],
    ['<a x=1/>', 1, 3],
    ['<a x="1" x="2"/>', 1, 10],
    ['<a x="<"/>', 1, 3],
    ['<a>&nbsp;</a>', 1, 4],
    ['<a>\n  &</a>', 2, 3],
    ['<a>&#0;</a>', 1, 4],
    ['<a>&#xD800;</a>', 1, 4],
    ['<a>&#1114112;</a>', 1, 4],
    ['<a>]]></a>', 1, 4],
    ['<a><!-- -- --></a>', 1, 9],
    ['<a><!-- ', 1, 4],
    ['<a><![CDATA[ </a>', 1, 4],
    ['<p:a/>', 1, 1],
    ['<a p:x="1"/>', 1, 4],
    ['<a xmlns:p=""/>', 1, 4],
    ['<a xmlns:xml="x"/>', 1, 4],
    ['<a xmlns:p="n" xmlns:q="n" p:x="" q:x=""/>', 1, 35],
    ['<a>\u0001</a>', 1, 4],
    ['<1/>', 1, 1],
    ['<a b/>', 1, 3],
    ['<a><?xml version="1.0"?></a>', 1, 4],
    [' <?xml version="1.0"?><a/>', 1, 2],
    ['<a', 1, 3],
    ['<', 1, 1],
  ]
  for (const [text, line, column] of broken) {
    const read = readXml(bytes(text))
    assert.ok(!read.ok, text)
    assert.deepEqual(
      [read.error.line, read.error.column],
      [line, column],
      `${text}: ${read.error.message}`,
    )
  }
})

test('rejects doctypes, and so entity expansion', () => {
  const read = readXml(bytes('<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>'))
  assert.ok(!read.ok && read.error.message.includes('document type'))
})

test('skips a plain doctype before the root element where allowed', () => {
  const kinds = (text: string) => [...xmlTokens(text, 'plain')].map(({ kind }) => kind)
  assert.deepEqual(
    kinds('<?xml version="1.0"?>\n<!DOCTYPE a:b SYSTEM "http://127.0.0.1:1/a.dtd">\n<a:b>c</a:b>'),
    ['open', 'text', 'close'],
  )
  for (const text of ['<a/><!DOCTYPE a>', '<!DOCTYPE a []><a/>', '<a><!DOCTYPE a></a>'])
    assert.equal(kinds(text).at(-1), 'error', text)
})

test('limits attributes and namespaces', () => {
  const many = (count: number, write: (n: number) => string) =>
    Array.from({ length: count }, (_none, n) => write(n)).join('')
  assert.equal(rootOf(`<a${many(50, (n) => ` a${n}=""`)}/>`).attributes.length, 100)
  assert.ok(!readXml(bytes(`<a${many(51, (n) => ` a${n}=""`)}/>`)).ok)
  const nested = (count: number) =>
    readXml(
      bytes(
        `<a${many(49, (n) => ` xmlns:a${n}="n"`)}><b${many(count, (n) => ` xmlns:b${n}="n"`)}/></a>`,
      ),
    )
  assert.ok(nested(50).ok)
  const crowded = readXml(
    bytes(
      `<a${many(50, (n) => ` xmlns:a${n}="n"`)}><b${many(50, (n) => ` xmlns:b${n}="n"`)}/></a>`,
    ),
  )
  assert.ok(!crowded.ok && crowded.error.message.includes('namespaces'))
})

test('limits nesting', () => {
  assert.ok(readXml(bytes('<a>'.repeat(64) + '</a>'.repeat(64))).ok)
  assert.ok(!readXml(bytes('<a>'.repeat(65) + '</a>'.repeat(65))).ok)
  assert.ok(!readXml(bytes('<a>'.repeat(200_000))).ok)
})

test('detects UTF-8 and UTF-16, with and without a mark', () => {
  const wide = (text: string, big: boolean) =>
    Uint8Array.from(
      Array.from(text, (_, index) => text.charCodeAt(index)).flatMap((unit) =>
        big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8],
      ),
    )
  const text = '<a>grün 漢</a>'
  for (const file of [
    bytes(text),
    bytes(`\ufeff${text}`),
    wide(text, true),
    wide(text, false),
    wide(`\ufeff${text}`, true),
    wide(`\ufeff${text}`, false),
  ])
    assert.equal(textContent(rootOf(file)), 'grün 漢')
  assert.equal(
    textContent(
      rootOf(
        Uint8Array.from(
          Array.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>gr\u00fcn</a>', (letter) =>
            letter.charCodeAt(0),
          ),
        ),
      ),
    ),
    'grün',
  )
  assert.equal(
    textContent(rootOf('<?xml version="1.0" encoding="UTF-16"?><a>gr\u00fcn</a>')),
    'grün',
    'a readable declaration proves that the file is not UTF-16',
  )
  const invalidUtf8 = readXml(Uint8Array.of(...bytes('<a>\nab'), 0xff, ...bytes('</a>')))
  assert.ok(!invalidUtf8.ok && invalidUtf8.error.line === 2 && invalidUtf8.error.column === 3)
  const unknown = readXml(bytes('<?xml version="1.0" encoding="klingon"?><a/>'))
  assert.ok(!unknown.ok && unknown.error.message.includes('klingon'))
})

const anyXmlText = fc
  .string({ unit: 'binary', maxLength: 20 })
  .filter((text) => !findXmlError(text))
test('reads back whatever it writes', () =>
  fc.assert(
    fc.property(anyXmlText, anyXmlText, (text, value) => {
      const root = rootOf(encodeXml(writeElement('a', { b: value, c: undefined }, escapeXml(text))))
      assert.equal(textContent(root), text)
      assert.equal(getAttribute(root, 'b'), value)
    }),
    { numRuns: 300 },
  ))

test('never throws on any bytes', () => {
  const file = encodeXml(
    writeElement('a', { b: 'c' }, writeElement('d', {}, 'text'), '<!-- e --><![CDATA[f]]>'),
  )
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 40 }), damaged(file)),
      (some) => typeof readXml(some).ok === 'boolean',
    ),
    { numRuns: 500 },
  )
})
