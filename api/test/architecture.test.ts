// Holds the imports against the plan in ARCHITECTURE.md.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SRC = join(ROOT, 'api/src')
const page = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
const plan = (name: string, arrow: string) =>
  new RegExp(`\`\`\`${name}\n(.*)\n`)
    .exec(page)![1]!
    .split(arrow)
    .map((word) => word.trim())
const SLICES = plan('plan', '→')
const KINDS = plan('kinds', '←')

type Import = { file: string; from: string; to: string }
const files = globSync('**/*.ts', { cwd: SRC }).filter(
  (file) => !/\.(test|fixture)\.ts$/.test(file),
)
const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(SRC, file), 'utf8')
  return [...text.matchAll(/(?:^|\n)(?:import|export)[^'\n]*?from '([^']+)'/g)].map(([, from]) => ({
    file,
    from: from!,
    to: from!.startsWith('.') ? relative(SRC, join(SRC, dirname(file), from!)) : from!,
  }))
})
const inside = imports.filter(({ from }) => from.startsWith('.'))
const sliceOf = (path: string) => (path.includes('/') ? path.split('/')[0]! : '')
const kindOf = (path: string) => path.split('/')[1]!.replace(/\.ts$/, '')

test('every folder is the kernel or a slice of the plan', () => {
  const folders = new Set(files.map(sliceOf).filter(Boolean))
  assert.deepEqual(
    [...folders].filter((folder) => folder !== 'kernel').toSorted(),
    SLICES.toSorted(),
  )
})

test('every file of a slice is of a known kind', () => {
  const strange = files.filter(
    (file) =>
      SLICES.includes(sliceOf(file)) && sliceOf(file) !== 'demo' && !KINDS.includes(kindOf(file)),
  )
  assert.deepEqual(strange, [])
})

test('the kernel knows no slice', () => {
  assert.deepEqual(
    inside.filter(({ file, to }) => sliceOf(file) === 'kernel' && sliceOf(to) !== 'kernel'),
    [],
  )
})

test('a slice imports only slices to its left', () => {
  const wrong = inside.filter(
    ({ file, to }) =>
      SLICES.includes(sliceOf(file)) &&
      SLICES.includes(sliceOf(to)) &&
      SLICES.indexOf(sliceOf(to)) > SLICES.indexOf(sliceOf(file)),
  )
  assert.deepEqual(wrong, [])
})

test('inside a slice a file imports only kinds before its own', () => {
  const wrong = inside.filter(
    ({ file, to }) =>
      sliceOf(file) !== 'demo' &&
      SLICES.includes(sliceOf(file)) &&
      sliceOf(to) === sliceOf(file) &&
      KINDS.indexOf(kindOf(to)) > KINDS.indexOf(kindOf(file)),
  )
  assert.deepEqual(wrong, [])
})

test('contracts and rules run in a browser: they import no server', () => {
  const shared = new Set([
    'kernel/endpoint.ts',
    'kernel/schema.ts',
    'kernel/problem.ts',
    'kernel/caller.ts',
    'kernel/view.ts',
    'kernel/zone.ts',
    'kernel/media/media.ts',
  ])
  const wrong = imports.filter(
    ({ file, from, to }) =>
      SLICES.includes(sliceOf(file)) &&
      ['contract', 'rules'].includes(kindOf(file)) &&
      !(
        ['typebox', 'fastest-levenshtein'].includes(from) ||
        from.startsWith('@reelay/subtitles') ||
        shared.has(to) ||
        ['contract', 'rules'].includes(to.split('/')[1]?.replace(/\.ts$/, '') ?? '')
      ),
  )
  assert.deepEqual(wrong, [])
})

test('rules are pure: no clock, no chance, no throw', () => {
  const impure = files.filter(
    (file) =>
      SLICES.includes(sliceOf(file)) &&
      kindOf(file) === 'rules' &&
      /\bthrow\b|Date\.now|new Date\(\)|Math\.random|process\./.test(
        readFileSync(join(SRC, file), 'utf8'),
      ),
  )
  assert.deepEqual(impure, [])
})

test('routes only bind: no SQL in them', () => {
  const wrong = inside.filter(
    ({ file, from }) =>
      kindOf(`x/${file.split('/').slice(1).join('/')}`).startsWith('routes') && from === 'kysely',
  )
  assert.deepEqual(wrong, [])
})

test('the packages keep to their street', () => {
  const bad = ['client', 'cli', 'web'].flatMap((name) =>
    globSync(`${name}/src/**/*.{ts,tsx}`, { cwd: ROOT })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .flatMap((file) => {
        const text = readFileSync(join(ROOT, file), 'utf8')
        const allowed = {
          client: ['@reelay/api/contract'],
          cli: ['@reelay/client', '@reelay/api/contract'],
          web: ['@reelay/client', '@reelay/api/contract'],
        }[name]!
        return [...text.matchAll(/from '(@reelay\/[^']+)'/g)]
          .filter(([, from]) => !allowed.includes(from!) && !from!.startsWith('@reelay/subtitles'))
          .map(([, from]) => `${file}: ${from}`)
      }),
  )
  assert.deepEqual(bad, [])
})

test('the subtitles package imports only itself and its dependencies', () => {
  const home = join(ROOT, 'subtitles')
  const { dependencies } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const isOwn = (file: string, from: string) =>
    from.startsWith('.')
      ? !relative(join(home, 'src'), join(home, dirname(file), from)).startsWith('..')
      : from in dependencies
  const foreign = globSync('src/**/*.ts', { cwd: home })
    .filter((file) => !/\.(test|fixture)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(home, file), 'utf8').matchAll(/ from '([^']+)'/g)]
        .filter(([, from]) => !isOwn(file, from!))
        .map(([, from]) => `${file}: ${from}`),
    )
  assert.deepEqual(foreign, [])
})

test('no file is longer than 350 lines', () => {
  const long = globSync('{api,client,cli,subtitles,web,scripts}/**/*.{ts,tsx,mjs,css}', {
    cwd: ROOT,
    exclude: (path) => /node_modules|dist/.test(path),
  }).filter(
    (file) =>
      !file.endsWith('tables.ts') &&
      readFileSync(join(ROOT, file), 'utf8').split('\n').length > 350,
  )
  assert.deepEqual(long, [])
})
