import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assetRules } from '@reelay/api/contract'
import { offersOf, together, type Person } from './options.ts'

type Phase = Parameters<typeof assetRules.orderable>[0]
const open = { users: [], groups: [], terminal: false, transitions: ['FINAL'] }
const desk = {
  users: [],
  groups: [{ id: 'desk', dng: ['Subtitled'], usages: ['online'] }],
  terminal: false,
  transitions: ['LOCK'],
}
const person = (more: Partial<Person> = {}): Person => ({
  _id: 'p',
  groups: [],
  roles: ['territory'],
  rights: new Set(['workrequest.create']),
  ...more,
})

function asset(phase: string, who: Person, canAutosub = false) {
  const phases: Record<string, NonNullable<Phase>> = {
    WIP: desk,
    LOCK: open,
    FINAL: { ...open, terminal: true, transitions: [] },
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
      access: assetRules.orderable(phases[phase], who),
      tags: { online: true, broadcast: false, dcp: false, cmyk: false, rgb: false },
      ingest: [],
    },
  }
}
const openIn = (offers: { value: string; why: unknown }[]) =>
  offers.filter(({ why }) => !why).map(({ value }) => value)

test('what the phase opens is offered, the rest says when it opens', () => {
  const who = person({ groups: ['desk'] })
  const offers = offersOf(asset('WIP', who), who)
  assert.deepEqual(openIn(offers.dialogue), ['Subtitled'])
  assert.deepEqual(openIn(offers.uses), ['Online', 'Streamingfile', 'Print'])
  assert.deepEqual(offers.dialogue.find(({ value }) => value === 'Dubbed')?.why, {
    because: 'phase',
    phase: 'WIP',
    opens: 'LOCK',
  })
})

test('a phase that names others is closed', () => {
  const offers = offersOf(asset('WIP', person()), person())
  assert.deepEqual(openIn(offers.graphics), [])
})

test('who may not order at all is told that', () => {
  const guest = person({ rights: new Set() })
  const offers = offersOf(asset('LOCK', guest), guest)
  assert.deepEqual(offers.uses[0]?.why, { because: 'role' })
  assert.deepEqual(offers.autosubs.why, { because: 'role' })
})

test('automatic subtitles need lines to make them of', () => {
  assert.deepEqual(offersOf(asset('LOCK', person()), person()).autosubs.why, { because: 'lines' })
  assert.equal(offersOf(asset('LOCK', person(), true), person()).autosubs.why, null)
})

test('together only what is open for each', () => {
  const who = person({ groups: ['desk'] })
  const offers = together([
    { name: 'One', offers: offersOf(asset('LOCK', who), who) },
    { name: 'Two', offers: offersOf(asset('WIP', who), who) },
  ])
  assert.deepEqual(openIn(offers.dialogue), ['Subtitled'])
  assert.equal(offers.dialogue.find(({ value }) => value === 'Dubbed')?.of, 'Two')
})
