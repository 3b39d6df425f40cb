import { studios } from '@reelay/api/contract'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { NameField } from '../name-field.tsx'
import { SlugField } from './slug-field.tsx'
import { useStudioCrud } from './use-studio-crud.ts'

/** Only asks for a name; everything else has defaults. */
export function NewStudio({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('organization')
  const navigate = useNavigate()
  const open = (studio?: studios.Studio) => {
    if (studio) void navigate({ to: '/administration/studios/$id', params: { id: studio._id } })
  }
  const crud = useStudioCrud(open)
  const [draft, write] = useDraft<{ name: string; slug?: string | undefined }>({ name: '' })
  const fieldError = fieldErrorsOf(crud.error)
  return (
    <Form
      label={t('studio.add')}
      error={crud.error}
      isSaving={crud.isSaving}
      onCancel={onClose}
      onSave={() => crud.save(undefined, draft)}
    >
      <FieldRow>
        <NameField
          value={draft.name}
          error={fieldError('/name')}
          onChange={(name) => write({ name })}
        />
        <SlugField
          value={draft.slug}
          error={fieldError('/slug')}
          onChange={(slug) => write({ slug })}
        />
      </FieldRow>
    </Form>
  )
}
