import type { assets, territories } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Chips } from '../../../ui/fields/chips.tsx'
import { Choice } from '../../../ui/fields/select.tsx'
import { languageName } from '../../../ui/format/format.ts'
import { Existing } from './existing-orders.tsx'
import type { PartParts } from './order-form.tsx'
import { FieldNotes } from './field-messages.tsx'
import styles from './order-form.module.css'

type Parts = PartParts & {
  territories: territories.Territory[]
  territory: territories.Territory | undefined
  oneLanguage: boolean
  assets: readonly assets.Asset[]
}

/** The territory, and of its languages those that are wanted. */
export function Whom({
  draft,
  onChange,
  faults,
  differs,
  territories: offered,
  territory,
  oneLanguage,
  assets: of,
}: Parts) {
  const { t } = useTranslation(['order', 'trade'])
  const spoken = territory ? inOrder(territory).map(({ code }) => code) : []
  const chips = [...spoken, ...draft.languages.filter((code) => !spoken.includes(code))].map(
    (code) => ({
      value: code,
      name: languageName(code),
      why:
        spoken.includes(code) || !territory
          ? undefined
          : t('languageElsewhere', { territory: territory.name }),
    }),
  )
  const chooseTerritory = (code = '') => {
    const found = offered.find((one) => one.code === code)
    const kept = draft.languages.filter((language) =>
      found?.languages.some((one) => one.code === language),
    )
    onChange({
      territory: code,
      languages: kept.length || found?.languages.length !== 1 ? kept : [found.languages[0]!.code],
    })
  }
  const chooseLanguages = (languages: string[]) =>
    onChange({ languages: oneLanguage ? languages.slice(-1) : languages })
  return (
    <div className={styles.section}>
      <h3>{t('whom')}</h3>
      <div className={styles.field}>
        <Choice
          label={t('trade:territory')}
          {...(offered.length !== 1 && { any: t('chooseTerritory') })}
          value={draft.territory || undefined}
          options={offered.map(({ code, name }) => ({ value: code, name }))}
          onChoose={chooseTerritory}
        />
        {offered.length === 1 && <p className={styles.hint}>{t('ownTerritory')}</p>}
        <FieldNotes faults={faults} fields={['territory']} of={['territory']} differs={differs} />
      </div>
      {territory && (
        <div className={styles.field}>
          <Chips
            label={t('languages')}
            chips={chips}
            value={draft.languages}
            onChange={chooseLanguages}
          />
          {draft.languages.length > 1 && (
            <p className={styles.hint}>{t('languagesMany', { count: draft.languages.length })}</p>
          )}
          <FieldNotes faults={faults} fields={['languages']} of={['languages']} differs={differs} />
        </div>
      )}
      {!territory && <FieldNotes faults={faults} fields={['languages']} />}
      {!oneLanguage && (
        <Existing assets={of} territory={draft.territory} languages={draft.languages} />
      )}
    </div>
  )
}

/** Those the territory works in by itself first. */
const inOrder = ({ languages, assignedLanguages }: territories.Territory) =>
  languages.toSorted(
    (one, other) =>
      Number(assignedLanguages.includes(other.code)) - Number(assignedLanguages.includes(one.code)),
  )
