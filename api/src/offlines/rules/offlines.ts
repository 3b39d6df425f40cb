import type { View } from '../../kernel/http/contract/view.ts'
import type { Showing } from '../../renditions/contract.ts'
import { presentShowing, type StoredShowing } from '../../renditions/rules/playback.ts'
import type { Status } from '../../workrequests/contract.ts'
import type { Offline } from '../contract.ts'

/** `status` is that of the work request. */
export type StoredOffline = Omit<Offline, 'path' | keyof Showing | '$links'> & {
  owner: string
  newest: boolean
  status: Status
  studio: string
  showing: StoredShowing
}

export function presentOffline(
  {
    owner: _owner,
    newest: _newest,
    status: _status,
    studio: _studio,
    showing,
    ...offline
  }: StoredOffline,
  { host, sign }: Pick<View, 'host' | 'sign'>,
): Offline {
  const at = `/offlines/${offline._id}`
  return {
    ...offline,
    path: sign(`${at}/content`),
    ...presentShowing(showing, at, sign),
    $links: { self: `//${host}/api${at}` },
  }
}
