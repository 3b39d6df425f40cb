// Sends the results of Playwright's runner to the test run, which prints them with the others.
import { relative } from 'node:path'
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import type { TestResult as Result } from './report.ts'

export type BrowserResult = Result | { note: string }

export default class ResultSender implements Reporter {
  printsToStdio() {
    return true
  }

  onTestEnd(test: TestCase, result: TestResult) {
    const [, project, , ...names] = test.titlePath()
    const isLast = test.outcome() !== 'unexpected' || result.retry === test.retries
    if (test.outcome() === 'flaky')
      send({ note: `Passed when it was repeated: ${test.titlePath().join(' ')}` })
    if (!isLast) return
    send({
      file: relative(process.cwd(), test.location.file),
      name: `${names.join(': ')}${project === 'firefox' ? ' (Firefox)' : ''}`,
      outcome: outcomeOf(test),
      milliseconds: result.duration,
      ...skipReason(test),
      ...(test.outcome() === 'unexpected' && { error: describe(result) }),
    })
  }

  onError(error: TestError) {
    send({
      file: 'web/playwright.config.ts',
      name: 'outside a test',
      outcome: 'failed',
      milliseconds: 0,
      error: error.stack ?? error.message ?? '',
    })
  }
}

const send = (result: BrowserResult) => process.send?.(result)

const outcomeOf = (test: TestCase): Result['outcome'] =>
  ({ expected: 'passed', flaky: 'passed', skipped: 'skipped', unexpected: 'failed' } as const)[
    test.outcome()
  ]

function skipReason(test: TestCase) {
  const reason = test.annotations.find(({ type }) => type === 'skip')?.description
  return reason ? { reason } : {}
}

/** With the paths of what was kept: trace, screenshot and the log of the service. */
const describe = ({ errors, attachments }: TestResult): string =>
  [
    ...errors.map(({ stack, message, snippet }) =>
      [stack ?? message, snippet].filter(Boolean).join('\n'),
    ),
    ...attachments.flatMap(({ name, path }) => (path ? [`${name}: ${path}`] : [])),
  ].join('\n')
