import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { territories } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import {
  errorsForFields,
  fieldErrorsFromResponse,
  isBlockedByPhase,
  validateOrder,
} from './validation.ts'

const NOW = 1_800_000_000
const GERMANY = {
  code: 'DE',
  languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
} as territories.Territory
const openPhase = { users: [] as string[], groups: [], terminal: false }
const createAsset = (phase = openPhase) => ({
  workflow: {
    id: 'w',
    phase: 'WIP',
    definition: {
      phases: { WIP: phase },
      requireGraphicsApproval: false,
      requireOfflineApproval: false,
    },
  },
})
const context = {
  asset: createAsset(),
  user: {
    _id: 'p',
    groups: [],
    roles: ['territory'],
    permissions: new Set(['workrequest.create']),
  },
  territory: GERMANY,
  leadTimeHours: 24,
  now: NOW,
}
const completeOrder = {
  asset: 'a',
  language: 'deu',
  territory: 'DE',
  dng: { dialogue: ['Subtitled'] },
  uses: { items: ['Online' as const] },
  due: { date: NOW + 86_400, tz: 'UTC' },
}
const createError = (status: number, problem: Record<string, unknown>) =>
  new ApiError(status, problem, new Headers())

test('accepts a complete order', () => assert.deepEqual(validateOrder(completeOrder, context), []))

test('reports each missing value at its field', () => {
  const errors = validateOrder({ asset: 'a' }, { ...context, territory: undefined })
  assert.deepEqual(
    errors.map(({ field, code }) => [field, code]),
    [
      ['territory', 'territory'],
      ['languages', 'language'],
      ['treatments', 'dng'],
      ['uses', 'uses'],
      ['due', 'due'],
    ],
  )
})

test('rejects a due date within the lead time', () => {
  const due = { date: NOW + 86_399, tz: 'UTC' }
  const errors = validateOrder({ ...completeOrder, due }, context)
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['due'],
  )
})

test('reports what the phase does not allow', () => {
  const asset = createAsset({ ...openPhase, users: ['another'] })
  const errors = validateOrder(completeOrder, { ...context, asset })
  assert.ok(isBlockedByPhase(errors))
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['dialogue', 'uses'],
  )
})

test('maps JSON pointers of a 422 response to fields', () => {
  const errors = fieldErrorsFromResponse(
    createError(422, {
      detail: 'No.',
      errors: [
        { pointer: '/due/tz', message: 'is unknown' },
        { pointer: '/language', message: 'is needed' },
      ],
    }),
  )
  assert.deepEqual(
    errors.map(({ field, code, text }) => [field, code, text]),
    [
      ['due', undefined, 'is unknown'],
      ['languages', 'language', 'is needed'],
    ],
  )
})

test('maps the missing items of a 409 response to fields', () => {
  const error = createError(409, { missing: [{ code: 'uses', message: 'a use is needed' }] })
  assert.equal(errorsForFields(fieldErrorsFromResponse(error), 'uses').length, 1)
})

test('shows any other error response above the form', () => {
  assert.deepEqual(fieldErrorsFromResponse(createError(404, { detail: 'Gone.' })), [
    { field: 'form', text: 'Gone.' },
  ])
  assert.deepEqual(fieldErrorsFromResponse(new Error('network error')), [])
})
