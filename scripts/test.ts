// npm test                 every test but the nightly ones, with one browser journey per role
// npm test <words…>        the tests of all tiers whose path contains one of the words
// npm run test:browser     the other browser tests, in Chromium, and a journey in Firefox
// npm run test:all         everything, and the tests of the API on each engine
// npm test -- --engine 17  the tests of the API on PostgreSQL 17, 16 or through pgbouncer
// Options: --browser <project of web/playwright.config.ts>; --verbose prints the name of every test.
// With TEST_RETRY=1, files that failed run again, once and alone, and those that then pass are named.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseFiles } from './test/choose-files.ts'
import { ENGINE_NAMES, findObstacle, prepareEngine } from './test/engines.ts'
import { createReport } from './test/report.ts'
import { findRequirements } from './test/requirements.ts'
import { runBrowser } from './test/run-browser.ts'
import { runFiles, runFilesAlone } from './test/run-files.ts'
import { createRunFolder, type RunFolder } from './test/run-folder.ts'
import { startServices } from './test/services.ts'

/** More are not the fault of a busy machine. */
const MAX_RETRIED_FILES = 5
/** The processes of a run read the same sources. Each would compile them for a second of CPU. */
const COMPILED = join(import.meta.dirname, '../node_modules/.cache/compiled')
const REPORT_ROWS = join(import.meta.dirname, 'test/statements/report-rows.ts')

const { values, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    browser: { type: 'string', multiple: true, default: [] },
    engine: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const engine = ENGINE_NAMES.find((name) => name === values.engine)
if (values.engine && !engine) {
  console.error(`--engine is one of ${ENGINE_NAMES.join(', ')}.`)
  process.exit(1)
}
const chosen = chooseFiles({ words, ...values, ofApi: engine !== undefined })
if (chosen.files.length === 0 && chosen.projects.length === 0) {
  console.error(`No test file has ${words.join(' or ')} in its path.`)
  process.exit(1)
}

const interrupted = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => interrupted.abort())
enableCompileCache(COMPILED)
const status = await runInFolder().catch((error: Error) => {
  console.error(`The tests did not run: ${error.message}`)
  return 1
})
process.exit(values.all && !runOnEngines() ? 1 : status)

/** One after the other, in processes of their own. */
function runOnEngines(): boolean {
  let passed = true
  for (const name of ENGINE_NAMES.filter((engine) => engine !== '18')) {
    const reason = findObstacle(name)
    console.log(`\nThe tests of the API on ${name}${reason ? `: skipped, ${reason}` : ''}`)
    if (reason || interrupted.signal.aborted) continue
    const script = [import.meta.filename, '--engine', name]
    passed = spawnSync(process.execPath, script, { stdio: 'inherit' }).status === 0 && passed
  }
  return passed
}

async function runInFolder(): Promise<number> {
  const folder = createRunFolder()
  try {
    const { env } = folder
    Object.assign(process.env, env, engine && prepareEngine(engine), {
      NODE_COMPILE_CACHE: COMPILED,
    })
    return await runTests(folder)
  } finally {
    for (const command of folder.remove())
      console.error(`Ended a process that a test left: ${command}`)
  }
}

async function runTests({ path, statements }: RunFolder): Promise<number> {
  const services = await startServices(findRequirements(chosen))
  flushCompileCache()
  Object.assign(process.env, services.env)
  const report = createReport({ verbose: values.verbose })
  const context = { report, signal: interrupted.signal, folder: join(path, 'entries') }
  try {
    // Browsers wait often, and then the other tests have the cores.
    await Promise.all([runFiles(chosen.files, context), runBrowser(chosen, context)])
    await retryFailed(context)
  } finally {
    await services.stop()
  }
  const isInterrupted = interrupted.signal.aborted
  const hasRightRows = isInterrupted || checkRows(statements)
  const { failed } = report.summary()
  if (isInterrupted) console.error('Interrupted.')
  return failed > 0 || !hasRightRows || isInterrupted ? 1 : 0
}

/** A process of its own, because the compiler outlives its last answer by a moment. */
function checkRows(statements: string): boolean {
  if (readdirSync(statements).length === 0) return true
  const { TEST_RUN: _run, ...env } = process.env
  const { status } = spawnSync(
    process.execPath,
    [REPORT_ROWS, statements, ...(words.length === 0 ? ['--complete'] : [])],
    { stdio: 'inherit', env },
  )
  return status === 0
}

/** A machine that is busy with other work can be too slow for a test; an error fails twice. */
async function retryFailed(context: Parameters<typeof runFiles>[1]) {
  const { report, folder } = context
  // Playwright repeats its own tests.
  const failed = report.failedFiles().filter((file) => !file.startsWith('web/browser/'))
  if (!process.env.TEST_RETRY || failed.length === 0 || failed.length > MAX_RETRIED_FILES) return
  report.note(`\nRunning again, alone:\n${failed.join('\n')}\n`)
  report.retry(failed)
  await runFilesAlone(failed, { ...context, folder: `${folder}-again` })
  const passed = failed.filter((file) => !report.failedFiles().includes(file))
  if (passed.length > 0) report.note(`\nPassed when they were repeated:\n${passed.join('\n')}`)
}
