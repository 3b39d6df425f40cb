// Releases a small repository with the same layout as this one.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { compareVersions, releaseChangelog, setVersion } from './files.ts'

const SCRIPTS = join(import.meta.dirname, '..')
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Something.

## [0.1.0] - 2026-01-01

- The first version.

[Unreleased]: https://example.com/compare/v0.1.0...HEAD
[0.1.0]: https://example.com/releases/tag/v0.1.0
`

/** A clone with two workspaces and a stand-in for the packing, which takes long. */
function setup(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'reelay-release-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const write = (path: string, content: unknown) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`
    writeFileSync(join(folder, path), text)
  }
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  const client = { name: '@reelay/client', version: '0.1.0' }
  const cli = { name: '@reelay/cli', version: '0.1.0', dependencies: { '@reelay/client': '0.1.0' } }
  write('package.json', {
    name: 'reelay',
    version: '0.1.0',
    type: 'module',
    workspaces: ['client', 'cli'],
    dependencies: { other: '0.1.0' },
  })
  write('client/package.json', client)
  write('cli/package.json', cli)
  write('package-lock.json', {
    name: 'reelay',
    version: '0.1.0',
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'reelay',
        version: '0.1.0',
        workspaces: ['client', 'cli'],
        dependencies: { other: '0.1.0' },
      },
      client,
      cli,
      'node_modules/@reelay/client': { resolved: 'client', link: true },
      'node_modules/@reelay/cli': { resolved: 'cli', link: true },
      'node_modules/other': { version: '0.1.0' },
    },
  })
  write('CHANGELOG.md', CHANGELOG)
  write('.gitignore', 'packed\n')
  cpSync(join(SCRIPTS, 'release.ts'), join(folder, 'scripts/release.ts'))
  for (const name of ['files.ts', 'artifacts.ts'])
    cpSync(join(SCRIPTS, 'release', name), join(folder, 'scripts/release', name))
  write(
    'scripts/pack/all.ts',
    "import { mkdirSync, writeFileSync } from 'node:fs'\n" +
      "mkdirSync('packed')\n" +
      "writeFileSync('packed/reelay-client-0.2.0.tgz', 'packed')\n",
  )
  git('init', '--quiet', '--initial-branch', 'main')
  git('config', 'user.email', 'release@example.com')
  git('config', 'user.name', 'Release')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Start')
  const release = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/release.ts', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    )
    return { status, stdout, stderr }
  }
  return { read, write, git, release }
}

test('sets the version everywhere, writes the changelog, packs, commits and tags', (t) => {
  const { read, git, release } = setup(t)
  const { status, stderr } = release('0.2.0')
  assert.equal(status, 0, stderr)
  for (const path of ['package.json', 'client/package.json', 'cli/package.json'])
    assert.equal((JSON.parse(read(path)) as { version: string }).version, '0.2.0', path)
  assert.match(read('cli/package.json'), /"@reelay\/client": "0\.2\.0"/)
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string }>
  }
  assert.deepEqual(
    Object.values(packages).map(({ version }) => version),
    ['0.2.0', '0.2.0', '0.2.0', undefined, undefined, '0.1.0'],
    'other packages keep their version',
  )
  assert.match(
    read('CHANGELOG.md'),
    /^## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n### Added\n\n- Something\.\n/m,
  )
  assert.equal(git('status', '--porcelain'), '')
  assert.equal(git('log', '-1', '--format=%s').trim(), 'release: Set the version to 0.2.0')
  assert.equal(git('tag', '--points-at', 'HEAD').trim(), 'v0.2.0')
})

test('writes a bill of materials and checksums next to the packages', (t) => {
  const { read, release } = setup(t)
  const { status, stderr } = release('0.2.0')
  assert.equal(status, 0, stderr)
  const sbom = JSON.parse(read('packed/reelay-0.2.0.cdx.json')) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { 'bom-ref': string }[]
  }
  assert.deepEqual(
    [sbom.bomFormat, sbom.metadata.component.name, sbom.metadata.component.version],
    ['CycloneDX', 'reelay', '0.2.0'],
  )
  assert.deepEqual(sbom.components.map((one) => one['bom-ref']).toSorted(), [
    '@reelay/cli@0.2.0',
    '@reelay/client@0.2.0',
    'other@0.1.0',
  ])
  const sums = read('packed/SHA256SUMS').trim().split('\n')
  assert.deepEqual(
    sums,
    ['reelay-0.2.0.cdx.json', 'reelay-client-0.2.0.tgz'].map(
      (name) => `${hash('sha256', read(`packed/${name}`))}  ${name}`,
    ),
  )
})

test('a dry run changes nothing', (t) => {
  const { git, release } = setup(t)
  const { status, stdout } = release('0.2.0', '--dry-run')
  assert.equal(status, 0)
  assert.match(stdout, /Would release 0\.2\.0 and change:\npackage\.json\n/)
  assert.deepEqual([git('status', '--porcelain'), git('tag')], ['', ''])
})

test('rejects a dirty tree, an invalid or lower version, and an empty Unreleased section', (t) => {
  const { write, git, release } = setup(t)
  const isRejected = (pattern: RegExp, ...args: string[]) => {
    const { status, stderr } = release(...args)
    assert.equal(status, 1)
    assert.match(stderr, pattern)
  }
  isRejected(/name the version/)
  isRejected(/not a version/, '1.2')
  isRejected(/not a version/, '01.2.0')
  isRejected(/not higher/, '0.1.0')
  isRejected(/not higher/, '0.0.9')
  write('notes.txt', 'draft')
  isRejected(/commit or discard/, '0.2.0')
  write('CHANGELOG.md', CHANGELOG.replace('- Something.\n', ''))
  git('add', '.')
  git('commit', '--quiet', '--message', 'Empty the changelog')
  isRejected(/Unreleased section of CHANGELOG\.md is empty/, '0.2.0')
  assert.equal(git('tag'), '')
})

test('orders versions and pre-releases', () => {
  const ordered = ['0.9.0', '1.0.0-beta.2', '1.0.0-beta.10', '1.0.0', '1.0.1', '1.10.0', '2.0.0']
  assert.deepEqual(ordered.toReversed().toSorted(compareVersions), ordered)
})

test('fits the files of this repository', () => {
  const root = join(SCRIPTS, '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const released = setVersion(lockfile, { from: version, to: '99.0.0' })
  assert.equal(setVersion(released, { from: '99.0.0', to: version }), lockfile)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  assert.match(
    releaseChangelog(changelog.replace('## [Unreleased]\n', '## [Unreleased]\n\n- A change.\n'), {
      version: '99.0.0',
      date: '2027-01-01',
    }),
    /^\[99\.0\.0\]: https:\S+\/compare\/v[\d.]+\.\.\.v99\.0\.0$/m,
  )
})
