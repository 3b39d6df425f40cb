import { NativeSelect, TextInput } from '@mantine/core'
import type { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { LANGUAGES } from '../../../i18n/setup.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { closingField, closingTime } from './closing-time.ts'
import { Holidays } from './holidays.tsx'
import { DateInput } from '../../../ui/fields/date-input.tsx'
import { useStudioSettings } from './use-studio-settings.ts'

export function StudioRules({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const { save, error, isSaving } = useStudioSettings(studio)
  const { requireTwoFactor, watermark, traceable, leadTimeHours, workingHours, holidays } =
    studio.settings
  const { mailLanguage } = studio.settings
  const [draft, write, concurrentChange, saved] = useDraft({
    requireTwoFactor,
    watermark,
    traceable: traceable ?? false,
    leadTimeHours,
    workingHours,
    holidays,
    mailLanguage: mailLanguage ?? 'en',
  })
  const fieldError = fieldErrorsOf(error)
  const { opens, closes } = draft.workingHours
  return (
    <Form
      label={t('studio.rules')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save(draft, saved)}
    >
      <div>
        <Checkbox
          name={t('studio.requireTwoFactor')}
          note={t('studio.requireTwoFactorHint')}
          isOn={draft.requireTwoFactor}
          onChange={(isOn) => write({ requireTwoFactor: isOn })}
        />
        <Checkbox
          name={t('studio.watermark')}
          note={t('studio.watermarkHint')}
          isOn={draft.watermark}
          onChange={(isOn) => write({ watermark: isOn })}
        />
        <Checkbox
          name={t('studio.traceable')}
          note={t('studio.traceableHint')}
          isOn={draft.traceable}
          onChange={(isOn) => write({ traceable: isOn })}
        />
      </div>
      <FieldRow>
        <TextInput
          type="number"
          label={t('studio.leadTime')}
          description={t('studio.leadTimeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          min={0}
          max={8760}
          value={draft.leadTimeHours}
          error={fieldError('/settings/leadTimeHours')}
          onChange={({ currentTarget }) =>
            write({ leadTimeHours: currentTarget.valueAsNumber || 0 })
          }
        />
        <DateInput
          type="time"
          label={t('studio.workdayStart')}
          required
          value={opens}
          error={fieldError('/settings/workingHours/opens')}
          onChange={({ currentTarget }) =>
            write({ workingHours: { opens: currentTarget.value, closes } })
          }
        />
        <DateInput
          type="time"
          label={t('studio.workdayEnd')}
          required
          value={closingField(closes)}
          error={fieldError('/settings/workingHours/closes')}
          onChange={({ currentTarget }) =>
            write({ workingHours: { opens, closes: closingTime(currentTarget.value) } })
          }
        />
      </FieldRow>
      <NativeSelect
        label={t('studio.mailLanguage')}
        description={t('studio.mailLanguageHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.mailLanguage}
        data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) =>
          write({ mailLanguage: currentTarget.value as studios.MailLanguage })
        }
      />
      <Holidays
        days={draft.holidays}
        error={fieldError('/settings/holidays')}
        onChange={(days) => write({ holidays: days })}
      />
    </Form>
  )
}
