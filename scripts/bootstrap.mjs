// Runs before every npm script, on any Node from 20 on: installs the locked dependencies, among
// them Node 26, bundles the service and builds the web app, unless nothing changed. `--no-web` only
// installs, `--service` does not build the web app. JavaScript, because Node 20 does not read
// TypeScript.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const STAMP = 'node_modules/.stamp'
const wanted = digest(readFileSync('package-lock.json'), process.platform, process.arch)
if (read(STAMP) !== wanted) {
  console.log('Installing dependencies (once, about a minute) …')
  run(process.execPath, [
    process.env.npm_execpath,
    'ci',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  writeFileSync(STAMP, wanted)
}

const onlyInstalls = process.argv.includes('--no-web')
if (!onlyInstalls) run(join('node_modules', '.bin', 'node'), ['scripts/bundle-service.ts'])
if (!onlyInstalls && !process.argv.includes('--service')) {
  const sources = digest(
    ...['web', 'client/src', 'subtitles/src', 'api/src']
      .flatMap(filesIn)
      .map((path) => readFileSync(path)),
    wanted,
  )
  if (read('web/dist/.stamp') !== sources) {
    console.log('Building the web app …')
    run(join('node_modules', '.bin', 'node'), [
      'node_modules/vite/bin/vite.js',
      'build',
      'web',
      '--logLevel',
      'warn',
    ])
    for (const path of filesIn('web/dist').filter((name) => /\.(js|css|svg)$/.test(name))) {
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)))
    }
    writeFileSync('web/dist/.stamp', sources)
  }
}

/** The web app contains only contracts and rules of the service. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(
      (path) =>
        (folder === 'web/dist' || !/node_modules|[\\/]dist[\\/]|\.test\.tsx?$/.test(path)) &&
        (folder !== 'api/src' || /contract\.ts$|rules/.test(path)),
    )
    .sort()
}

function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit' })
  if (error) console.error(error.message)
  if (status !== 0) process.exit(status ?? 1)
}
