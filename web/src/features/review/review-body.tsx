import { useRef, useState } from 'react'
import { commentRules, offlines, type workrequests } from '@reelay/api/contract'
import { getRouteApi } from '@tanstack/react-router'
import { useEndpointQuery } from '../../api/queries.ts'
import { useCurrentUser, usePermissions } from '../shared/current-user.ts'
import { Compose } from './new-comment.tsx'
import { Decide } from './decision.tsx'
import type { Draft } from './comment-draft.ts'
import { NO_DRAFT } from './comment-draft.ts'
import { Film } from './review-player.tsx'
import { framesOf, spanOf } from './frames.ts'
import { Picture } from './still-image.tsx'
import { reviewKeyOf, useKeys } from './shortcuts.ts'
import { inState, stepFrom, threadsOf, type State, type Thread } from './threads.ts'
import { Threads } from './thread-list.tsx'
import { useWatching } from './use-review-player.ts'
import { Versions } from './version-list.tsx'
import styles from './review.module.css'

const route = getRouteApi('/app/offlines/$id')
type Parts = { offline: offlines.Offline; request: workrequests.WorkRequest }

export function Body({ offline, request }: Parts) {
  const { beside, comment: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const go = (change: { beside?: string | undefined; comment?: string | undefined }) =>
    void navigate({
      search: (before) => ({ ...before, ...change }),
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
  const [state, setState] = useState<State>('open')
  const [draft, setDraft] = useState<Draft>(NO_DRAFT)
  const words = useRef<HTMLTextAreaElement>(null)
  const me = useCurrentUser()
  const permissions = usePermissions()
  const by = { _id: me?._id ?? '', permissions }
  const mayComment = commentRules.mayComment({ owner: request.from._id }, by)

  const frames = framesOf(offline)
  const watching = useWatching(offline, frames)
  const all = threadsOf(comments.data?.items ?? [], hidden)
  const threads = inState(all, state)
  const choose = ({ first }: Thread) => {
    watching.pause()
    watching.seek(spanOf(first).first)
    go({ comment: first._id })
  }
  const step = (by: 1 | -1) => {
    const next = stepFrom(threads, { chosen, frame: watching.frame, by })
    if (next) choose(next)
  }
  const mark = (edge: 'first' | 'last') =>
    setDraft((before) => ({ ...before, span: withEdge(before.span, edge, watching.frame) }))
  const write = () => {
    watching.pause()
    words.current?.focus()
  }
  useKeys((event) => reviewKeyOf(event, { mayComment, mark, write, step }) ?? watching.keyOf(event))

  const parts = { offline, frames, watching, threads, draft, setDraft, chosen, choose }
  return (
    <div className={styles.review} data-compare={beside !== undefined}>
      <div className={styles.film}>
        {watching.kind === 'image' ? (
          <Picture {...parts} beside={beside} onLeave={() => go({ beside: undefined })} />
        ) : (
          <Film {...parts} beside={beside} onLeave={() => go({ beside: undefined })} />
        )}
      </div>
      <div className={styles.compose}>
        {mayComment && offline.status === 'ready' && (
          <Compose
            {...parts}
            words={words}
            mark={mark}
            onSaid={(id) => {
              setState('open')
              go({ comment: id })
            }}
          />
        )}
      </div>
      <div className={styles.comments}>
        <Threads
          {...parts}
          all={all}
          answer={comments}
          state={state}
          onState={setState}
          step={step}
          owner={request.from._id}
          by={by}
          mayComment={mayComment}
          onHide={(id, isHidden) =>
            setHidden((before) => {
              const next = new Set(before)
              if (isHidden) next.add(id)
              else next.delete(id)
              return next
            })
          }
        />
      </div>
      <div className={styles.decide}>
        <Decide
          offline={offline}
          request={request}
          by={by}
          versions={versions.data?.items}
          open={inState(all, 'open').length}
        />
      </div>
      <div className={styles.versions}>
        <Versions
          offline={offline}
          versions={versions.data?.items}
          beside={beside}
          onBeside={(id) => go({ beside: id })}
        />
      </div>
    </div>
  )
}

/** To mark the one edge beyond the other begins renew. */
function withEdge(
  span: Draft['span'],
  edge: 'first' | 'last',
  frame: number,
): NonNullable<Draft['span']> {
  if (edge === 'first') return { first: frame, last: span && span.last > frame ? span.last : frame }
  return { first: span && span.first < frame ? span.first : frame, last: frame }
}
