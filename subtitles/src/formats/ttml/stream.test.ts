// Paragraphs are read in three ways: plain ones without a tree, others with a small tree, and all
// with the tree of the document if something follows that changes them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  METADATA_NAMESPACE,
  PARAMETER_NAMESPACE,
  STYLING_NAMESPACE,
  TTML_NAMESPACE,
} from './namespaces.ts'
import { readTtml } from './read.ts'

const attribute = (name: string, ...values: string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined }).map((value) => {
    return value === undefined ? '' : ` ${name}="${value}"`
  })
/** Mostly none of them, as in files. */
const rarely = (attributes: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: attributes })
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((texts) => texts.join(''))

const anyLook = joined(
  rarely(attribute('style', 's1', 's2', 's1 s2', 'unknown')),
  rarely(attribute('region', 'r1', 'r2', 'unknown')),
  rarely(attribute('tts:color', 'red', 'white', 'odd')),
  rarely(attribute('tts:direction', 'rtl', 'ltr')),
  rarely(attribute('tts:display', 'none')),
  rarely(attribute('tts:visibility', 'hidden')),
  rarely(attribute('tts:backgroundColor', 'yellow', 'black')),
  rarely(attribute('xml:space', 'preserve')),
  rarely(attribute('ttm:agent', 'a1', 'unknown')),
  rarely(attribute('ttm:role', 'caption')),
)
const anyTimes = joined(
  attribute('begin', '1s', '00:00:02.000', '00:00:03', '1:04'),
  fc.constantFrom(
    ' end="5s"',
    ' end="00:00:06.500"',
    ' dur="2s"',
    ' end="7s" dur="1s"',
    '',
    ' end="x"',
  ),
)
const anyText = fc
  .array(
    fc.constantFrom(
      'a',
      'Word ',
      ' ',
      '\u00a0',
      '  b\t',
      '&amp;',
      '&lt;i&gt;',
      '&eacute;',
      '&',
      'שלום',
      '漢',
    ),
    { maxLength: 3 },
  )
  .map((words) => words.join(''))
const anyPart = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 2, arbitrary: fc.constantFrom('<br/>', '<br />', '<br></br>') },
  { weight: 1, arbitrary: joined(fc.constant('<span'), anyLook, fc.constant('>c</span>')) },
  { weight: 1, arbitrary: fc.constantFrom('<set begin="1s" tts:color="red"/>', '<b xmlns="n"/>') },
)
const anyParagraph = fc.record({
  attributes: joined(anyTimes, anyLook, rarely(attribute('timeContainer', 'seq'))),
  content: fc.oneof(
    fc.array(anyText, { minLength: 1, maxLength: 3 }).map((rows) => rows.join('<br/>')),
    fc.array(anyPart, { maxLength: 4 }).map((parts) => parts.join('')),
  ),
})
const anyDocument = fc.record({
  body: joined(rarely(anyTimes), anyLook),
  div: joined(rarely(anyTimes), anyLook, rarely(attribute('timeContainer', 'seq'))),
  paragraphs: fc.array(anyParagraph, { minLength: 1, maxLength: 8 }),
  more: rarely(
    fc.constantFrom('<set begin="1s" tts:color="red"/>', '<region/>', '<span begin="x"/>'),
  ),
})
type Document = typeof anyDocument extends fc.Arbitrary<infer Content> ? Content : never

const HEAD = `<head><metadata><ttm:agent xml:id="a1"><ttm:name>Ada</ttm:name></ttm:agent></metadata>
<styling><style xml:id="s1" tts:fontStyle="italic"/><style xml:id="s2" tts:color="cyan"/></styling>
<layout><region xml:id="r1" tts:origin="10% 10%" tts:displayAlign="before"/>
<region xml:id="r2" begin="2s" tts:textAlign="left"/></layout></head>`.replaceAll('\n', '')

/** On one line, because warnings can name a line. */
function read(document: Document, { headLast = false, comment = '', strict = false } = {}) {
  const paragraphs = document.paragraphs.map(
    ({ attributes, content }) => `<p${attributes}>${comment}${content}</p>`,
  )
  const body = `<body${document.body}><div${document.div}>${paragraphs.join(' ')}${document.more}</div></body>`
  const xml = `<tt xmlns="${TTML_NAMESPACE}" xmlns:tts="${STYLING_NAMESPACE}" xmlns:ttm="${METADATA_NAMESPACE}" xmlns:ttp="${PARAMETER_NAMESPACE}" xml:lang="en">${headLast ? body + HEAD : HEAD + body}</tt>`
  const result = readTtml(new TextEncoder().encode(xml), { rate: { num: 25, den: 1 }, strict })
  return result.ok
    ? { ...result, warnings: result.warnings.map(({ column: _column, ...more }) => more) }
    : { ...result, errors: result.errors.map(({ message }) => message) }
}

test('reads plain paragraphs as it reads others', () =>
  fc.assert(
    fc.property(anyDocument, (document) => {
      for (const strict of [true, false])
        assert.deepEqual(
          read(document, { strict }),
          read(document, { strict, comment: '<!-- not plain -->' }),
        )
    }),
    { numRuns: 500 },
  ))

test('reads paragraphs one by one as it reads a whole document', () =>
  fc.assert(
    fc.property(anyDocument, (document) => {
      for (const strict of [true, false])
        assert.deepEqual(read(document, { strict }), read(document, { strict, headLast: true }))
    }),
    { numRuns: 500 },
  ))

test('applies what follows a paragraph', () => {
  const cuesOf = (body: string) => {
    const result = readTtml(
      new TextEncoder().encode(
        `<tt xmlns="${TTML_NAMESPACE}" xmlns:tts="${STYLING_NAMESPACE}"><body>${body}</body></tt>`,
      ),
      { rate: { num: 25, den: 1 } },
    )
    assert.ok(result.ok)
    return result
  }
  const region = '<region tts:origin="10% 10%" tts:extent="80% 10%" tts:displayAlign="before"/>'
  const p = '<p begin="1s" end="2s">a</p>'
  assert.deepEqual(cuesOf(`<div>${p}${region}</div>`), cuesOf(`<div>${region}${p}</div>`))
  assert.equal(cuesOf(`<div>${p}${region}</div>`).cues[0]!.alignment, 'top')
  const inSequence = cuesOf(`<div timeContainer="seq">${p}${p}</div>`).cues
  assert.deepEqual(
    inSequence.map(({ start, stop }) => [start, stop]),
    [
      [1000, 2000],
      [3000, 4000],
    ],
  )
})
