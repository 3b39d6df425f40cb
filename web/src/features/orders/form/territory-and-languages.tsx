import { useState } from 'react'
import { Button } from '@mantine/core'
import type { assets, territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { languageName, territoryName } from '../../../ui/format/format.ts'
import { NewTerritory } from '../../new-records/new-territory.tsx'
import { useHasPermission } from '../../shared/current-user.ts'
import { useTerritories } from '../../shared/lookups.ts'
import { ExistingOrders } from './existing-orders.tsx'
import type { OrderSectionProps } from './order-section.ts'
import { FieldMessages } from './field-messages.tsx'
import styles from './order-form.module.css'

type Props = OrderSectionProps & {
  territories: territories.Territory[]
  territory: territories.Territory | undefined
  oneLanguage: boolean
  assets: readonly assets.Asset[]
}

export function TerritoryAndLanguages({
  draft,
  onChange,
  errors,
  differingFields,
  territories: orderable,
  territory,
  oneLanguage,
  assets: selectedAssets,
}: Props) {
  const { t } = useTranslation(['order', 'trade'])
  const selectTerritory = (code = '') => {
    const selected = orderable.find((one) => one.code === code)
    const codes = selected?.languages.map((language) => language.code) ?? []
    const stillValid = draft.languages.filter((language) => codes.includes(language))
    const languages = stillValid.length || codes.length !== 1 ? stillValid : codes
    onChange({ territory: code, languages })
  }
  return (
    <div className={styles.section}>
      <h3>{t('recipient')}</h3>
      <div className={styles.field}>
        <Select
          label={t('trade:territory')}
          {...(orderable.length !== 1 && { anyLabel: t('selectTerritory') })}
          value={draft.territory || undefined}
          options={orderable.map(({ code, name }) => ({
            value: code,
            name: territoryName(code, name),
          }))}
          onChange={selectTerritory}
        />
        {orderable.length === 0 && <NoTerritories onCreated={onChange} />}
        {orderable.length === 1 && <p className={styles.hint}>{t('ownTerritory')}</p>}
        <FieldMessages
          errors={errors}
          fields={['territory']}
          draftFields={['territory']}
          differingFields={differingFields}
        />
      </div>
      {territory && (
        <div className={styles.field}>
          <LanguageChips
            territory={territory}
            value={draft.languages}
            onChange={(languages) =>
              onChange({ languages: oneLanguage ? languages.slice(-1) : languages })
            }
          />
          {draft.languages.length > 1 && (
            <p className={styles.hint}>{t('languageCount', { count: draft.languages.length })}</p>
          )}
          <FieldMessages
            errors={errors}
            fields={['languages']}
            draftFields={['languages']}
            differingFields={differingFields}
          />
        </div>
      )}
      {!territory && <FieldMessages errors={errors} fields={['languages']} />}
      {!oneLanguage && (
        <ExistingOrders
          assets={selectedAssets}
          territory={draft.territory}
          languages={draft.languages}
        />
      )}
    </div>
  )
}

/** An administrator can create the first territory without leaving the order. */
function NoTerritories({
  onCreated,
}: {
  onCreated: (selection: { territory: string; languages: string[] }) => void
}) {
  const { t } = useTranslation(['order', 'new-records'])
  const { isLoaded } = useTerritories()
  const mayCreate = useHasPermission('installation.manage')
  const [isOpen, setOpen] = useState(false)
  if (!isLoaded) return null
  return (
    <>
      <p className={styles.hint}>{t(mayCreate ? 'noTerritories' : 'noTerritoriesAsk')}</p>
      {mayCreate && (
        <Button variant="default" w="fit-content" onClick={() => setOpen(true)}>
          {t('new-records:newTerritory')}
        </Button>
      )}
      {isOpen && (
        <NewTerritory
          onClose={() => setOpen(false)}
          onCreated={({ code, languages }) =>
            onCreated({ territory: code, languages: languages.map((one) => one.code) })
          }
        />
      )}
    </>
  )
}

type LanguageChipsProps = {
  territory: territories.Territory
  value: string[]
  onChange: (languages: string[]) => void
}

/** A selected language that the territory does not have stays visible, with the reason. */
function LanguageChips({ territory, value, onChange }: LanguageChipsProps) {
  const { t } = useTranslation('order')
  const available = assignedFirst(territory).map(({ code }) => code)
  const unavailable = value.filter((code) => !available.includes(code))
  const disabledReason = t('languageNotInTerritory', { territory: territory.name })
  return (
    <Chips
      label={t('languages')}
      chips={[
        ...available.map((code) => ({ value: code, name: languageName(code) })),
        ...unavailable.map((code) => ({ value: code, name: languageName(code), disabledReason })),
      ]}
      value={value}
      onChange={onChange}
    />
  )
}

const assignedFirst = ({ languages, assignedLanguages }: territories.Territory) =>
  languages.toSorted(
    (one, other) =>
      Number(assignedLanguages.includes(other.code)) - Number(assignedLanguages.includes(one.code)),
  )
