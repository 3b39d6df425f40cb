import { TextInput } from '@mantine/core'
import { assettypes } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow } from '../../../ui/fields/form.tsx'
import { CrudForm } from '../crud-form.tsx'
import { NameField } from '../name-field.tsx'
import { useCrud } from '../use-crud.ts'
import { SlugField } from './slug-field.tsx'

type Draft = { name: string; slug?: string; category: assettypes.Category; mediaType: string }

const ENDPOINTS = {
  create: assettypes.createAssetType,
  change: assettypes.changeAssetType,
  remove: assettypes.removeAssetType,
}
const toBody = ({ name, slug, category, mediaType }: assettypes.AssetType): Draft => ({
  name,
  slug,
  category,
  mediaType,
})

export function AssetTypeForm({
  type,
  onDone,
}: {
  type: assettypes.AssetType | undefined
  onDone: () => void
}) {
  const { t } = useTranslation('organization')
  const crud = useCrud(ENDPOINTS, {
    invalidates: ['/assettypes'],
    toBody,
    nameOf: ({ name }) => name,
    onDone,
  })
  const [draft, write, concurrentChange] = useDraft<Draft>(
    type ? toBody(type) : { name: '', category: 'av', mediaType: 'video' },
  )
  const fieldError = fieldErrorsOf(crud.error)
  return (
    <CrudForm
      crud={crud}
      record={type}
      newTitle={t('assetType.add')}
      concurrentChange={concurrentChange}
      onCancel={onDone}
      onSave={() => crud.save(type, draft)}
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
      <FieldRow>
        <Select
          label={t('assetType.category')}
          value={draft.category}
          options={assettypes.CATEGORIES.map((value) => ({
            value,
            name: t(`assetType.categories.${value}`),
          }))}
          onChange={(category) => write({ category: category as Draft['category'] })}
        />
        <TextInput
          label={t('assetType.mediaType')}
          description={t('assetType.mediaTypeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          pattern="[a-z][a-z0-9\-]{0,29}"
          dir="ltr"
          value={draft.mediaType}
          error={fieldError('/mediaType')}
          onChange={({ currentTarget }) => write({ mediaType: currentTarget.value })}
        />
      </FieldRow>
    </CrudForm>
  )
}
