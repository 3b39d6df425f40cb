// A folder with everything that the service needs, for the platform on which it is built.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { bundleCli } from '../pack/bundle-cli.ts'

const FILES = [
  'api/dist',
  'api/package.json',
  'media/dist',
  'media/package.json',
  'cli/package.json',
  'api/demo/films',
  'web/dist',
  'docs/dist',
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'THIRD_PARTY_LICENSES.txt',
]
/** The service reads a few files next to its sources, and the schema. */
const ASSETS = ['api/src/**/*.bin', 'api/{schema,migrations}/*.sql']
/** Not needed: declarations, source maps, and the headers and documentation of Node. */
const isNeeded = (path: string) =>
  !/\.(map|d\.[cm]?ts)$|\/node-(linux|darwin|bin)[\w-]*\/(include|share)$/.test(path)

export async function writeInstallation(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const assets = globSync(ASSETS, { cwd: root })
  const packages = findPackages(root).map((path) => relative(root, path))
  const paths = [...FILES, ...assets, ...packages]
  for (const path of paths)
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: isNeeded })
  linkNode(root, folder)
  await bundleCli(join(folder, 'cli/dist'))
  const { name, version, type } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, string>
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, type, private: true }, null, 2)}\n`,
  )
  cpSync(join(import.meta.dirname, 'reelay.sh'), join(folder, 'reelay'))
  chmodSync(join(folder, 'reelay'), 0o755)
  // Programs run from the bundle if it is newer than what they are bundled from.
  const now = new Date()
  for (const name of ['api', 'media']) utimesSync(join(folder, name, 'dist/.stamp'), now, now)
}

/** The installed packages that the service needs, and Node itself. */
function findPackages(root: string): string[] {
  const args = ['ls', '--omit=dev', '--all', '--parseable', '--include-workspace-root']
  const paths = execFileSync('npm', [...args, '--workspace', 'api'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 ** 2,
  })
  const unique = new Set(paths.split('\n'))
  return [...unique].filter((path) => path.startsWith(join(root, 'node_modules')))
}

function linkNode(root: string, folder: string) {
  const path = 'node_modules/.bin/node'
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  symlinkSync(readlinkSync(join(root, path)), join(folder, path))
}
