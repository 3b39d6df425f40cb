// npm run pack [-- --out <folder>]: packs the libraries as JavaScript with declarations.
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compilePackage } from './compile.ts'
import { createTarball, outputFolder, ROOT, writeManifest } from './tarball.ts'

/** In an order in which each imports only those before it. */
const LIBRARIES = ['subtitles', 'translation-memory']

type LibraryManifest = {
  name: string
  exports: Record<string, string>
  dependencies: Record<string, string>
}

const out = resolve(outputFolder())
const declarations: Record<string, string[]> = {}
for (const library of LIBRARIES) packLibrary(library)

function packLibrary(library: string) {
  const folder = join(out, library)
  rmSync(folder, { recursive: true, force: true })
  cpSync(join(ROOT, library, 'src'), join(folder, 'src'), { recursive: true })
  for (const path of globSync(join(folder, 'src/**/*.{test,fixture}.ts'))) rmSync(path)
  const { name, exports, dependencies } = JSON.parse(
    readFileSync(join(ROOT, library, 'package.json'), 'utf8'),
  ) as LibraryManifest
  compilePackage(folder, declarations)
  const entries = Object.entries(exports).map(([entry, source]) => {
    const file = source.replace('./src/', './dist/').replace(/\.ts$/, '')
    declarations[name + entry.slice(1)] = [join(folder, `${file}.d.ts`)]
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  writeManifest(library, folder, {
    sideEffects: false,
    engines: { node: '>=20' },
    exports: Object.fromEntries(entries),
    files: ['dist'],
    dependencies,
  })
  createTarball(folder, out)
}
