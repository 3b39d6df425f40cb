// What the packed packages have in common.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { parseArgs } from 'node:util'

export const ROOT = join(import.meta.dirname, '../..')

type Manifest = Record<string, unknown>

/** The output folder: `npm run pack -- --out <folder>`. */
export const outputFolder = (): string =>
  parseArgs({ options: { out: { type: 'string', default: 'packed' } } }).values.out

/** The metadata of a workspace's package.json, with the fields that only the package has. */
export function writeManifest(workspace: string, folder: string, fields: Manifest) {
  const source = JSON.parse(readFileSync(join(ROOT, workspace, 'package.json'), 'utf8')) as Manifest
  const metadata = Object.fromEntries(
    PUBLISHED_FIELDS.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])),
  )
  const manifest = { ...metadata, type: 'module', ...fields }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const path of ['LICENSE', `${workspace}/README.md`])
    cpSync(join(ROOT, path), join(folder, basename(path)))
}
const PUBLISHED_FIELDS = [
  'name',
  'version',
  'description',
  'keywords',
  'homepage',
  'bugs',
  'license',
  'author',
  'repository',
]

/** The licenses of bundled packages, given their folders. */
export function writeNotices(folder: string, packages: Iterable<string>) {
  const notices = [...packages].toSorted().map((path) => {
    const { name, version } = JSON.parse(
      readFileSync(join(path, 'package.json'), 'utf8'),
    ) as Record<string, string>
    const license = readFileSync(globSync(join(path, '{LICENSE,license}*'))[0]!, 'utf8')
    return `## ${name} ${version}\n\n${license.trim()}\n`
  })
  writeFileSync(
    join(folder, 'NOTICES.md'),
    `# Packages bundled in this package\n\n${notices.join('\n')}`,
  )
}

/** Runs `npm pack` in the folder and prints the size of the tarball. */
export function createTarball(folder: string, out: string) {
  const [tarball] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', out], {
      cwd: folder,
      encoding: 'utf8',
    }),
  ) as [{ filename: string; size: number; unpackedSize: number; entryCount: number }]
  const { filename, size, unpackedSize, entryCount } = tarball
  console.log(
    `${relative('', join(out, filename))}: ${kilobytes(size)}, unpacked ${kilobytes(unpackedSize)} in ${entryCount} files`,
  )
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`
