// Prints the progress of a test run, each failure when it happens, and a summary.
import { stripVTControlCharacters } from 'node:util'

export type TestResult = {
  file: string
  /** With the names of the tests or groups around it. */
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  milliseconds: number
  /** Shown for a failure. */
  error?: string
  /** Why it was skipped. */
  reason?: string
}

export type RunReport = {
  add: (result: TestResult) => void
  /** How long a file took. */
  addTime: (file: string, milliseconds: number) => void
  /** Anything else the reader must know, such as the output of a process that crashed. */
  note: (text: string) => void
  failedFiles: () => string[]
  /** Forgets the failures of these files, which run again. */
  retry: (files: readonly string[]) => void
  hasFile: (file: string) => boolean
  summary: () => { failed: number }
}

const DOTS_PER_LINE = 100
const SLOWEST_FILES = 10

export function createReport({ verbose }: { verbose: boolean }): RunReport {
  let results: TestResult[] = []
  const times = new Map<string, number>()
  const progress = createProgress(verbose)
  const count = (outcome: TestResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length

  return {
    add(result) {
      results.push(result)
      progress.add(result)
    },
    addTime: (file, milliseconds) => times.set(file, (times.get(file) ?? 0) + milliseconds),
    note: progress.print,
    failedFiles: () => [
      ...new Set(results.filter(({ outcome }) => outcome === 'failed').map(({ file }) => file)),
    ],
    retry(files) {
      results = results.filter(({ file }) => !files.includes(file))
      for (const file of files) times.delete(file)
    },
    hasFile: (file) => results.some((result) => result.file === file),
    summary() {
      progress.end()
      printSkipped(results)
      printSlowest(times)
      const failed = count('failed')
      console.log(`\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped`)
      return { failed }
    },
  }
}

/** On a terminal one line that changes, elsewhere a dot for each test; every name if asked for. */
function createProgress(verbose: boolean) {
  const isLive = process.stdout.isTTY && !verbose
  let tests = 0
  let column = 0
  const clear = () => {
    if (isLive) process.stdout.write('\r\u001B[K')
    else if (column > 0) process.stdout.write('\n')
    column = 0
  }
  const print = (text: string) => {
    clear()
    console.log(text)
  }
  return {
    print,
    end: clear,
    add({ file, name, outcome, milliseconds, error }: TestResult) {
      tests++
      if (outcome === 'failed') return print(formatFailure(file, name, error))
      if (verbose) return print(`${outcome} ${file}: ${name} (${Math.round(milliseconds)} ms)`)
      if (isLive) {
        clear()
        return void process.stdout.write(
          `${tests} tests · ${file}`.slice(0, process.stdout.columns),
        )
      }
      process.stdout.write(outcome === 'skipped' ? 's' : '.')
      column = (column + 1) % DOTS_PER_LINE
      if (column === 0) process.stdout.write('\n')
    },
  }
}

const formatFailure = (file: string, name: string, error = '') =>
  `\nFAILED ${file}\n  ${name}\n${indent(withoutInternals(error))}\n`

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '    ')

/** Without the stack frames of Node. */
const withoutInternals = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^\s+at .*\(?node:/.test(stripVTControlCharacters(line)))
    .join('\n')

function printSkipped(results: readonly TestResult[]) {
  const skipped = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'skipped'),
    ({ reason }) => reason ?? 'without a reason',
  )
  for (const [reason, tests] of skipped) {
    console.log(`\nSkipped: ${reason}`)
    for (const { file, name } of tests) console.log(`  ${file}: ${name}`)
  }
}

function printSlowest(times: ReadonlyMap<string, number>) {
  const slowest = [...times].toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST_FILES)
  if (slowest.length < 2) return
  console.log('\nSlowest files:')
  for (const [file, milliseconds] of slowest)
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`)
}
