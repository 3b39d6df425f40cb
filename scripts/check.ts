// npm run check: types, format, lint, import order and unused code. CI runs it before the tests.
import { execFile } from 'node:child_process'

type Step = [name: string, command: string, args: string[]]

/** The longest first. */
const STEPS: Step[] = [
  ['types', 'tsc', ['-p', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types of the web app', 'tsc', ['-p', 'web']],
  ['unused code', 'knip', []],
  [
    'import order',
    'node',
    ['--test', '--test-reporter=dot', 'api/test/architecture.test.ts', 'api/test/packages.test.ts'],
  ],
  ['format', 'oxfmt', ['--check', '.']],
]
/** The type checker needs 1.2 GB and fills one core. */
const CONCURRENCY = 2
const MAX_OUTPUT_BYTES = 64 * 1024 ** 2

const waiting = [...STEPS]
const results = await Promise.all(Array.from({ length: CONCURRENCY }, runNext))
process.exit(results.every(Boolean) ? 0 : 1)

async function runNext(): Promise<boolean> {
  let passed = true
  for (let step = waiting.shift(); step; step = waiting.shift())
    passed = (await runStep(step)) && passed
  return passed
}

function runStep([name, command, args]: Step): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      console.log(`${error ? '✘' : '✔'} ${name}`)
      if (error) console.log(stdout + stderr)
      resolve(!error)
    })
  })
}
