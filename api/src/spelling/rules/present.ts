import type { View } from '../../kernel/http/contract/view.ts'
import type { StudioWord } from '../contract.ts'

export type StoredWord = Omit<StudioWord, '$links'>
export const presentWord = (word: StoredWord, { host }: Pick<View, 'host'>): StudioWord => ({
  ...word,
  $links: {
    self: `//${host}/api/studios/${word.studio}/words/${word._id}`,
    studio: `//${host}/api/studios/${word.studio}`,
  },
})
