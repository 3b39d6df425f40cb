import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Cue } from '../../cue.ts'
import { ABOUT, damaged } from '../grid.fixture.ts'
import { seenByImsc, seenByUs } from './imsc.fixture.ts'
import { ttml } from './ttml.ts'

const SPACES =
  'xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:smpte="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt"'
const document = (body: string, head = '', attributes = '') =>
  `<tt ${SPACES} xml:lang="en" ${attributes}><head>${head}</head><body>${body}</body></tt>`
const read = (xml: string) => ttml.read(new TextEncoder().encode(xml), ABOUT)
const cuesOf = (xml: string): Cue[] => {
  const got = read(xml)
  assert.ok(got.ok, JSON.stringify(got))
  return got.cues
}
const errorOf = (xml: string) => {
  const got = ttml.read(new TextEncoder().encode(xml), { ...ABOUT, strict: true })
  assert.ok(!got.ok, JSON.stringify(got))
  return got.errors[0]!
}
const p = (inner: string, more = '') => `<div><p begin="1s" end="2s" ${more}>${inner}</p></div>`
const textOf = (inner: string, head = '', more = '') =>
  cuesOf(document(p(inner, more), head))[0]?.text

test('reads text, breaks and styles', () => {
  assert.equal(textOf(' Hello \n  there,<br/> you '), 'Hello there,<br>you')
  assert.equal(textOf('a  b', '', 'xml:space="preserve"'), 'a  b')
  assert.equal(
    textOf(
      '<span tts:fontStyle="italic">a <span tts:fontWeight="bold">b</span></span> <span tts:textDecoration="underline">c</span>',
    ),
    '<i>a </i><b><i>b</i></b> <u>c</u>',
  )
  assert.equal(
    textOf('a<metadata>not this</metadata><foreign xmlns="x">nor this</foreign> &lt;b&gt;'),
    'a &lt;b&gt;',
  )
  assert.equal(
    textOf('<span tts:display="none">a</span><span tts:visibility="hidden">b</span>c'),
    'c',
  )
})

test('resolves styles from references, regions and the body', () => {
  const styling =
    '<styling><style xml:id="i" tts:fontStyle="italic"/><style xml:id="bi" style="i" tts:fontWeight="bold"/><style xml:id="loop" style="loop i"/></styling>'
  assert.equal(
    textOf(
      '<span style="bi">a</span> <span style="loop">b</span> <span style="none">c</span>',
      styling,
    ),
    '<b><i>a</i></b> <i>b</i> c',
  )
  assert.equal(
    textOf(
      'a <span tts:fontStyle="normal">b</span>',
      `${styling}<layout><region xml:id="r" style="i"/></layout>`,
      'region="r"',
    ),
    '<i>a </i>b',
  )
  assert.equal(
    textOf(
      'a',
      `${styling}<layout><region xml:id="r"><style tts:textDecoration="underline"/></region></layout>`,
      'region="r" tts:textDecoration="noUnderline"',
    ),
    'a',
  )
  assert.equal(textOf('<span style="bi i" tts:fontWeight="normal">a</span>', styling), '<i>a</i>')
})

test('resolves each of many styles once', () => {
  const names = Array.from({ length: 40 }, (_, index) => `s${index}`)
  const styleElement = (name: string, at: number) =>
    `<style xml:id="${name}" style="${names.join(' ')}" ` +
    `${at ? '' : 'tts:fontStyle="italic"'}/>`
  assert.equal(
    textOf('<span style="s0">a</span>', `<styling>${names.map(styleElement).join('')}</styling>`),
    '<i>a</i>',
  )
  const chain = Array.from(
    { length: 20_000 },
    (_, index) => `<style xml:id="s${index}" style="s${index + 1}"/>`,
  ).join('')
  assert.equal(textOf('<span style="s0">a</span>', `<styling>${chain}</styling>`), 'a')
})

test('reads ruby', () => {
  assert.equal(
    textOf(
      '<span tts:ruby="container"><span tts:ruby="base">漢字</span><span tts:ruby="delimiter">(</span><span tts:ruby="text">かんじ</span><span tts:ruby="delimiter">)</span></span>だ',
    ),
    '<ruby>漢字<rt>かんじ</rt></ruby>だ',
  )
  assert.equal(
    textOf(
      '\n<span tts:ruby="container">\n <span tts:ruby="base">漢字</span>\n <span tts:ruby="text">かんじ</span>\n</span>\n',
    ),
    '<ruby>漢字<rt>かんじ</rt></ruby>',
  )
})

