// Compares the imports of api/src with the plan in ARCHITECTURE.md.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT, importsOf, isTest, readSources } from './architecture/sources.ts'

const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
const readPlan = (name: string, arrow: string) =>
  new RegExp(`\`\`\`${name}\n(.*)\n`)
    .exec(page)![1]!
    .split(arrow)
    .map((word) => word.trim())
const MODULES = readPlan('plan', '→')
const KINDS = readPlan('kinds', '←')

/** Folders beside the modules. Each may import only those before it; modules stand before operations. */
const FOUNDATION = ['config', 'kernel']
const KERNEL = ['http', 'telemetry', 'compute', 'db', 'jobs', 'events', 'mail', 'storage', 'audit']
/** Inside the kernel a folder imports only folders before it. */
const KERNEL_LAYERS = [
  'http/contract',
  'telemetry',
  'compute',
  'db',
  'jobs',
  'storage',
  'audit',
  'events',
  'mail',
  'http',
]

const SRC = 'api/src/'
const files = readSources([`${SRC}**/*.ts`])
  .filter((file) => !isTest(file))
  .map(({ path, text }) => ({ path: path.slice(SRC.length), text }))
const imports = files.flatMap((file) =>
  importsOf({ ...file, path: SRC + file.path }).map(({ to }) => ({
    file: file.path,
    to: to.startsWith(SRC) ? to.slice(SRC.length) : to,
    isInside: to.startsWith(SRC),
  })),
)
const inside = imports.filter(({ isInside }) => isInside)
const folderOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : '')
const isModule = (path: string) => MODULES.includes(folderOf(path))
const kindOf = (path: string) => path.split('/')[1]!.replace(/\.ts$/, '')
const layerOf = (path: string) =>
  KERNEL_LAYERS.findIndex((layer) => path.startsWith(`kernel/${layer}/`))

test('every folder is part of the plan', () => {
  const folders = new Set(files.map(({ path }) => folderOf(path)).filter(Boolean))
  assert.deepEqual(
    [...folders].toSorted(),
    [...FOUNDATION, 'operations', 'admin', ...MODULES].toSorted(),
  )
})

test('the kernel has its nine folders and no loose file', () => {
  const folders = new Set(
    files.filter(({ path }) => folderOf(path) === 'kernel').map(({ path }) => path.split('/')[1]!),
  )
  assert.deepEqual([...folders].toSorted(), KERNEL.toSorted())
})

test('config and kernel import only what is before them', () => {
  const wrong = inside.filter(({ file, to }) => {
    const from = FOUNDATION.indexOf(folderOf(file))
    const target = FOUNDATION.indexOf(folderOf(to))
    return from >= 0 && (target < 0 || target > from)
  })
  assert.deepEqual(wrong, [])
})

test('inside the kernel a folder imports only folders before it', () => {
  const wrong = inside.filter(
    ({ file, to }) =>
      folderOf(file) === 'kernel' && folderOf(to) === 'kernel' && layerOf(to) > layerOf(file),
  )
  assert.deepEqual(wrong, [])
})

test('operations and modules do not import each other', () => {
  const wrong = inside.filter(
    ({ file, to }) =>
      (folderOf(file) === 'operations' && (isModule(to) || folderOf(to) === '')) ||
      (folderOf(to) === 'operations' && isModule(file)),
  )
  assert.deepEqual(wrong, [])
})

test('nothing imports the commands of the operator', () => {
  const wrong = inside.filter(
    ({ file, to }) => folderOf(to) === 'admin' && folderOf(file) !== 'admin' && file !== 'admin.ts',
  )
  assert.deepEqual(wrong, [])
})

test('every file of a module is of a known kind', () => {
  const strange = files
    .map(({ path }) => path)
    .filter((path) => isModule(path) && !KINDS.includes(kindOf(path)))
  assert.deepEqual(strange, [])
})

test('a module imports only modules to its left', () => {
  const wrong = inside.filter(
    ({ file, to }) =>
      isModule(file) &&
      isModule(to) &&
      MODULES.indexOf(folderOf(to)) > MODULES.indexOf(folderOf(file)),
  )
  assert.deepEqual(wrong, [])
})

test('inside a module a file imports only kinds before its own', () => {
  const wrong = inside.filter(
    ({ file, to }) =>
      isModule(file) &&
      folderOf(to) === folderOf(file) &&
      KINDS.indexOf(kindOf(to)) > KINDS.indexOf(kindOf(file)),
  )
  assert.deepEqual(wrong, [])
})

test('contracts and rules run in a browser', () => {
  const packages =
    /^(typebox|fflate|@reelay\/(subtitles(\/.+)?|fonts|media\/(delivery|delivery-targets|task|types|viewer-codes)))$/
  const shared = /^(kernel\/http\/contract\/|kernel\/jobs\/kinds\.ts)/
  const isShared = (path: string) => shared.test(path) || isContractOrRule(path)
  const isContractOrRule = (path: string) =>
    isModule(path) && ['contract', 'rules'].includes(kindOf(path))
  const wrong = imports.filter(
    ({ file, to, isInside }) =>
      (isContractOrRule(file) || file === 'contract.ts' || shared.test(file)) &&
      !(isInside ? isShared(to) : packages.test(to)),
  )
  assert.deepEqual(wrong, [])
})

test('rules are pure: no clock, no randomness, no throw', () => {
  const impure = files.filter(
    ({ path, text }) =>
      isModule(path) &&
      kindOf(path) === 'rules' &&
      /\bthrow\b|Date\.now|new Date\(\)|Math\.random|process\.|Temporal\.Now/.test(text),
  )
  assert.deepEqual(
    impure.map(({ path }) => path),
    [],
  )
})

const SQL = 'api/src/kernel/db/sql.ts'

test('routes contain no SQL', () => {
  const wrong = imports.filter(
    ({ file, to }) => isModule(file) && kindOf(file) === 'routes' && to === SQL,
  )
  assert.deepEqual(wrong, [])
})
