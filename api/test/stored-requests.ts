// Stored work requests for tests of rules, with everything that a move may need.
import type { Status } from '../src/workrequests/contract.ts'
import type { StoredWorkRequest } from '../src/workrequests/rules/stored.ts'

export function storedRequest(status: Status): StoredWorkRequest {
  const request = {
    _id: 'w',
    status,
    from: { _id: 'owner' },
    language: 'deu',
    territory: 'DE',
    autosubs: false,
    history: [],
    dng: { dialogue: ['Subtitled'], graphics: ['Dedicated'], narration: ['OV'] },
    uses: { items: ['Online'], details: {} },
    dcp: { items: [], details: [] },
    materials: [
      { name: 'Graphics', complete: false, approved: false, files: [] },
      { name: 'Subtitled', complete: false, approved: false, files: [] },
    ],
    translation: { status: 'approved', language: 'deu' },
    graphicsTranslation: { status: 'approved', language: 'deu' },
    offlines: [],
    encodes: [],
    asset: {
      workflow: {
        id: '1',
        phase: 'WIP',
        definition: { phases: {}, requireGraphicsApproval: true, requireOfflineApproval: true },
      },
    },
    conditions: {
      leadTimeHours: 24,
      isDueInTime: true,
      languages: ['deu'],
      hasFreshOffline: false,
      deliverables: [{ use: 'Online', state: 'clean', companion: false }],
    },
  }
  return request as unknown as StoredWorkRequest
}

export function storedRequestWithOffline(status: Status): StoredWorkRequest {
  const request = storedRequest(status)
  return {
    ...request,
    offlines: [
      { _id: 'o', file: 'f', from: 'v', decision: 'approved', reason: '', code: null, created: 1 },
    ],
    conditions: { ...request.conditions, hasFreshOffline: true },
  }
}
