import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery, useService } from '../../../api/queries.ts'
import { useMoveRequest } from '../moves/use-move-request.ts'
import { OPEN_STATUSES } from '../../shared/status.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { BoardCard, type ReasonRequest, type BoardActions } from './board-card.tsx'
import styles from './board.module.css'

type WorkRequest = workrequests.WorkRequest
type Status = workrequests.Status
type Move = workrequests.PossibleMove
/** What is carried, and where it may be let go once the service has said so. */
type Carried = { request: WorkRequest; moves: Move[] | undefined }

/**
 * The open requests by status. A card is moved by carrying it, or from its menu; only to where its
 * move is allowed.
 */
export function Board({ q, territory }: { q: string | undefined; territory: string | undefined }) {
  const { t } = useTranslation('requests')
  const { ask } = useService()
  const moving = useMoveRequest()
  const [carried, setCarried] = useState<Carried>()
  const [asking, setAsking] = useState<ReasonRequest>()
  const take = (request: WorkRequest, move: Move) =>
    move.needsReason || move.needsCode
      ? setAsking({ request: request._id, move })
      : moving.take(request, move)
  const lift = (request: WorkRequest) => {
    setCarried({ request, moves: undefined })
    void ask(workrequests.listMoves, { params: { id: request._id } }).then(
      (moves) => setCarried((now) => (now?.request === request ? { request, moves } : now)),
      () => setCarried(undefined),
    )
  }
  const allowed = (to: Status) => carried?.moves?.find((move) => move.to === to && move.may)
  const drop = (to: Status) => {
    const move = allowed(to)
    if (carried && move) take(carried.request, move)
    setCarried(undefined)
  }
  const hands: BoardActions = {
    lift,
    letGo: () => setCarried(undefined),
    take,
    asking,
    busy: moving.waiting?.request,
    give: (request, given) => {
      if (asking) moving.take(request, asking.move, given)
      setAsking(undefined)
    },
    cancel: () => setAsking(undefined),
  }
  return (
    <div className={styles.board} role="region" aria-label={t('asBoard')} tabIndex={0}>
      {OPEN_STATUSES.map((status) => (
        <Lane
          key={status}
          status={status}
          asked={{ q, territory }}
          takes={allowed(status) !== undefined}
          isCarrying={carried !== undefined}
          hands={hands}
          onDrop={() => drop(status)}
        />
      ))}
    </div>
  )
}

type LaneProps = {
  status: Status
  asked: { q: string | undefined; territory: string | undefined }
  takes: boolean
  isCarrying: boolean
  hands: BoardActions
  onDrop: () => void
}

function Lane({ status, asked, takes, isCarrying, hands, onDrop }: LaneProps) {
  const { t } = useTranslation(['requests', 'trade', 'common'])
  const {
    items,
    total,
    error,
    refetch: again,
    isFetching,
    hasMore,
    loadMore: more,
    isFetchingMore,
  } = usePagedQuery(workrequests.listWorkRequests, { query: { ...asked, status, order: 'due' } })
  return (
    <section
      className={styles.lane}
      aria-label={t(`trade:status.${status}`)}
      data-empty={items?.length === 0}
      data-takes={takes}
      data-dull={isCarrying && !takes}
      onDragOver={(event) => {
        if (takes) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <h2 className={styles.laneTitle}>
        {t(`trade:status.${status}`)}{' '}
        {items && <span className={styles.amount}>{formatNumber(total)}</span>}
      </h2>
      {error && <ErrorAlert error={error} onRetry={again} isRetrying={isFetching} />}
      <ul className={styles.cards}>
        {items?.map((request) => (
          <BoardCard key={request._id} request={request} hands={hands} />
        ))}
      </ul>
      {items?.length === 0 && <p className={styles.lesser}>{t('laneEmpty')}</p>}
      {hasMore && (
        <button type="button" className={styles.more} disabled={isFetchingMore} onClick={more}>
          {t('common:showMore')}
        </button>
      )}
    </section>
  )
}
