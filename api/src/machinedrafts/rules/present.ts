import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { presentSummary, type StoredSummary } from '../../users/rules/user.ts'
import type { DraftProvider, DraftRun, Drafts } from '../contract.ts'

export type StoredDraftProvider = Omit<DraftProvider, '$links'>
export type StoredDraftRun = Omit<DraftRun, 'user'> & { user: StoredSummary }

export const presentDraftProvider = (
  provider: StoredDraftProvider,
  { host }: Pick<ReplyContext, 'host'>,
): DraftProvider => ({
  ...provider,
  $links: { self: `//${host}/api/studios/${provider.studio}/draftproviders/${provider.task}` },
})

export const presentDraftRun = (
  run: StoredDraftRun,
  view: Pick<ReplyContext, 'host'>,
): DraftRun => ({
  ...run,
  user: presentSummary(run.user, view),
})

export type StoredDrafts = Omit<Drafts, 'runs'> & { runs: StoredDraftRun[] }

export const presentDrafts = (
  { provider, runs }: StoredDrafts,
  view: Pick<ReplyContext, 'host'>,
): Drafts => ({ provider, runs: runs.map((run) => presentDraftRun(run, view)) })

export const hostOf = (url: string): string => new URL(url).host
