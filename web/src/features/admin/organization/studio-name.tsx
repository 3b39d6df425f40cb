import type { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { LogoField } from './logo-field.tsx'
import { NameField } from '../name-field.tsx'
import { SlugField } from './slug-field.tsx'
import { useStudioCrud } from './use-studio-crud.ts'

export function StudioName({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const [draft, write, concurrentChange, saved] = useDraft<{
    name: string
    slug?: string | undefined
    logo: string | null
  }>({ name: studio.name, slug: studio.slug, logo: studio.logo })
  const crud = useStudioCrud(saved)
  const fieldError = fieldErrorsOf(crud.error)
  return (
    <Card>
      <Form
        label={t('studio.one')}
        error={crud.error}
        isSaving={crud.isSaving}
        concurrentChange={concurrentChange}
        onSave={() => crud.save(studio, draft)}
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
        <LogoField
          value={draft.logo}
          studio={studio._id}
          error={fieldError('/logo')}
          onChange={(logo) => write({ logo })}
        />
      </Form>
    </Card>
  )
}
