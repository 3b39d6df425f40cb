import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { territories } from '@reelay/api/contract'
import { Refusal } from '@reelay/client'
import { at, faultsOf, faultsOfRefusal, isClosed } from './validation.ts'

const NOW = 1_800_000_000
const GERMANY = {
  code: 'DE',
  languages: [{ name: 'German', code: 'deu', dcpCode: 'DE' }],
} as territories.Territory
const open = { users: [] as string[], groups: [], terminal: false }
const asset = (phase = open) => ({
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
const known = {
  asset: asset(),
  person: { _id: 'p', groups: [], roles: ['territory'], rights: new Set(['workrequest.create']) },
  territory: GERMANY,
  leadTimeHours: 24,
  now: NOW,
}
const whole = {
  asset: 'a',
  language: 'deu',
  territory: 'DE',
  dng: { dialogue: ['Subtitled'] },
  uses: { items: ['Online' as const] },
  due: { date: NOW + 86_400, tz: 'UTC' },
}

test('nothing is missing of an order that is whole', () =>
  assert.deepEqual(faultsOf(whole, known), []))

test('each thing that is missing stands at its field', () => {
  assert.deepEqual(
    faultsOf({ asset: 'a' }, { ...known, territory: undefined }).map(({ field, code }) => [
      field,
      code,
    ]),
    [
      ['territory', 'territory'],
      ['languages', 'language'],
      ['treatments', 'dng'],
      ['uses', 'uses'],
      ['due', 'due'],
    ],
  )
  assert.deepEqual(
    faultsOf({ ...whole, due: { date: NOW + 86_399, tz: 'UTC' } }, known).map(({ field }) => field),
    ['due'],
  )
})

test('what the phase closes is told before the service is asked', () => {
  const faults = faultsOf(whole, { ...known, asset: asset({ ...open, users: ['another'] }) })
  assert.ok(isClosed(faults))
  assert.deepEqual(
    faults.map(({ field }) => field),
    ['dialogue', 'uses'],
  )
})

test('a refusal is taken apart by pointers and by what is missing', () => {
  const refusal = (status: number, problem: Record<string, unknown>) =>
    new Refusal(status, problem, new Headers())
  const faults = faultsOfRefusal(
    refusal(422, {
      detail: 'No.',
      errors: [
        { pointer: '/due/tz', message: 'is unknown' },
        { pointer: '/language', message: 'is needed' },
      ],
    }),
  )
  assert.deepEqual(
    faults.map(({ field, code, text }) => [field, code, text]),
    [
      ['due', undefined, 'is unknown'],
      ['languages', 'language', 'is needed'],
    ],
  )
  assert.deepEqual(
    at(
      faultsOfRefusal(refusal(409, { missing: [{ code: 'uses', message: 'a use is needed' }] })),
      'uses',
    ).length,
    1,
  )
  assert.deepEqual(faultsOfRefusal(refusal(404, { detail: 'Gone.' })), [
    { field: 'whole', text: 'Gone.' },
  ])
  assert.deepEqual(faultsOfRefusal(new Error('no line')), [])
})
