import { useState } from 'react'
import { Button } from '@mantine/core'
import { assetRules, assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useCurrentUser, useHasPermission } from '../../shared/current-user.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { phasesInOrder } from './phases-in-order.ts'
import { PhaseReasonDialog } from './phase-reason-dialog.tsx'
import styles from './workflow-phases.module.css'

/** The phases in order, and the moves that the user may make by the service's own rule. */
export function WorkflowPhases({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation('asset')
  const { phase, definition } = asset.workflow
  const phases = phasesInOrder(definition)
  const current = phases.indexOf(phase)
  return (
    <>
      <ol className={styles.phases} aria-label={t('phase.list')}>
        {phases.map((name, index) => (
          <li
            key={name}
            className={styles.phase}
            data-state={index < current ? 'past' : index === current ? 'current' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.description} dir="auto">
              {definition.phases[name]?.description}
            </span>
          </li>
        ))}
      </ol>
      <PhaseMoves asset={asset} phases={phases} />
    </>
  )
}

function PhaseMoves({ asset, phases }: { asset: assets.Asset; phases: string[] }) {
  const { phase, definition } = asset.workflow
  const me = useCurrentUser()
  const mayWrite = useHasPermission('asset.write')
  const [reasonFor, setReasonFor] = useState<string>()
  const { moveTo, isPending } = useMovePhase(asset, () => setReasonFor(undefined))
  if (!me || !mayWrite) return null
  const planTo = (to: string, reason?: string) =>
    assetRules.planPhase(definition, phase, to, me, reason)
  const moves = phases
    .filter((to) => to !== phase)
    .map((to) => ({ to, direct: planTo(to), withReason: planTo(to, '.') }))
    .filter(({ direct, withReason }) => direct.ok || withReason.ok || withReason.status === 403)
  if (moves.length === 0) return null
  return (
    <div className={styles.moves}>
      {moves.map(({ to, direct, withReason }) => (
        <PhaseButton
          key={to}
          asset={asset}
          to={to}
          isForward={phases.indexOf(to) > phases.indexOf(phase)}
          kind={direct.ok ? 'direct' : withReason.ok ? 'with-reason' : 'forbidden'}
          isPending={isPending}
          onMove={() => moveTo(to)}
          onAskReason={() => setReasonFor(to)}
        />
      ))}
      {reasonFor && (
        <PhaseReasonDialog
          phase={reasonFor}
          isPending={isPending}
          onClose={() => setReasonFor(undefined)}
          onSubmit={(reason) => moveTo(reasonFor, reason)}
        />
      )}
    </div>
  )
}

/** Offers to undo the move if the user may move the asset back. */
function useMovePhase(asset: assets.Asset, onMoved: () => void) {
  const { t } = useTranslation(['asset', 'common'])
  const { phase: previous, definition } = asset.workflow
  const params = { id: asset._id }
  const me = useCurrentUser()
  const undo = useEndpointMutation(assets.changeAsset)
  const move = useEndpointMutation(assets.changeAsset, {
    onSuccess: ({ workflow: { phase } }) => {
      onMoved()
      const reason = t('phase.undoReason')
      const mayUndo = me && assetRules.planPhase(definition, phase, previous, me, reason).ok
      const action = {
        name: t('common:undo'),
        run: () => undo.mutate({ params, body: { workflow: { phase: previous }, reason } }),
      }
      showToast(t('phase.moved', { phase }), mayUndo ? { action } : {})
    },
  })
  const moveTo = (phase: string, reason?: string) =>
    move.mutate({ params, body: { workflow: { phase }, ...(reason && { reason }) } })
  return { moveTo, isPending: move.isPending }
}

type PhaseButtonProps = {
  asset: assets.Asset
  to: string
  isForward: boolean
  kind: 'direct' | 'with-reason' | 'forbidden'
  isPending: boolean
  onMove: () => void
  onAskReason: () => void
}

function PhaseButton(props: PhaseButtonProps) {
  const { asset, to, isForward, kind, isPending, onMove, onAskReason } = props
  const { t } = useTranslation('asset')
  const label = t(isForward ? 'phase.moveTo' : 'phase.moveBackTo', { phase: to })
  if (kind === 'direct')
    return (
      <Button loading={isPending} onClick={onMove}>
        {label}
      </Button>
    )
  if (kind === 'with-reason')
    return (
      <Button variant="default" onClick={onAskReason}>
        {label}…
      </Button>
    )
  const { phase, definition } = asset.workflow
  const mayStudio = assetRules.planPhase(definition, phase, to, { roles: ['studio'] }, '.').ok
  const explanation = t(mayStudio ? 'phase.onlyStudio' : 'phase.onlyAdmin')
  return (
    <Button variant="default" disabled title={explanation}>
      {label}
      <span className={styles.explanation}>{explanation}</span>
    </Button>
  )
}
