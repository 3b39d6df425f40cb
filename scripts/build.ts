// npm run build [-- --out <folder>]: writes an installation for this platform, with Node and
// PostgreSQL, that starts without npm and without a network: <folder>/reelay.
import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeInstallation } from './release/installation.ts'

const ROOT = process.cwd()
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string
}
const { out } = parseArgs({ options: { out: { type: 'string' } } }).values
const folder = resolve(out ?? `packed/reelay-${version}-${process.platform}-${process.arch}`)
await writeInstallation(ROOT, folder)
console.log(`Built ${relative('', folder)}. Start it with ${relative('', folder)}/reelay`)