test('reads the position from the region', () => {
  const positionOf = (region: string, more = '', attributes = '') => {
    const [cue] = cuesOf(
      document(
        p('a', `region="r" ${more}`),
        `<layout><region xml:id="r" ${region}/></layout>`,
        attributes,
      ),
    )
    return `${cue!.alignment ?? 'bottom'} ${cue!.textAlign ?? 'center'}`
  }
  assert.equal(positionOf(''), 'bottom center')
  assert.equal(
    positionOf('tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="after"'),
    'bottom center',
  )
  assert.equal(
    positionOf(
      'tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="before" tts:textAlign="center"',
    ),
    'top center',
  )
  assert.equal(
    positionOf(
      'tts:origin="10% 10%" tts:extent="80% 80%" tts:displayAlign="center"',
      'tts:textAlign="start"',
    ),
    'middle left',
  )
  assert.equal(
    positionOf(
      'tts:origin="0px 850px" tts:extent="1920px 200px"',
      'tts:textAlign="end"',
      'tts:extent="1920px 1080px"',
    ),
    'bottom right',
  )
  assert.equal(
    positionOf(
      'tts:origin="2c 1c" tts:extent="28c 3c"',
      'tts:textAlign="start" tts:direction="rtl"',
    ),
    'top right',
  )
  assert.equal(positionOf('tts:position="center top" tts:extent="80% 20%"'), 'top center')
  assert.equal(positionOf('tts:position="center bottom 10%" tts:extent="80% 20%"'), 'bottom center')
  assert.equal(
    positionOf('tts:position="50% 50%" tts:extent="80% 20%" tts:displayAlign="center"'),
    'middle center',
  )
  assert.equal(positionOf('tts:writingMode="tbrl" tts:origin="10% 10%"'), 'top right')
})

test('nests times in parallel and sequence', () => {
  const times = (body: string) =>
    cuesOf(document(body)).map(({ start, stop, text }) => `${start}-${stop} ${text}`)
  assert.deepEqual(
    times(
      '<div begin="10s"><p begin="1s" end="2s">a</p><p begin="1s" dur="3s" end="3s">b</p></div>',
    ),
    ['11000-12000 a', '11000-13000 b'],
  )
  assert.deepEqual(
    times(
      '<div begin="10s" end="12s"><p begin="1s" dur="5s">a</p><p begin="5s" dur="1s">never</p></div>',
    ),
    ['11000-12000 a'],
  )
  assert.deepEqual(
    times(
      '<div timeContainer="seq" begin="1s"><p dur="1s">a</p><p begin="1s" dur="1s">b</p></div>',
    ),
    ['1000-2000 a', '3000-4000 b'],
  )
  assert.deepEqual(
    times(
      '<div><p begin="1s" end="4s"><span end="2s">a </span><span begin="1s">b</span></p></div>',
    ),
    ['1000-2000 a', '2000-3000 a b', '3000-4000 b'],
  )
})

test('keeps simultaneous paragraphs apart', () => {
  const cues = cuesOf(
    document(
      '<div><p begin="1s" end="2s" region="t">a</p><p begin="1s" end="2s" region="b">b</p></div>',
      '<layout><region xml:id="t" tts:origin="0% 0%" tts:extent="100% 20%"/><region xml:id="b" tts:origin="0% 80%" tts:extent="100% 20%"/></layout>',
    ),
  )
  assert.deepEqual(cues, [
    { start: 1000, stop: 2000, text: 'a', alignment: 'top' },
    { start: 1000, stop: 2000, text: 'b' },
  ])
})

test('reads older TTML namespaces', () => {
  const old =
    '<tt xmlns="http://www.w3.org/2006/10/ttaf1" xmlns:tts="http://www.w3.org/2006/10/ttaf1#style" xmlns:ttp="http://www.w3.org/2006/10/ttaf1#parameter" ttp:frameRate="25"><body><div><p begin="00:00:01:05" end="00:00:02:00"><span tts:fontStyle="italic">a</span></p></div></body></tt>'
  assert.deepEqual(read(old), {
    ok: true,
    warnings: [],
    cues: [{ start: 1200, stop: 2000, text: '<i>a</i>' }],
    rate: { num: 25, den: 1 },
  })
})

