// Every kind of job has a handler and a name in the web app.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createJobHandlers, createMediaPools, createWorkerPools } from '../src/job-handlers.ts'
import { JOB_KINDS } from '../src/kernel/jobs/kinds.ts'
import { testMasterKeys } from './test-app.ts'

const kinds = Object.keys(JOB_KINDS).toSorted()

test('every kind of job has one handler', () => {
  const config = {
    publicUrl: 'http://reelay.test',
    appUrl: 'http://app.test',
    mailWindow: 0,
    scrubDays: 30,
  }
  const pools = [
    createJobHandlers(config, testMasterKeys),
    ...createWorkerPools({ config } as Parameters<typeof createWorkerPools>[0]),
    ...createMediaPools({} as Parameters<typeof createMediaPools>[0]),
  ]
  assert.deepEqual(pools.flatMap((pool) => Object.keys(pool)).toSorted(), kinds)
})

test('every kind of job has a name in every language', () => {
  for (const language of ['en', 'de', 'ar']) {
    const url = new URL(`../../web/src/i18n/locales/${language}/operations.json`, import.meta.url)
    const { jobKinds } = JSON.parse(readFileSync(url, 'utf8')) as { jobKinds: object }
    assert.deepEqual(Object.keys(jobKinds).toSorted(), kinds, language)
  }
})
