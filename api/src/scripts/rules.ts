import type { View } from '../kernel/http/contract/view.ts'
import type { Script } from './contract.ts'

export type StoredScript = Omit<Script, '$links'> & { textTrack: string; studio: string }

export const presentScript = (
  { textTrack: _textTrack, studio: _studio, ...script }: StoredScript,
  { host }: Pick<View, 'host'>,
): Script => ({
  ...script,
  $links: {
    self: `//${host}/api/scripts/${script._id}`,
    asset: `//${host}/api/assets/${script.asset}`,
  },
})
