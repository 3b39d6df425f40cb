import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cue, findingsOf, assertPasses, assertFixes } from '../../test/rules.ts'

test('RTL-marks: requires balanced marks and punctuation at the end', () => {
  const [he, ar] = [{ language: 'heb' }, { language: 'ara' }]
  assertPasses(
    'RTL-marks',
    ['שלום עולם.', '\u200fJohn אמר שלום', '- שלום', '\u2067a\u2069', 'John', '…שלום'],
    he,
  )
  assertFixes(
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
  assertFixes(
    'RTL-marks',
    [
      ['؟ مرحبا', 'مرحبا؟'],
      ['\u202bمرحبا', '\u202bمرحبا\u202c'],
    ],
    ar,
  )
  assertFixes('RTL-marks', [['\u2066a', '\u2066a\u2069']], { language: 'deu' })
  assertPasses('RTL-marks', ['.hallo', '! Nein'])
})

test('ELLIPSIS: requires one character, or three dots in some profiles', () => {
  assertPasses('ELLIPSIS', ['Nun…', 'Ja. Nein.', 'a..'])
  assertFixes('ELLIPSIS', [
    ['Nun...', 'Nun…'],
    ['...und <i>dann....</i>', '…und <i>dann…</i>'],
  ])
  assertFixes('ELLIPSIS', [['Nun…', 'Nun...']], { name: 'ebu' })
})

test('DASH: requires dashes for both speakers or only the second', () => {
  const way = (language: string) => ({ language })
  assertPasses('DASH', ['-Ja?<br>-Nein.', 'Ja<br>nein', '-Ja', 'a<br>-5 Grad'])
  assertFixes('DASH', [
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
    assertPasses('DASH', ['- a<br>- b'], way(language))
    assertFixes('DASH', [['-a<br>-b', '- a<br>- b']], way(language))
  }
  for (const language of ['nld', 'fin', 'heb', 'srp']) {
    assertPasses('DASH', ['a<br>-b'], way(language))
    assertFixes(
      'DASH',
      [
        ['-a<br>-b', 'a<br>-b'],
        ['- a<br>- b', 'a<br>-b'],
      ],
      way(language),
    )
  }
  assertFixes('DASH', [['- a<br>-b', 'a<br>- b']], way('bul'))
  assertPasses('DASH', ['-a<br>- b'], way('jpn'))
})

test('ITALIC: reports italics in scripts without italics', () => {
  for (const language of ['ara', 'heb', 'hin', 'kor', 'tha', 'zho'])
    assertFixes('ITALIC', [['<i>a</i><b>b</b>', 'a<b>b</b>']], { language })
  assertPasses('ITALIC', ['<i>a</i>'])
})

test('NUM-1-10: spells out small numbers, but no time, date, measure, price or code', () => {
  assertPasses('NUM-1-10', [
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
  assertFixes('NUM-1-10', [
    ['Es sind 3 Leute.', 'Es sind drei Leute.'],
    ['Die 3 da', undefined],
    ['nach 12 Tagen', 'nach zwölf Tagen'],
    ['nur 1 Tag', undefined],
    ['Wir sind<br>4.', 'Wir sind<br>vier.'],
  ])
  assertPasses('NUM-1-10', ['le 3 mai', 'vers 5 h'], { language: 'fra' })
  assertFixes(
    'NUM-1-10',
    [
      ['we saw 3 men', 'we saw three men'],
      ['3 men', 'Three men'],
      ['all <i>10</i> of us', 'all <i>ten</i> of us'],
    ],
    { language: 'eng' },
  )
  assertPasses('NUM-1-10', ['we saw 11 men'], { language: 'eng' })
  assertPasses('NUM-1-10', ['3 miestä'], { language: 'fin' })
})

test('NUM-start: reports a sentence that starts with digits', () => {
  assert.deepEqual(
    ['2019 came.', 'Yes. 20 men.', '"50 men', '20:15 sharp', 'In 2019', '5 men'].map(
      (text) => findingsOf('NUM-start', [cue(text)], { language: 'eng' }).length,
    ),
    [1, 1, 1, 0, 0, 0],
  )
})
