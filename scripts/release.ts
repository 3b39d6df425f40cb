// npm run release <version> [-- --dry-run]: sets the version everywhere, writes the changelog
// entry, packs the packages with a bill of materials and checksums, commits and tags.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { writeChecksums, writeSbom } from './release/artifacts.ts'
import { compareVersions, releaseChangelog, setVersion } from './release/files.ts'

const ROOT = process.cwd()
const CHANGELOG = 'CHANGELOG.md'
const PACKED = join(ROOT, 'packed')
const LOCKFILE = 'package-lock.json'

const {
  values: { 'dry-run': dryRun },
  positionals: [version],
} = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
})

try {
  release(version)
} catch (error) {
  console.error(`Release stopped: ${(error as Error).message}`)
  process.exitCode = 1
}

function release(next: string | undefined) {
  const manifest = JSON.parse(read('package.json')) as { version: string; workspaces: string[] }
  checkVersion(next, manifest.version)
  checkCleanTree()
  const manifests = ['package.json', ...manifest.workspaces.map((name) => `${name}/package.json`)]
  const today = new Date().toISOString().slice(0, 10)
  const changes = new Map<string, string>([
    ...[...manifests, LOCKFILE].map((path): [string, string] => [
      path,
      setVersion(read(path), { from: manifest.version, to: next }),
    ]),
    [CHANGELOG, releaseChangelog(read(CHANGELOG), { version: next, date: today })],
  ])
  if (dryRun) {
    console.log(`Would release ${next} and change:\n${[...changes.keys()].join('\n')}`)
    return
  }
  for (const [path, text] of changes) writeFileSync(join(ROOT, path), text)
  execFileSync(process.execPath, ['scripts/pack/all.ts'], { cwd: ROOT, stdio: 'inherit' })
  writeSbom(ROOT, PACKED, next)
  writeChecksums(PACKED, next)
  git('add', '--', ...changes.keys())
  git('commit', '--quiet', '--message', `release: Set the version to ${next}`)
  git('tag', '--annotate', `v${next}`, '--message', `Reelay ${next}`)
  console.log(`Released ${next}. To publish it:`)
  console.log(`  git push --follow-tags\n  npm publish packed/<package>.tgz   # for each package`)
}

function checkVersion(next: string | undefined, current: string): asserts next is string {
  if (!next) throw new Error('name the version: npm run release 1.2.0')
  if (!/^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.]+)?$/.test(next))
    throw new Error(`"${next}" is not a version such as 1.2.0`)
  if (compareVersions(next, current) <= 0)
    throw new Error(`${next} is not higher than the present version ${current}`)
}

function checkCleanTree() {
  if (git('status', '--porcelain').trim()) throw new Error('commit or discard your changes first')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}
