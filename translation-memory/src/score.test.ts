import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { adaptNumbers } from './adapt-numbers.ts'
import { markupKey, textKey, splitWords } from './key.ts'
import { closestKeys, similarity } from './similarity.ts'
import { bestMatches, toComparable, scoreCandidate, type Candidate } from './score.ts'

const candidate = (source: string, target: string, more: Partial<Candidate> = {}): Candidate => ({
  id: 'a',
  source,
  target,
  origin: 'approved',
  approved: 1,
  times: 1,
  before: false,
  after: false,
  sameAsset: false,
  sameProject: true,
  ...more,
})
const scoreOf = (query: string, source: string, more: Partial<Candidate> = {}) =>
  scoreCandidate(toComparable(query), candidate(source, 'x', more)).score

const words = fc
  .array(fc.constantFrom('we', 'have', 'to', 'leave', 'now', 'Ünal', 'ночь', '夜', '12', 'it’s'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((all) => all.join(' '))
const matchContext = fc.record({
  origin: fc.constantFrom('approved' as const, 'import' as const),
  sameProject: fc.boolean(),
  sameAsset: fc.boolean(),
  before: fc.boolean(),
  after: fc.boolean(),
})

test('compares words and numbers only', () => {
  assert.equal(markupKey('<i>Come  in!</i><br>- “It’s 12:30”'), 'come in its 12:30')
  assert.equal(markupKey('COME in, its 12:30'), 'come in its 12:30')
  assert.notEqual(markupKey('1,000'), markupKey('1.000'))
  assert.equal(markupKey('Cafe\u0301\u200e'), markupKey('CAFÉ'))
  assert.deepEqual(
    [markupKey('…'), markupKey(' <b> </b><br>'), markupKey('Tom &amp; Ann')],
    ['…', '', 'tom ann'],
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) =>
      assert.equal(textKey(textKey(text)), textKey(text)),
    ),
  )
  assert.deepEqual(splitWords('夜は leave ทำ'), ['夜', 'は', 'leave', 'ท', 'ำ'])
})

test('scores the same line 100, and 101 in the same context', () => {
  assert.equal(scoreOf('We have to go.', 'We have to go.'), 100)
  assert.equal(scoreOf('We have to go.', 'We have to go.', { before: true, after: true }), 101)
  assert.equal(scoreOf('We have to go.', 'We have to go.', { before: true }), 100)
  assert.equal(scoreOf('We have to go.', 'We have to go.', { after: true, sameAsset: true }), 101)
  assert.deepEqual(
    ['context', 'exact', 'fuzzy'],
    [
      scoreCandidate(toComparable('Go.'), candidate('Go.', 'x', { before: true, after: true }))
        .kind,
      scoreCandidate(toComparable('Go.'), candidate('Go!', 'x')).kind,
      scoreCandidate(toComparable('Go.'), candidate('Go on.', 'x', { before: true, after: true }))
        .kind,
    ],
  )
})

test('subtracts a penalty for each difference', () => {
  const same = 'We have to go.'
  assert.equal(scoreOf(same, same, { sameProject: false }), 99)
  assert.equal(scoreOf(same, same, { origin: 'import' }), 98)
  assert.equal(scoreOf(same, 'We have <i>to</i> go.'), 98)
  assert.equal(scoreOf(same, 'We HAVE to go!'), 99)
  assert.equal(scoreOf(same, 'We have<br>to go.'), 100, 'line breaks do not count')
  assert.equal(
    scoreOf('Wait 10 minutes.', 'Wait ten minutes.'),
    scoreOf('Wait xx minutes.', 'Wait ten minutes.') - 5,
  )
})

test('has a symmetric similarity that is 1 only for equal keys', () => {
  fc.assert(
    fc.property(words, words, (a, b) => {
      assert.equal(similarity(a, b), similarity(b, a))
      assert.ok(similarity(a, b) >= 0 && similarity(a, b) <= 1)
      assert.equal(similarity(a, b) === 1, a === b)
    }),
  )
})

