// Compares the imports between packages, and inside web and cli, with the layers of ARCHITECTURE.md.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findCycles,
  importsOf,
  isTest,
  readSources,
  type SourceImport,
} from './architecture/sources.ts'

const importsIn = (folder: string): SourceImport[] =>
  readSources([`${folder}/src/**/*.{ts,tsx}`])
    .filter((file) => !isTest(file))
    .flatMap(importsOf)

const PACKAGES: Record<string, RegExp> = {
  fonts: /^$/,
  sandbox: /^$/,
  subtitles: /^$/,
  pdf: /^@reelay\/fonts(\/|$)/,
  'translation-memory': /^@reelay\/subtitles(\/|$)/,
  media: /^@reelay\/(fonts|sandbox)(\/|$)/,
  api: /^@reelay\/(fonts|media|pdf|sandbox|subtitles|translation-memory)(\/|$)/,
  client: /^@reelay\/api\/contract$/,
  cli: /^@reelay\/(client|api\/contract|subtitles(\/.*)?)$/,
  web: /^@reelay\/(client|api\/contract|subtitles(\/.*)?)$/,
}

for (const [name, allowed] of Object.entries(PACKAGES))
  test(`${name} imports only the packages below it`, () => {
    const wrong = importsIn(name).filter(
      ({ to }) =>
        (to.startsWith('@reelay/') && !allowed.test(to)) ||
        Object.keys(PACKAGES).some((other) => other !== name && to.startsWith(`${other}/`)),
    )
    assert.deepEqual(wrong, [])
  })

/** The folder below `web/src` or `cli/src`; empty for files that start the program. */
const folderOf = (path: string) => /^\w+\/src\/([^/]+)\//.exec(path)?.[1] ?? ''

const WEB_MAY_IMPORT: Record<string, string[]> = {
  app: ['app', 'features', 'ui', 'i18n', 'api'],
  features: ['features', 'ui', 'i18n', 'api'],
  ui: ['ui', 'i18n', 'api'],
  api: ['api', 'i18n'],
  i18n: ['i18n', 'api'],
}

test('web/src has the folders app, features, ui, i18n and api', () => {
  const folders = new Set(
    readSources(['web/src/**/*.{ts,tsx}'])
      .filter((file) => !isTest(file))
      .map(({ path }) => folderOf(path) || path),
  )
  assert.deepEqual(
    [...folders].filter((folder) => !folder.endsWith('.d.ts')).toSorted(),
    Object.keys(WEB_MAY_IMPORT).toSorted(),
  )
})

test('a layer of web imports only the layers below it', () => {
  const wrong = importsIn('web').filter(
    ({ file, to }) =>
      to.startsWith('web/src/') && !WEB_MAY_IMPORT[folderOf(file)]?.includes(folderOf(to)),
  )
  assert.deepEqual(wrong, [])
})

test('features of web import each other without a cycle', () => {
  const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const edges = importsIn('web').flatMap(({ file, to }) => {
    const [from, target] = [featureOf(file), featureOf(to)]
    return from && target && from !== target ? [{ from, to: target }] : []
  })
  assert.deepEqual(findCycles(edges), [])
})

const CLI_MAY_IMPORT: Record<string, string[]> = {
  commands: ['commands', 'resources', 'transfer', 'output'],
  resources: ['resources', 'output'],
  transfer: ['transfer', 'output'],
  output: ['output'],
}

test('a folder of cli imports only the folders below it', () => {
  const wrong = importsIn('cli').filter(({ file, to }) => {
    const [from, target] = [folderOf(file), folderOf(to)]
    return from && target && !CLI_MAY_IMPORT[from]?.includes(target)
  })
  assert.deepEqual(wrong, [])
})

test('files of cli import each other without a cycle, also when they load code later', () => {
  const edges = importsIn('cli').map(({ file, to }) => ({ from: file, to }))
  assert.deepEqual(findCycles(edges), [])
})

test('no folder of cli imports the entry program', () => {
  const wrong = importsIn('cli').filter(
    ({ file, to }) => folderOf(file) && /^cli\/src\/(program|reelay)\.ts$/.test(to),
  )
  assert.deepEqual(wrong, [])
})
