import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { ABOUT } from '../grid.fixture.ts'
import { ttml } from './ttml.ts'

const document = (body: string) =>
  `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en"><head/><body>${body}</body></tt>`

test('keeps the good paragraphs of a damaged file and says what it repaired', () => {
  const repaired = (xml: string) => {
    const got = ttml.read(new TextEncoder().encode(xml), ABOUT)
    assert.ok(got.ok, JSON.stringify(got))
    return [
      got.cues.map(({ start, stop, text }) => `${start} ${stop} ${text}`),
      got.warnings.map(({ line, lost }) => `${line}: ${lost}`),
    ]
  }
  const good = '<p begin="1s" end="2s">a</p>\n'
  const cases: [string, string, string][] = [
    [
      '<p begin="3s">b</p>',
      '3000 7000 b',
      '2: The paragraph has neither an end nor a duration; it lasts until the next one, 4 s at most',
    ],
    [
      '<p begin="1x" end="9s">b</p>',
      '',
      '2: begin="1x" is not a time; it is left out\n2: The paragraph without a start: b',
    ],
    [
      '<p begin="3s" end="4s" foo:bar="1">b</p>',
      '3000 4000 b',
      '2: The document does not declare the prefix foo; read as if it did',
    ],
    [
      '<p begin=3s end="4s">b</i> < c</p>',
      '3000 4000 b &lt; c',
      '2: The document has a <p> tag that is not well-formed; read as well as possible: <p begin=3s end="4s">\n2: The document closes </i>, which is not open; left out: </i>\n2: The document has a < that does not start a tag; it is kept as text',
    ],
    [
      '<p begin="3s" end="4s"><span>b</p>',
      '3000 4000 b',
      '2: The document closes </p> where <span> is open; both are closed',
    ],
  ]
  for (const [p, cue, warnings] of cases)
    assert.deepEqual(
      repaired(document(`<div>${good}${p}</div>`)),
      [['1000 2000 a', cue].filter(Boolean), warnings.split('\n')],
      p,
    )
  const cut = document(`<div>${good}<p begin="3s" end="4s">b`).replace(/<\/body>.*/s, '')
  assert.deepEqual(repaired(cut), [
    ['1000 2000 a', '3000 4000 b'],
    ['2: The document ends before </p>; closed at the end'],
  ])
})

test('edits any file that was read in linear time', () => {
  const paragraph = '<p begin="1s" end="2s">a</p>'
  for (const [title, xml] of [
    ['comments', document(paragraph) + '<!--'.repeat(30_000)],
    ['attributes', document(paragraph) + '<p "'.repeat(30_000)],
    ['texts', document(paragraph.replace('a', `<![CDATA[${'<!--'.repeat(4900)}]]>`).repeat(100))],
  ] as const) {
    const bytes = new TextEncoder().encode(xml)
    const got = ttml.read(bytes, ABOUT)
    assert.ok(got.ok, title)
    const original = { format: 'ttml' as const, bytes, cues: got.cues }
    const began = performance.now()
    ttml.write([{ ...got.cues[0]!, start: 0 }, ...got.cues.slice(1)], { ...ABOUT, original })
    assert.ok(performance.now() - began < 2000, title)
  }
})
