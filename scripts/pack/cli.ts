// npm run pack [-- --out <folder>]: packs the CLI as `reelay`, bundled into one package.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createTarball, outputFolder, ROOT, writeManifest, writeNotices } from './tarball.ts'
import { bundleCli } from './bundle-cli.ts'

const out = resolve(outputFolder())
const folder = join(out, 'cli')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeNotices(folder, await bundleCli(join(folder, 'dist')))
const start = readFileSync(join(ROOT, 'cli/src/start.cjs'), 'utf8')
writeFileSync(join(folder, 'dist/start.cjs'), start.replace('./reelay.ts', './reelay.js'), {
  mode: 0o755,
})
writeManifest('cli', folder, {
  name: 'reelay',
  engines: { node: '>=22.12' },
  bin: { reelay: 'dist/start.cjs' },
  files: ['dist', 'NOTICES.md'],
})
createTarball(folder, out)
