// npm run pack [-- --out <folder>]: packs @reelay/subtitles as JavaScript with declarations.
import { cpSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compilePackage } from './compile.ts'
import { createTarball, outputFolder, ROOT, writeManifest } from './tarball.ts'

type SubtitlesManifest = {
  exports: Record<string, string>
  dependencies: Record<string, string>
}

const out = resolve(outputFolder())
const folder = join(out, 'subtitles')
rmSync(folder, { recursive: true, force: true })
cpSync(join(ROOT, 'subtitles/src'), join(folder, 'src'), { recursive: true })
for (const path of globSync(join(folder, 'src/**/*.{test,fixture}.ts'))) rmSync(path)
const manifest = JSON.parse(
  readFileSync(join(ROOT, 'subtitles/package.json'), 'utf8'),
) as SubtitlesManifest
compilePackage(folder)
writeManifest('subtitles', folder, {
  sideEffects: false,
  engines: { node: '>=22' },
  exports: Object.fromEntries(
    Object.entries(manifest.exports).map(([entry, source]) => {
      const file = source.replace('./src/', './dist/').replace(/\.ts$/, '')
      return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
    }),
  ),
  files: ['dist'],
  dependencies: manifest.dependencies,
})
createTarball(folder, out)
