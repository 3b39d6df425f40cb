import { useMemo } from 'react'
import { comments, lineCommentRules, type translations } from '@reelay/api/contract'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useAllItems } from '../../../api/queries.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import type { EditorStore } from '../model/store.ts'

export const LINE_COMMENT_PATHS = ['/translations/:id/comments']
export type LineComments = {
  byLine: ReadonlyMap<string, readonly comments.LineComment[]>
  /** The number of threads and suggestions that wait for somebody. */
  openCount: number
  mayDecide: boolean
}

/** The comments of all lines. Events keep them up to date. */
export function useLineComments(translation: translations.Translation): LineComments {
  const { data: items } = useAllItems(comments.listLineComments, {
    params: { id: translation._id },
  })
  const permissions = new Set<string>()
  if (useHasPermission('translation.write')) permissions.add('translation.write')
  if (useHasPermission('translation.approve')) permissions.add('translation.approve')
  const byLine = useMemo(() => Map.groupBy(items ?? [], ({ line }) => line), [items])
  return {
    byLine,
    openCount: (items ?? []).filter(isOpenThread).length,
    mayDecide: lineCommentRules.mayDecideSuggestion(translation, {
      permissions,
    }),
  }
}

export const isOpenThread = ({ status, replyTo }: comments.LineComment) =>
  status === 'open' && replyTo === null

/** Accepting sends the person's own text first, and shows the changed line at once. */
export function useDecide(translation: string, store: EditorStore) {
  const decide = useEndpointMutation(comments.decideLineComment, {
    invalidates: LINE_COMMENT_PATHS,
    onSuccess: () => void store.fetchChanges(),
  })
  return async (comment: string, status: comments.LineCommentStatus) => {
    if (status === 'accepted') await store.flush()
    decide.mutate({ params: { id: translation, comment }, body: { status } })
  }
}
