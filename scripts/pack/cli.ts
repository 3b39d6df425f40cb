// npm run pack [-- --out packed]: the terminal program as the package reelay, bundled, for who does
// not have this repository.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'rolldown'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const {
  values: { out },
} = parseArgs({ options: { out: { type: 'string', default: 'packed' } } })
const packed = resolve(out)
const home = join(packed, 'cli')
rmSync(home, { recursive: true, force: true })
mkdirSync(home, { recursive: true })
writeNotices(home, await bundle(join(home, 'dist')))
describePackage(home)
const [made] = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--pack-destination', packed], {
    cwd: home,
    encoding: 'utf8',
  }),
) as [{ filename: string; size: number; unpackedSize: number; entryCount: number }]
console.log(
  `${join(out, made.filename)}: ${kilobytes(made.size)}, unpacked ${kilobytes(made.unpackedSize)} in ${made.entryCount} files`,
)

/**
 * What a command loads when it is called stays in a file of its own: help must not read the
 * contract. Gives the folders of the packages that went in.
 */
async function bundle(dir: string): Promise<Set<string>> {
  const { output } = await build({
    input: join(ROOT, 'cli/src/reelay.ts'),
    platform: 'node',
    transform: { target: 'node22' },
    checks: { ineffectiveDynamicImport: false },
    output: {
      dir,
      format: 'esm',
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      minify: { mangle: false },
    },
  })
  chmodSync(join(dir, 'reelay.js'), 0o755)
  return new Set(
    output
      .flatMap((made) => (made.type === 'chunk' ? made.moduleIds : []))
      .flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []),
  )
}

/** Whoever passes on the work of others passes on what they ask for. */
function writeNotices(at: string, folders: Set<string>) {
  const notices = [...folders].toSorted().map((folder) => {
    const { name, version } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, string>
    return `## ${name} ${version}\n\n${readFileSync(globSync(join(folder, '{LICENSE,license}*'))[0]!, 'utf8').trim()}\n`
  })
  writeFileSync(
    join(at, 'NOTICES.md'),
    `# What is bundled in this package\n\n${notices.join('\n')}`,
  )
}

function describePackage(at: string) {
  const { version, license } = JSON.parse(
    readFileSync(join(ROOT, 'cli/package.json'), 'utf8'),
  ) as Record<string, string>
  writeFileSync(
    join(at, 'package.json'),
    `${JSON.stringify(
      {
        name: 'reelay',
        version,
        description: 'Assets, files and work requests of a Reelay service, from the terminal',
        license,
        type: 'module',
        engines: { node: '>=22.12' },
        bin: { reelay: 'dist/reelay.js' },
        files: ['dist', 'NOTICES.md'],
      },
      null,
      2,
    )}\n`,
  )
  for (const path of ['LICENSE', 'cli/README.md'])
    cpSync(join(ROOT, path), join(at, basename(path)))
}

function kilobytes(bytes: number) {
  return `${(bytes / 1000).toFixed(0)} kB`
}
