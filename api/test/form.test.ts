// Checks what the formatter cannot: the length of files and lines, and the names of exported types.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSources } from './architecture/sources.ts'

const MAX_LINES = 350
const MAX_COLUMNS = 100
const sources = readSources([
  '{api,cli,client,fonts,media,pdf,sandbox,scripts,subtitles,translation-memory,web}/**/*.{ts,tsx,mjs,css}',
])

test(`no file has more than ${MAX_LINES} lines`, () => {
  const long = sources
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
  assert.deepEqual(long, [])
})

/** A quoted string, a template that is not SQL, or a run without spaces: no formatter breaks these. */
const TOKEN =
  /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|(?<!sql(?:<[^`]*>)?)`(?:[^`\\]|\\.)*`|\/(?:[^/\\]|\\.)+\/[a-z]*|[^\s'"`]+/g

function isTooLong(line: string): boolean {
  if (line.length <= MAX_COLUMNS) return false
  const longest = Math.max(...[...line.matchAll(TOKEN)].map(([token]) => token.length))
  return line.length - longest > MAX_COLUMNS - 1
}

test(`no line is longer than ${MAX_COLUMNS} columns, except for a string that cannot be broken`, () => {
  const long = sources.flatMap(({ path, text }) =>
    withoutTemplates(text)
      .split('\n')
      .flatMap((line, index) => (isTooLong(line) ? [`${path}:${index + 1} (${line.length})`] : [])),
  )
  assert.deepEqual(long, [])
})

/** The lines of a template that is not SQL are the content of a file: a page, a subtitle file, XML. */
const TEMPLATE = /(?<!sql(?:<[^`]*>)?)`(?:[^`\\]|\\.)*`/g
const withoutTemplates = (text: string) =>
  text.replace(TEMPLATE, (template) =>
    template.includes('\n') ? template.replace(/[^\n]{100,}/g, '…') : template,
  )

test('a line counts as too long only if it could be broken', () => {
  const words = 'word '.repeat(30)
  assert.equal(isTooLong(`  const text = '${words}'`), false)
  assert.equal(isTooLong(`  throw new Error(\`${words}\`)`), false)
  assert.equal(isTooLong(`  // ${'x'.repeat(120)}`), false)
  assert.equal(isTooLong(`  await sql\`${words}\`.execute(db)`), true)
  assert.equal(isTooLong(`    select ${words} from studio`), true)
})

/**
 * The same name may be declared twice only with the same text, as for a package that repeats a
 * type of another one. `Static<typeof X>` means something else in every file.
 */
test('no exported type name has two meanings', () => {
  const declared = sources
    .filter(({ path }) => /\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:declare )?(?:abstract )?(?:type|interface|class) (\w+)/gm)].map(
        ({ index, 1: name }) => ({ path, name: name!, text: declarationAt(text, index) }),
      ),
    )
    // An alias of a type of the same name in another package, and the types of the packed client.
    .filter(
      ({ path, name, text }) => !text.endsWith(`.${name}`) && path !== 'scripts/pack/endpoint.ts',
    )
  const repeated = [...Map.groupBy(declared, ({ name }) => name)]
    .filter(
      ([, same]) =>
        same.length > 1 &&
        (new Set(same.map((match) => match.text)).size > 1 || /\btypeof\b/.test(same[0]!.text)),
    )
    .map(([name, same]) => `${name}: ${same.map(({ path }) => path).join(', ')}`)
  assert.deepEqual(repeated.toSorted(), [])
})

/** Up to the next line that begins a statement, without comments and line breaks. */
function declarationAt(text: string, index: number): string {
  const rest = text.slice(index)
  const end = rest.search(/\n(?=\S)(?![}\])|&])/)
  return (end < 0 ? rest : rest.slice(0, end))
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
