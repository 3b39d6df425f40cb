import assert from 'node:assert/strict'
import { test } from 'node:test'
import { databaseProblem } from './database-problem.ts'

const problemFor = (code: string, message = 'a message of PostgreSQL') =>
  databaseProblem(Object.assign(new Error(message), { code }))

const cases: [state: string, status: number, code: string][] = [
  ['22021', 422, 'value.invalid'],
  ['22P02', 422, 'value.invalid'],
  ['22P05', 422, 'value.invalid'],
  ['22003', 422, 'value.invalid'],
  ['22008', 422, 'value.invalid'],
  ['23503', 409, 'record.in-use'],
  ['23505', 409, 'record.exists'],
  ['40001', 409, 'record.conflict'],
  ['40P01', 409, 'record.conflict'],
  ['53100', 507, 'storage.full'],
  ['53300', 503, 'service.busy'],
  ['55P03', 503, 'service.busy'],
  ['57014', 503, 'service.busy'],
  ['57P01', 503, 'service.busy'],
  ['57P03', 503, 'service.busy'],
  ['08006', 503, 'service.busy'],
  ['ECONNREFUSED', 503, 'service.busy'],
  ['ECONNRESET', 503, 'service.busy'],
]
for (const [state, status, code] of cases)
  test(`maps ${state} to ${status} ${code}`, () => {
    const problem = problemFor(state)
    assert.deepEqual([problem?.status, problem?.code], [status, code])
    assert.ok(!problem?.message.includes('PostgreSQL'), 'hides the message of the database')
    assert.equal('retry-after' in (problem?.headers ?? {}), status === 503)
  })

test('recognizes the absent unix socket of a stopped PostgreSQL, but no absent file', () => {
  const absent = (syscall: string) => Object.assign(new Error(), { code: 'ENOENT', syscall })
  assert.equal(databaseProblem(absent('connect'))?.status, 503)
  assert.equal(databaseProblem(absent('open')), undefined)
})

test('recognizes a lost connection by its message', () => {
  for (const message of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])
    assert.equal(databaseProblem(new Error(message))?.status, 503)
})

test('returns nothing for other errors', () => {
  for (const state of ['42601', '42703', '23502', '']) assert.equal(problemFor(state), undefined)
  assert.equal(databaseProblem('a text'), undefined)
  assert.equal(databaseProblem(undefined), undefined)
})
