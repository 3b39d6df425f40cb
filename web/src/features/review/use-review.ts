import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { commentRules, offlines, type workrequests } from '@reelay/api/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/queries.ts'
import { useFilm } from '../player/use-film.ts'
import { useCurrentUser, usePermissions } from '../shared/current-user.ts'
import { EMPTY_DRAFT, type CommentDraft } from './comment-draft.ts'
import { reviewShortcutFor } from './shortcuts.ts'
import { isShown, moveEdge, spanOf } from './spans.ts'
import {
  filterThreads,
  findAdjacentThread,
  groupThreads,
  type Thread,
  type ThreadState,
} from './threads.ts'
import { commentsInput } from './version-queries.ts'

export type Review = ReturnType<typeof useReview>

type Options = {
  offline: offlines.Offline
  /** When its signed URLs were loaded. */
  loadedAt: number
  request: workrequests.WorkRequest
  showNotes: () => void
}

/** The state that the stage and the notes of a version share. */
export function useReview({ offline, loadedAt, request, showNotes }: Options) {
  const { beside: compareWith, comment: selected } = useSearch({ strict: false })
  const navigate = useNavigate()
  const updateSearch = (change: { beside?: string | undefined; comment?: string | undefined }) =>
    navigate({
      to: '.',
      search: (current) => ({ ...current, ...change }),
      replace: true,
      resetScroll: false,
    })
  const comments = useEndpointQuery(offlines.listComments, commentsInput(offline._id))
  const [state, setState] = useState<ThreadState>('open')
  const [draft, setDraft] = useState<CommentDraft>(EMPTY_DRAFT)
  const field = useRef<HTMLTextAreaElement>(null)
  const reviewer = useReviewer()
  const mayComment =
    commentRules.mayComment({ owner: request.from._id }, reviewer) && offline.status === 'ready'
  const film = useFilm('offline', offline, loadedAt)
  const all = groupThreads(comments.data?.items ?? [])
  const threads = filterThreads(all, state)
  const select = ({ first }: Thread) => {
    film.pause()
    if (isShown(first)) film.seek(spanOf(first).first)
    void updateSearch({ comment: first._id })
  }
  const selectAdjacent = (direction: 1 | -1) => {
    const next = findAdjacentThread(threads, { selected, frame: film.frame, direction })
    if (next) select(next)
  }
  const markEdge = (edge: 'first' | 'last') =>
    setDraft((current) => ({ ...current, span: moveEdge(current.span, edge, film.frame) }))
  const focusField = () => {
    film.pause()
    // At once, so that the next letter is written into the field.
    if (!field.current?.checkVisibility()) flushSync(showNotes)
    field.current?.focus()
  }
  const selectTool = (tool: CommentDraft['tool']) => {
    film.pause()
    setDraft((current) => ({ ...current, tool: current.tool === tool ? null : tool }))
  }
  return {
    offline,
    request,
    reviewer,
    mayComment,
    comments,
    film,
    all,
    threads,
    openCount: filterThreads(all, 'open').length,
    state,
    setState,
    draft,
    setDraft,
    field,
    selected,
    select,
    selectAdjacent,
    selectComment: (id: string) => void updateSearch({ comment: id }),
    markEdge,
    focusField,
    selectTool,
    compareWith,
    compare: (id: string | undefined) => void updateSearch({ beside: id }),
    shortcutFor: (event: KeyboardEvent) =>
      reviewShortcutFor(event, { mayComment, markEdge, focusField, selectAdjacent, selectTool }),
  }
}

function useReviewer() {
  const me = useCurrentUser()
  const permissions = usePermissions()
  return { _id: me?._id ?? '', permissions, roles: me?.roles ?? [] }
}
