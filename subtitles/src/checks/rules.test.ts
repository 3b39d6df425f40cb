// Each rule on both sides of its limit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RULE_IDS, type RuleId } from './rule-ids.ts'
import type { Limits } from './limits.ts'
import type { Cue, FrameRate } from '../cue.ts'
import { frameToMs } from '../cue.ts'
import { profileFor } from '../profiles/profiles.ts'
import { check } from './check.ts'
import type { CheckOptions } from './context.ts'
import { RULES } from './rules.ts'

const FILM: FrameRate = { num: 24, den: 1 }
const NTSC: FrameRate = { num: 30_000, den: 1001 }
const PAL: FrameRate = { num: 25, den: 1 }

type Way = Partial<Omit<CheckOptions, 'profile'>> & { name?: string; own?: Limits }
const options = ({ name = 'netflix', language = 'deu', own, ...rest }: Way): CheckOptions => ({
  profile: profileFor(name, language, own),
  language,
  rate: FILM,
  kind: 'subtitles',
  ...rest,
})
const cue = (text: string, more: Partial<Cue> = {}): Cue => ({
  start: 0,
  stop: 3000,
  text,
  ...more,
})
/** The findings of one rule. */
const of = (rule: RuleId, cues: readonly Cue[], way: Way = {}) =>
  check(cues, options(way)).filter((finding) => finding.rule === rule)
const lines = (rule: RuleId, cues: readonly Cue[], way: Way = {}) =>
  of(rule, cues, way).map(({ line }) => line)
const frames = (spans: readonly (readonly [number, number])[], rate = FILM): Cue[] =>
  spans.map(([start, stop], index) =>
    cue(`Zeile ${'abcdef'[index]!}`, {
      start: frameToMs(start, rate),
      stop: frameToMs(stop, rate),
    }),
  )
const passes = (rule: RuleId, texts: readonly string[], way: Way = {}) => {
  for (const text of texts) assert.deepEqual(of(rule, [cue(text)], way), [], text)
}
/** The finding, and the text or times after its fix. */
const mends = (
  rule: RuleId,
  texts: readonly (readonly [string, string | undefined])[],
  way: Way = {},
) => {
  for (const [text, fixed] of texts) {
    const found = of(rule, [cue(text)], way)
    assert.equal(found.length, 1, text)
    assert.equal(found[0]!.fix?.text, fixed, text)
  }
}

test('every rule of the list is there, once', () =>
  assert.deepEqual(RULES.map(({ id }) => id).toSorted(), [...RULE_IDS].toSorted()))

test('ORDER: stops after it starts, and starts no earlier than the one above', () => {
  assert.deepEqual(
    lines('ORDER', [
      cue('a', { start: 1000, stop: 1000 }),
      cue('b', { start: 999, stop: 2000 }),
      cue('c', { start: 999, stop: 3000 }),
    ]),
    [1, 2],
  )
})

test('OVERLAP: touching is none; the fix shortens this line and leaves the gap', () => {
  assert.deepEqual(
    lines(
      'OVERLAP',
      frames([
        [0, 48],
        [48, 96],
      ]),
    ),
    [],
  )
  const [found] = of(
    'OVERLAP',
    frames([
      [0, 60],
      [48, 96],
    ]),
  )
  assert.deepEqual(
    [found!.line, found!.severity, found!.fix],
    [1, 'error', { stop: frameToMs(46, FILM) }],
  )
  assert.match(found!.message, /overlaps cue 2 by 0\.5 s/)
  assert.equal(
    of(
      'OVERLAP',
      frames([
        [40, 60],
        [48, 96],
      ]),
    )[0]!.fix,
    undefined,
    'what would be left is too short',
  )
})

test('OVERLAP and gaps: above and below on the picture are two places', () => {
  const [lower, upper] = frames([
    [0, 60],
    [30, 90],
  ]) as [Cue, Cue]
  assert.deepEqual(
    check([lower, { ...upper, alignment: 'top' }], options({})).map(({ rule }) => rule),
    [],
  )
})

