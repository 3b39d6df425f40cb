import { useState } from 'react'
import { Button } from '@mantine/core'
import { workrequests } from '@reelay/api/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { invalidatePaths } from '../../../api/mutations.ts'
import { useService } from '../../../api/queries.ts'
import { randomKey } from '../../../api/random-key.ts'
import { ReasonForm } from '../moves/reason-form.tsx'
import { showToast, showUndoToast } from '../../../ui/feedback/toasts.tsx'
import { moveLabel } from '../moves/moves.ts'
import { commonMoves } from './common-moves.ts'
import styles from './work-requests-page.module.css'

type WorkRequest = workrequests.WorkRequest
type Move = workrequests.PossibleMove

/**
 * What can be done with all of the chosen ones at once. Each is asked of the service by itself: one
 * refusal holds up no other.
 */
export function BulkActions({ chosen, onClear }: { chosen: WorkRequest[]; onClear: () => void }) {
  const { t } = useTranslation(['requests', 'request', 'common'])
  const { ask } = useService()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<Move>()
  const answers = useQueries({
    queries: chosen.map(({ _id: id }) => ({
      queryKey: [workrequests.listMoves.path, { params: { id } }],
      queryFn: () => ask(workrequests.listMoves, { params: { id } }),
    })),
  })
  const isKnown = answers.every(({ data }) => data)
  const moves = isKnown ? commonMoves(answers.map(({ data }) => data!)) : []

  async function moveAll(
    { to }: Move,
    given: { reason?: string; code?: (typeof workrequests.REJECTION_CODES)[number] } = {},
  ) {
    const done = await Promise.allSettled(
      chosen.map(({ _id: id }) =>
        ask(workrequests.changeWorkRequest, {
          params: { id },
          body: { status: to, ...given },
          headers: { 'idempotency-key': randomKey() },
        }),
      ),
    )
    const refused = done.filter(({ status }) => status === 'rejected').length
    invalidatePaths(queryClient, ['/workrequests', '/reports', '/assets'])
    showToast(
      refused
        ? t('movedSome', { done: done.length - refused, all: done.length })
        : t('movedAll', { count: done.length }),
      refused ? { tone: 'bad' } : {},
    )
  }
  function press(move: Move) {
    if (move.needsReason || move.needsCode) return setAsking(move)
    showUndoToast(t('movingAll', { act: nameOf(move), count: chosen.length }), {
      undo: t('common:undo'),
      run: () => void moveAll(move),
      undone: () => {},
    })
    onClear()
  }
  const nameOf = (move: Move) => t(`request:move.${moveLabel(chosen[0]!.status, move)}`)

  return (
    <div className={styles.several} role="region" aria-label={t('several')}>
      <div className={styles.severalRow}>
        <strong>{t('chosen', { count: chosen.length })}</strong>
        {!asking &&
          moves.map((move) => (
            <Button key={move.to} size="sm" variant="default" onClick={() => press(move)}>
              {nameOf(move)}
            </Button>
          ))}
        {isKnown && moves.length === 0 && (
          <span className={styles.lesser}>{t('nothingCommon')}</span>
        )}
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t('clearChoice')}
        </Button>
      </div>
      {asking && (
        <ReasonForm
          title={nameOf(asking)}
          act={nameOf(asking)}
          needsReason={asking.needsReason}
          needsCode={asking.needsCode}
          onCancel={() => setAsking(undefined)}
          onGive={(given) => {
            void moveAll(asking, given)
            setAsking(undefined)
            onClear()
          }}
        />
      )}
    </div>
  )
}
