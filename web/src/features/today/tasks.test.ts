import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access, type reports, type workrequests } from '@reelay/api/contract'
import { tasksFor, type TaskUser, type TaskKind } from './tasks.ts'

type WorkRequest = workrequests.WorkRequest
type Translation = Partial<WorkRequest['translation']>
type Facts = {
  status: workrequests.Status
  may?: workrequests.Status[]
  translation?: Translation
  graphics?: Translation
  subtitled?: boolean
  more?: Partial<WorkRequest>
  needsApproval?: boolean
}

const person = (role: access.Role, _id: string = role): TaskUser => ({
  _id,
  permissions: access.permissionsOf([role], []),
})
const by = (_id: string) => ({ _id, name: _id, emailNormal: '', groups: [] })
const offline = (decision: string | null) => ({
  _id: 'o2',
  file: null,
  from: 'vendor',
  decision,
  reason: '',
  code: null,
  created: 0,
})
const encode = (
  kind: workrequests.Encode['kind'],
  status: workrequests.Encode['status'],
): workrequests.Encode => ({
  _id: status,
  kind,
  use: '',
  value: '',
  status,
  progress: 0,
  file: null,
  error: null,
  created: 0,
})
const material = (name: string, complete: boolean, approved = false) => ({
  name,
  complete,
  approved,
  files: [],
})

const request = ({
  status,
  may = [],
  translation = {},
  graphics = {},
  subtitled = false,
  more = {},
  needsApproval = false,
}: Facts) =>
  ({
    _id: 'w1',
    status,
    $statuses: may,
    from: by('owner'),
    offlines: [],
    encodes: [],
    materials: [],
    autosubs: false,
    dng: {
      dialogue: [subtitled ? 'Subtitled' : 'OV'],
      graphics: [Object.keys(graphics).length ? 'Subtitled' : 'OV'],
      narration: [],
    },
    translation: { _id: 't1', status: 'incomplete', translator: null, ...translation },
    graphicsTranslation: { _id: 't2', status: 'incomplete', translator: null, ...graphics },
    asset: { workflow: { definition: { requireGraphicsApproval: needsApproval } } },
    ...more,
  }) as unknown as WorkRequest

const risk = (level: reports.Risk) =>
  [{ request: 'w1', risk: level, reasons: [] }] as unknown as reports.RequestAtRisk[]
const stepOf = (
  who: TaskUser,
  facts: Facts,
  level: reports.Risk = 'on-track',
): TaskKind | undefined => tasksFor(who, [request(facts)], risk(level))[0]?.step

const [territory, vendor, translator, studio, guest, owner] = [
  person('territory'),
  person('vendor'),
  person('translator'),
  person('studio'),
  person('guest'),
  person('territory', 'owner'),
]

test('an order that was only begun waits for who began it, and for nobody else', () => {
  assert.equal(stepOf(owner, { status: 'incomplete', may: ['submitted', 'cancelled'] }), 'hand-in')
  assert.equal(stepOf(owner, { status: 'incomplete', may: ['cancelled'] }), 'fill-in')
  for (const other of [territory, vendor, translator, guest])
    assert.equal(stepOf(other, { status: 'incomplete' }), undefined)
  assert.equal(
    stepOf(studio, { status: 'incomplete', may: ['submitted'] }, 'critical'),
    undefined,
    'a draft is nothing to run after',
  )
})

test('a territory decides on what is in review', () => {
  const undecided: Facts = {
    status: 'for-review',
    may: ['rejected'],
    more: { offlines: [offline(null)] },
  }
  assert.deepEqual(tasksFor(territory, [request(undecided)], [])[0]?.at, {
    place: 'review',
    offline: 'o2',
  })
  assert.equal(stepOf(owner, undecided), 'decide')
  assert.equal(stepOf(vendor, { ...undecided, may: [] }), undefined)
  assert.equal(
    stepOf(studio, undecided),
    undefined,
    'that the home office could decide is no reason to call for it',
  )
  assert.equal(
    stepOf(territory, {
      status: 'for-review',
      may: ['approved', 'rejected'],
      more: { offlines: [offline('approved')] },
    }),
    'approve',
  )
})

test('a translation waits for its translator until it is handed in, then for who approves it', () => {
  const given = (status: 'incomplete' | 'submitted' | 'approved' | 'rejected'): Facts => ({
    status: 'awaiting-materials',
    subtitled: true,
    translation: { status, translator: by('translator') },
  })
  assert.equal(stepOf(translator, given('incomplete')), 'translate')
  assert.equal(stepOf(translator, given('rejected')), 'rework-translation')
  assert.equal(stepOf(translator, given('submitted')), undefined)
  assert.equal(stepOf(territory, given('submitted')), 'approve-translation')
  assert.equal(stepOf(studio, given('submitted')), 'approve-translation')
  assert.equal(stepOf(territory, given('approved')), undefined)
  assert.equal(stepOf(person('translator', 'another'), given('incomplete')), undefined)
  assert.equal(
    stepOf(translator, { ...given('incomplete'), status: 'incomplete' }),
    undefined,
    'nothing is ordered yet',
  )
  assert.equal(
    stepOf(translator, { ...given('incomplete'), subtitled: false }),
    undefined,
    'nobody ordered subtitles',
  )
})