test('DUR-min: twenty frames of 24 pass, nineteen do not, and grow where there is room', () => {
  assert.deepEqual(lines('DUR-min', frames([[0, 20]])), [])
  assert.deepEqual(
    lines('DUR-min', [cue('a', { stop: 833 }), cue('b', { start: 2000, stop: 2812 })]),
    [2],
  )
  assert.deepEqual(of('DUR-min', frames([[0, 19]]))[0]!.fix, { stop: 833 })
  assert.equal(
    of(
      'DUR-min',
      frames([
        [0, 19],
        [20, 60],
      ]),
    )[0]!.fix,
    undefined,
  )
  assert.deepEqual(
    lines(
      'DUR-min',
      frames(
        [
          [0, 25],
          [40, 64],
        ],
        NTSC,
      ),
      { rate: NTSC },
    ),
    [2],
  )
  assert.deepEqual(
    lines('DUR-min', [cue('はい', { stop: 500 }), cue('はい', { start: 2000, stop: 2470 })], {
      language: 'jpn',
    }),
    [2],
  )
})

test('DUR-max: seven seconds pass, and 168 frames of 23.976 are seven seconds', () => {
  assert.deepEqual(
    lines('DUR-max', [cue('a', { stop: 7000 }), cue('b', { start: 8000, stop: 15_030 })]),
    [2],
  )
  const rate = { num: 24_000, den: 1001 }
  assert.deepEqual(lines('DUR-max', frames([[0, 168]], rate), { rate }), [])
  assert.deepEqual(lines('DUR-max', frames([[0, 169]], rate), { rate }), [1])
})

test('GAP-min: two frames pass at every rate', () => {
  for (const rate of [FILM, PAL, NTSC])
    assert.deepEqual(
      lines(
        'GAP-min',
        frames(
          [
            [0, 48],
            [50, 98],
            [99, 140],
            [140, 200],
          ],
          rate,
        ),
        { rate },
      ),
      [2, 3],
    )
  assert.deepEqual(
    of(
      'GAP-min',
      frames([
        [0, 49],
        [50, 98],
      ]),
    )[0]!.fix,
    { stop: 2000 },
  )
  assert.deepEqual(
    lines(
      'GAP-min',
      frames(
        [
          [0, 48],
          [52, 98],
          [103, 140],
        ],
        PAL,
      ),
      { name: 'arte', rate: PAL },
    ),
    [1],
  )
})

test('GAP-bridge: three to eleven frames of 24 are closed to two, twelve stay', () => {
  for (const [gap, told] of [
    [2, 0],
    [3, 1],
    [11, 1],
    [12, 0],
  ] as const)
    assert.equal(
      of(
        'GAP-bridge',
        frames([
          [0, 48],
          [48 + gap, 110],
        ]),
      ).length,
      told,
      `${gap}`,
    )
  for (const [rate, last] of [
    [PAL, 11],
    [NTSC, 14],
    [{ num: 24_000, den: 1001 }, 11],
  ] as const) {
    assert.deepEqual(
      [last, last + 1].map(
        (gap) =>
          of(
            'GAP-bridge',
            frames(
              [
                [0, 48],
                [48 + gap, 130],
              ],
              rate,
            ),
            { rate },
          ).length,
      ),
      [1, 0],
    )
  }
  assert.deepEqual(
    of(
      'GAP-bridge',
      frames([
        [0, 48],
        [55, 110],
      ]),
    )[0]!.fix,
    { stop: frameToMs(53, FILM) },
  )
  assert.deepEqual(
    of('GAP-bridge', [cue('はい'), cue('はい', { start: 3200, stop: 5000 })], { language: 'jpn' }),
    [],
  )
})

test('FPS-grid: a millisecond beside the frame is rounding, two are not', () => {
  assert.deepEqual(
    lines('FPS-grid', [
      cue('a', { start: 42, stop: 1000 }),
      cue('b', { start: 1043, stop: 2000 }),
      cue('c', { start: 2044, stop: 3000 }),
    ]),
    [3],
  )
  assert.deepEqual(of('FPS-grid', [cue('a', { start: 1020, stop: 2520 })])[0]!.fix, {
    start: 1000,
    stop: 2500,
  })
})

