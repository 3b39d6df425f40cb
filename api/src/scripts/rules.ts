import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { Script } from './contract.ts'

export type StoredScript = Omit<Script, '$links'> & { textTrack: string; studio: string }

export const presentScript = (
  { textTrack: _textTrack, studio: _studio, ...script }: StoredScript,
  { host }: Pick<ReplyContext, 'host'>,
): Script => ({
  ...script,
  $links: {
    self: `//${host}/api/scripts/${script._id}`,
    asset: `//${host}/api/assets/${script.asset}`,
  },
})
