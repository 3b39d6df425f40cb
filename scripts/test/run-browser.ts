// Runs the browser tests with Playwright's runner in a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ChosenFiles } from './choose-files.ts'
import type { BrowserResult } from './playwright-reporter.ts'
import type { RunReport } from './report.ts'

const ROOT = join(import.meta.dirname, '../..')
const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js')

export async function runBrowser(
  { files, specs, projects }: ChosenFiles,
  { report, signal }: { report: RunReport; signal: AbortSignal },
): Promise<void> {
  if (projects.length === 0) return
  const child = fork(
    PLAYWRIGHT,
    [
      'test',
      '--config=web/playwright.config.ts',
      `--reporter=${join(import.meta.dirname, 'playwright-reporter.ts')}`,
      // Other tests fill the cores, too.
      ...(files.length > 0 ? ['--workers=1'] : []),
      ...projects.map((project) => `--project=${project}`),
      ...specs.map(RegExp.escape),
    ],
    { cwd: ROOT, signal, killSignal: 'SIGTERM' },
  )
  child.on('message', (message: BrowserResult) => {
    if ('note' in message) return report.note(message.note)
    report.add(message)
    report.addTime(message.file, message.milliseconds)
  })
  child.on('error', () => {})
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0 && report.failedFiles().length === 0 && !signal.aborted)
    report.add({
      file: 'web/playwright.config.ts',
      name: 'the browser tests ended early',
      outcome: 'failed',
      milliseconds: 0,
    })
}