test('DF-1: a time from a code that drop-frame leaves out', () => {
  const at = (start: number) =>
    of('DF-1', [cue('a', { start, stop: start + 3003 })], { rate: NTSC }).map(({ value }) => value)
  assert.deepEqual(
    [at(60_000), at(60_033), at(60_067), at(600_000), at(0)],
    [['00:01:00;00'], ['00:01:00;01'], [], [], []],
  )
  assert.deepEqual(of('DF-1', [cue('a', { start: 60_000, stop: 63_000 })], { rate: PAL }), [])
})

test('CUT-in: snaps to the cut, or keeps half a second away from it', () => {
  const start = (frame: number) =>
    of('CUT-in', frames([[frame, frame + 60]]), { cuts: [frameToMs(100, FILM)] })[0]
  for (const fine of [88, 100, 112, 50, 150]) assert.equal(start(fine), undefined, `${fine}`)
  for (const [frame, wanted] of [
    [93, 100],
    [99, 100],
    [101, 100],
    [111, 100],
    [92, 88],
    [89, 88],
  ] as const)
    assert.deepEqual(start(frame)?.fix, { start: frameToMs(wanted, FILM) }, `${frame}`)
})

test('CUT-out: ends two frames before the cut, never on it', () => {
  const stop = (frame: number) =>
    of('CUT-out', frames([[frame - 60, frame]]), {
      cuts: [frameToMs(200, FILM), frameToMs(900, FILM)],
    })[0]
  for (const fine of [198, 188, 212, 150]) assert.equal(stop(fine), undefined, `${fine}`)
  for (const wrong of [189, 197, 199, 200, 201, 211])
    assert.deepEqual(stop(wrong)?.fix, { stop: frameToMs(198, FILM) }, `${wrong}`)
  assert.deepEqual(
    of('CUT-out', frames([[0, 100]]), { name: 'bbc', cuts: [frameToMs(100, FILM)] }),
    [],
    'the BBC ends on the last frame of the shot',
  )
})

test('CPS: exactly at the limit passes, one character more does not', () => {
  const at = (count: number, way: Way, letter = 'a') =>
    of('CPS', [cue(letter.repeat(count), { stop: 1000 })], way).length
  for (const [language, most] of [
    ['deu', 17],
    ['eng', 20],
    ['ara', 20],
    ['hin', 22],
    ['xxx', 17],
  ] as const)
    assert.deepEqual([at(most, { language }), at(most + 1, { language })], [0, 1], language)
  for (const [language, most, letter] of [
    ['kor', 12, '가'],
    ['zho', 9, '你'],
    ['jpn', 4, 'あ'],
  ] as const)
    assert.deepEqual(
      [at(most, { language }, letter), at(most + 1, { language }, letter)],
      [0, 1],
      language,
    )
  for (const [name, most] of [
    ['netflix-children', 13],
    ['netflix-sdh', 20],
    ['netflix-sdh-children', 17],
    ['arte', 20],
    ['vertical', 25],
  ] as const)
    assert.deepEqual([at(most, { name }), at(most + 1, { name })], [0, 1], name)
})

test('CPS: says it plainly, warns in trailers, and takes the time that is free', () => {
  const text = 'a'.repeat(35)
  const [found] = of('CPS', [cue(text, { stop: 2000 })])
  assert.deepEqual(
    [found!.message, found!.value, found!.limit, found!.severity],
    ['has a reading speed of 17.5 characters per second; the limit is 17', 17.5, 17, 'error'],
  )
  assert.equal(of('CPS', [cue(text, { stop: 2000 })], { name: 'standard' })[0]!.severity, 'warning')
  assert.ok(found!.fix!.stop! >= 2059 && found!.fix!.stop! <= 2500)
  assert.equal(
    of('CPS', [cue(text, { stop: 2000 }), cue('b', { start: 2084, stop: 4000 })])[0]!.fix,
    undefined,
    'the next one is in the way',
  )
  assert.equal(
    of('CPS', [cue('a'.repeat(60), { stop: 2000 })])[0]!.fix,
    undefined,
    'too much for half a second',
  )
})

test('CPS: tags and unseen marks are not read', () =>
  assert.deepEqual(of('CPS', [cue(`<i>${'a'.repeat(17)}</i>\u200f`, { stop: 1000 })]), []))

