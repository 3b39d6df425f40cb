import { TextInput } from '@mantine/core'
import { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { useStudioSettings } from './use-studio-settings.ts'

const KINDS = ['events', 'notifications', 'downloads', 'audit'] as const

/** After how many days rows of each kind are deleted. Nothing is deleted by default. */
export function StudioRetention({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const { save, error, isSaving } = useStudioSettings(studio)
  const [draft, write, concurrentChange, saved] = useDraft<studios.Retention>({
    events: null,
    notifications: null,
    downloads: null,
    audit: null,
    ...studio.settings.retention,
  })
  const fieldError = fieldErrorsOf(error)
  return (
    <Form
      label={t('retention.title')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save({ retention: draft }, saved)}
    >
      <FieldRow>
        {KINDS.map((kind) => (
          <TextInput
            key={kind}
            type="number"
            label={t(`retention.${kind}`)}
            description={t('retention.atLeast', { count: studios.RETENTION_MINIMUM[kind] })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={studios.RETENTION_MINIMUM[kind]}
            max={studios.RETENTION_MAXIMUM}
            value={draft[kind] ?? ''}
            error={fieldError(`/settings/retention/${kind}`)}
            onChange={({ currentTarget }) => write({ [kind]: currentTarget.valueAsNumber || null })}
          />
        ))}
      </FieldRow>
    </Form>
  )
}
