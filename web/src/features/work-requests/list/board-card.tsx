import { useState } from 'react'
import { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { moveLabel, availableMoves } from '../moves/moves.ts'
import { ReasonForm } from '../moves/reason-form.tsx'
import type { MoveReason } from '../moves/use-move-request.ts'
import { DueDate } from '../../shared/due-date.tsx'
import { useVersionName } from '../../shared/request-columns.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import styles from './board.module.css'

type Move = workrequests.PossibleMove
type WorkRequest = workrequests.WorkRequest
export type ReasonRequest = { request: string; move: Move }
/** What can be done with cards; the board has one pair of hands for all. */
export type BoardActions = {
  lift: (request: WorkRequest) => void
  letGo: () => void
  take: (request: WorkRequest, move: Move) => void
  asking: ReasonRequest | undefined
  give: (request: WorkRequest, given: MoveReason) => void
  cancel: () => void
  busy: string | undefined
}

export function BoardCard({ request, hands }: { request: WorkRequest; hands: BoardActions }) {
  const { t } = useTranslation('request')
  const versionName = useVersionName()
  const asked = hands.asking?.request === request._id ? hands.asking.move : undefined
  const nameOf = (move: Move) => t(`move.${moveLabel(request.status, move)}`)
  return (
    <li
      className={styles.card}
      draggable={!asked}
      data-busy={hands.busy === request._id}
      onDragStart={({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData('text/plain', request.asset.name)
        hands.lift(request)
      }}
      onDragEnd={hands.letGo}
    >
      <Link
        className={styles.name}
        to="/workrequests/$id"
        params={{ id: request._id }}
        draggable={false}
        dir="auto"
      >
        <Breakable text={request.asset.name} />
      </Link>
      <p className={styles.lesser} dir="auto">
        {versionName(request)}
      </p>
      <div className={styles.due}>
        <DueDate due={request.due} status={request.status} />
      </div>
      {asked ? (
        <ReasonForm
          title={nameOf(asked)}
          act={nameOf(asked)}
          needsReason={asked.needsReason}
          needsCode={asked.needsCode}
          onCancel={hands.cancel}
          onGive={(given) => hands.give(request, given)}
        />
      ) : (
        <Menu request={request} nameOf={nameOf} onChoose={(move) => hands.take(request, move)} />
      )}
    </li>
  )
}

/** The same moves for who has no pointer. They are asked for when somebody looks. */
function Menu({
  request,
  nameOf,
  onChoose,
}: {
  request: workrequests.WorkRequest
  nameOf: (move: Move) => string
  onChoose: (move: Move) => void
}) {
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
      <summary aria-label={t('moveThis', { name: request.asset.name })}>{t('move')}</summary>
      {!data && <p className={styles.lesser}>{t('common:loading')}</p>}
      {data && moves.length === 0 && <p className={styles.lesser}>{t('noMove')}</p>}
      {moves.map((move) => (
        <button
          key={move.to}
          type="button"
          onClick={() => {
            setOpen(false)
            onChoose(move)
          }}
        >
          {nameOf(move)}
        </button>
      ))}
    </details>
  )
}
