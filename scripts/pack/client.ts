// npm run pack [-- --out packed]: the client as the package @reelay/client, .js and .d.ts, for who
// does not have this repository.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { CARRIED, contractFiles } from './contract.ts'
import { readDeclarations } from './declarations.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOORS = { '.': 'client', './api': 'api', './contract': 'contract', './node': 'node' }

const {
  values: { out },
} = parseArgs({ options: { out: { type: 'string', default: 'packed' } } })
const packed = resolve(out)
const home = join(packed, 'client')
rmSync(home, { recursive: true, force: true })
await writeSources(join(home, 'src'))
compile(home)
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

/** Of the client as it is; of the contract what it says to a caller. */
async function writeSources(src: string) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  for (const path of globSync(join(ROOT, 'client/src/*.ts')).filter(
    (name) => !name.endsWith('.test.ts'),
  ))
    write(
      basename(path),
      readFileSync(path, 'utf8').replaceAll("'@reelay/api/contract'", "'./contract.ts'"),
    )
  for (const [path, text] of Object.entries(contractFiles(await readDeclarations())))
    write(path, text)
  for (const [name, path] of Object.entries(CARRIED))
    write(
      `contract/${name}.ts`,
      readFileSync(join(ROOT, path), 'utf8').replaceAll(
        /'\.\.\/checks\/[\w-]+\.ts'/g,
        "'./subtitles.ts'",
      ),
    )
  write('endpoint.ts', readFileSync(join(ROOT, 'scripts/pack/endpoint.ts'), 'utf8'))
}

function compile(at: string) {
  const options = {
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    rootDir: 'src',
    outDir: 'dist',
    skipLibCheck: true,
  }
  writeFileSync(join(at, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(at, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['src'] }),
  )
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', at], {
    stdio: 'inherit',
  })
  for (const path of globSync(join(at, 'dist/**/*.{js,ts}'))) tidy(path)
}

/**
 * Of a file of types no program needs the rest; and the compiler leaves the endings of imports in
 * .d.ts as they were.
 */
function tidy(path: string) {
  const text = readFileSync(path, 'utf8')
  if (/^(\/\/.*\n)*export {};\s*$/.test(text)) rmSync(path)
  else if (path.endsWith('.d.ts'))
    writeFileSync(path, text.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"))
}

function describePackage(at: string) {
  const { name, version, license } = JSON.parse(
    readFileSync(join(ROOT, 'client/package.json'), 'utf8'),
  ) as Record<string, string>
  const exports = Object.fromEntries(
    Object.entries(DOORS).map(([door, file]) => [
      door,
      { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
    ]),
  )
  writeFileSync(
    join(at, 'package.json'),
    `${JSON.stringify(
      {
        name,
        version,
        description: 'Typed calls to a Reelay service, for browsers and Node',
        license,
        type: 'module',
        sideEffects: false,
        engines: { node: '>=22' },
        exports,
        files: ['dist'],
      },
      null,
      2,
    )}\n`,
  )
  for (const path of ['LICENSE', 'client/README.md'])
    cpSync(join(ROOT, path), join(at, basename(path)))
}

function kilobytes(bytes: number) {
  return `${(bytes / 1000).toFixed(0)} kB`
}