test('WPM: 180 words a minute pass', () => {
  assert.deepEqual(
    lines('WPM', [cue('a b c', { stop: 1000 }), cue('a b c d', { start: 2000, stop: 3000 })], {
      name: 'bbc',
    }),
    [2],
  )
  assert.deepEqual(
    lines('WPM', [cue('a b c d', { stop: 1000 })], { own: { wordsPerMinute: 200 } }),
    [1],
    'a studio may want it anywhere',
  )
})

test('CPL: exactly as many as have room, per language and set', () => {
  const at = (count: number, way: Way, letter = 'n') =>
    of('CPL', [cue(letter.repeat(count), { stop: 6000 })], way).map(({ severity }) => severity)
  for (const [language, most, letter] of [
    ['deu', 42, 'n'],
    ['tha', 35, 'ก'],
    ['kor', 16, '가'],
    ['zho', 16, '你'],
    ['jpn', 13, 'あ'],
  ] as const)
    assert.deepEqual(
      [at(most, { language }, letter), at(most + 1, { language }, letter)],
      [[], ['error']],
      language,
    )
  for (const [name, most] of [
    ['cea-608', 32],
    ['arte', 40],
    ['sdi', 37],
    ['vertical', 24],
  ] as const)
    assert.deepEqual([at(most, { name }), at(most + 1, { name })], [[], ['error']], name)
  for (const [name, good, most] of [
    ['ebu', 37, 40],
    ['bbc-vertical', 25, 29],
  ] as const)
    assert.deepEqual(
      [good, good + 1, most, most + 1].map((count) => at(count, { name })[0]),
      [undefined, 'warning', 'warning', 'error'],
      name,
    )
})

test('CPL: a long row is broken where a reader would', () =>
  mends('CPL', [
    [
      'Das war vor langer Zeit, und es ist noch so wie damals.',
      'Das war vor langer Zeit,<br>und es ist noch so wie damals.',
    ],
    [
      '<i>Das war vor langer Zeit, und es ist noch so wie damals.</i>',
      '<i>Das war vor langer Zeit,<br>und es ist noch so wie damals.</i>',
    ],
    ['x'.repeat(43), undefined],
  ]))

test('WIDTH: 68 percent of the picture by estimate', () => {
  passes('WIDTH', ['Das war vor langer Zeit in einer Stadt'], { name: 'bbc' })
  assert.ok(of('WIDTH', [cue('W'.repeat(24))], { name: 'bbc' }).length)
  passes('WIDTH', ['W'.repeat(40)])
})

test('LINES: two rows, four in captions', () => {
  passes('LINES', ['a<br>b'])
  passes('LINES', ['a<br>b<br>c<br>d'], { name: 'cea-608' })
  mends('LINES', [
    [
      'Wir sehen<br>gar nichts von<br>dem, was da draußen ist',
      'Wir sehen gar nichts von<br>dem, was da draußen ist',
    ],
  ])
  assert.equal(of('LINES', [cue('-a<br>-b<br>-c')])[0]!.fix, undefined)
})

test('BREAK: one row where one will do, and no article left behind', () => {
  passes('BREAK', ['-Ja?<br>-Nein.', 'Das war vor langer Zeit,<br>und es ist noch so wie damals.'])
  mends('BREAK', [
    ['Das ist<br>alles.', 'Das ist alles.'],
    [
      'Ich habe dir doch gesagt, dass du die<br>Tür schließen sollst.',
      'Ich habe dir doch gesagt,<br>dass du die Tür schließen sollst.',
    ],
  ])
  passes('BREAK', ['Das ist<br>alles.'], { name: 'bbc' })
})

test('BUDGET: a card has room for so many characters', () => {
  const card = (text: string) =>
    of('BUDGET', [cue(text, { budget: 10 })], { kind: 'graphics' }).length
  assert.deepEqual([card('DEMNÄCHST!'), card('DEMNÄCHST<br>!'), card('DEMNÄCHST!!')], [0, 0, 1])
  assert.deepEqual(of('BUDGET', [cue('x'.repeat(99))], { kind: 'graphics' }), [])
})

test('graphics are not timed by the translator: no rule about time but the order is options', () => {
  const found = check(
    [cue('Kein Preis', { start: 0, stop: 100 }), cue('Kein Ort', { start: 50, stop: 20_000 })],
    options({ kind: 'graphics' }),
  )
  assert.deepEqual(found, [])
})

