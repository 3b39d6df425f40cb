// A slot of a work request that takes a file: an offline, a material or an ordered use. A file in a
// slot is attached, and the request moves on if nothing else is missing.
import { offlines, workrequests } from '@reelay/api/contract'
import type { Service } from '../../api/service.ts'

export type RequestSlot = {
  request: string
  kind: 'offline' | 'material' | 'use'
  /** The material or the use. */
  name: string
}
export type SlotResult = {
  request: workrequests.WorkRequest
  /** The version of a new offline. */
  version?: number
  /** Why the request did not move on. */
  blocker?: string | undefined
}
type Call = Service['call']

export const slotKey = ({ request, kind, name }: RequestSlot): string =>
  `${request} ${kind} ${name}`

/** Attaches a verified file. `key` makes a repeated attempt safe. */
export async function fillSlot(
  call: Call,
  slot: RequestSlot,
  file: string,
  key: string,
): Promise<SlotResult> {
  const params = { id: slot.request }
  if (slot.kind === 'offline') return addOffline(call, slot.request, file, key)
  const current = await call(workrequests.getWorkRequest, { params })
  const request = await call(workrequests.changeWorkRequest, {
    params,
    body: withFile(current, slot, file),
  })
  return { request }
}

/** The material counts as complete with its file; it can be reopened. */
export function withFile(
  { materials, files }: Pick<workrequests.WorkRequest, 'materials' | 'files'>,
  { kind, name }: RequestSlot,
  file: string,
): workrequests.WorkRequestChange {
  const add = (list: readonly string[]) => [...list.filter((one) => one !== file), file]
  if (kind === 'use')
    return {
      files: [{ name, files: add(files.find((one) => one.name === name)?.files ?? []) }],
    }
  const material = materials.find((one) => one.name === name)
  return {
    materials: material ? [{ ...material, files: add(material.files), complete: true }] : [],
  }
}

async function addOffline(call: Call, id: string, file: string, key: string): Promise<SlotResult> {
  const { version } = await call(offlines.createOffline, {
    body: { workRequest: id, file },
    headers: { 'idempotency-key': key },
  })
  const request = await call(workrequests.getWorkRequest, { params: { id } })
  if (request.status === 'for-review') return { request, version }
  if (request.status === 'in-progress' && request.$statuses.includes('for-review'))
    return {
      request: await call(workrequests.changeWorkRequest, {
        params: { id },
        body: { status: 'for-review' },
      }),
      version,
    }
  const moves = await call(workrequests.listMoves, { params: { id } })
  const next = moves.find(({ to }) => to === 'in-progress' || to === 'for-review')
  return { request, version, blocker: next?.missing[0]?.message ?? next?.detail }
}
