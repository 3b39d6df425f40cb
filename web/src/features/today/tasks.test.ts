import assert from 'node:assert/strict'
import { test } from 'node:test'
import { access, type reports, type workrequests } from '@reelay/api/contract'
import type { TaskKind, TaskUser } from '../shared/next-step.ts'
import { tasksFor } from './tasks.ts'

type WorkRequest = workrequests.WorkRequest
type Translation = Partial<WorkRequest['translation']>
type RequestProperties = {
  status: workrequests.Status
  allowedMoves?: workrequests.Status[]
  translation?: Translation
  graphics?: Translation
  subtitled?: boolean
  others?: Partial<WorkRequest>
  needsApproval?: boolean
}

const createUser = (role: access.Role, _id: string = role): TaskUser => ({
  _id,
  permissions: access.permissionsOf([role], []),
  groups: role === 'vendor' ? ['vendors'] : [],
})
const userSummary = (_id: string) => ({ _id, name: _id, emailNormal: '', groups: [] })
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

const createRequest = ({
  status,
  allowedMoves = [],
  translation = {},
  graphics = {},
  subtitled = false,
  others = {},
  needsApproval = false,
}: RequestProperties) =>
  ({
    _id: 'w1',
    status,
    $statuses: allowedMoves,
    $missing: [],
    from: userSummary('owner'),
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
    ...others,
  }) as unknown as WorkRequest

const risk = (level: reports.Risk) =>
  ({ request: 'w1', risk: level, reasons: [] }) as unknown as reports.RequestAtRisk
const kindOf = (
  user: TaskUser,
  properties: RequestProperties,
  level: reports.Risk = 'on-track',
): TaskKind | undefined =>
  tasksFor(user, [{ ...createRequest(properties), risk: risk(level) }])[0]?.kind

const [territory, vendor, translator, studio, guest, owner] = [
  createUser('territory'),
  createUser('vendor'),
  createUser('translator'),
  createUser('studio'),
  createUser('guest'),
  createUser('territory', 'owner'),
]

test('a draft is a task for its owner only', () => {
  assert.equal(
    kindOf(owner, { status: 'incomplete', allowedMoves: ['submitted', 'cancelled'] }),
    'submit',
  )
  assert.equal(kindOf(owner, { status: 'incomplete', allowedMoves: ['cancelled'] }), 'finish-draft')
  for (const other of [territory, vendor, translator, guest])
    assert.equal(kindOf(other, { status: 'incomplete' }), undefined)
  assert.equal(
    kindOf(studio, { status: 'incomplete', allowedMoves: ['submitted'] }, 'critical'),
    undefined,
    'a late draft does not concern the home office',
  )
})

test('a territory reviews the offline', () => {
  const undecided: RequestProperties = {
    status: 'for-review',
    allowedMoves: ['rejected'],
    others: { offlines: [offline(null)] },
  }
  assert.deepEqual(tasksFor(territory, [createRequest(undecided)])[0]?.location, {
    page: 'review',
    offline: 'o2',
  })
  assert.equal(kindOf(owner, undecided), 'review-offline')
  assert.equal(kindOf(vendor, { ...undecided, allowedMoves: [] }), undefined)
  assert.equal(
    kindOf(studio, undecided),
    undefined,
    'the home office may decide, but it is not its task',
  )
  assert.equal(
    kindOf(territory, {
      status: 'for-review',
      allowedMoves: ['approved', 'rejected'],
      others: { offlines: [offline('approved')] },
    }),
    'approve',
  )
})

test('a translation is a task for its translator, then for its approver', () => {
  const translationIs = (
    status: 'incomplete' | 'submitted' | 'approved' | 'rejected',
  ): RequestProperties => ({
    status: 'awaiting-materials',
    subtitled: true,
    translation: { status, translator: userSummary('translator') },
  })
  assert.equal(kindOf(translator, translationIs('incomplete')), 'translate')
  assert.equal(kindOf(translator, translationIs('rejected')), 'rework-translation')
  assert.equal(kindOf(translator, translationIs('submitted')), undefined)
  assert.equal(kindOf(territory, translationIs('submitted')), 'approve-translation')
  assert.equal(kindOf(studio, translationIs('submitted')), 'approve-translation')
  assert.equal(kindOf(territory, translationIs('approved')), undefined)
  assert.equal(kindOf(createUser('translator', 'another'), translationIs('incomplete')), undefined)
  assert.equal(
    kindOf(translator, { ...translationIs('incomplete'), status: 'incomplete' }),
    undefined,
    'a draft gives a translator no task',
  )
  assert.equal(
    kindOf(translator, { ...translationIs('incomplete'), subtitled: false }),
    undefined,
    'without subtitles there is nothing to translate',
  )
})

test('links to the text track that needs work', () => {
  const graphics = createRequest({
    status: 'awaiting-materials',
    graphics: { status: 'incomplete', translator: userSummary('translator') },
  })
  assert.deepEqual(tasksFor(translator, [graphics])[0]?.location, {
    page: 'translate',
    textTrack: 'graphics',
  })
  const both = createRequest({
    status: 'in-progress',
    subtitled: true,
    translation: { status: 'submitted' },
    graphics: { status: 'approved' },
  })
  assert.deepEqual(tasksFor(territory, [both])[0]?.location, {
    page: 'translate',
    textTrack: 'dialogue',
  })
})

