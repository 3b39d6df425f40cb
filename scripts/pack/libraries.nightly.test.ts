// Packs the libraries, installs them into an empty folder, and imports them with plain Node: the one
// that runs npm, which may be as old as 20.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT } from './tarball.ts'

const NODE = process.env.npm_node_execpath ?? process.execPath
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const ENV = { ...process.env, NODE_OPTIONS: '', NODE_PATH: '' }
const home = mkdtempSync(join(tmpdir(), 'reelay-pack-'))
const empty = join(home, 'empty')

const npm = (args: string[]) =>
  execFileSync('npm', [...args, '--loglevel=error'], {
    cwd: empty,
    env: ENV,
    stdio: ['ignore', 'ignore', 'inherit'],
  })

before(() => {
  execFileSync(process.execPath, [join(import.meta.dirname, 'libraries.ts'), '--out', home], {
    env: ENV,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  mkdirSync(empty)
  writeFileSync(join(empty, 'package.json'), '{ "private": true, "type": "module" }')
  // Their dependencies, because npm may not be able to download them here.
  const dependencies = ['fastest-levenshtein', 'fflate'].map((name) =>
    join(ROOT, 'node_modules', name),
  )
  npm(['pack', '--ignore-scripts', '--pack-destination', home, ...dependencies])
  npm(['install', '--offline', '--no-audit', '--no-fund', ...globSync(join(home, '*.tgz'))])
})
after(() => rmSync(home, { recursive: true, force: true }))

const run = (program: string) =>
  execFileSync(NODE, ['--input-type=module', '-e', program], {
    cwd: empty,
    env: ENV,
    encoding: 'utf8',
  })

for (const name of ['subtitles', 'translation-memory'])
  test(`every entry of ${name} loads`, () => {
    const folder = join(empty, 'node_modules/@reelay', name)
    const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      exports: Record<string, { types: string }>
    }
    const entries = Object.keys(exports).map((entry) => `@reelay/${name}${entry.slice(1)}`)
    const loaded = run(
      `for (const entry of ${JSON.stringify(entries)}) console.log(Object.keys(await import(entry)).length > 0)`,
    )
    assert.equal(loaded, 'true\n'.repeat(entries.length))
    assert.deepEqual(globSync('src/**', { cwd: folder }), [])
  })

test('converts a file, and finds a line that was translated before', () => {
  const output = run(`
    import { FORMATS } from '@reelay/subtitles/formats'
    import { bestMatches } from '@reelay/translation-memory'
    const rate = { num: 25, den: 1 }
    const file = { rate, language: 'deu', title: 'Film' }
    const srt = new TextEncoder().encode('1\\n00:00:01,000 --> 00:00:03,000\\nGuten <i>Abend</i>.\\n')
    for (const format of Object.values(FORMATS)) {
      const { bytes } = format.write(FORMATS.srt.read(srt, file).cues, file)
      console.log(format.read(bytes, file).cues[0].text.replace(/<[^>]*>/g, ''))
    }
    const unit = { id: '1', source: 'Good evening.', target: 'Guten Abend.', origin: 'approved', approved: 0, times: 1 }
    console.log(bestMatches('Good evening!', [unit])[0].target)
  `)
  const lines = output.trimEnd().split('\n')
  assert.equal(lines.length, 17)
  assert.deepEqual(new Set(lines), new Set(['Guten Abend.']))
})

test('a typed program compiles', () => {
  writeFileSync(
    join(empty, 'program.ts'),
    `import { FORMATS, type FormatName } from '@reelay/subtitles/formats'
import { bestMatches, type Candidate, type ScoredMatch } from '@reelay/translation-memory'

const name: FormatName = 'srt'
const read = FORMATS[name].read(new Uint8Array(), { rate: { num: 25, den: 1 }, language: 'deu' })
if (read.ok) for (const { start, text } of read.cues) start.toFixed() + text.trim()
const candidates: Candidate[] = []
const matches: ScoredMatch[] = bestMatches('Good evening.', candidates)
// @ts-expect-error -- a score is a number
matches.map(({ score }) => score.trim())
`,
  )
  execFileSync(
    process.execPath,
    [TSC, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', 'program.ts'],
    { cwd: empty, env: ENV, stdio: ['ignore', 'inherit', 'inherit'] },
  )
})
