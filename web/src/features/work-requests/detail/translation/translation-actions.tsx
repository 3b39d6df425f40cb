import { useState } from 'react'
import { Button } from '@mantine/core'
import { translationRules, translations } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { usePermissions } from '../../../shared/current-user.ts'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { ReasonForm } from '../../moves/reason-form.tsx'
import styles from './translation.module.css'

type Translation = translations.TranslationEmbedded
type To = translations.TranslationStatus

/** Handing in, approving, rejecting: what the rules let this person do with it now. */
export function TranslationActions({ translation }: { translation: Translation }) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const permissions = usePermissions()
  const [asking, setAsking] = useState<To>()
  const { mutate: act, isPending } = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: ({ status }) =>
      showToast(t('translation.moved', { status: t(`trade:translationStatus.${status}`) })),
  })
  const plan = (to: To, reason?: string) =>
    translationRules.planMove(
      { status: translation.status, lineCount: translation.lines.length },
      to,
      { permissions },
      reason,
    )
  const offered = translations.TRANSLATION_STATUSES.filter((to) => plan(to, 'given').ok)
  const move = (to: To, reason?: string) =>
    act({ params: { id: translation._id }, body: { status: to, ...(reason && { reason }) } })
  if (offered.length === 0) return null
  if (asking)
    return (
      <div className={styles.fullWidth}>
        <ReasonForm
          title={t(`translation.action.${asking}`)}
          submitLabel={t(`translation.action.${asking}`)}
          isBusy={isPending}
          onCancel={() => setAsking(undefined)}
          onSubmit={({ reason }) => {
            move(asking, reason)
            setAsking(undefined)
          }}
        />
      </div>
    )
  return (
    <>
      {offered.map((to) => (
        <Button
          key={to}
          size="sm"
          variant="default"
          loading={isPending}
          onClick={() => (plan(to).ok ? move(to) : setAsking(to))}
        >
          {t(`translation.action.${to}`)}
        </Button>
      ))}
    </>
  )
}
