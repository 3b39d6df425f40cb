import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RISKS } from '../contract.ts'
import { byRisk, explainRisk, rankRequest, type OpenRequest } from './risk.ts'
import { DEFAULT_DURATIONS, spreadOf, usualDurations, type StatusDurations } from './durations.ts'
import type { OpenStatus } from '../../workrequests/rules/status.ts'
import { calendarOf, workingSeconds } from '../../workrequests/rules/working-time.ts'

const at = (text: string) => Date.parse(text) / 1000
const CALENDAR = calendarOf({ workingHours: { opens: '09:00', closes: '18:00' }, holidays: [] })
/** A Monday at 10:00 in Berlin. */
const NOW = at('2026-03-02T10:00+01:00')
const NOBODY = usualDurations([])

const request = (more: Partial<OpenRequest> = {}): OpenRequest => ({
  request: 'a'.repeat(24),
  studio: 's',
  territory: 'DE',
  language: 'deu',
  status: 'in-progress',
  due: { date: at('2026-03-13T18:00+01:00'), tz: 'Europe/Berlin' },
  since: NOW,
  rejections: 0,
  ...more,
})
const assessRisk = (...[open, usual, calendar, now]: Parameters<typeof rankRequest>) =>
  explainRisk(rankRequest(open, usual, calendar, now), calendar, now)
const judge = (more: Partial<OpenRequest> = {}, usual = NOBODY) =>
  assessRisk(request(more), usual, CALENDAR, NOW)
const due = (text: string) => ({ due: { date: at(text), tz: 'Europe/Berlin' } })
const codes = ({ reasons }: { reasons: { code: string }[] }) => reasons.map(({ code }) => code)

test('is on track with time to spare even if slow', () => {
  // In progress 18, review 9, approved 4: 31 hours; slowly 81. Until Friday of the next week there
  // are 89.
  const judged = judge()
  assert.deepEqual([judged.risk, codes(judged), judged.slackHours], ['on-track', ['in-time'], 58])
  assert.equal(
    judged.reasons[0]!.message,
    'The remaining work usually takes 31 working hours. Time until the due date: 89 working hours.',
  )
  assert.equal(
    judged.expected,
    at('2026-03-05T14:00+01:00'),
    '8 h on Monday, 2 days of 9 h, 5 h on Thursday',
  )
})

test('is at risk if only the usual pace suffices and critical if not even that does', () => {
  const [tight, late] = [judge(due('2026-03-06T18:00+01:00')), judge(due('2026-03-04T18:00+01:00'))]
  assert.deepEqual([tight.risk, codes(tight), tight.slackHours], ['at-risk', ['tight'], 13])
  assert.deepEqual([late.risk, codes(late), late.slackHours], ['critical', ['too-late'], -5])
})

test('accounts for a weekend and a holiday before the due date', () => {
  const friday = at('2026-03-06T09:00+01:00')
  const workRequest = request({
    status: 'approved',
    since: friday,
    ...due('2026-03-09T10:00+01:00'),
  })
  assert.equal(assessRisk(workRequest, NOBODY, CALENDAR, friday).risk, 'on-track')
  const off = calendarOf({
    workingHours: { opens: '09:00', closes: '18:00' },
    holidays: ['2026-03-06'],
  })
  const judged = assessRisk(workRequest, NOBODY, off, friday)
  assert.deepEqual([judged.risk, codes(judged)], ['critical', ['too-late']])
})

test('says how long a request is overdue', () => {
  const judged = judge(due('2026-02-26T18:00+01:00'))
  assert.deepEqual(
    [judged.risk, judged.reasons],
    ['critical', [{ code: 'overdue', message: 'It was due 3 days ago.' }]],
  )
  assert.equal(judge(due('2026-03-02T00:30+01:00')).reasons[0]!.message, 'It was due 9 hours ago.')
  assert.equal(
    judge(due('2026-03-02T09:30+01:00')).reasons[0]!.message,
    'It was due less than two hours ago.',
  )
})

test('is at risk when stalled or rejected often, however far the due date', () => {
  const far = due('2026-06-01T18:00+02:00')
  const stalled = judge({ ...far, since: at('2026-02-20T09:00+01:00') })
  assert.deepEqual([stalled.risk, codes(stalled)], ['at-risk', ['stalled']])
  assert.deepEqual(codes(judge({ ...far, rejections: 1 })), ['in-time'])
  assert.deepEqual(codes(judge({ ...far, rejections: 3, since: at('2026-02-20T09:00+01:00') })), [
    'stalled',
    'sent-back',
  ])
})

