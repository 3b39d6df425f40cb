import { TextInput } from '@mantine/core'
import { territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { CrudForm } from '../crud-form.tsx'
import { NameField } from '../name-field.tsx'
import { useCrud } from '../use-crud.ts'
import {
  countryOptions,
  dcpCode,
  englishName,
  languageOptions,
} from '../../shared/countries-and-languages.ts'

type Draft = Pick<
  territories.Territory,
  'name' | 'code' | 'standard' | 'countries' | 'languages' | 'assignedLanguages'
>

const ENDPOINTS = {
  create: territories.createTerritory,
  change: territories.changeTerritory,
  remove: territories.removeTerritory,
}
const toBody = ({
  name,
  code,
  standard,
  countries,
  languages,
  assignedLanguages,
}: territories.Territory): Draft => ({
  name,
  code,
  standard,
  countries,
  languages,
  assignedLanguages,
})

export function TerritoryForm({
  territory,
  onDone,
}: {
  territory: territories.Territory | undefined
  onDone: () => void
}) {
  const { t } = useTranslation('organization')
  const crud = useCrud(ENDPOINTS, {
    invalidates: ['/territories', '/users'],
    toBody,
    nameOf: ({ name }) => name,
    onDone,
  })
  const [draft, write, concurrentChange] = useDraft<Draft>(
    territory
      ? toBody(territory)
      : {
          name: '',
          code: '',
          standard: 'PAL',
          countries: [],
          languages: [],
          assignedLanguages: [],
        },
  )
  const fieldError = fieldErrorsOf(crud.error)
  const chooseCountries = (codes: string[]) =>
    write({
      countries: codes.map(
        (code) =>
          draft.countries.find((known) => known.code === code) ?? {
            code,
            name: englishName('region', code),
          },
      ),
    })
  const chooseLanguages = (codes: string[]) =>
    write({
      languages: codes.map(
        (code) =>
          draft.languages.find((known) => known.code === code) ?? {
            code,
            name: englishName('language', code),
            dcpCode: dcpCode(code),
          },
      ),
    })
  return (
    <CrudForm
      crud={crud}
      record={territory}
      newTitle={t('territory.add')}
      concurrentChange={concurrentChange}
      onCancel={onDone}
      onSave={() => crud.save(territory, draft)}
    >
      <FieldRow>
        <NameField
          value={draft.name}
          error={fieldError('/name')}
          onChange={(name) => write({ name })}
        />
        <TextInput
          label={t('territory.code')}
          description={t('territory.codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          pattern="[A-Z]{2,3}"
          maxLength={3}
          dir="ltr"
          value={draft.code}
          error={fieldError('/code')}
          onChange={({ currentTarget }) => write({ code: currentTarget.value.toUpperCase() })}
        />
        <Select
          label={t('territory.standard')}
          value={draft.standard}
          options={territories.STANDARDS.map((value) => ({ value, name: value }))}
          onChange={(standard) => write({ standard: standard as Draft['standard'] })}
        />
      </FieldRow>
      <MultiSelect
        label={t('territory.countries')}
        options={countryOptions()}
        selected={draft.countries.map(({ code }) => code)}
        error={fieldError('/countries')}
        onChange={chooseCountries}
      />
      <MultiSelect
        label={t('territory.languages')}
        note={t('territory.languagesHint')}
        options={languageOptions(draft.languages.map(({ code }) => code))}
        selected={draft.languages.map(({ code }) => code)}
        error={fieldError('/languages')}
        onChange={chooseLanguages}
      />
      {draft.languages.length > 0 && (
        <FieldRow>
          {draft.languages.map((language, index) => (
            <TextInput
              key={language.code}
              label={t('territory.dcp', { language: languageName(language.code) })}
              dir="ltr"
              maxLength={200}
              value={language.dcpCode}
              onChange={({ currentTarget: { value } }) =>
                write({ languages: draft.languages.with(index, { ...language, dcpCode: value }) })
              }
            />
          ))}
        </FieldRow>
      )}
    </CrudForm>
  )
}