test('ranks an equal line above a similar one, and only lowers scores by penalties', () => {
  fc.assert(
    fc.property(words, words, matchContext, (a, b, how) => {
      if (markupKey(a) !== markupKey(b)) assert.ok(scoreOf(a, a, how) > scoreOf(a, b, how))
      const score = scoreOf(a, b, how)
      for (const worse of [
        { sameProject: false },
        { origin: 'import' as const },
        { before: false },
        { sameAsset: false },
      ])
        assert.ok(scoreOf(a, b, { ...how, ...worse }) <= score)
      assert.ok(scoreOf(a, `<i>${b}</i>`, how) <= score)
    }),
  )
})

test('replaces numbers if nothing else differs', () => {
  const adapt = (from: string, to: string, target: string) => adaptNumbers({ from, to, target })
  assert.equal(adapt('In 3 days.', 'In 5 days.', 'In <i>3</i> Tagen.'), 'In <i>5</i> Tagen.')
  assert.equal(
    adapt('From 3 to 4, then 3.', 'From 4 to 3, then 4.', 'Von 3 bis 4, dann 3.'),
    'Von 4 bis 3, dann 4.',
  )
  assert.equal(adapt('At 12:30!', 'at 9:15', 'Um 12:30!'), 'Um 9:15!')
  for (const [from, to, target, why] of [
    ['In 3 days.', 'In 5 days.', 'In drei Tagen.', 'the target has no digits'],
    ['1 day', '5 days', '1 Tag', 'a word differs too'],
    ['3 of 3', '3 of 5', '3 von 3', 'ambiguous: either 3 may have changed'],
    ['3 days', '3 days', '3 Tage', 'the numbers are equal'],
    ['3 days', '5 days', '3 Tage, 3 Nächte', 'the target repeats the number'],
  ] as const)
    assert.equal(adapt(from, to, target), undefined, why)
  const match = scoreCandidate(toComparable('In 5 days.'), candidate('In 3 days.', 'In 3 Tagen.'))
  assert.deepEqual(
    [match.score, match.kind, match.target, match.adapted],
    [95, 'fuzzy', 'In 5 Tagen.', true],
  )
})

test('sorts by score, then newest, and counts equal targets', () => {
  const matches = bestMatches('We have to go.', [
    candidate('We have to go.', 'Wir müssen los.', { id: 'old', approved: 1, times: 2 }),
    candidate('We have to go.', 'Wir müssen gehen.', { id: 'new', approved: 2 }),
    candidate('We have to leave.', 'Wir müssen los.', { id: 'far', approved: 3, times: 4 }),
    candidate('Nobody knows why.', 'Keiner weiß warum.', { id: 'other' }),
  ])
  assert.deepEqual(
    matches.map(({ id, score, times }) => [id, score, times]),
    [
      ['new', 100, 1],
      ['old', 100, 6],
    ],
  )
})

test('returns at most ten matches of 60 or more, without duplicate targets, best first', () => {
  fc.assert(
    fc.property(
      words,
      fc.array(fc.tuple(words, words, matchContext, fc.nat(100)), { maxLength: 40 }),
      (query, saved) => {
        const matches = bestMatches(
          query,
          saved.map(([source, target, how, approved], index) =>
            candidate(source, target, { ...how, approved, id: String(index) }),
          ),
        )
        assert.ok(matches.length <= 10 && matches.every(({ score }) => score >= 60 && score <= 101))
        assert.equal(new Set(matches.map(({ target }) => target)).size, matches.length)
        assert.deepEqual(
          matches.map(({ score }) => score),
          matches.map(({ score }) => score).toSorted((a, b) => b - a),
        )
      },
    ),
  )
})

test('keeps the most similar keys, the line itself first', () => {
  const keys = Array.from({ length: 500 }, (_none, index) => `we have to go ${index}`)
  const closest = closestKeys('we have to go 77', [...keys, 'nothing of the kind'])
  assert.deepEqual(
    [closest[0], closest.length, closest.includes('nothing of the kind')],
    ['we have to go 77', 200, false],
  )
})
