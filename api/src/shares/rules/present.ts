import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { presentSummary, type StoredSummary } from '../../users/rules/user.ts'
import type { Share, ShareWithUrl } from '../contract.ts'

export type StoredShare = Omit<Share, 'from' | '$links'> & { from: StoredSummary }

export const presentShare = (
  { from, ...share }: StoredShare,
  { host }: Pick<ReplyContext, 'host'>,
): Share => ({
  ...share,
  from: presentSummary(from, { host }),
  $links: { self: `//${host}/api/shares/${share._id}` },
})

/** `code` is that of a new open link. */
export type CreatedShare = StoredShare & { code: string | null }

export const presentCreatedShare = (
  { code, ...share }: CreatedShare,
  view: Pick<ReplyContext, 'host' | 'appUrl'>,
): ShareWithUrl => ({
  ...presentShare(share, view),
  url: code === null ? null : shareUrl(view.appUrl, code),
})

export const shareUrl = (appUrl: string, code: string) => `${appUrl}/s/${code}`
