// npm run pack [-- --out <folder>]: packs the CLI as `reelay`, bundled into one package.
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createTarball, outputFolder, writeManifest, writeNotices } from './tarball.ts'
import { bundleCli } from './bundle-cli.ts'

const out = resolve(outputFolder())
const folder = join(out, 'cli')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeNotices(folder, await bundleCli(join(folder, 'dist')))
chmodSync(join(folder, 'dist/reelay.js'), 0o755)
writeManifest('cli', folder, {
  name: 'reelay',
  engines: { node: '>=22.12' },
  bin: { reelay: 'dist/reelay.js' },
  files: ['dist', 'NOTICES.md'],
})
createTarball(folder, out)
