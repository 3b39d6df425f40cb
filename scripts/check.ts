// npm run check: types, format, lint, import order and unused code. CI runs it before the tests.
import { spawnSync } from 'node:child_process'

const steps: [name: string, command: string, args: string[]][] = [
  ['types', 'tsc', ['-p', '.']],
  ['types of the web app', 'tsc', ['-p', 'web']],
  ['format', 'oxfmt', ['--check', '.']],
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['import order', 'node', ['--test', '--test-reporter=dot', 'api/test/architecture.test.ts']],
  ['unused code', 'knip', []],
]

const failed = steps.filter(([name, command, args]) => {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  console.log(`${status === 0 ? '✔' : '✘'} ${name}`)
  return status !== 0
})
process.exit(failed.length ? 1 : 0)
