import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFixes, assertPasses, cue, findingsOf } from '../../test/rules.ts'

const language = (code: string) => ({ language: code })

test('PUNCT: requires spaces beside French marks', () => {
  assertPasses(
    'PUNCT',
    [
      'Tu viens ?',
      'Tu viens\u00a0?',
      'Il est 12:30.',
      'Quoi ?!',
      'Il a dit : « Non. »',
      'Vraiment… ?',
      'Non.',
    ],
    language('fra'),
  )
  assertFixes(
    'PUNCT',
    [
      ['Tu viens?', 'Tu viens\u00a0?'],
      ['Il a dit: «Non»', 'Il a dit\u00a0: «\u00a0Non\u00a0»'],
      ['<i>Arrête</i>!', '<i>Arrête</i>\u00a0!'],
    ],
    language('fra'),
  )
  assertPasses('PUNCT', ['Tu viens?'], language('eng'))
})

test('PUNCT: requires an opening mark in Spanish', () => {
  assertPasses('PUNCT', ['¿Vienes?', '¡Para!', '¿Qué?!', '¡¿Cómo?!', 'No.'], language('spa'))
  assertFixes(
    'PUNCT',
    [
      ['Vienes?', undefined],
      ['Para!', undefined],
    ],
    language('spa'),
  )
  const question = [cue('¿Y tú'), cue('qué haces?', { start: 4000, stop: 6000 })]
  assert.deepEqual(findingsOf('PUNCT', question, language('spa')), [])
})

test('PUNCT: requires Arabic marks after Arabic letters', () => {
  for (const code of ['ara', 'fas', 'urd'])
    assertPasses('PUNCT', ['هل أنت هنا؟', 'نعم، بالطبع', 'السعر 1,000', 'John?'], language(code))
  assertFixes(
    'PUNCT',
    [
      ['هل أنت هنا?', 'هل أنت هنا؟'],
      ['نعم, بالطبع', 'نعم، بالطبع'],
    ],
    language('ara'),
  )
})

test('PUNCT: requires German quotes', () => {
  assertPasses('PUNCT', ['Er sagt: „Nein.“', 'Er sagt: "Nein."', 'Das »Haus«'])
  assertFixes('PUNCT', [
    ['Er sagt: “Nein.”', 'Er sagt: „Nein.“'],
    ['Er sagt: „Nein.”', 'Er sagt: „Nein.“'],
    ['„<i>Ja</i>” und „nein“', '„<i>Ja</i>“ und „nein“'],
  ])
  assertPasses('PUNCT', ['He says “No.”'], language('eng'))
})

test('PUNCT: leaves out the Japanese full stop, and widens kana', () => {
  assertPasses('PUNCT', ['行こう', '本当に？'], language('jpn'))
  assertFixes(
    'PUNCT',
    [
      ['行こう。', '行こう'],
      ['待て。行くな。', '待て\u3000行くな'],
      ['ｶﾞﾗｽ', undefined],
    ],
    language('jpn'),
  )
})

test('HOMOGLYPH: finds letters of another script in a word', () => {
  assertPasses(
    'HOMOGLYPH',
    ['Я люблю море.', 'Это USB-кабель.', 'SMSка пришла', 'Купи iPhone', 'Витамин C'],
    language('rus'),
  )
  for (const [text, code, repaired] of [
    ['Я люблю мoре.', 'rus', 'море'],
    ['<i>Cегодня</i> нет', 'rus', 'Сегодня'],
    ['Das Wetter ist schоn', 'deu', 'schon'],
    ['Καλημέρα Aθήνα', 'ell', 'Αθήνα'],
  ] as const)
    assert.equal(findingsOf('HOMOGLYPH', [cue(text)], language(code))[0]?.limit, repaired, text)
})

test('BRACKETS: requires closed brackets, and square ones for sounds', () => {
  assertPasses('BRACKETS', [
    'Ja (vielleicht).',
    '[Musik]',
    'Klar :-)',
    'Schön :)',
    'a) Brot b) Butter',
    '1) Öffnen',
  ])
  assertFixes('BRACKETS', [
    ['[Musik', undefined],
    ['Ja vielleicht).', undefined],
  ])
  const sound = [cue('(lacht'), cue('laut)', { start: 4000, stop: 6000 })]
  assert.deepEqual(findingsOf('BRACKETS', sound), [])
  const sdh = { name: 'netflix-sdh', language: 'eng' }
  assertPasses('BRACKETS', ['[laughs]', 'Yes (I think).'], sdh)
  assertFixes('BRACKETS', [['(laughs)', '[laughs]']], sdh)
})

test('ELLIPSIS: finds other forms of it', () => {
  assertPasses('ELLIPSIS', ['Ende. Aus.', 'Nun…'])
  assertFixes('ELLIPSIS', [
    ['Nun. . .', 'Nun…'],
    ['Nun……', 'Nun…'],
    ['Nun‥', 'Nun…'],
  ])
  assertPasses('ELLIPSIS', ['但是……'], language('zho'))
})

test('DASH: finds a dash on the first line only', () => {
  assertFixes('DASH', [['-Kommst du?<br>Nein.', undefined]])
  assertPasses('DASH', ['-Kommst du?', '–und dann<br>gingen wir'])
})