test('rejects invalid files with line and column', () => {
  const place = (xml: string) => {
    const { line, column, message } = errorOf(xml)
    return `${line}:${column} ${message}`
  }
  assert.match(place('<srt/>'), /^1:1 The root element must be tt/)
  assert.match(
    place(document('\n<div>\n <p begin="1x" end="2s">a</p></div>')),
    /^3:2 begin="1x" is not a time/,
  )
  assert.match(
    place(document('\n<div><p begin="2s" end="1s">a</p></div>')),
    /^2:6 The paragraph ends before it starts/,
  )
  assert.match(
    place(document('\n<div><p begin="2s">a</p></div>')),
    /^2:6 The paragraph has neither an end/,
  )
  assert.match(
    place(document('\n<div smpte:backgroundImage="#a" begin="1s" end="2s"/>')),
    /^2:1 Image subtitles/,
  )
  assert.match(
    place(document('\n<div><image begin="1s" end="2s" src="a.png"/></div>')),
    /^2:6 Image subtitles/,
  )
  assert.match(place(document(p('a'), '', 'ttp:timeBase="clock"')), /times of day/)
  assert.match(
    place(
      document(
        `<div><p begin="0s" end="900s">${Array.from({ length: 700 }, (_, index) => `<span begin="${index}s" dur="1s">a</span>`).join('')}</p></div>`,
      ),
    ),
    /changes too often/,
  )
})

const time = fc.integer({ min: 0, max: 8 }).map((seconds) => `${seconds}s`)
const timing = fc.record({
  begin: fc.option(time, { freq: 2 }),
  end: fc.option(time, { freq: 4 }),
  dur: fc.option(
    fc.integer({ min: 1, max: 8 }).map((seconds) => `${seconds}s`),
    { freq: 2 },
  ),
  timeContainer: fc.option(fc.constantFrom('par', 'seq')),
})
const open = (name: string, timingAttributes: object) =>
  `<${name}${Object.entries(timingAttributes)
    .map(([key, value]) => (value ? ` ${key}="${value}"` : ''))
    .join('')}>`
const within = (name: string, inner: fc.Arbitrary<string>, most: number) =>
  fc
    .tuple(timing, fc.array(inner, { minLength: 1, maxLength: most }))
    .map(([timingAttributes, all]) => `${open(name, timingAttributes)}${all.join('')}</${name}>`)
const word = fc.constantFrom('one', 'two ', ' three', '<br/>')
const paragraph = within(
  'p',
  fc.oneof(
    word,
    within('span', word, 1),
    within('span', fc.oneof(word, within('span', word, 1)), 2),
  ),
  3,
)
const body = fc
  .tuple(timing, fc.array(within('div', paragraph, 3), { minLength: 1, maxLength: 2 }))
  .map(([timingAttributes, divs]) => `${open('body', timingAttributes)}${divs.join('')}</body>`)

test('agrees with imsc on text and times', () => {
  let compared = 0
  fc.assert(
    fc.property(body, (bodyXml) => {
      const xml = `<tt ${SPACES} xml:lang="en"><head/>${bodyXml}</tt>`
      const got = ttml.read(new TextEncoder().encode(xml), { ...ABOUT, strict: true })
      if (!got.ok) return
      const { moments } = seenByImsc(xml)
      compared++
      assert.deepEqual(seenByUs(got.cues, moments), moments, xml)
    }),
    { numRuns: 200 },
  )
  assert.ok(compared > 30, `${compared} documents were sound enough to compare`)
})

test('never throws on any bytes', () => {
  const file = new TextEncoder().encode(
    document(
      '<div begin="1s"><p begin="0.5s" dur="2s" region="r">a<br/><span style="s" begin="1s">b</span></p></div>',
      '<styling><style xml:id="s" tts:fontStyle="italic"/></styling><layout><region xml:id="r" tts:origin="1% 2%"/></layout>',
      'ttp:frameRate="24"',
    ),
  )
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 60 }), damaged(file)),
      (bytes) => typeof ttml.read(bytes, ABOUT).ok === 'boolean',
    ),
    { numRuns: 200 },
  )
})
