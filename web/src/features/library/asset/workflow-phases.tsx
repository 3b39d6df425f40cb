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

/**
 * The phases in a row, the present one marked, and where the reader may take the asset from here:
 * by the same rule as the service.
 */
export function WorkflowPhases({ asset }: { asset: assets.Asset }) {
  const { t } = useTranslation(['asset', 'common'])
  const { phase, definition } = asset.workflow
  const path = phasesInOrder(definition)
  const at = path.indexOf(phase)
  return (
    <>
      <ol className={styles.path} aria-label={t('phase.list')}>
        {path.map((name, index) => (
          <li
            key={name}
            className={styles.phase}
            data-when={index < at ? 'past' : index === at ? 'now' : 'later'}
            aria-current={index === at ? 'step' : undefined}
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
      <PhaseButtons asset={asset} path={path} />
    </>
  )
}

function PhaseButtons({ asset, path }: { asset: assets.Asset; path: string[] }) {
  const { t } = useTranslation(['asset', 'common'])
  const { phase, definition } = asset.workflow
  const me = useCurrentUser()
  const mayWrite = useHasPermission('asset.write')
  const [asked, setAsked] = useState<string | null>(null)
  const back = useEndpointMutation(assets.changeAsset)
  const move = useEndpointMutation(assets.changeAsset, {
    onSuccess: (moved) => {
      setAsked(null)
      const mayReturn =
        me &&
        assetRules.planPhase(definition, moved.workflow.phase, phase, me, t('phase.undone')).ok
      showToast(
        t('phase.moved', { phase: moved.workflow.phase }),
        mayReturn
          ? {
              action: {
                name: t('common:undo'),
                run: () =>
                  back.mutate({
                    params: { id: asset._id },
                    body: { workflow: { phase }, reason: t('phase.undone') },
                  }),
              },
            }
          : {},
      )
    },
  })
  if (!me || !mayWrite) return null
  const planTo = (to: string, reason?: string) =>
    assetRules.planPhase(definition, phase, to, me, reason)
  const possible = path
    .filter((name) => name !== phase)
    .map((name) => ({ name, free: planTo(name), withReason: planTo(name, '.') }))
    .filter(({ free, withReason }) => free.ok || withReason.ok || withReason.status === 403)
  if (possible.length === 0) return null
  return (
    <div className={styles.moves}>
      {possible.map(({ name, free, withReason }) => {
        const label =
          path.indexOf(name) > path.indexOf(phase)
            ? t('phase.on', { phase: name })
            : t('phase.back', { phase: name })
        if (free.ok)
          return (
            <Button
              key={name}
              loading={move.isPending}
              onClick={() =>
                move.mutate({ params: { id: asset._id }, body: { workflow: { phase: name } } })
              }
            >
              {label}
            </Button>
          )
        if (withReason.ok)
          return (
            <Button key={name} variant="default" onClick={() => setAsked(name)}>
              {label}…
            </Button>
          )
        const why = assetRules.planPhase(definition, phase, name, { roles: ['studio'] }, '.').ok
          ? t('phase.onlyStudio')
          : t('phase.onlyAdmin')
        return (
          <Button key={name} variant="default" disabled title={why}>
            {label}
            <span className={styles.why}>{why}</span>
          </Button>
        )
      })}
      {asked && (
        <PhaseReasonDialog
          phase={asked}
          isPending={move.isPending}
          onClose={() => setAsked(null)}
          onReason={(reason) =>
            move.mutate({ params: { id: asset._id }, body: { workflow: { phase: asked }, reason } })
          }
        />
      )}
    </div>
  )
}
