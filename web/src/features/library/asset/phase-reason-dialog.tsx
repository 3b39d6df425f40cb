import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'

type Props = {
  phase: string
  isPending: boolean
  onSubmit: (reason: string) => void
  onClose: () => void
}

/** Moving an asset back needs a reason, which everyone who works on it gets to read. */
export function PhaseReasonDialog({ phase, isPending, onSubmit, onClose }: Props) {
  const { t } = useTranslation(['asset', 'common'])
  return (
    <FormDialog
      title={t('phase.moveBackTo', { phase })}
      onClose={onClose}
      onSubmit={(form) => onSubmit(textField(form, 'reason').trim())}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('phase.moveBack')}
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
