import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { availableMoves, moveLabel } from '../moves/moves.ts'
import { ReasonForm } from '../moves/reason-form.tsx'
import type { MoveReason } from '../moves/use-move-request.ts'
import { useGroups } from '../../shared/lookups.ts'
import { Poster } from '../../shared/poster.tsx'
import { useVersionName } from '../../shared/request-columns.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { AssigneeCell, VendorCell } from './assignment-cells.tsx'
import { CompactDue } from './compact-due.tsx'
import styles from './board.module.css'

type Move = workrequests.PossibleMove
type WorkRequest = workrequests.WorkRequest
/** A move that waits for its reason. */
export type ReasonRequest = { request: string; move: Move }
export type BoardActions = {
  startDrag: (request: WorkRequest) => void
  endDrag: () => void
  pickMove: (request: WorkRequest, move: Move) => void
  reasonRequest: ReasonRequest | undefined
  submitReason: (request: WorkRequest, reason: MoveReason) => void
  cancelReason: () => void
  /** The work request that is being moved. */
  pendingRequest: string | undefined
}

export function BoardCard({ request, actions }: { request: WorkRequest; actions: BoardActions }) {
  const { t } = useTranslation('request')
  const versionName = useVersionName()
  const groups = useGroups()
  const { reasonRequest } = actions
  const needsReason = reasonRequest?.request === request._id ? reasonRequest.move : undefined
  const labelOf = (move: Move) => t(`move.${moveLabel(request.status, move)}`)
  return (
    <li
      className={styles.card}
      draggable={!needsReason}
      data-busy={actions.pendingRequest === request._id}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', request.asset.name)
        actions.startDrag(request)
      }}
      onDragEnd={actions.endDrag}
    >
      <Poster asset={request.asset} className={styles.poster} />
      <Link
        className={styles.name}
        to="/workrequests/$id"
        params={{ id: request._id }}
        draggable={false}
        dir="auto"
      >
        <Breakable text={request.asset.name} />
      </Link>
      <p className={styles.hint} dir="auto">
        {versionName(request)}
      </p>
      <div className={styles.due}>
        <CompactDue due={request.due} status={request.status} />
      </div>
      <div className={styles.hint}>
        {request.vendor && <VendorCell request={request} nameOf={groups.nameOf} />}{' '}
        <AssigneeCell request={request} />
      </div>
      {needsReason ? (
        <ReasonForm
          title={labelOf(needsReason)}
          submitLabel={labelOf(needsReason)}
          needsReason={needsReason.needsReason}
          needsCode={needsReason.needsCode}
          onCancel={actions.cancelReason}
          onSubmit={(reason) => actions.submitReason(request, reason)}
        />
      ) : (
        <MoveMenu
          request={request}
          labelOf={labelOf}
          onPick={(move) => actions.pickMove(request, move)}
        />
      )}
    </li>
  )
}

type MoveMenuProps = {
  request: WorkRequest
  labelOf: (move: Move) => string
  onPick: (move: Move) => void
}

/** The same moves without drag and drop. They are loaded when the menu opens. */
function MoveMenu({ request, labelOf, onPick }: MoveMenuProps) {
  const { t } = useTranslation(['requests', 'common'])
  const [isOpen, setOpen] = useState(false)
  const { data } = useEndpointQuery(
    workrequests.listMoves,
    { params: { id: request._id } },
    { enabled: isOpen },
  )
  const moves = data ? availableMoves(request.status, data) : []
  return (
    <details
      className={styles.menu}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary aria-label={t('moveRequest', { name: request.asset.name })}>{t('move')}</summary>
      {!data && <p className={styles.hint}>{t('common:loading')}</p>}
      {data && moves.length === 0 && <p className={styles.hint}>{t('noMove')}</p>}
      {moves.map((move) => (
        <button
          key={move.to}
          type="button"
          onClick={() => {
            setOpen(false)
            onPick(move)
          }}
        >
          {labelOf(move)}
        </button>
      ))}
    </details>
  )
}
