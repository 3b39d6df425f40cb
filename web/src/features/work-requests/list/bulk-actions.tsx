import { useState } from 'react'
import { Button } from '@mantine/core'
import { assignmentRules, workrequests } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { randomKey } from '../../../api/random-key.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useCurrentUser } from '../../shared/current-user.ts'
import { useGroups } from '../../shared/lookups.ts'
import { ReasonForm } from '../moves/reason-form.tsx'
import { ReviewAsPlaylist } from '../../playlist/review-as-playlist.tsx'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { moveLabel } from '../moves/moves.ts'
import type { MoveReason } from '../moves/use-move-request.ts'
import { BulkDueDate } from './bulk-due-date.tsx'
import { BulkTags } from './bulk-tags.tsx'
import { BulkTranslator } from './bulk-translator.tsx'
import { commonMoves } from './common-moves.ts'
import { useChangeAll, useChangeRequests } from './use-change-all.ts'
import styles from './work-requests-page.module.css'

type WorkRequest = workrequests.WorkRequest
type Move = workrequests.PossibleMove

type Props = { selected: WorkRequest[]; onClear: () => void }

/** The moves that are possible for all selected work requests. */
export function BulkActions({ selected, onClear }: Props) {
  const { t } = useTranslation(['requests', 'request', 'common'])
  const moves = useCommonMoves(selected)
  const changeAll = useChangeAll()
  const labelOf = (move: Move) => t(`request:move.${moveLabel(selected[0]!.status, move)}`)
  const moveAll = (move: Move, reason: MoveReason = {}) =>
    changeAll(labelOf(move), selected, { status: move.to, ...reason })
  const [reasonFor, setReasonFor] = useState<Move>()

  async function pick(move: Move) {
    if (move.needsReason || move.needsCode) return setReasonFor(move)
    const title = t('confirmMoves', { action: labelOf(move), count: selected.length })
    if (!(await confirmed({ title, note: t('movesAreFinal'), action: labelOf(move) }))) return
    onClear()
    await moveAll(move)
  }

  return (
    <div className={styles.bulkActions} role="region" aria-label={t('bulkActions')}>
      <div className={styles.bulkActionsRow}>
        <strong>{t('selected', { count: selected.length })}</strong>
        <ReviewAsPlaylist
          size="sm"
          items={selected
            .filter(({ offlines }) => offlines.length > 0)
            .map(({ _id }) => ({ kind: 'workrequest', id: _id }))}
        />
        {!reasonFor &&
          moves?.map((move) => (
            <Button key={move.to} size="sm" variant="default" onClick={() => void pick(move)}>
              {labelOf(move)}
            </Button>
          ))}
        <BulkDueDate selected={selected} onDone={onClear} />
        <BulkTags selected={selected} onDone={onClear} />
        <BulkTranslator selected={selected} onDone={onClear} />
        <BulkVendor selected={selected} onDone={onClear} />
        {moves?.length === 0 && <span className={styles.hint}>{t('noCommonAction')}</span>}
        <Button size="sm" variant="subtle" onClick={onClear}>
          {t('clearSelection')}
        </Button>
      </div>
      {reasonFor && (
        <ReasonForm
          title={labelOf(reasonFor)}
          submitLabel={labelOf(reasonFor)}
          needsReason={reasonFor.needsReason}
          needsCode={reasonFor.needsCode}
          onCancel={() => setReasonFor(undefined)}
          onSubmit={(reason) => {
            void moveAll(reasonFor, reason)
            setReasonFor(undefined)
            onClear()
          }}
        />
      )}
    </div>
  )
}

/** The home office gives all selected requests to one vendor. */
function BulkVendor({ selected, onDone }: { selected: WorkRequest[]; onDone: () => void }) {
  const { t } = useTranslation(['requests', 'common'])
  const { call } = useService()
  const changeRequests = useChangeRequests()
  const me = useCurrentUser()
  const groups = useGroups()
  if (!me || !assignmentRules.mayAssign({ roles: me.roles })) return null
  const assign = (id: string, vendor: string | null) =>
    call(workrequests.assignVendor, {
      params: { id },
      body: { vendor },
      headers: { 'idempotency-key': randomKey() },
    })
  const assignAll = async (vendor: string) => {
    const replacesVendor = selected.some((request) => request.vendor !== null)
    const title = t('confirmMoves', { action: groups.nameOf(vendor), count: selected.length })
    const question = { title, note: t('replacesVendor'), action: t('assignVendor') }
    if (replacesVendor && !(await confirmed(question))) return
    onDone()
    await changeRequests(t('column.vendor'), selected, {
      change: ({ _id }) => assign(_id, vendor),
      // A former vendor would have to accept again.
      undo: replacesVendor ? undefined : ({ _id }) => assign(_id, null),
    })
  }
  return (
    <Select
      label={t('assignVendor')}
      hideLabel
      size="xs"
      anyLabel={t('assignVendor')}
      value={undefined}
      options={groups.records
        .filter(({ type }) => type === 'v')
        .map(({ _id, name }) => ({ value: _id, name }))}
      onChange={(vendor) => {
        if (vendor) void assignAll(vendor)
      }}
    />
  )
}

/** Undefined while the moves are loading. */
function useCommonMoves(selected: WorkRequest[]): Move[] | undefined {
  const { call } = useService()
  const results = useQueries({
    queries: selected.map(({ _id: id }) => ({
      queryKey: [workrequests.listMoves.path, { params: { id } }],
      queryFn: () => call(workrequests.listMoves, { params: { id } }),
    })),
  })
  const isLoaded = results.every(({ data }) => data)
  return isLoaded ? commonMoves(results.map(({ data }) => data!)) : undefined
}
