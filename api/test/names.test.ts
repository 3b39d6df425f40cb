// Private metaphors that were replaced by plain names. None of them may return in code, strings or
// documents.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from './architecture/sources.ts'

/** Parts of identifiers and words of sentences, in any case. */
const RETIRED_WORDS = [
  'labour',
  'mightier',
  'reckon',
  'reckoned',
  'sitting',
  'tide',
  'tidings',
  'veil',
  'veiled',
]

/** Identifiers and phrases, exactly as written. */
const RETIRED_NAMES = [
  'ONWARD',
  'Hand in',
  'Take the order back',
  'UploadDoor',
  'WayIn',
  'forgetTouches',
  'handOn',
  'isCalled',
  'lanesOf',
  'openHouse',
  'raiseWalls',
  'raiseWorld',
  'useAct',
  'useAnswer',
  'useKeeper',
]

/**
 * Promises that keep their names: fields and codes of the API, and migrations, whose digests are
 * stored in every database.
 */
const ALLOWED = ['user.mightier']
const EXEMPT = [/^api\/migrations\//, /^api\/test\/names\.test\.ts$/, /^CHANGELOG\.md$/]

const sources = readSources([
  '*.md',
  '{api,client,cli,docs,scripts,subtitles,web}/**/*.{ts,tsx,mjs,js,css,md,sql,html}',
  'web/src/i18n/locales/en/*.json',
]).filter(({ path }) => !EXEMPT.some((pattern) => pattern.test(path)))

test('no retired word returns', () => {
  const words = new Set(RETIRED_WORDS)
  assert.deepEqual(
    findIn((line) => wordsOf(line).filter((word) => words.has(word))),
    [],
  )
})

test('no retired name returns', () => {
  const names = new RegExp(String.raw`\b(?:${RETIRED_NAMES.join('|')})\b`, 'g')
  assert.deepEqual(
    findIn((line) => line.match(names) ?? []),
    [],
  )
})

test('finds a retired word inside an identifier', () => {
  assert.deepEqual(wordsOf('const raiseTide = tide_id + LABOUR'), [
    'const',
    'raise',
    'tide',
    'tide',
    'id',
    'labour',
  ])
})

function findIn(retiredIn: (line: string) => string[]): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const checked = ALLOWED.reduce((rest, allowed) => rest.replaceAll(allowed, ''), line)
      return retiredIn(checked).map((word) => `${path}:${index + 1} ${word}`)
    }),
  )
}

/** `raiseTide` and `tide_id` contain the word `tide`. */
function wordsOf(line: string): string[] {
  return (line.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())
}
