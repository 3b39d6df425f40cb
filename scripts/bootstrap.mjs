// node scripts/bootstrap.mjs [--service | --web] [program [arguments]]: every npm script starts here,
// on any Node from 20 on. Installs the locked dependencies, among them Node 26, unless nothing
// changed; then writes docs/reference and bundles the service (--service), or also builds the guide
// and the web app (--web); then runs the program with Node 26. JavaScript, because Node 20 does not
// read TypeScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)

const STAMP = 'node_modules/.stamp'
const NODE = join('node_modules', '.bin', 'node')
const [part, ...rest] = process.argv.slice(2)
const builds = part === '--service' || part === '--web'
const program = builds ? rest : process.argv.slice(2)

const wanted = digest(readFileSync('package-lock.json'), process.platform, process.arch)
if (read(STAMP) !== wanted) {
  console.log('Installing dependencies (once, about a minute) …')
  const npm = process.env.npm_execpath
  const install = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  if (npm) run(process.execPath, [npm, ...install])
  else run('npm', install)
  writeFileSync(STAMP, wanted)
}

if (builds) {
  run(NODE, ['scripts/build-reference.ts'])
  run(NODE, ['scripts/bundle-service.ts'])
}
if (part === '--web') {
  run(NODE, ['scripts/guide.ts'])
  const sources = digest(
    ...['web', 'client/src', 'fonts/src', 'media/src/delivery', 'subtitles/src', 'api/src']
      .flatMap(filesIn)
      .map((path) => readFileSync(path)),
    wanted,
  )
  if (read('web/dist/.stamp') !== sources) {
    console.log('Building the web app …')
    run(NODE, ['node_modules/vite/bin/vite.js', 'build', 'web', '--logLevel', 'warn'])
    for (const path of filesIn('web/dist').filter((name) => /\.(js|css|svg)$/.test(name))) {
      writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
      writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)))
    }
    writeFileSync('web/dist/.stamp', sources)
  }
}

if (program.length > 0) {
  const child = spawn(NODE, program, { stdio: 'inherit' })
  // A terminal sends SIGINT to both.
  process.on('SIGINT', () => {})
  for (const name of ['SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name))
  child.on('exit', (status, signal) => process.exit(signal ? 1 : status))
}

/** The web app contains only contracts and rules of the service. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(
      (path) =>
        (folder === 'web/dist' ||
          !/node_modules|[\\/]dist[\\/]|^web[\\/](browser|test-results|playwright)|\.test\.tsx?$/.test(
            path,
          )) &&
        (folder !== 'api/src' || /contract|rules/.test(path)),
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
