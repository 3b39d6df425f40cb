// npm run check: types, lint, the import plan and dead code. What CI asks before it believes the tests.
import { spawnSync } from 'node:child_process'

// Each of the compiler's checkers works TypeBox's types out for itself: with its usual four a check takes twice the CPU and memory (web: 17 s and 1.8 GB instead of 7 s and 0.8 GB), and on two cores longer.
const ALONE = ['--checkers', '1']

const steps: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.', ...ALONE]],
  ['types of the web app', 'tsc', ['-p', 'web', ...ALONE]],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['import plan', 'node', ['--test', '--test-reporter=dot', 'api/test/architecture.test.ts']],
  ['dead code', 'knip', []],
]

const failed = steps.filter(([name, command, args]) => {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log(`${status === 0 ? '✔' : '✘'} ${name}`)
  return status !== 0
})
process.exit(failed.length ? 1 : 0)
