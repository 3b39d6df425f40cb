import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import type { TestResult } from './report.ts'

test('reports each test once, with the error of those that fail', async () => {
  const { results } = await runSources({
    'mixed.test.mjs': `
      import assert from 'node:assert/strict'
      import { describe, test } from 'node:test'
      describe('a group', () => {
        test('passes', () => {})
        test('waits', (t) => t.skip('no browser'))
      })
      test('has steps', async (t) => {
        await t.test('a step', () => assert.equal(1 + 1, 3))
      })
    `,
  })
  assert.deepEqual(
    results.map(({ name, outcome, reason }) => [name, outcome, reason]),
    [
      ['a group: passes', 'passed', undefined],
      ['a group: waits', 'skipped', 'no browser'],
      ['has steps: a step', 'failed', undefined],
    ],
  )
  assert.match(results[2]!.error!, /2 !== 3/)
})

test('fails files whose process ends early, with what it printed', async () => {
  const { results } = await runSources({
    'broken.test.mjs': `console.error('the reason'); process.exit(1)`,
  })
  assert.deepEqual(
    results.map(({ file, outcome }) => [basename(file), outcome]),
    [['broken.test.mjs', 'failed']],
  )
  assert.match(results[0]!.error!, /the reason/)
})

test('fails a file whose error comes after its tests', async () => {
  const { results } = await runSources({
    'late.test.mjs': `
      import { after, test } from 'node:test'
      test('passes', () => {})
      after(() => { throw new Error('too late') })
    `,
  })
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['passed', 'failed'],
  )
})

/** In a process of its own, because Node does not start a test run inside another. */
async function runSources(sources: Record<string, string>): Promise<{ results: TestResult[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'run-files-'))
  const files = Object.entries(sources).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [program, folder, ...files], {
    env,
  })
  return { results: JSON.parse(stdout) as TestResult[] }
}

const PROGRAM = `
  import { runFiles } from '${new URL('run-files.ts', import.meta.url).href}'
  const [folder, ...files] = process.argv.slice(2)
  const results = []
  const report = {
    add: (result) => results.push(result),
    addTime() {},
    note() {},
    hasFile: (file) => results.some((result) => result.file === file),
  }
  const { signal } = new AbortController()
  await runFiles(files, { folder: folder + '/entries', report, signal })
  console.log(JSON.stringify(results))
`
