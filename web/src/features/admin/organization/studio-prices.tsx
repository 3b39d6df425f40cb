import { TextInput } from '@mantine/core'
import type { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useDraft } from '../../../ui/fields/draft.ts'
import { fieldErrorsOf } from '../../../ui/fields/field-errors.ts'
import { FieldRow, Form } from '../../../ui/fields/form.tsx'
import { MultiSelect } from '../../../ui/fields/multi-select.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { languageOptions } from '../../shared/countries-and-languages.ts'
import { PriceList } from './price-list.tsx'
import { toRateCard, toRateCardDraft, type RateCardDraft } from './rate-card.ts'
import { useStudioSettings } from './use-studio-settings.ts'

const PRICES = [
  'perMinute',
  'perUse',
  'perItem',
  'rushFactor',
  'rushDays',
  'autosubsFactor',
] as const
const NEEDED: readonly string[] = ['perMinute', 'perUse']

export function StudioPrices({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const { save, error, isSaving } = useStudioSettings(studio)
  const [draft, write, concurrentChange, saved] = useDraft<RateCardDraft & { currency: string }>({
    ...toRateCardDraft(studio.settings.rateCard),
    currency: studio.settings.currency,
  })
  const fieldError = fieldErrorsOf(error)
  const codes = Object.keys(draft.languages)
  const chooseLanguages = (codes: string[]) =>
    write({
      languages: Object.fromEntries(codes.map((code) => [code, draft.languages[code] ?? '1.00'])),
    })
  return (
    <Form
      label={t('studio.prices')}
      error={error}
      isSaving={isSaving}
      concurrentChange={concurrentChange}
      onSave={() => save({ rateCard: toRateCard(draft), currency: draft.currency }, saved)}
    >
      <FieldRow>
        <TextInput
          label={t('price.currency')}
          description={t('priceHint.currency')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          dir="ltr"
          maxLength={3}
          pattern="[A-Z]{3}"
          value={draft.currency}
          error={fieldError('/settings/currency')}
          onChange={({ currentTarget }) => write({ currency: currentTarget.value.toUpperCase() })}
        />
        {PRICES.map((name) => (
          <TextInput
            key={name}
            label={t(`price.${name}`)}
            description={t(`priceHint.${name}`)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            required={NEEDED.includes(name)}
            inputMode="decimal"
            dir="ltr"
            pattern={name === 'rushDays' ? '\\d{1,2}' : '\\d{1,9}(\\.\\d{1,2})?'}
            value={draft[name]}
            error={fieldError(`/settings/rateCard/${name}`)}
            onChange={({ currentTarget }) => write({ [name]: currentTarget.value })}
          />
        ))}
      </FieldRow>
      <MultiSelect
        label={t('price.languages')}
        note={t('priceHint.languages')}
        options={languageOptions(codes)}
        selected={codes}
        error={fieldError('/settings/rateCard/languages')}
        onChange={chooseLanguages}
      />
      {codes.length > 0 && (
        <PriceList
          label={t('price.languages')}
          prices={draft.languages}
          nameOf={languageName}
          onChange={(languages) => write({ languages })}
        />
      )}
      <PriceList
        label={t('price.details')}
        note={t('priceHint.details')}
        prices={draft.values}
        add={t('price.addDetail')}
        onChange={(values) => write({ values })}
      />
    </Form>
  )
}
