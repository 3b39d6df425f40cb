import { useRef, useState } from 'react'
import { commentRules, offlines, type workrequests } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/queries.ts'
import { useCurrentUser, usePermissions } from '../shared/current-user.ts'
import { NewComment } from './new-comment.tsx'
import { Decision } from './decision.tsx'
import type { CommentDraft } from './comment-draft.ts'
import { EMPTY_DRAFT } from './comment-draft.ts'
import { ReviewPlayer } from './review-player.tsx'
import { createFrameMap, spanOf } from './frames.ts'
import { StillImage } from './still-image.tsx'
import { reviewShortcutFor, useDocumentShortcuts } from './shortcuts.ts'
import {
  filterThreads,
  findAdjacentThread,
  groupThreads,
  type ThreadState,
  type Thread,
} from './threads.ts'
import { ThreadList } from './thread-list.tsx'
import { useReviewPlayer } from './use-review-player.ts'
import { VersionList } from './version-list.tsx'
import styles from './review.module.css'

const route = getRouteApi('/app/offlines/$id')
type Props = { offline: offlines.Offline; request: workrequests.WorkRequest }

export function ReviewBody({ offline, request }: Props) {
  const { beside: compareWith, comment: selected } = route.useSearch()
  const navigate = route.useNavigate()
  const updateSearch = (change: { beside?: string | undefined; comment?: string | undefined }) =>
    void navigate({
      search: (current) => ({ ...current, ...change }),
      replace: true,
      resetScroll: false,
    })

  const comments = useEndpointQuery(offlines.listComments, {
    params: { id: offline._id },
    range: { first: 0, last: 499 },
  })
  const versions = useEndpointQuery(offlines.listOfflines, {
    query: { workRequest: request._id },
    range: { first: 0, last: 99 },
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [state, setState] = useState<ThreadState>('open')
  const [draft, setDraft] = useState<CommentDraft>(EMPTY_DRAFT)
  const field = useRef<HTMLTextAreaElement>(null)
  const me = useCurrentUser()
  const permissions = usePermissions()
  const reviewer = { _id: me?._id ?? '', permissions, roles: me?.roles ?? [] }
  const mayComment = commentRules.mayComment({ owner: request.from._id }, reviewer)

  const frames = createFrameMap(offline)
  const player = useReviewPlayer(offline, frames)
  const all = groupThreads(comments.data?.items ?? [], hidden)
  const threads = filterThreads(all, state)
  const select = ({ first }: Thread) => {
    player.pause()
    player.seek(spanOf(first).first)
    updateSearch({ comment: first._id })
  }
  const selectAdjacent = (direction: 1 | -1) => {
    const next = findAdjacentThread(threads, { selected, frame: player.frame, direction })
    if (next) select(next)
  }
  const markEdge = (edge: 'first' | 'last') =>
    setDraft((current) => ({ ...current, span: moveEdge(current.span, edge, player.frame) }))
  const focusField = () => {
    player.pause()
    field.current?.focus()
  }
  useDocumentShortcuts(
    (event) =>
      reviewShortcutFor(event, { mayComment, markEdge, focusField, selectAdjacent }) ??
      player.shortcutFor(event),
  )

  const shared = { offline, frames, player, threads, draft, setDraft, selected, select }
  return (
    <div className={styles.review} data-compare={compareWith !== undefined}>
      <div className={styles.player}>
        {player.kind === 'image' ? (
          <StillImage
            {...shared}
            compareWith={compareWith}
            onClose={() => updateSearch({ beside: undefined })}
          />
        ) : (
          <ReviewPlayer
            {...shared}
            compareWith={compareWith}
            onClose={() => updateSearch({ beside: undefined })}
          />
        )}
      </div>
      <div className={styles.newComment}>
        {mayComment && offline.status === 'ready' && (
          <NewComment
            {...shared}
            field={field}
            markEdge={markEdge}
            onCreated={(id) => {
              setState('open')
              updateSearch({ comment: id })
            }}
          />
        )}
      </div>
      <div className={styles.comments}>
        <ThreadList
          {...shared}
          all={all}
          query={comments}
          state={state}
          onState={setState}
          selectAdjacent={selectAdjacent}
          owner={request.from._id}
          reviewer={reviewer}
          mayComment={mayComment}
          onHide={(id, isHidden) =>
            setHidden((current) => {
              const next = new Set(current)
              if (isHidden) next.add(id)
              else next.delete(id)
              return next
            })
          }
        />
      </div>
      <div className={styles.decision}>
        <Decision
          offline={offline}
          request={request}
          reviewer={reviewer}
          versions={versions.data?.items}
          openComments={filterThreads(all, 'open').length}
        />
      </div>
      <div className={styles.versions}>
        <VersionList
          offline={offline}
          versions={versions.data?.items}
          compareWith={compareWith}
          onCompare={(id) => updateSearch({ beside: id })}
        />
      </div>
    </div>
  )
}

/** Marking one edge beyond the other starts a new span. */
function moveEdge(
  span: CommentDraft['span'],
  edge: 'first' | 'last',
  frame: number,
): NonNullable<CommentDraft['span']> {
  if (edge === 'first') return { first: frame, last: span && span.last > frame ? span.last : frame }
  return { first: span && span.first < frame ? span.first : frame, last: frame }
}
