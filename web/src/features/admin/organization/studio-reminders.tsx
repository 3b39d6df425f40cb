import { studioRules, studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { ReminderTimes } from './reminder-times.tsx'
import { useStudioSettings } from './use-studio-settings.ts'

/** When people are reminded of a due date or a delivery deadline, and who. */
export function StudioReminders({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const { save, error, isSaving } = useStudioSettings(studio)
  const [draft, write, concurrentChange, saved] = useDraft<studios.Reminders>(
    studio.settings.reminders ?? studioRules.DEFAULT_REMINDERS,
  )
  const fieldError = fieldErrorsOf(error)
  const isSilent = draft.recipients.length === 0 || draft.before.length + draft.after.length === 0
  return (
    <Form
      label={t('reminders.title')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save({ reminders: draft }, saved)}
    >
      <ReminderTimes
        label={t('reminders.before')}
        hours={draft.before}
        error={fieldError('/settings/reminders/before')}
        onChange={(before) => write({ before })}
      />
      <ReminderTimes
        label={t('reminders.after')}
        hours={draft.after}
        error={fieldError('/settings/reminders/after')}
        onChange={(after) => write({ after })}
      />
      <CheckboxGroup
        legend={t('reminders.recipients')}
        {...(isSilent && { note: t('reminders.nobody') })}
        options={studios.REMINDER_RECIPIENTS.map((value) => ({
          value,
          name: t(`reminders.recipient.${value}`),
        }))}
        columns={2}
        selected={draft.recipients}
        error={fieldError('/settings/reminders/recipients')}
        onChange={(chosen) =>
          write({
            recipients: studios.REMINDER_RECIPIENTS.filter((value) => chosen.includes(value)),
          })
        }
      />
    </Form>
  )
}
