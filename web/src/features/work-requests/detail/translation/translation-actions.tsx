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
type TranslationStatus = translations.TranslationStatus

/** Submit, approve or reject: what the rules allow the user now. */
export function TranslationActions({ translation }: { translation: Translation }) {
  const { t } = useTranslation(['request', 'trade', 'common'])
  const permissions = usePermissions()
  const [reasonFor, setReasonFor] = useState<TranslationStatus>()
  const { mutate, isPending } = useEndpointMutation(translations.changeTranslation, {
    invalidates: ['/translations', '/workrequests'],
    onSuccess: ({ status }) =>
      showToast(t('translation.moved', { status: t(`trade:translationStatus.${status}`) })),
  })
  const plan = (to: TranslationStatus, reason?: string) =>
    translationRules.planMove(
      { status: translation.status, hasLines: translation.lines.length > 0 },
      to,
      { permissions },
      reason,
    )
  const allowed = translations.TRANSLATION_STATUSES.filter((to) => plan(to, 'any reason').ok)
  const move = (to: TranslationStatus, reason?: string) =>
    mutate({ params: { id: translation._id }, body: { status: to, ...(reason && { reason }) } })
  if (allowed.length === 0) return null
  if (reasonFor)
    return (
      <div className={styles.fullWidth}>
        <ReasonForm
          title={t(`translation.action.${reasonFor}`)}
          submitLabel={t(`translation.action.${reasonFor}`)}
          isBusy={isPending}
          onCancel={() => setReasonFor(undefined)}
          onSubmit={({ reason }) => {
            move(reasonFor, reason)
            setReasonFor(undefined)
          }}
        />
      </div>
    )
  return (
    <>
      {allowed.map((to) => (
        <Button
          key={to}
          size="sm"
          variant="default"
          loading={isPending}
          onClick={() => (plan(to).ok ? move(to) : setReasonFor(to))}
        >
          {t(`translation.action.${to}`)}
        </Button>
      ))}
    </>
  )
}
