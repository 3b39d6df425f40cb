// npm run guide: writes docs/*.md as the pages of /docs/guide into docs/dist, unless nothing changed.
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'

const OUT = 'docs/dist'
const STAMP = `${OUT}/.stamp`
const SOURCES = ['docs/**/*', 'scripts/docs/guide/*']

const paths = globSync(SOURCES, { exclude: [OUT], withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => `${parentPath}/${name}`)
const hash = createHash('sha256')
for (const path of paths.toSorted()) hash.update(path).update(readFileSync(path))
const sources = hash.digest('hex')

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== sources) {
  console.log('Writing the guide …')
  const { buildGuide } = await import('./docs/guide/build.ts')
  buildGuide('docs', OUT)
  writeFileSync(STAMP, sources)
}
