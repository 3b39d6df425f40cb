// A pattern that backtracks more than linearly lets a small input block the process: a file of 50 kB
// once took nine seconds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'
import { findPatterns, type FoundPattern } from './architecture/patterns.ts'
import { isTest, readSources } from './architecture/sources.ts'

const sources = readSources([
  '{api,cli,client,fonts,media,pdf,sandbox,subtitles,translation-memory}/src/**/*.ts',
  'web/src/**/*.{ts,tsx}',
]).filter((file) => !isTest(file))
const patterns = sources.flatMap(findPatterns)

test('every pattern takes linear time', () => {
  assert.ok(patterns.length > 300)
  assert.deepEqual(patterns.flatMap(describeSlow), [])
})

test('finds patterns that take more than linear time', () => {
  const slow = [
    'const EMAIL = /^[^@]+@[^@]+\\.[^@]+$/',
    "text.replace(/\\s+$/, '')",
    "const NAME = '[a-z]*'\nconst TAG = new RegExp(`<${NAME}[^<>]*>`)",
    "const REST = String.raw`(?:\\w+\\d*)+`\nconst ALL = new RegExp(`^${REST}$`, 'u')",
    "const Code = Type.String({ pattern: '^(a+)+$' })",
  ]
  for (const text of slow)
    assert.equal(findPatterns({ path: 'slow.ts', text }).flatMap(describeSlow).length, 1, text)
})

/** Patterns that are only known when the code runs. Each must be linear for every value. */
const DYNAMIC: Record<string, string> = {
  'api/src/machinedrafts/rules/terms.ts': 'an escaped term without quantifiers',
  'subtitles/src/checks/glyphs.ts': 'one character class',
  'subtitles/src/checks/punctuation.ts': 'lists of fixed words around one full stop',
  'subtitles/src/formats/ass/vertical.ts': 'alternatives that begin with different characters',
  'web/src/features/shared/mentions/mentions.ts': 'escaped names',
  'web/src/features/translation-editor/find/find.ts': 'escaped text without quantifiers',
  'subtitles/src/spelling/affix-file.ts':
    'escaped letters, sets and flags of a dictionary, for words of 64 letters and lists of 8 flags',
  'web/src/features/translation-editor/suggestions/terms.ts': 'escaped words between \\s+',
}

test('every pattern that is put together at run time is reviewed', () => {
  const files = new Set(
    patterns.filter(({ source }) => source === undefined).map(({ file }) => file),
  )
  assert.deepEqual([...files].toSorted(), Object.keys(DYNAMIC).toSorted())
})

function describeSlow({ file, line, code, source, flags }: FoundPattern): string[] {
  if (source === undefined) return []
  const parser = new RegExpParser()
  const unicode = flags.includes('u')
  const { reports } = analyse(
    {
      pattern: parser.parsePattern(source, 0, source.length, { unicode }),
      flags: parser.parseFlags(flags),
    },
    { reportTypes: { Move: true } },
  )
  return reports.length ? [`${file}:${line} ${reports[0]!.type} in ${code}`] : []
}
