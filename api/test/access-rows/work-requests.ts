import { newOrder } from '../orders.ts'
import { EVERYONE, emptyBody, playbackRows, type AccessRows } from './row.ts'

export const workRequestsRows: AccessRows = {
  'GET /workrequests': { may: EVERYONE },
  'GET /workrequests/groups': { may: EVERYONE, query: () => 'by=status' },
  'GET /workrequests/:id': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/translators': { may: 'ASTV', at: 'workRequest' },
  'POST /workrequests': {
    may: 'AST',
    at: 'asset',
    body: (id, _ids, studio) => ({ ...newOrder(studio), asset: id }),
  },
  'POST /workrequests/estimate': {
    may: 'AST',
    at: 'asset',
    body: (id, _ids, studio) => ({ ...newOrder(studio), asset: id }),
  },
  'PUT /workrequests/:id': { may: 'ASTVLM', at: 'workRequest', body: emptyBody },
  'GET /workrequests/:id/moves': { may: 'ASTVLM', at: 'workRequest' },
  'POST /workrequests/:id/assignment': {
    may: 'AS',
    at: 'workRequest',
    body: (_id, ids) => ({ vendor: ids.group }),
  },
  'PUT /workrequests/:id/assignment': {
    may: 'V',
    at: 'workRequest',
    body: () => ({ decision: 'accepted' }),
  },
  'GET /workrequests/:id/assignments': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/invitations': { may: 'ASTV', at: 'workRequest' },
  'POST /workrequests/:id/invitations': {
    may: 'ASTV',
    at: 'workRequest',
    body: () => ({ email: `${crypto.randomUUID()}@example.com`, as: 'reviewer' }),
  },
  'DELETE /workrequests/:id/invitations/:invitation': { may: 'ASTV', at: 'workRequest' },
  'POST /workrequests/invitations/read': { may: EVERYONE, body: () => ({ code: 'x' }) },
  'POST /workrequests/invitations/accept': { may: EVERYONE, body: () => ({ code: 'x' }) },
  'GET /workrequests/:id/readers': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/comments': { may: 'ASTVLM', at: 'workRequest' },
  'GET /workrequests/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'workRequest',
    comment: 'requestComment',
  },
  'POST /workrequests/:id/comments': {
    may: 'ASTVL',
    at: 'workRequest',
    body: () => ({ text: 'New' }),
  },
  'PUT /workrequests/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'workRequest',
    comment: 'requestComment',
    body: emptyBody,
  },
  'DELETE /workrequests/:id/comments/:comment': {
    may: 'ASTVLM',
    at: 'workRequest',
    comment: 'requestComment',
  },
  'POST /workrequests/:id/encodes/:encode/retry': { may: 'ASV', at: 'workRequest' },
  'GET /offlines': { may: EVERYONE },
  'GET /offlines/:id': { may: 'ASTVLM', at: 'offline' },
  'POST /offlines': {
    may: 'ASV',
    at: 'workRequest',
    body: (id, ids) => ({ workRequest: id, file: ids.file }),
  },
  'PUT /offlines/:id': { may: 'ASTVLM', at: 'offline', body: emptyBody },
  ...playbackRows('/offlines', 'offline'),
  'GET /offlines/:id/comments': { may: 'ASTVLM', at: 'offline' },
  'GET /offlines/:id/comments/:comment': { may: 'ASTVLM', at: 'offline' },
  'GET /offlines/:id/comments/export': { may: 'ASTVLM', at: 'offline' },
  'POST /offlines/:id/comments': {
    may: 'ASTVL',
    at: 'offline',
    body: () => ({ text: 'New', frame: 0 }),
  },
  'PUT /offlines/:id/comments/:comment': { may: 'ASTVLM', at: 'offline', body: emptyBody },
  'DELETE /offlines/:id/comments/:comment': { may: 'ASTVLM', at: 'offline' },
}
