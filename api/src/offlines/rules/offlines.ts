import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import type { Playback } from '../../renditions/contract.ts'
import { presentPlayback, type StoredPlayback } from '../../renditions/rules/playback.ts'
import type { Status } from '../../workrequests/contract.ts'
import type { Offline } from '../contract.ts'

/** `status` is that of the work request. */
export type StoredOffline = Omit<Offline, 'path' | keyof Playback | '$links'> & {
  owner: string
  newest: boolean
  /** It was decided less than a minute ago. */
  isRecent: boolean | null
  status: Status
  studio: string
  showing: StoredPlayback
}

export function presentOffline(
  {
    owner: _owner,
    newest: _newest,
    isRecent: _isRecent,
    status: _status,
    studio: _studio,
    showing,
    ...offline
  }: StoredOffline,
  { host, sign }: Pick<ReplyContext, 'host' | 'sign'>,
): Offline {
  const path = `/offlines/${offline._id}`
  return {
    ...offline,
    path: sign(`${path}/content`),
    ...presentPlayback(showing, path, sign),
    $links: { self: `//${host}/api${path}` },
  }
}
