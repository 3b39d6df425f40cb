import { TextInput } from '@mantine/core'
import type { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox-group.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { Form } from '../../../ui/fields/form.tsx'
import { AssignmentRules } from './assignment-rules.tsx'
import { useStudioSettings } from './use-studio-settings.ts'
import styles from './organization.module.css'

const DEFAULTS: studios.AssignmentSettings = { rules: [], pool: false, respondWithinHours: null }

/** How submitted work requests get to vendors. */
export function StudioVendors({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const { save, error, isSaving } = useStudioSettings(studio)
  const { assignment = DEFAULTS, reviewersDecide = false } = studio.settings
  const [draft, write, concurrentChange, saved] = useDraft({ ...assignment, reviewersDecide })
  const fieldError = fieldErrorsOf(error)
  return (
    <Form
      label={t('vendors.title')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => {
        const { reviewersDecide: decide, ...wanted } = draft
        save({ assignment: wanted, reviewersDecide: decide }, saved)
      }}
    >
      <AssignmentRules
        studio={studio._id}
        rules={draft.rules}
        onChange={(rules) => write({ rules })}
      />
      <Checkbox
        name={t('vendors.pool')}
        note={t('vendors.poolHint')}
        isOn={draft.pool}
        onChange={(isOn) => write({ pool: isOn })}
      />
      <Checkbox
        name={t('vendors.reviewersDecide')}
        note={t('vendors.reviewersDecideHint')}
        isOn={draft.reviewersDecide}
        onChange={(isOn) => write({ reviewersDecide: isOn })}
      />
      <div className={styles.half}>
        <TextInput
          type="number"
          label={t('vendors.respondWithin')}
          description={t('vendors.respondWithinHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={1}
          max={8760}
          value={draft.respondWithinHours ?? ''}
          error={fieldError('/settings/assignment/respondWithinHours')}
          onChange={({ currentTarget }) =>
            write({ respondWithinHours: currentTarget.valueAsNumber || null })
          }
        />
      </div>
    </Form>
  )
}
