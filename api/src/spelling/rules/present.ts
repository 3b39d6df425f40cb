import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import type { StudioWord } from '../contract.ts'

export type StoredWord = Omit<StudioWord, '$links'>
export const presentWord = (
  word: StoredWord,
  { host }: Pick<ReplyContext, 'host'>,
): StudioWord => ({
  ...word,
  $links: {
    self: `//${host}/api/studios/${word.studio}/words/${word._id}`,
    studio: `//${host}/api/studios/${word.studio}`,
  },
})
