import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'

type Props = {
  phase: string
  isPending: boolean
  onReason: (reason: string) => void
  onClose: () => void
}

/** To take an asset back needs a reason; everybody who works on it is told. */
export function PhaseReasonDialog({ phase, isPending, onReason, onClose }: Props) {
  const { t } = useTranslation(['asset', 'common'])
  return (
    <FormDialog
      title={t('phase.back', { phase })}
      onClose={onClose}
      onSubmit={(form) => onReason(textField(form, 'reason').trim())}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('phase.take')}
          </Button>
        </>
      }
    >
      <TextInput
        name="reason"
        label={t('phase.reason')}
        description={t('phase.reasonHint')}
        required
        pattern=".*\S.*"
        maxLength={500}
        autoFocus
        dir="auto"
      />
    </FormDialog>
  )
}