test('TAGS: what cannot be read is told, and nothing else about its text', () => {
  for (const text of ['<i>a', 'a</b>', '<p>a</p>', 'a < b', '<i><b>a</i></b>'])
    assert.deepEqual(
      check([cue(`${text}  ...`)], options({})).map(({ rule, severity }) => [rule, severity]),
      [['TAGS', 'error']],
      text,
    )
  passes('TAGS', ['<i>a</i>', 'a<br>b', 'a &lt; b'])
})

test('EMPTY and UNTRANSLATED: nothing at all, or nothing yet', () => {
  for (const text of ['', ' ', '<i></i>', '\u00a0', '\u200b']) {
    assert.deepEqual(
      [of('EMPTY', [cue(text)]).length, of('UNTRANSLATED', [cue(text)]).length],
      [1, 0],
      text,
    )
    assert.deepEqual(
      [
        of('EMPTY', [cue(text, { source: 'No.' })]).length,
        of('UNTRANSLATED', [cue(text, { source: 'No.' })]).length,
      ],
      [0, 1],
      text,
    )
  }
  passes('EMPTY', ['.', '♪'])
})

test('SAME-AS-SOURCE: whatever the tags and the case; names may stay', () => {
  const same = (text: string, source: string) =>
    of('SAME-AS-SOURCE', [cue(text, { source })], {
      names: [{ source: 'Anna' }, { source: 'New York' }],
    }).length
  assert.deepEqual(
    [
      same('Come here!', '<i>COME HERE!</i>'),
      same('Komm her!', 'Come here!'),
      same('Anna!', 'Anna!'),
      same('Anna, New York', 'Anna, New York'),
      same('2019', '2019'),
      same('Anna, come!', 'Anna, come!'),
    ],
    [1, 0, 0, 0, 0, 1],
  )
})

test('SPACES: doubled, at the ends, before a mark; French has its own', () => {
  passes('SPACES', ['Ja, gut.', 'a\u00a0b', '… und dann', '100 %', 'um .5 mehr', 'また　明日'])
  mends('SPACES', [
    ['a  b', 'a b'],
    [' a ', 'a'],
    ['a <br> b', 'a<br>b'],
    ['Was ?', 'Was?'],
    ['Gut , ja .', 'Gut, ja.'],
    ['<i>a </i> b', '<i>a </i>b'],
  ])
  passes('SPACES', ['Quoi ?', 'Non !', '« Oui »'], { language: 'fra' })
  mends('SPACES', [['Bon , oui', 'Bon, oui']], { language: 'fra' })
})

test('GLYPH: letters of other scripts, emoji and junk', () => {
  passes('GLYPH', ['Über ß “a” – … ♪ 5 €', '½ ™ ©'])
  mends('GLYPH', [
    ['Nеin', undefined],
    ['Gut 👍', undefined],
    ['a\u200bb', 'ab'],
    ['Ent\u00adzug', 'Entzug'],
    ['\ufffd', undefined],
    ['\u202eabc\u202c', undefined],
    ['\ue000', undefined],
  ])
  for (const [language, text] of [
    ['rus', 'Привет, John'],
    ['jpn', 'はい、ダメだ。日本ー'],
    ['kor', '네, 漢字 OK'],
    ['zho', '你好，世界。'],
    ['ara', 'مرحبا، بالعالم'],
    ['fas', 'می\u200cخواهم'],
    ['hin', 'क्\u200dष नमस्ते।'],
    ['ell', 'Γειά'],
    ['srp', 'Здраво zdravo'],
    ['xxx', 'ଓଡ଼ିଆ'],
  ] as const)
    passes('GLYPH', [text], { language })
  passes('GLYPH', ['Gut 👍🏽'], { name: 'vertical' })
  assert.equal(of('GLYPH', [cue('Жизнь')], { name: 'cea-608' }).length, 1)
  passes('GLYPH', ["Élan, it's 5 o'clock - ok?"], { name: 'cea-608' })
})

