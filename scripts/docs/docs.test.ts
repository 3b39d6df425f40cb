// What the documents say of the code is held against the code.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadFixtures } from '../../api/test/fixtures.ts'
import { readConfig } from '../../api/src/config/config.ts'
import { SETTINGS, type Setting } from '../../api/src/config/settings.ts'
import { EVERYWHERE, everyCall } from './reference/calls.ts'
import { everyCode, unreadable } from './reference/codes.ts'
import { TELLINGS } from './reference/events.ts'
import { referencePages } from './reference/pages.ts'
import { REMEDIES } from './reference/remedies.ts'
import { readSources } from './reference/sources.ts'

const REFERENCE = join(import.meta.dirname, '../../docs/reference')
/** Written by hand, or by a test of the web app (translation-editor/shortcuts/shortcuts.test.ts). */
const NOT_GENERATED = ['api.md', 'translate-keys.md']

const sources = readSources()
const codes = everyCode(sources)
const calls = everyCall(sources)

test('docs/reference is what the declarations give: `npm run reference` writes it', () => {
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

test('every call that is served is told of, once', async (t) => {
  const { app } = await loadFixtures(t)
  assert.deepEqual(
    calls.map(({ heading }) => heading).toSorted(),
    app.endpoints.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
})

test('the code of every refusal can be read, and is explained', () => {
  assert.deepEqual(unreadable(sources), [])
  assert.deepEqual(
    [...codes.keys()].filter((code) => !REMEDIES[code] && !code.endsWith('.unknown')),
    [],
    'in scripts/docs/reference/remedies.ts',
  )
  assert.deepEqual(
    Object.keys(REMEDIES).filter((code) => !codes.has(code)),
    [],
    'explained, but thrown nowhere',
  )
})

test('every code stands with a call, or with what every call refuses', () => {
  const beside = ['metrics.refused']
  const told = new Set([
    ...beside,
    ...EVERYWHERE.flatMap(([, some]) => some),
    ...calls.flatMap((call) => call.codes),
  ])
  assert.deepEqual(
    [...codes.keys()].filter((code) => !told.has(code)),
    [],
  )
  assert.deepEqual(
    [...told].filter((code) => !codes.has(code)),
    [],
  )
})

test('every setting that is read is declared, and holds what it says where it is not set', () => {
  const asked = new Set<string>()
  readConfig(new Proxy({}, { get: (_target, name) => void asked.add(String(name)) }))
  assert.deepEqual([...asked].toSorted(), Object.keys(SETTINGS).toSorted())
  // Those of S3 cannot stand alone.
  const settings = Object.entries<Setting>(SETTINGS).filter(
    ([name, { default: otherwise }]) => otherwise !== undefined && !name.startsWith('S3_'),
  )
  for (const [name, { default: otherwise }] of settings)
    assert.deepEqual(readConfig({ [name]: String(otherwise) }), readConfig({}), name)
})

test('what events tell is what is told of them', () => {
  const emitted = [...sources.values()].flatMap(({ text }) =>
    [...text.matchAll(/emit\(tx, \{[\s\S]*?\bsnapshot: \{([^}]*)\}/g)].flatMap(([, told]) =>
      told!.split(',').map((part) => part.split(':')[0]!.trim()),
    ),
  )
  assert.deepEqual(
    [...new Set(emitted)].toSorted(),
    [...new Set(Object.values(TELLINGS).flatMap(({ told }) => Object.keys(told)))].toSorted(),
  )
})