test('a vendor assigns translations, uploads missing material, and starts', () => {
  assert.equal(
    kindOf(vendor, {
      status: 'awaiting-materials',
      subtitled: true,
      others: { materials: [material('Subtitled', false)] },
    }),
    'assign-translation',
  )
  assert.equal(
    kindOf(vendor, {
      status: 'awaiting-materials',
      subtitled: true,
      translation: { translator: userSummary('translator') },
      others: { materials: [material('Subtitled', false)] },
    }),
    undefined,
    'the translator works on it',
  )
  assert.equal(
    kindOf(vendor, {
      status: 'awaiting-materials',
      others: { materials: [material('Dubbed', false)] },
    }),
    'upload-material',
  )
  assert.equal(kindOf(vendor, { status: 'submitted', allowedMoves: ['in-progress'] }), 'start')
})

test('a complete material is a task for its approvers', () => {
  const graphics: RequestProperties = {
    status: 'awaiting-materials',
    others: { materials: [material('Graphics', true)] },
    needsApproval: true,
  }
  assert.equal(kindOf(territory, graphics), 'approve-material')
  assert.equal(kindOf(studio, graphics), 'approve-material')
  assert.equal(kindOf(vendor, graphics), undefined)
  assert.equal(kindOf(territory, { ...graphics, needsApproval: false }), undefined)
})

test('a vendor uploads offlines and submits them for review', () => {
  assert.equal(kindOf(vendor, { status: 'in-progress' }), 'upload-offline')
  assert.equal(
    kindOf(vendor, {
      status: 'in-progress',
      allowedMoves: ['for-review'],
      others: { offlines: [offline(null)] },
    }),
    'send-to-review',
  )
  assert.equal(
    kindOf(vendor, {
      status: 'rejected',
      allowedMoves: ['in-progress'],
      others: { offlines: [offline('rejected')] },
    }),
    'upload-new-offline',
  )
  assert.equal(
    kindOf(vendor, { status: 'in-progress', others: { autosubs: true } }),
    undefined,
    'the service creates the offline',
  )
  assert.equal(
    kindOf(vendor, { status: 'in-progress', others: { encodes: [encode('offline', 'making')] } }),
    undefined,
  )
})

test('a vendor uploads the deliverables, then completes the work request', () => {
  assert.equal(kindOf(vendor, { status: 'approved' }), 'upload-deliverables')
  assert.equal(kindOf(vendor, { status: 'approved', allowedMoves: ['complete'] }), 'complete')
  const missing = (step: string, of: string) => ({ code: step, step, of, message: '', who: '' })
  const checking = missing('deliverable.checking', '2')
  assert.equal(
    kindOf(vendor, { status: 'approved', others: { $missing: [checking] } }),
    'await-checks',
    'the service checks the files',
  )
  assert.equal(
    kindOf(vendor, {
      status: 'approved',
      others: { $missing: [missing('deliverable', 'Dcp'), checking] },
    }),
    'upload-deliverables',
    'another file is missing',
  )
  assert.equal(
    kindOf(vendor, { status: 'approved', others: { encodes: [encode('deliverable', 'waiting')] } }),
    undefined,
  )
})

test('a failed encode is a task for vendor and home office until a retry starts', () => {
  const failed: RequestProperties = {
    status: 'approved',
    others: { encodes: [encode('deliverable', 'failed')] },
  }
  assert.equal(kindOf(vendor, failed), 'fix-encode')
  assert.equal(kindOf(studio, failed), 'fix-encode')
  assert.equal(kindOf(territory, failed), undefined)
  assert.equal(
    kindOf(vendor, {
      status: 'approved',
      others: { encodes: [encode('deliverable', 'making'), encode('deliverable', 'failed')] },
    }),
    undefined,
  )
})

test('a work request at risk is a task for the home office', () => {
  assert.equal(kindOf(studio, { status: 'in-progress' }, 'critical'), 'find-blocker')
  assert.equal(kindOf(studio, { status: 'in-progress' }, 'at-risk'), 'find-blocker')
  assert.equal(kindOf(studio, { status: 'in-progress' }, 'on-track'), undefined)
  assert.equal(kindOf(vendor, { status: 'in-progress' }, 'critical'), 'upload-offline')
  assert.equal(kindOf(guest, { status: 'in-progress' }, 'critical'), undefined)
})

test('a vendor answers an assignment first, and the home office replaces a vendor that declined', () => {
  const assignment = {
    _id: 'a1',
    vendor: 'vendors',
    automatic: false,
    rule: null,
    respondBy: null,
    decision: null,
    reason: '',
    decided: null,
    created: 0,
    ended: null,
  }
  const open = createRequest({ status: 'in-progress', others: { _id: 'open' } })
  const asked = createRequest({
    status: 'in-progress',
    others: { _id: 'asked', vendor: 'vendors', assignment },
  })
  const kinds = (role: access.Role, requests: WorkRequest[]) =>
    tasksFor(createUser(role), requests).map(({ kind }) => kind)
  assert.deepEqual(kinds('vendor', [open, asked]), ['answer-assignment', 'upload-offline'])
  const declined = { ...asked, assignment: { ...assignment, decision: 'declined' as const } }
  assert.deepEqual(kinds('studio', [declined]), ['reassign'])
})