test('RTL-marks: balanced, and rows begin at the right end', () => {
  const [he, ar] = [{ language: 'heb' }, { language: 'ara' }]
  passes(
    'RTL-marks',
    ['שלום עולם.', '\u200fJohn אמר שלום', '- שלום', '\u2067a\u2069', 'John', '…שלום'],
    he,
  )
  mends(
    'RTL-marks',
    [
      ['.שלום עולם', 'שלום עולם.'],
      ['John אמר', '\u200fJohn אמר'],
      ['\u2067שלום', '\u2067שלום\u2069'],
      ['שלום\u2069', undefined],
      ['.שלום!', undefined],
    ],
    he,
  )
  mends(
    'RTL-marks',
    [
      ['؟ مرحبا', 'مرحبا؟'],
      ['\u202bمرحبا', '\u202bمرحبا\u202c'],
    ],
    ar,
  )
  mends('RTL-marks', [['\u2066a', '\u2066a\u2069']], { language: 'deu' })
  passes('RTL-marks', ['.hallo', '! Nein'])
})

test('ELLIPSIS: one character, or three dots where the set has no such character', () => {
  passes('ELLIPSIS', ['Nun…', 'Ja. Nein.', 'a..'])
  mends('ELLIPSIS', [
    ['Nun...', 'Nun…'],
    ['...und <i>dann....</i>', '…und <i>dann…</i>'],
  ])
  mends('ELLIPSIS', [['Nun…', 'Nun...']], { name: 'ebu' })
})

test('DASH: both, with a space or without, or the second alone', () => {
  const way = (language: string) => ({ language })
  passes('DASH', ['-Ja?<br>-Nein.', 'Ja<br>nein', '-Ja', 'a<br>-5 Grad'])
  mends('DASH', [
    ['- Ja?<br>- Nein.', '-Ja?<br>-Nein.'],
    ['Ja?<br>-Nein.', '-Ja?<br>-Nein.'],
    ['–Ja?<br>–Nein.', '-Ja?<br>-Nein.'],
    ['<i>- Ja?</i><br>-Nein.', '<i>-Ja?</i><br>-Nein.'],
  ])
  for (const language of [
    'fra',
    'spa',
    'por',
    'ita',
    'pol',
    'rus',
    'ces',
    'hun',
    'ron',
    'kor',
    'tha',
    'vie',
  ]) {
    passes('DASH', ['- a<br>- b'], way(language))
    mends('DASH', [['-a<br>-b', '- a<br>- b']], way(language))
  }
  for (const language of ['nld', 'fin', 'heb', 'srp']) {
    passes('DASH', ['a<br>-b'], way(language))
    mends(
      'DASH',
      [
        ['-a<br>-b', 'a<br>-b'],
        ['- a<br>- b', 'a<br>-b'],
      ],
      way(language),
    )
  }
  mends('DASH', [['- a<br>-b', 'a<br>- b']], way('bul'))
  passes('DASH', ['-a<br>- b'], way('jpn'))
})

test('ITALIC: none where the script has none', () => {
  for (const language of ['ara', 'heb', 'hin', 'kor', 'tha', 'zho'])
    mends('ITALIC', [['<i>a</i><b>b</b>', 'a<b>b</b>']], { language })
  passes('ITALIC', ['<i>a</i>'])
})

test('NUM-1-10: small numbers in words, but no time, date, measure, price or code', () => {
  passes('NUM-1-10', [
    'Um 5:30',
    'am 5. Mai',
    'am 5 Mai',
    '5 %',
    '5 km',
    '5 €',
    '$5',
    '13 Tage',
    'Raum A4',
    'Apollo 7',
    '3D',
    '5/6',
    '2,5 Liter',
    '-5',
    '0 Tage',
    'zwei',
    '2019',
  ])
  mends('NUM-1-10', [
    ['Es sind 3 Leute.', 'Es sind drei Leute.'],
    ['Die 3 da', 'Die drei da'],
    ['nach 12 Tagen', 'nach zwölf Tagen'],
    ['nur 1 Tag', undefined],
    ['Wir sind<br>4.', 'Wir sind<br>vier.'],
  ])
  passes('NUM-1-10', ['le 3 mai', 'vers 5 h'], { language: 'fra' })
  mends(
    'NUM-1-10',
    [
      ['we saw 3 men', 'we saw three men'],
      ['3 men', 'Three men'],
      ['all <i>10</i> of us', 'all <i>ten</i> of us'],
    ],
    { language: 'eng' },
  )
  passes('NUM-1-10', ['we saw 11 men'], { language: 'eng' })
  passes('NUM-1-10', ['3 miestä'], { language: 'fin' })
})

