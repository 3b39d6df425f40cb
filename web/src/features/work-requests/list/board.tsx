import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { usePagedQuery } from '../../../api/paged-query.ts'
import { useService } from '../../../api/service-context.ts'
import { useMoveRequest } from '../moves/use-move-request.ts'
import { OPEN_STATUSES } from '../../shared/status.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { formatTotal } from '../../../ui/format/total.ts'
import { BoardCard, type BoardActions, type ReasonRequest } from './board-card.tsx'
import styles from './board.module.css'

type WorkRequest = workrequests.WorkRequest
type Status = workrequests.Status
type Move = workrequests.PossibleMove
/** `moves` is undefined until the service has listed where the card may go. */
type DraggedCard = { request: WorkRequest; moves: Move[] | undefined }
type Filter = {
  q: string | undefined
  territory: string | undefined
  vendor: string | undefined
}

/** The open work requests by status. A card moves by drag and drop, or with its menu. */
export function Board({ q, territory, vendor }: Filter) {
  const { t } = useTranslation('requests')
  const { dragged, startDrag, endDrag } = useDraggedCard()
  const { move, pendingMove } = useMoveRequest()
  const [reasonRequest, setReasonRequest] = useState<ReasonRequest>()
  const pickMove = (request: WorkRequest, choice: Move) =>
    choice.needsReason || choice.needsCode
      ? setReasonRequest({ request: request._id, move: choice })
      : void move(request, choice)
  const allowedMove = (to: Status) => dragged?.moves?.find((one) => one.to === to && one.may)
  const drop = (to: Status) => {
    const allowed = allowedMove(to)
    if (dragged && allowed) pickMove(dragged.request, allowed)
    endDrag()
  }
  const actions: BoardActions = {
    startDrag,
    endDrag,
    pickMove,
    reasonRequest,
    submitReason: (request, reason) => {
      if (reasonRequest) void move(request, reasonRequest.move, reason)
      setReasonRequest(undefined)
    },
    cancelReason: () => setReasonRequest(undefined),
    pendingRequest: pendingMove?.request,
  }
  return (
    <div className={styles.board} role="region" aria-label={t('as.board')} tabIndex={0}>
      {OPEN_STATUSES.map((status) => (
        <Lane
          key={status}
          status={status}
          filter={{ q, territory, vendor }}
          isDropTarget={allowedMove(status) !== undefined}
          isDragging={dragged !== undefined}
          actions={actions}
          onDrop={() => drop(status)}
        />
      ))}
    </div>
  )
}

function useDraggedCard() {
  const { call } = useService()
  const [dragged, setDragged] = useState<DraggedCard>()
  const startDrag = (request: WorkRequest) => {
    setDragged({ request, moves: undefined })
    void call(workrequests.listMoves, { params: { id: request._id } }).then(
      (moves) => setDragged((now) => (now?.request === request ? { request, moves } : now)),
      () => setDragged(undefined),
    )
  }
  return { dragged, startDrag, endDrag: () => setDragged(undefined) }
}

type LaneProps = {
  status: Status
  filter: Filter
  isDropTarget: boolean
  isDragging: boolean
  actions: BoardActions
  onDrop: () => void
}

function Lane({ status, filter, isDropTarget, isDragging, actions, onDrop }: LaneProps) {
  const { t } = useTranslation(['requests', 'trade', 'common'])
  const { items, total, error, refetch, isFetching, hasMore, loadMore, isFetchingMore } =
    usePagedQuery(workrequests.listWorkRequests, { query: { ...filter, status, order: 'due' } })
  return (
    <section
      className={styles.lane}
      aria-label={t(`trade:status.${status}`)}
      data-empty={items?.length === 0}
      data-pending={items || error ? undefined : ''}
      data-droppable={isDropTarget}
      data-dimmed={isDragging && !isDropTarget}
      onDragOver={(event) => {
        if (isDropTarget) event.preventDefault()
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop()
      }}
    >
      <h2 className={styles.laneTitle}>
        {t(`trade:status.${status}`)}{' '}
        {items && <span className={styles.count}>{formatTotal(total)}</span>}
      </h2>
      {error && <ErrorAlert error={error} onRetry={refetch} isRetrying={isFetching} />}
      <ul className={styles.cards}>
        {items?.map((request) => (
          <BoardCard key={request._id} request={request} actions={actions} />
        ))}
      </ul>
      {items?.length === 0 && <p className={styles.hint}>{t('laneEmpty')}</p>}
      {hasMore && (
        <button type="button" className={styles.more} disabled={isFetchingMore} onClick={loadMore}>
          {t('common:showMore')}
        </button>
      )}
    </section>
  )
}
