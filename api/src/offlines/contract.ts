import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, IdOrSlug, Links, Nullable, Params, Partly, Ref, Seconds, Strict, Text } from '../kernel/schema.ts'
import { Sent, Showing, watching } from '../renditions/contract.ts'
import { RejectionCode } from '../workrequests/contract.ts'

export const Decision = Type.Enum(['approved', 'rejected'])

export const Offline = Strict({
  _id: Id, workRequest: Id, from: Id, project: Id, asset: Id, file: Id, version: Type.Integer(), path: Type.String(),
  ...Showing.properties, decision: Nullable(Decision), reason: Type.String(), code: Nullable(Type.String()), created: Seconds, $links: Links(),
})
export type Offline = Static<typeof Offline>

const New = Strict({ workRequest: Ref, file: Ref })
export type NewOffline = Static<typeof New>
const Decided = Strict({ decision: Nullable(Decision), reason: Text, code: Nullable(RejectionCode) })
const Verdict = Partly(Strict({ ...Decided.properties, ...Sent.properties }))
export type Verdict = Static<typeof Verdict>

export const listOfflines = endpoint({
  method: 'GET', path: '/offlines', access: 'signed-in', summary: 'List offlines, newest first', list: true, query: Partly(Strict({ workRequest: IdOrSlug, asset: IdOrSlug })), reply: Offline,
})
export const getOffline = endpoint({ method: 'GET', path: '/offlines/:id', access: 'signed-in', summary: 'Read an offline with a signed address to watch it', params: Params, reply: Offline })
export const bringOffline = endpoint({ method: 'POST', path: '/offlines', access: 'workrequest.work', summary: 'Bring an offline for a work request', body: New, of: Offline, reply: Offline })
export const decideOffline = endpoint({
  method: 'PUT', path: '/offlines/:id', access: 'signed-in', summary: 'Approve or reject the newest offline', params: Params, body: Verdict, of: Offline, reply: Offline,
})

export const watchOffline = watching('/offlines', 'an offline')
