// One changed, added or removed cue of an ASS, TTML or EBU STL file leaves every other byte as it is.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Cue } from '../cue.ts'
import type { FormatName } from './format.ts'
import { FORMATS } from './formats.ts'
import { planEdits } from './edits.ts'
import { BLOCK_BYTES, FIELDS, HEADER_BYTES, readField } from './stl/header.ts'
import { ascii, stlFile, type Block } from './stl/stl-file.fixture.ts'

const about = { title: 'Film', language: 'eng', rate: { num: 25, den: 1 } }

type Change = 'change' | 'times' | 'add' | 'remove'
const changes = fc.constantFrom<Change>('change', 'times', 'add', 'remove')
const TEXTS = ['Hello', 'a &amp; b', '<i>whispered</i>', 'one<br>two', '1 &lt; 2', 'plain', 'Größe']
const NEW_TEXTS = ['NEW', '<b>N</b>E<i>W</i>', 'NEW<br>&lt;W', 'N &amp; E', 'ÉW']

/** Starts at every second, so that cues are in order and a cue fits between two. */
function applyChange(
  cues: readonly Cue[],
  at: number,
  { kind, text }: { kind: Change; text: string },
) {
  const cue = cues[at]!
  if (kind === 'remove') return cues.toSpliced(at, 1)
  if (kind === 'times') return cues.with(at, { ...cue, start: cue.start + 40, stop: cue.stop + 80 })
  if (kind === 'change') return cues.with(at, { ...cue, text })
  const { start: _start, stop, text: _text, ...place } = cue
  return cues.toSpliced(at + 1, 0, { ...place, start: stop + 40, stop: stop + 200, text })
}

function rewrite(format: FormatName, bytes: Uint8Array, change: (cues: Cue[]) => Cue[]) {
  const read = FORMATS[format].read(bytes, about)
  assert.ok(read.ok, JSON.stringify(read))
  const original = { format, bytes, cues: read.cues }
  const wanted = change(read.cues)
  const written = FORMATS[format].write(wanted, { ...about, original })
  assert.ok(written.ok, JSON.stringify(written))
  const again = FORMATS[format].read(written.bytes, about)
  assert.ok(again.ok, JSON.stringify(again))
  assert.deepEqual(again.cues, wanted)
  return written.bytes
}

const file = fc.record({
  texts: fc.array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 6 }),
  at: fc.nat(5),
  kind: changes,
  text: fc.constantFrom(...NEW_TEXTS),
  crlf: fc.boolean(),
})

/** The pieces of the file around the cues, and the cues, must be the same besides the one. */
function assertOthersKept(before: string[], after: string[], at: number, kind: Change) {
  const expected =
    kind === 'remove'
      ? before.toSpliced(at, 1)
      : kind === 'add'
        ? before.toSpliced(at + 1, 0, after[at + 1]!)
        : before.with(at, after[at]!)
  assert.deepEqual(after, expected)
}

const ASS_HEAD = [
  '[Script Info]',
  '; a comment',
  'PlayResX: 640',
  'Unknown Key: kept',
  '',
  '[V4+ Styles]',
  'Format: Name, Bold, Italic, Alignment, PrimaryColour',
  'Style: Default,0,0,2,&H00FFFFFF',
  'Style: Loud,-1,0,8,&H0000FFFF',
  '',
  '[Fonts]',
  'fontname: a.ttf',
  '',
  '[Events]',
  'Format: Layer, Start, End, Style, Name, Effect, Text',
  'Comment: 0,0:00:00.00,0:00:01.00,Loud,,,not a cue',
]
const toAss = (text: string) =>
  text
    .replaceAll('<br>', '\\N')
    .replace(/<(\/?)([bi])>/g, (_, close: string, tag: string) => `{\\${tag}${close ? 0 : 1}}`)
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

test('ASS keeps its header, comments, styles and other events', () =>
  fc.assert(
    fc.property(file, ({ texts, at: wish, kind, text, crlf }) => {
      const at = wish % texts.length
      const styled = texts.map(
        (line, index) =>
          `Dialogue: ${index}, 0:00:0${index + 1}.00,0:00:0${index + 1}.60,${index % 2 ? 'Loud' : 'Default'},Ann,Fx${index},{\\fad(1,2)}${toAss(line)}`,
      )
      const end = crlf ? '\r\n' : '\n'
      const lines = [
        ...ASS_HEAD,
        ...styled,
        'Dialogue: 0,0:00:09.00,0:00:09.50,Loud,,,{\\p1}m 0 0',
        '',
      ]
      const bytes = rewrite('ass', new TextEncoder().encode(lines.join(end)), (cues) =>
        applyChange(cues, at, { kind, text }),
      )
      const after = new TextDecoder().decode(bytes).split(end)
      assertOthersKept(lines, after, ASS_HEAD.length + at, kind)
      if (kind === 'times') assert.match(after[ASS_HEAD.length + at]!, /,Fx\d,\{\\fad\(1,2\)\}/)
    }),
    { numRuns: 200 },
  ))

test('ASS keeps events in any order, and writes what differs from the style', () => {
  const lines = [
    ...ASS_HEAD,
    'Dialogue: 0,0:00:05.00,0:00:06.00,Loud,,,later',
    'Dialogue: 0,0:00:01.00,0:00:02.00,Loud,,,{\\blur2}sooner',
  ]
  const bytes = rewrite('ass', new TextEncoder().encode(lines.join('\n')), (cues) =>
    cues.with(0, { start: 5000, stop: 6000, text: 'plain', textAlign: 'left' }),
  )
  assert.deepEqual(new TextDecoder().decode(bytes).split('\n').slice(ASS_HEAD.length), [
    'Dialogue: 0,0:00:05.00,0:00:06.00,Loud,,,{\\an1}{\\b0\\c&HFFFFFF&}plain',
    lines.at(-1),
  ])
})

