// Runs test files of node:test, many in one process: a process takes two seconds of CPU time to load
// the service and to compile what runs often.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { run, type EventData } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { RunReport } from './report.ts'
import { runsAlone } from './requirements.ts'

/** Two fill two cores. The others wait for a codec, a service or PostgreSQL most of the time. */
const CONCURRENCY = 4
/** With twice as many files, the process with the slowest ones ends a minute after the others. */
const FILES_PER_PROCESS = 20
const ROOT = join(import.meta.dirname, '../..')
const RECORDER = 'scripts/test/statements/record.ts'

/**
 * A test allocates a whole service and drops it. With a larger nursery, most of it is never copied.
 * All cores are busy, so the garbage collector needs no threads.
 */
const NODE_OPTIONS = ['--max-semi-space-size=64', '--single-threaded-gc']

/** `entryFile` is missing for the process of a group itself. */
type Completed = EventData.TestComplete & {
  entryFile?: string
  details: { classname?: string }
}
type TestError = Error & { failureType?: string }
type Run = { folder: string; report: RunReport; signal: AbortSignal }

export const runFiles = (files: readonly string[], context: Run): Promise<void> =>
  runGroups(groupFiles(files), CONCURRENCY, context)

/** One file after the other, each in a process of its own. */
export const runFilesAlone = (files: readonly string[], context: Run): Promise<void> =>
  runGroups(
    files.map((file) => [file]),
    1,
    context,
  )

async function runGroups(groups: string[][], concurrency: number, { folder, report, signal }: Run) {
  if (groups.length === 0) return
  mkdirSync(folder, { recursive: true })
  const byEntry = new Map(
    groups.map((group, index) => [writeEntry(folder, group, index), group] as const),
  )
  const output = new Map<string, string>()
  for await (const { type, data } of run({
    files: [...byEntry.keys()],
    concurrency,
    signal,
    execArgv: NODE_OPTIONS,
  })) {
    if (type === 'test:complete') addResult(data as Completed, report)
    if (type === 'test:stdout' || type === 'test:stderr') {
      output.set(data.file, (output.get(data.file) ?? '') + data.message)
      if (process.env.TEST_LOG) process.stderr.write(data.message)
    }
    // An error after the end of a test is only in a diagnostic message.
    if (type === 'test:diagnostic' && data.file)
      output.set(data.file, `${output.get(data.file) ?? ''}${data.message}\n`)
    const entry = type === 'test:fail' ? failedEntry(data) : undefined
    const group = entry && byEntry.get(entry)
    if (type === 'test:fail' && group) {
      const { error } = data.details
      const printed = output.get(entry) ?? ''
      if (failureOf(error) === 'subtestsFailed') report.note(printed)
      else addCrash(group, `${describe(error)}\n${printed}`, report)
    }
  }
}

function addResult(completed: Completed, report: RunReport) {
  const { name, file, entryFile, skip, details, nesting } = completed
  if (!entryFile || !file) return
  const path = relative(ROOT, file)
  if (nesting === 0) report.addTime(path, details.duration_ms)
  const error = details.passed ? undefined : details.error
  // The failed test inside it is reported.
  if (failureOf(error) === 'subtestsFailed' || (details.type === 'suite' && !error)) return
  report.add({
    file: path,
    name: details.classname ? `${details.classname}: ${name}` : name,
    outcome: error ? 'failed' : skip ? 'skipped' : 'passed',
    milliseconds: details.duration_ms,
    ...(typeof skip === 'string' && { reason: skip }),
    ...(error && { error: describe(error) }),
  })
}

/** A hook outside all tests has no test of its own. */
const failedEntry = ({ name, testId, entryFile }: EventData.TestFail & { entryFile?: string }) =>
  testId === undefined ? entryFile : name

/** The process ended early, or something failed outside its tests. */
function addCrash(group: readonly string[], printed: string, report: RunReport) {
  const missing = group.filter((file) => !report.hasFile(file))
  for (const file of missing.length > 0 ? missing : group.slice(-1))
    report.add({
      file,
      name: 'the process of this file ended early, or failed outside its tests',
      outcome: 'failed',
      milliseconds: 0,
      error: file === (missing[0] ?? group.at(-1)) ? printed : '',
    })
}

const failureOf = (error: unknown) => (error as TestError | undefined)?.failureType

function describe(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error
  return cause.stack?.includes(cause.message) ? cause.stack : `${cause.message}\n${cause.stack}`
}

/**
 * Groups of files, one process each. Files that start services run alone, and first, because they
 * take longest.
 */
function groupFiles(files: readonly string[]): string[][] {
  const alone = files.filter(runsAlone)
  const packages = Map.groupBy(
    files.filter((file) => !alone.includes(file)),
    (file) => file.split('/')[0]!,
  )
  const shared = [...packages.values()].toSorted((one, other) => other.length - one.length)
  return [...alone.map((file) => [file]), ...shared.flatMap(divide)]
}

/**
 * Neighbours use the same statements, which PostgreSQL plans once per connection. The largest ones
 * take 100 ms.
 */
function divide(neighbours: string[]): string[][] {
  const fewest = Math.min(CONCURRENCY, Math.ceil(neighbours.length / 4))
  const count = Math.max(fewest, Math.ceil(neighbours.length / FILES_PER_PROCESS))
  const start = (group: number) => Math.round((group * neighbours.length) / count)
  return Array.from({ length: count }, (_, group) =>
    neighbours.slice(start(group), start(group + 1)),
  )
}

/** The runner starts files in the order of their names, so each group gets a numbered file. */
function writeEntry(folder: string, group: string[], index: number): string {
  const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  const imports = [RECORDER, ...group].map(
    (file) => `import '${pathToFileURL(resolve(ROOT, file)).href}'\n`,
  )
  writeFileSync(path, imports.join(''))
  return path
}
