import type { View } from '../kernel/view.ts'
import type { Script } from './contract.ts'

export type StoredScript = Omit<Script, '$links'> & { sheet: string }

export const presentScript = (
  { sheet: _sheet, ...script }: StoredScript,
  { host }: Pick<View, 'host'>,
): Script => ({
  ...script,
  $links: {
    self: `//${host}/api/scripts/${script._id}`,
    asset: `//${host}/api/assets/${script.asset}`,
  },
})
