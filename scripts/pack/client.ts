// npm run pack [-- --out <folder>]: packs the client as @reelay/client, without dependencies.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { build } from 'rolldown'
import { compilePackage } from './compile.ts'
import { CARRIED, contractFiles } from './contract.ts'
import { readContract } from './declarations.ts'
import { createTarball, outputFolder, ROOT, writeManifest, writeNotices } from './tarball.ts'

const ENTRIES = { '.': 'client', './api': 'api', './contract': 'contract', './node': 'node' }
const PARSER = 'eventsource-parser'
const PARSER_FOLDER = join(ROOT, 'node_modules', PARSER)

const out = resolve(outputFolder())
const folder = join(out, 'client')
rmSync(folder, { recursive: true, force: true })
await writeSources(join(folder, 'src'))
compilePackage(folder)
await bundleParser(join(folder, 'dist'))
writeNotices(folder, [PARSER_FOLDER])
writeManifest('client', folder, {
  sideEffects: false,
  engines: { node: '>=20' },
  exports: Object.fromEntries(
    Object.entries(ENTRIES).map(([entry, file]) => [
      entry,
      { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
    ]),
  ),
  files: ['dist', 'NOTICES.md'],
})
createTarball(folder, out)

/** The client's own sources, and the contract as endpoints and types. */
async function writeSources(src: string) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(src, path)), { recursive: true })
    writeFileSync(join(src, path), text)
  }
  const sources = globSync(join(ROOT, 'client/src/*.ts'))
  for (const path of sources.filter((name) => !name.endsWith('.test.ts'))) {
    const text = readFileSync(path, 'utf8')
    write(basename(path), text.replaceAll("'@reelay/api/contract'", "'./contract.ts'"))
  }
  for (const [path, text] of Object.entries(contractFiles(await readContract()))) write(path, text)
  for (const [name, path] of Object.entries(CARRIED)) {
    const text = readFileSync(join(ROOT, path), 'utf8')
    write(`contract/${name}.ts`, text.replaceAll(/'\.\.\/[^']*\/([\w-]+\.ts)'/g, "'./$1'"))
  }
  write('endpoint.ts', readFileSync(join(import.meta.dirname, 'endpoint.ts'), 'utf8'))
}

/** The event stream parser goes into the package, so that it has no dependencies. */
async function bundleParser(dist: string) {
  const file = `vendor/${PARSER}.js`
  await build({
    input: join(PARSER_FOLDER, 'dist/stream.js'),
    output: { file: join(dist, file), format: 'esm' },
  })
  const path = join(dist, 'listen.js')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(`'${PARSER}/stream'`, `'./${file}'`))
}
