import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type TextRow, canonicalMarkup, writeMarkup } from '@reelay/subtitles'
import type { XmlError } from '@reelay/subtitles/xml'
import { markupKey } from './key.ts'
import { readTmx, type TranslationPair } from './tmx-read.ts'
import { TMX_FOOTER, TMX_HEADER, writeTmxUnit } from './tmx-write.ts'

const entries = (inner: string) =>
  `<tmx version="1.4"><header srclang="en-US"/><body>${inner}</body></tmx>`
const texts = (source: string, target: string) =>
  `<tu><tuv xml:lang="en-GB"><seg>${source}</seg></tuv><tuv xml:lang="DE"><seg>${target}</seg></tuv></tu>`

function read(text: string): { pairs: TranslationPair[]; error?: XmlError } {
  const steps = [...readTmx(text, { maxLength: 2000 })]
  const last = steps.at(-1)
  return {
    pairs: steps.flatMap((step) => (step.kind === 'pairs' ? step.pairs : [])),
    ...(last?.kind === 'error' && { error: last.error }),
  }
}
const errorIn = (text: string) => {
  const { error } = read(text)
  assert.ok(error, `no error in ${text.slice(0, 200)}`)
  return error
}

const run = fc.record({
  text: fc.string({
    unit: fc.constantFrom('a', 'É', '夜', '🎬', '&', '<', '>', '"', ' ', 'א', '\u0301', '9', "'"),
    minLength: 1,
    maxLength: 12,
  }),
  styles: fc.subarray(['b', 'i', 'u'] as const),
})
const fragment = fc
  .array(fc.array(run, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((rows) => writeMarkup(rows as TextRow[]))
  .filter((text) => markupKey(text) !== '')

test('reads back what it writes, with text and tags', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          source: fragment,
          target: fragment,
          before: fragment,
          after: fragment,
          language: fc.constantFrom('deu', 'jpn', 'gsw', 'und'),
        }),
        { maxLength: 5 },
      ),
      (all) => {
        const pairs = all.map(({ before, after, ...pair }): TranslationPair => ({
          sourceLanguage: 'eng',
          ...pair,
          before: markupKey(before),
          after: markupKey(after),
        }))
        const written =
          TMX_HEADER +
          pairs
            .map((pair) => writeTmxUnit({ ...pair, id: 'f'.repeat(24), approved: 1_700_000_000 }))
            .join('') +
          TMX_FOOTER
        assert.deepEqual(read(written), { pairs })
      },
    ),
  )
})

test('keeps styles by code type and drops other codes with their content', () => {
  const [pair] = read(
    entries(
      texts(
        'A <bpt i="1" type="bold">&lt;b&gt;</bpt>bold<ept i="1">&lt;/b&gt;</ept> <hi type="italic">and <ph x="1">{0}</ph>slanted</hi> word<ph type="lb"/>below',
        'Ein <it pos="begin">[<sub>not said</sub></it><bpt i="2" type="font">x</bpt>W&#xf6;rt<ept i="2">y</ept><ut>z</ut>',
      ),
    ),
  ).pairs
  assert.equal(pair!.source, 'A <b>bold</b> <i>and slanted</i> word<br>below')
  assert.equal(pair!.target, 'Ein Wört')
})

test('creates a pair for each other language of an entry', () => {
  const variant = (tag: string, text: string, attribute = 'xml:lang') =>
    `<tuv ${attribute}="${tag}"><note>x</note><seg>${text}</seg></tuv>`
  const { pairs } =
    read(`\ufeff<?xml version="1.0"?>\n<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<!-- hello --><tmx version="1.4"><header srclang="*all*"><prop type="x">1</prop></header><body>
    <tu srclang="fr">${variant('de', 'Ja')}${variant('fr-CA', 'Oui')}${variant('EN', 'Yes', 'lang')}</tu><tu>${variant('ja', 'はい')}${variant('pt-BR', '<![CDATA[Sim & não]]>')}${variant('sv', ' ')}</tu></body></tmx>`)
  assert.deepEqual(
    pairs.map(({ sourceLanguage, source, language, target }) => [
      sourceLanguage,
      source,
      language,
      target,
    ]),
    [
      ['fra', 'Oui', 'deu', 'Ja'],
      ['fra', 'Oui', 'eng', 'Yes'],
      ['jpn', 'はい', 'por', 'Sim &amp; não'],
    ],
  )
})