test('puts a draft without a due date on track and says why', () => {
  assert.deepEqual(judge({ status: 'incomplete', due: null }), {
    risk: 'on-track',
    reasons: [{ code: 'no-due', message: 'It has no due date.' }],
    expected: at('2026-03-09T17:00Z'),
    slackHours: null,
  })
})

const stage = (
  territory: string | null,
  count: number,
  [median, p80]: [median: number, p80: number],
): StatusDurations => ({
  studio: 's',
  territory,
  language: territory && 'deu',
  status: 'for-review',
  count,
  seconds: [median * 3600, p80 * 3600],
})

test('prefers at least five samples of the territory and language over the studio', () => {
  const measured = [stage('DE', 5, [3, 4.2]), stage('FR', 3, [6, 6]), stage(null, 8, [4.5, 6])]
  const usual = (stages: StatusDurations[], of: object = {}) =>
    usualDurations(stages)({ studio: 's', territory: 'DE', language: 'deu', ...of })['for-review']
  assert.deepEqual(usual(measured), { count: 5, median: 3, p80: 4.2 })
  assert.deepEqual(usual(measured, { territory: 'FR' }), { count: 8, median: 4.5, p80: 6 })
  assert.deepEqual(usual(measured, { language: 'fra' }), { count: 8, median: 4.5, p80: 6 })
  assert.deepEqual(
    usual([stage('DE', 4, [1, 1]), stage(null, 4, [1, 1])]),
    DEFAULT_DURATIONS['for-review'],
    'four samples are not enough',
  )
  assert.deepEqual(usual(measured, { studio: 'other' }), DEFAULT_DURATIONS['for-review'])
})

test('shows durations in hours with two decimals', () => {
  assert.deepEqual(spreadOf({ count: 0, seconds: null }), { count: 0, median: null, p80: null })
  assert.deepEqual(spreadOf({ count: 2, seconds: [5000, 7200] }), {
    count: 2,
    median: 1.39,
    p80: 2,
  })
})

const anyRequest = fc.record({
  status: fc.constantFrom(...(Object.keys(DEFAULT_DURATIONS) as OpenStatus[])),
  rejections: fc.nat(3),
  since: fc.integer({ min: NOW - 60 * 86_400, max: NOW }),
  due: fc.option(
    fc.record({
      date: fc.integer({ min: NOW - 30 * 86_400, max: NOW + 90 * 86_400 }),
      tz: fc.constantFrom('Europe/Berlin', 'Asia/Kolkata', 'America/New_York'),
    }),
  ),
})

test('never gets worse with a later due date and always gives a reason', () => {
  fc.assert(
    fc.property(anyRequest, fc.nat(30), (workRequest, days) => {
      const judged = judge(workRequest)
      assert.ok(judged.reasons.length > 0 && judged.expected >= NOW)
      assert.equal(judged.slackHours === null, workRequest.due === null)
      if (!workRequest.due) return
      assert.ok(
        Math.abs(
          judged.slackHours! -
            workingSeconds(CALENDAR, workRequest.due.tz, judged.expected, workRequest.due.date) /
              3600,
        ) < 0.02,
      )
      const later = judge({
        ...workRequest,
        due: { ...workRequest.due, date: workRequest.due.date + days * 86_400 },
      })
      assert.ok(RISKS.indexOf(later.risk) >= RISKS.indexOf(judged.risk))
    }),
    { numRuns: 500 },
  )
})

test('sorts by risk, then by due date, without a due date last', () => {
  const named = (name: string, more: Partial<OpenRequest>) => {
    const workRequest = request({ request: name, ...more })
    return { ...workRequest, ...assessRisk(workRequest, NOBODY, CALENDAR, NOW) }
  }
  const all = [
    named('draft', { due: null }),
    named('fine', {}),
    named('late', due('2026-02-27T18:00+01:00')),
    named('tight', due('2026-03-06T18:00+01:00')),
    named('later', due('2026-02-26T18:00+01:00')),
  ]
  assert.deepEqual(
    all.toSorted(byRisk).map(({ request: name }) => name),
    ['later', 'late', 'tight', 'fine', 'draft'],
  )
})
