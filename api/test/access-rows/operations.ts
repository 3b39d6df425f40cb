import { sessionState } from '../review-sessions.ts'
import { EVERYONE, emptyBody, idBody, playbackRows, type AccessRows } from './row.ts'

export const operationsRows: AccessRows = {
  'GET /downloads': { may: EVERYONE },
  'POST /downloads': { may: 'ASTV', record: 'file', body: (id) => ({ files: [id] }) },
  'POST /downloads/archive': { may: 'ASTV', record: 'file', body: (id) => ({ files: [id] }) },
  'GET /downloads/:id/archive': { may: 'T', record: 'download' },
  'GET /files/:id/content': { may: 'ASTV', record: 'file' },
  'GET /files/:id/document': { may: 'ASTV', record: 'file' },
  'GET /shares': { may: EVERYONE },
  'POST /shares': { may: 'AST', record: 'file', body: (id) => ({ kind: 'files', files: [id] }) },
  'GET /shares/:id': { may: 'AS', record: 'share' },
  'POST /shares/:id/links': {
    may: 'AS',
    record: 'share',
    body: (_id, ids) => ({ recipient: ids.shareRecipient }),
  },
  'DELETE /shares/:id': { may: 'AS', record: 'share' },
  // A share link is its own credential: shares/open.test.ts.
  'GET /s/:code': { may: '' },
  'POST /s/:code/open': { may: '' },
  ...sharedRows(),
  'GET /events': { may: EVERYONE },
  // Who gets in stays: stream.test.ts listens.
  'GET /events/stream': { may: '' },
  'GET /events/:id': { may: 'ASTVM', record: 'event' },
  'PUT /events': { may: 'AM', record: 'event', body: idBody },
  'GET /reviewsessions': { may: EVERYONE },
  // A guest gets 422 for a request that they cannot see.
  'POST /reviewsessions': {
    may: EVERYONE,
    record: 'workRequest',
    body: (id) => ({ member: 'e'.repeat(24), ...sessionState({ _id: id }) }),
  },
  'GET /reviewsessions/:id': { may: 'ASTVLM', record: 'reviewSession' },
  // reviewsessions/stream.test.ts listens.
  'GET /reviewsessions/:id/stream': { may: '' },
  'PUT /reviewsessions/:id': {
    may: 'ASTVLM',
    record: 'reviewSession',
    body: (_id, ids) => ({
      member: 'e'.repeat(24),
      offered: false,
      ...sessionState({ _id: ids.workRequest }),
    }),
  },
  'PUT /reviewsessions/:id/presence': {
    may: 'ASTVLM',
    record: 'reviewSession',
    body: () => ({ member: 'e'.repeat(24), state: 'following' }),
  },
  'PUT /reviewsessions/:id/leader': {
    may: 'ASTVLM',
    record: 'reviewSession',
    body: () => ({ member: 'e'.repeat(24) }),
  },
  'DELETE /reviewsessions/:id': { may: 'ASTVLM', record: 'reviewSession' },
  'GET /notifications': { may: EVERYONE },
  'GET /notifications/:id': { may: 'V', record: 'notification' },
  'PUT /notifications/:id': { may: 'V', record: 'notification', body: emptyBody },
  'PUT /notifications': { may: EVERYONE, body: () => ({ read: true }) },
  'GET /webhooks': { may: 'AS' },
  'GET /webhooks/:id': { may: 'AS', record: 'webhook' },
  'POST /webhooks': {
    may: 'AS',
    record: 'studio',
    body: (id) => ({ studio: id, url: 'https://1.1.1.1/hook' }),
  },
  'PUT /webhooks/:id': { may: 'AS', record: 'webhook', body: emptyBody },
  'DELETE /webhooks/:id': { may: 'AS', record: 'webhook' },
  'POST /webhooks/:id/secret': { may: 'AS', record: 'webhook' },
  'POST /webhooks/:id/ping': { may: 'AS', record: 'webhook' },
  'GET /webhooks/:id/deliveries': { may: 'AS', record: 'webhook' },
  'GET /webhooks/:id/deliveries/:delivery': { may: 'AS', record: 'webhook' },
  'POST /webhooks/:id/deliveries/:delivery/redeliver': { may: 'AS', record: 'webhook' },
  'GET /reports/risk': { may: EVERYONE },
  'GET /reports/risk/counts': { may: EVERYONE },
  'GET /reports/forecast': { may: EVERYONE },
  'GET /reports/coverage': { may: EVERYONE },
  'GET /reports/volume': { may: EVERYONE },
  'GET /reports/rejections': { may: EVERYONE },
  'GET /reports/turnaround': { may: EVERYONE },
  'GET /reports/downloads': { may: EVERYONE },
  'GET /audit': { may: 'AS' },
  'GET /audit/verify': { may: 'A' },
  'GET /audit/heads': { may: 'AS' },
  'GET /jobs': { may: 'A' },
  'GET /jobs/summary': { may: 'A' },
  'GET /jobs/:id': { may: 'A', record: 'job' },
  'POST /jobs/:id/retry': { may: 'A', record: 'job', body: emptyBody },
  'GET /outbox': { may: 'A' },
}

/** Only the token of an opened share link leads here, never a person's own token. */
function sharedRows(): AccessRows {
  const names = [
    ...Object.keys(playbackRows('/shared', 'file')),
    'GET /shared',
    'GET /shared/logo',
    'GET /shared/:id/file',
    'GET /shared/archive',
    'GET /shared/comments',
    'POST /shared/comments',
    'PUT /shared/decision',
    'GET /shared/session',
    'PUT /shared/session',
  ]
  return Object.fromEntries(names.map((name) => [name, { may: '' }]))
}
