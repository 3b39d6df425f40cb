// Runs test files of the suite once and reads the result of each test from the report.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type { SuiteTest } from '../types.ts'

const ROOT = new URL('../../../', import.meta.url).pathname

/** The tests that failed or did not run, with the reason. */
export type SuiteFailures = Map<string, string>

export const keyOf = ([file, name]: SuiteTest) => `${file}: ${name}`

export async function runSuite(tests: readonly SuiteTest[]): Promise<SuiteFailures> {
  if (tests.length === 0) return new Map()
  const files = [...new Set(tests.map(([file]) => file))]
  const child = spawn(process.execPath, ['scripts/test.ts', ...files], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const report = readReport(await text(child.stdout))
  return new Map(
    tests.flatMap((one) => {
      const failure = failureOf(one, report)
      return failure ? [[keyOf(one), failure]] : []
    }),
  )
}

type Report = Map<string, 'passed' | 'failed'>

/** Lines such as `✔ rejects a stale copy (12.3ms)`. A name that fails once counts as failed. */
function readReport(output: string): Report {
  const report: Report = new Map()
  for (const [, mark, name] of output.matchAll(/^\s*([✔✖﹣]) (.+) \([\d.]+m?s\)/gm))
    if (report.get(name!) !== 'failed') report.set(name!, mark === '✔' ? 'passed' : 'failed')
  return report
}

function failureOf([file, name]: SuiteTest, report: Report): string | undefined {
  if (!namesIn(file).some((one) => one.matches(name))) return `${file} has no test "${name}"`
  const results = [...report].filter(([seen]) => patternOf(name).test(seen))
  if (results.length === 0) return `"${name}" did not run`
  return results.some(([, result]) => result === 'failed') ? `"${name}" failed` : undefined
}

/** `…` in a name stands for the part that differs between the tests of a loop. */
const patternOf = (name: string) => new RegExp(`^${name.split('…').map(RegExp.escape).join('.+')}$`)

/** The names of the tests in a file, as its text declares them. */
export function namesIn(file: string): { matches: (name: string) => boolean }[] {
  const source = readFileSync(new URL(file, `file://${ROOT}`), 'utf8')
  return [...source.matchAll(/\b(?:test|it)\(\s*(?:'((?:[^'\\]|\\.)+)'|"([^"]+)"|`([^`]+)`)/g)].map(
    ([, single, double, template]) => ({
      matches: (name) =>
        (single?.replaceAll("\\'", "'") ?? double ?? template!.replace(/\$\{[^}]+\}/g, '…')) ===
        name,
    }),
  )
}