test('SPACES: finds spaces before brackets and Arabic marks', () => {
  assertFixes('SPACES', [['Ja (vielleicht ).', 'Ja (vielleicht).']])
  assertFixes('SPACES', [['هل أنت هنا ؟', 'هل أنت هنا؟']], language('ara'))
  assertPasses('SPACES', ['Ja (vielleicht)', 'Schön :)'])
})

test('BREAK: keeps a conjunction with the next word, and a name together', () => {
  const long = 'Wir gehen heute Abend ins Kino und<br>danach gehen wir noch etwas essen.'
  const [found] = findingsOf('BREAK', [cue(long)])
  assert.equal(found?.value, 'und')
  const names = [{ source: 'Anna Berg' }]
  const split = cue('Gestern habe ich am Bahnhof lange Anna<br>Berg aus München gesehen.', {
    source: 'Yesterday I saw Anna Berg',
  })
  assert.equal(findingsOf('BREAK', [split], { names })[0]?.value, 'Anna Berg')
})

test('BREAK: names what may be a name across a break, and leaves it to a person', () => {
  const texts = [
    [
      'I think that yesterday evening we saw John<br>Smith walking there with his brother.',
      'John Smith',
    ],
    [
      'We will be travelling all the way to New<br>York with the others tomorrow morning.',
      'New York',
    ],
  ] as const
  for (const [text, name] of texts) {
    const [found] = findingsOf('BREAK', [cue(text)], { language: 'eng' })
    assert.deepEqual([found?.value, found?.fix], [name, undefined])
  }
  assertPasses(
    'BREAK',
    [
      'I think that last night we saw poor John.<br>Smith was walking there with his wife.',
      'I think that last night we saw poor John,<br>but he was walking there with his wife.',
      'I have always known that without him<br>I’d never have found the way home.',
    ],
    { language: 'eng' },
  )
  assertPasses('BREAK', [
    'Wir gehen heute mit dem kleinen Hund<br>Max zum Ufer und dann nach Hause.',
  ])
})

test('PUNCT: requires danda, full-width marks in Chinese and the Greek question mark', () => {
  assertFixes(
    'PUNCT',
    [
      ['वह चला गया.', 'वह चला गया।'],
      ['यह घर है.', 'यह घर है।'],
      ['यह घर है. वह था.', 'यह घर है। वह था।'],
      ['“यह घर है.”', '“यह घर है।”'],
    ],
    { language: 'hin' },
  )
  assertPasses('PUNCT', ['डॉ सिंह आए।', 'डॉ. सिंह आए।', 'यह डॉ.', 'वह गया…', 'OK.'], {
    language: 'hin',
  })
  assertFixes('PUNCT', [['এটা ঘর.', 'এটা ঘর।']], { language: 'ben' })
  assertPasses('PUNCT', ['ডা. রহমান এলেন।'], { language: 'ben' })
  assertFixes('PUNCT', [['你好,世界!', '你好，世界！']], { language: 'zho' })
  assertPasses('PUNCT', ['你好，世界！', 'OK, go!', '他3:15来'], { language: 'zho' })
  assertFixes('PUNCT', [['Τι κάνεις?', 'Τι κάνεις;']], { language: 'ell' })
  assertPasses('PUNCT', ['Τι κάνεις;', 'Why?'], { language: 'ell' })
})

test('PUNCT: requires one mark for Netflix', () => {
  assertFixes('PUNCT', [['What?!', undefined]], { language: 'eng' })
  assertPasses('PUNCT', ['What?!'], { language: 'eng', name: 'bbc' })
})

test('BRACKETS: names sounds and speakers without the brackets of the profile', () => {
  const texts = [
    ['Wait. (sighs)', undefined],
    ['JOHN: Wait.', undefined],
    ['JOHN (whispers): Wait.', undefined],
  ] as const
  assertFixes('BRACKETS', texts, { language: 'eng', name: 'netflix-sdh' })
  assertPasses('BRACKETS', ['Wait. (sighs)', 'JOHN: Wait.', 'JOHN (whispers): Wait.'], {
    language: 'eng',
  })
})

test('STYLE: allows italics only, at the top or the bottom, for Netflix', () => {
  assertPasses('STYLE', ['<i>Ja</i>', 'Ja'])
  assertFixes('STYLE', [
    ['<b>Ja</b>', undefined],
    ['Ja<br><u>nein</u>', undefined],
    ['<c #ffff00>Ja</c>', undefined],
  ])
  const at = (more: object, language = 'deu') =>
    findingsOf('STYLE', [cue('Ja', more)], { language }).map(({ value }) => value)
  assert.deepEqual(at({ alignment: 'top' }), [])
  assert.deepEqual(at({ alignment: 'middle' }), ['the position middle'])
  assert.deepEqual(at({ textAlign: 'left' }), ['the position left'])
  assert.deepEqual(at({ x: 20 }), ['a position of its own'])
  assert.deepEqual(at({ writingMode: 'vertical-rl', textAlign: 'right' }, 'jpn'), [])
  for (const name of ['bbc', 'marketing'])
    assertPasses('STYLE', ['<b><c #ffff00>Ja</c></b>'], { name })
})
