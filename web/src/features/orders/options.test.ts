import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetRules } from '@reelay/api/contract'
import { commonOptions, orderOptionsFor, type OrderingUser, type OrderOption } from './options.ts'

type Phase = Parameters<typeof assetRules.orderable>[0]
const openPhase = { users: [], groups: [], terminal: false, transitions: ['FINAL'] }
const restrictedPhase = {
  users: [],
  groups: [{ id: 'editors', dng: ['Subtitled'], usages: ['online'] }],
  terminal: false,
  transitions: ['LOCK'],
}
const createUser = (more: Partial<OrderingUser> = {}): OrderingUser => ({
  _id: 'p',
  groups: [],
  roles: ['territory'],
  permissions: new Set(['workrequest.create']),
  ...more,
})

function createAsset(phase: string, user: OrderingUser, canAutosub = false) {
  const phases: Record<string, NonNullable<Phase>> = {
    WIP: restrictedPhase,
    LOCK: openPhase,
    FINAL: { ...openPhase, terminal: true, transitions: [] },
  }
  const source = { languages: [], countries: [] }
  return {
    workflow: {
      id: 'w',
      phase,
      definition: { phases, requireGraphicsApproval: false, requireOfflineApproval: false },
    },
    $permissions: {
      canAutosub,
      sources: { requests: source, autosubs: source },
      access: assetRules.orderable(phases[phase], user),
      tags: { online: true, broadcast: false, dcp: false, cmyk: false, rgb: false },
      ingest: [],
    },
  }
}
const available = (options: OrderOption[]) =>
  options.filter(({ unavailable }) => !unavailable).map(({ value }) => value)

test('offers what the current phase allows and names the phase that allows the rest', () => {
  const user = createUser({ groups: ['editors'] })
  const options = orderOptionsFor(createAsset('WIP', user), user)
  assert.deepEqual(available(options.dialogue), ['Subtitled'])
  assert.deepEqual(available(options.uses), ['Online', 'Streamingfile', 'Print'])
  assert.deepEqual(options.dialogue.find(({ value }) => value === 'Dubbed')?.unavailable, {
    kind: 'phase',
    phase: 'WIP',
    availableIn: 'LOCK',
  })
})

test('offers nothing in a phase that allows only other users to order', () => {
  const user = createUser()
  assert.deepEqual(available(orderOptionsFor(createAsset('WIP', user), user).graphics), [])
})

test('gives the role as the reason to a user who may not order', () => {
  const guest = createUser({ permissions: new Set() })
  const options = orderOptionsFor(createAsset('LOCK', guest), guest)
  assert.deepEqual(options.uses[0]?.unavailable, { kind: 'role' })
  assert.deepEqual(options.autosubs.unavailable, { kind: 'role' })
})

test('offers automatic subtitles only with a translation to create them from', () => {
  const user = createUser()
  const autosubsOf = (canAutosub: boolean) =>
    orderOptionsFor(createAsset('LOCK', user, canAutosub), user).autosubs
  assert.deepEqual(autosubsOf(false).unavailable, { kind: 'noTranslation' })
  assert.equal(autosubsOf(true).unavailable, null)
})

test('offers for several assets only what is available for each', () => {
  const user = createUser({ groups: ['editors'] })
  const options = commonOptions([
    { name: 'One', options: orderOptionsFor(createAsset('LOCK', user), user) },
    { name: 'Two', options: orderOptionsFor(createAsset('WIP', user), user) },
  ])
  assert.deepEqual(available(options.dialogue), ['Subtitled'])
  assert.equal(options.dialogue.find(({ value }) => value === 'Dubbed')?.assetName, 'Two')
})