test('rejects invalid files with a position', () => {
  const position = (text: string) => {
    const { line, column } = errorIn(text)
    return [line, column]
  }
  assert.deepEqual(position('<tmx>\n<header/>\n <body></bodi>'), [3, 8])
  assert.deepEqual(position(entries('\n<tu>\n  <tuv><seg>x</seg></tuv></tu>')), [3, 3])
  const wrong: [string, RegExp][] = [
    ['', /no root element/],
    ['plain words', /outside/],
    ['<tmx>', /ends before <\/tmx>/],
    ['<tmx/><tmx/>', /more than one root/],
    ['<html/>', /not a TMX element/],
    ['<body/>', /instead of <tmx>/],
    [entries('<tuv/>'), /<tuv> inside <body>/],
    [
      entries('<tu><tuv xml:lang="de"><seg>x</seg></tuv></tu>'),
      /without a text in its source language/,
    ],
    [entries('<tu><tuv xml:lang="qq1"/></tu>'), /not a language tag/],
    [entries('words'), /text inside <body>/],
    [entries(texts('a &nbsp; b', 'x')), /entity/],
    [entries(texts('a & b', 'x')), /entity/],
    [entries(texts('&#0;', 'x')), /entity/],
    [entries(texts('&#xd800;', 'x')), /entity/],
    [entries(texts('&#x110000;', 'x')), /entity/],
    [entries(texts('a\u0001', 'x')), /character/],
    [entries(texts('a\u007f', 'x')), /control character/],
    [entries(texts('x'.repeat(2001), 'x')), /longer than 2000/],
    [entries('<tu a="1" a="2"/>'), /twice/],
    [entries('<tu a=1/>'), /<tu> tag that is not well-formed/],
    [entries('<tu a="<"/>'), /<tu> tag that is not well-formed/],
    [entries('<!-- x'), /comment/],
    [entries('<![CDATA[ x'), /CDATA/],
    [entries('< tu/>'), /does not start a tag/],
    [entries(`<tu${Array.from({ length: 60 }, (_none, n) => ` a${n}=""`).join('')}/>`), /too many/],
    [entries(texts(`${'<hi>'.repeat(99)}x${'</hi>'.repeat(99)}`, 'x')), /nested/],
  ]
  for (const [text, message] of wrong)
    assert.match(errorIn(text).message, message, text.slice(0, 120))
})

test('rejects declarations and expands or fetches nothing', () => {
  const laughs = `<!DOCTYPE tmx [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>${entries(texts('&b;', 'x'))}`
  const outside = `<!DOCTYPE tmx [<!ENTITY x SYSTEM "file:///etc/passwd">]>${entries(texts('&x;', 'x'))}`
  const parameter = `<!DOCTYPE tmx SYSTEM "http://127.0.0.1:1/evil.dtd" [<!ENTITY % e SYSTEM "http://127.0.0.1:1/"> %e;]>${entries('')}`
  for (const text of [
    laughs,
    outside,
    parameter,
    entries('<!DOCTYPE tmx SYSTEM "tmx14.dtd">'),
    '<!ELEMENT tmx ANY><tmx/>',
  ])
    assert.match(errorIn(text).message, /doctype with declarations/)
  assert.deepEqual(
    read(
      `<!DOCTYPE tmx PUBLIC "-//LISA OSCAR:1998//DTD for Translation Memory eXchange//EN" "http://127.0.0.1:1/tmx14.dtd" >${entries('')}`,
    ),
    { pairs: [] },
  )
})

test('rejects any truncated file', () => {
  const whole =
    TMX_HEADER +
    writeTmxUnit({
      sourceLanguage: 'eng',
      language: 'deu',
      source: '<i>Go</i> on &amp; on',
      target: 'Weiter',
      before: '',
      after: '',
      id: 'f'.repeat(24),
      approved: 0,
    }) +
    TMX_FOOTER.trimEnd()
  for (let length = 0; length < whole.length; length++)
    assert.ok(read(whole.slice(0, length)).error, whole.slice(0, length))
  assert.equal(read(whole).pairs.length, 1)
})

test('reads or rejects any text, and returns canonical markup', () => {
  const pieces = fc.constantFrom(
    '<tmx>',
    '</tmx>',
    '<body>',
    '</body>',
    '<tu>',
    '</tu>',
    '<tuv xml:lang="en">',
    '<tuv xml:lang="de">',
    '</tuv>',
    '<seg>',
    '</seg>',
    'x',
    '&lt;',
    '&',
    '<hi type="b">',
    '</hi>',
    '<ph/>',
    '<!--',
    '-->',
    '"',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (all) => {
      for (const { source, target } of read(all.join('')).pairs)
        assert.deepEqual([canonicalMarkup(source), canonicalMarkup(target)], [source, target])
    }),
  )
})