test('NUM-start: no sentence begins with digits', () => {
  assert.deepEqual(
    ['2019 came.', 'Yes. 20 men.', '"50 men', '20:15 sharp', 'In 2019', '5 men'].map(
      (text) => of('NUM-start', [cue(text)], { language: 'eng' }).length,
    ),
    [1, 1, 1, 0, 0, 0],
  )
})

test('NAME: as the project writes it, whole words only, and in capitals too', () => {
  const names = [
    { source: 'Will' },
    { source: 'Anna Karenina', target: 'Anna Karenina' },
    { source: 'Anna', target: 'Anne' },
  ]
  const missing = (source: string, text: string, language = 'deu') =>
    of('NAME', [cue(text, { source })], { names, language }).map(({ value }) => value)
  assert.deepEqual(missing('Will is here', 'Will ist da'), [])
  assert.deepEqual(missing('Will is here', 'Wills Hund'), [], 'an ending may follow')
  assert.deepEqual(missing('Will is here', 'Willi<br>ist da'), [])
  assert.deepEqual(missing('WILL is here', 'Er ist da'), ['Will'])
  assert.deepEqual(missing('I will, Willard', 'Ja'), [])
  assert.deepEqual(missing('Anna Karenina', 'Anna<br>Karenina'), [])
  assert.deepEqual(missing('Anna Karenina met Will', 'Anna Karenina'), ['Will'])
  assert.deepEqual(missing('Anna', 'Anna'), ['Anna'])
  assert.deepEqual(
    missing('Will is here', 'ウィルがいる', 'jpn'),
    [],
    'without a translation nobody knows how it is written there',
  )
  assert.deepEqual(missing('Anna', '', 'deu'), [], 'not translated is another matter')
})

test("TERM: the glossary's word, and never the forbidden one", () => {
  const glossary = [
    { source: 'the Force', target: 'die Macht', forbidden: ['die Kraft'] },
    { source: '力', target: 'Macht' },
  ]
  const wrong = (source: string, text: string) =>
    of('TERM', [cue(text, { source })], { glossary }).map(({ value }) => value)
  assert.deepEqual(
    [
      wrong('Use the force!', 'Nutze die Macht!'),
      wrong('Use the Force!', 'Nutze die Kraft!'),
      wrong('Use the Force!', 'Nutze sie!'),
      wrong('the forced', 'x'),
      wrong('その力', 'Kraft'),
    ],
    [[], ['die Kraft'], ['the Force'], [], ['力']],
  )
})

test('DATE: a date of the project is not contradicted, and that is an error', () => {
  const dates = [{ source: 'November 15', target: '15. November', forbidden: ['11. November'] }]
  const found = (text: string) =>
    of('DATE', [cue(text, { source: 'In theaters November 15' })], { dates, name: 'standard' }).map(
      ({ severity }) => severity,
    )
  assert.deepEqual(
    [found('Ab 15. November im Kino'), found('Ab 16. November im Kino')],
    [[], ['error']],
  )
})

test('NUMBERS: numbers of the original are there, however they are written', () => {
  const missing = (source: string, text: string, language = 'deu') =>
    of('NUMBERS', [cue(text, { source })], { language }).map(({ value }) => value)
  for (const [source, text] of [
    ['November 15', '15.11.'],
    ['11/15', '15. November'],
    ['5 p.m.', '17 Uhr'],
    ['1,000 men', '1.000 Mann'],
    ['1,000', '1\u00a0000'],
    ['in 2019', 'عام ٢٠١٩'],
    ['20 men', '二十人'],
    ['7 days', 'sieben Tage'],
    ['15', '１５'],
    ['007 and 42', '42'],
  ] as const)
    assert.deepEqual(missing(source, text), [], text)
  assert.deepEqual(
    [
      missing('in 2019', 'im Jahr 2018'),
      missing('1,500', '1.000'),
      missing('November 15', '16. November'),
    ],
    [['2019'], ['1500'], ['15']],
  )
})