const TTML_HEAD = `<?xml version="1.0"?>
<!-- who made it -->
<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" xmlns:s="http://www.w3.org/ns/ttml#styling" xmlns:my="urn:mine" my:a='1' xml:lang="en">
<tt:head><tt:styling><tt:style xml:id="x" s:backgroundColor="black"/></tt:styling><my:data>kept</my:data></tt:head>
<tt:body><tt:div my:b="2">`
const toTtml = (text: string) =>
  text
    .replaceAll('<br>', '<tt:br my:c="3"/>')
    .replaceAll('<i>', '<tt:span s:fontStyle="italic" my:d="4">')
    .replaceAll('</i>', '</tt:span>')

test('TTML keeps its head, comments, unknown markup and other paragraphs', () =>
  fc.assert(
    fc.property(file, ({ texts, at: wish, kind, text, crlf }) => {
      const at = wish % texts.length
      const paragraphs = texts.map(
        (line, index) =>
          `<tt:p my:e='>${index}' xml:id="p${index}" begin="${index + 1}s" ${index % 2 ? 'end' : 'dur'}="${index % 2 ? `${index + 1}.6s` : '600ms'}" style="x">${toTtml(line)}</tt:p>`,
      )
      const source = `${TTML_HEAD}\n<!-- <tt:p>no</tt:p> -->\n${paragraphs.join('\n')}\n<tt:p/></tt:div></tt:body>\n</tt:tt>\n`
      const whole = crlf ? source.replaceAll('\n', '\r\n') : source
      const bytes = rewrite('ttml', new TextEncoder().encode(whole), (cues) =>
        applyChange(cues, at, { kind, text }),
      )
      const end = crlf ? '\r\n' : '\n'
      const [before, after] = [whole, new TextDecoder().decode(bytes)].map((all) => all.split(end))
      const first = before!.findIndex((line) => line.startsWith('<tt:p my'))
      if (kind === 'remove') assert.equal(after!.splice(first + at, 1)[0], '')
      // Without a second paragraph, nobody knows what stands between two.
      if (kind === 'add' && texts.length === 1)
        after!.splice(first, 1, ...after![first]!.split(/(?<=<\/tt:p>)/))
      assertOthersKept(before!, after!, first + at, kind)
      if (kind !== 'remove' && kind !== 'add')
        assert.match(after![first + at]!, /^<tt:p my:e='>\d' xml:id="p\d" .*style="x">/)
    }),
    { numRuns: 200 },
  ))

test('STL keeps its header, user data and other subtitles', () =>
  fc.assert(
    fc.property(file, fc.boolean(), ({ texts, at: wish, kind, text }, teletext) => {
      const at = wish % texts.length
      const plain = (markup: string) => markup.replace(/<br>.*|<[^>]*>| &\w+;|[^ -~]/g, '')
      const blocks: Block[] = [
        { extension: 0xfe, text: ascii('user data') },
        ...texts.map((line, index) => ({
          in: [10, 0, index + 1, 0],
          out: [10, 0, index + 1, 15],
          row: 18,
          justified: 1,
          text: ascii(plain(line) || 'x'),
        })),
      ]
      const count = String(blocks.length).padStart(5, '0')
      const bytes = stlFile(blocks, {
        displayStandard: teletext ? '1' : '0',
        startOfProgramme: '10000000',
        title: 'A title that stays',
        blocks: count,
        subtitles: String(texts.length).padStart(5, '0'),
      })
      const result = rewrite('stl', bytes, (cues) =>
        applyChange(cues, at, { kind, text: plain(text) || 'y' }),
      )
      const split = (file: Uint8Array) =>
        Array.from({ length: (file.length - HEADER_BYTES) / BLOCK_BYTES }, (_, index) =>
          Buffer.from(
            file.subarray(
              HEADER_BYTES + index * BLOCK_BYTES,
              HEADER_BYTES + (index + 1) * BLOCK_BYTES,
            ),
          ).toString('hex'),
        )
      assertOthersKept(split(bytes), split(result), at + 1, kind)
      const change = { remove: -1, add: 1, change: 0, times: 0 }[kind]
      assert.equal(Number(readField(result, 'subtitles')), texts.length + change)
      assert.equal(Number(readField(result, 'blocks')), split(result).length)
      const [from] = FIELDS.blocks
      assert.deepEqual(result.subarray(0, from), bytes.subarray(0, from))
      assert.deepEqual(result.subarray(248, HEADER_BYTES), bytes.subarray(248, HEADER_BYTES))
    }),
    { numRuns: 200 },
  ))

test('writes a file anew that cannot be changed in place', () => {
  const bytes = new TextEncoder().encode(
    '<tt xmlns="http://www.w3.org/ns/ttml"><body><div begin="10s"><p begin="1s" end="2s">one</p></div></body></tt>',
  )
  rewrite('ttml', bytes, ([cue]) => [{ ...cue!, start: 11_500 }])
  rewrite('ttml', bytes, ([cue]) => [{ ...cue!, alignment: 'top' }])
})

test('plans no edit for cues that stay', () => {
  const cue = (start: number, text = String(start)): Cue => ({ start, stop: start + 1, text })
  assert.deepEqual(planEdits([cue(5), cue(1), cue(3)], [cue(1), cue(3, 'x'), cue(5)]), [
    { at: 2, cue: cue(3, 'x'), index: 1 },
  ])
})