test('the way leads to the sheet that waits', () => {
  const graphics = request({
    status: 'awaiting-materials',
    graphics: { status: 'incomplete', translator: by('translator') },
  })
  assert.deepEqual(tasksFor(translator, [graphics], [])[0]?.at, {
    place: 'translate',
    sheet: 'graphics',
  })
  const both = request({
    status: 'in-progress',
    subtitled: true,
    translation: { status: 'submitted' },
    graphics: { status: 'approved' },
  })
  assert.deepEqual(tasksFor(territory, [both], [])[0]?.at, {
    place: 'translate',
    sheet: 'dialogue',
  })
})

test('a vendor gives translations away, brings what is missing, and begins', () => {
  assert.equal(
    stepOf(vendor, {
      status: 'awaiting-materials',
      subtitled: true,
      more: { materials: [material('Subtitled', false)] },
    }),
    'give-translation',
  )
  assert.equal(
    stepOf(vendor, {
      status: 'awaiting-materials',
      subtitled: true,
      translation: { translator: by('translator') },
      more: { materials: [material('Subtitled', false)] },
    }),
    undefined,
    'the translator is at it',
  )
  assert.equal(
    stepOf(vendor, {
      status: 'awaiting-materials',
      more: { materials: [material('Dubbed', false)] },
    }),
    'bring-material',
  )
  assert.equal(stepOf(vendor, { status: 'submitted', may: ['in-progress'] }), 'begin')
})

test('a material that needs an approval waits for it', () => {
  const graphics: Facts = {
    status: 'awaiting-materials',
    more: { materials: [material('Graphics', true)] },
    needsApproval: true,
  }
  assert.equal(stepOf(territory, graphics), 'approve-material')
  assert.equal(stepOf(studio, graphics), 'approve-material')
  assert.equal(stepOf(vendor, graphics), undefined)
  assert.equal(stepOf(territory, { ...graphics, needsApproval: false }), undefined)
})

test('a vendor brings an offline, brings another, and sends it on', () => {
  assert.equal(stepOf(vendor, { status: 'in-progress' }), 'bring-offline')
  assert.equal(
    stepOf(vendor, {
      status: 'in-progress',
      may: ['for-review'],
      more: { offlines: [offline(null)] },
    }),
    'send-to-review',
  )
  assert.equal(
    stepOf(vendor, {
      status: 'rejected',
      may: ['in-progress'],
      more: { offlines: [offline('rejected')] },
    }),
    'bring-offline-again',
  )
  assert.equal(
    stepOf(vendor, { status: 'in-progress', more: { autosubs: true } }),
    undefined,
    'the service makes it',
  )
  assert.equal(
    stepOf(vendor, { status: 'in-progress', more: { encodes: [encode('offline', 'making')] } }),
    undefined,
  )
})

test('a vendor brings the files of what is approved, then completes it', () => {
  assert.equal(stepOf(vendor, { status: 'approved' }), 'bring-files')
  assert.equal(stepOf(vendor, { status: 'approved', may: ['complete'] }), 'complete')
  assert.equal(
    stepOf(vendor, { status: 'approved', more: { encodes: [encode('deliverable', 'waiting')] } }),
    undefined,
  )
})

test('what could not be made waits for who works and who watches, until it was made after all', () => {
  const failed: Facts = { status: 'approved', more: { encodes: [encode('deliverable', 'failed')] } }
  assert.equal(stepOf(vendor, failed), 'mend')
  assert.equal(stepOf(studio, failed), 'mend')
  assert.equal(stepOf(territory, failed), undefined)
  assert.equal(
    stepOf(vendor, {
      status: 'approved',
      more: { encodes: [encode('deliverable', 'making'), encode('deliverable', 'failed')] },
    }),
    undefined,
  )
})

test('the home office runs after what will be late', () => {
  assert.equal(stepOf(studio, { status: 'in-progress' }, 'critical'), 'chase')
  assert.equal(stepOf(studio, { status: 'in-progress' }, 'at-risk'), 'chase')
  assert.equal(stepOf(studio, { status: 'in-progress' }, 'on-track'), undefined)
  assert.equal(stepOf(vendor, { status: 'in-progress' }, 'critical'), 'bring-offline')
  assert.equal(stepOf(guest, { status: 'in-progress' }, 'critical'), undefined)
})
