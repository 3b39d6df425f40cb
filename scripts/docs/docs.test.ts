// Compares the documentation with the code.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadFixtures } from '../../api/test/fixtures.ts'
import { readConfig } from '../../api/src/config/config.ts'
import { SETTINGS, type Setting } from '../../api/src/config/settings.ts'
import { COMMON_CODES, findEndpoints } from './reference/calls.ts'
import { findCodes, findUnknownThrows } from './reference/codes.ts'
import { EVENTS } from './reference/events.ts'
import { referencePages } from './reference/pages.ts'
import { REMEDIES } from './reference/remedies.ts'
import { readSources } from './reference/sources.ts'

const ROOT = join(import.meta.dirname, '../..')
const REFERENCE = join(ROOT, 'docs/reference')
/** By hand, or by a test of the web app (translation-editor/shortcuts/shortcuts.test.ts). */
const NOT_GENERATED = ['api.md', 'translate-keys.md']

const sources = readSources()
const codes = findCodes(sources)
const calls = findEndpoints(sources)

test('docs/reference has the pages of this version', () => {
  const pages = referencePages()
  assert.deepEqual(
    globSync('**/*.md', { cwd: REFERENCE }).toSorted(),
    [...pages.keys(), ...NOT_GENERATED].toSorted(),
  )
  const stale = [...pages]
    .filter(([path, text]) => readFileSync(join(REFERENCE, path), 'utf8') !== text)
    .map(([path]) => path)
  assert.deepEqual(stale, [])
})

test('no page hides a command from its reader or waits in an endless loop', () => {
  const pages = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT })
  const hidden = pages.filter((page) =>
    /<!--(?:(?!-->)[^])*```sh/.test(readFileSync(join(ROOT, page), 'utf8')),
  )
  const endless = pages.filter((page) =>
    /^ *(until|while) (?!read)/m.test(readFileSync(join(ROOT, page), 'utf8')),
  )
  assert.deepEqual([hidden, endless], [[], []])
})

test('finds every endpoint once', async (t) => {
  const { app } = await loadFixtures(t)
  assert.deepEqual(
    calls.map(({ heading }) => heading).toSorted(),
    app.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
})

test('every problem code has an explanation', () => {
  assert.deepEqual(findUnknownThrows(sources), [])
  assert.deepEqual(
    [...codes.keys()].filter((code) => !REMEDIES[code] && !code.endsWith('.not-found')),
    [],
    'in scripts/docs/reference/remedies.ts',
  )
  assert.deepEqual(
    Object.keys(REMEDIES).filter((code) => !codes.has(code)),
    [],
    'explained, but never thrown',
  )
})

test('every code belongs to an endpoint or to the common codes', () => {
  const beside = ['metrics.forbidden']
  const documented = new Set([
    ...beside,
    ...COMMON_CODES.flatMap(([, some]) => some),
    ...calls.flatMap((call) => call.codes),
  ])
  assert.deepEqual(
    [...codes.keys()].filter((code) => !documented.has(code)),
    [],
  )
  assert.deepEqual(
    [...documented].filter((code) => !codes.has(code)),
    [],
  )
})

test('every setting is declared with its real default', () => {
  const read = new Set<string>()
  readConfig(new Proxy({}, { get: (_target, name) => void read.add(String(name)) }))
  assert.deepEqual([...read].toSorted(), Object.keys(SETTINGS).toSorted())
  // The settings of S3 depend on each other.
  const settings = Object.entries<Setting>(SETTINGS).filter(
    ([name, { default: otherwise }]) => otherwise !== undefined && !name.startsWith('S3_'),
  )
  for (const [name, { default: otherwise }] of settings)
    assert.deepEqual(readConfig({ [name]: String(otherwise) }), readConfig({}), name)
})

test('the documented fields of events are those that are emitted', () => {
  const emitted = [...sources.values()].flatMap(({ text }) =>
    [...text.matchAll(/emit\(tx, \{[\s\S]*?\bdetails: \{([^}]*)\}/g)].flatMap(([, fields]) =>
      fields!.split(',').map((part) => part.split(':')[0]!.trim()),
    ),
  )
  assert.deepEqual(
    [...new Set(emitted)].toSorted(),
    [...new Set(Object.values(EVENTS).flatMap(({ details }) => Object.keys(details)))].toSorted(),
  )
})
