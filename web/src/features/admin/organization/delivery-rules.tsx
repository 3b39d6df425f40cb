import { studios } from '@reelay/api/contract'
import { DELIVERY_NAMES, DELIVERY_TITLES, type DeliveryName } from '@reelay/subtitles/delivery'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useTerritories, useTerritoryLanguages } from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { RuleList } from './rule-list.tsx'
import styles from './organization.module.css'

type Rule = studios.DeliveryRule
type Props = { rules: Rule[]; onChange: (rules: Rule[]) => void }

/** Which delivery profile subtitle files of a use have. */
export function DeliveryRules({ rules, onChange }: Props) {
  const { t } = useTranslation('organization')
  return (
    <RuleList
      title={t('studio.deliveries')}
      hint={t('studio.deliveriesHint')}
      rules={rules}
      onChange={onChange}
      newRule={{ profile: DELIVERY_NAMES[0] }}
      renderFields={(rule, change) => <RuleFields rule={rule} onChange={change} />}
    />
  )
}

function RuleFields({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const { t } = useTranslation(['organization', 'trade'])
  const territories = useTerritories()
  const languages = useTerritoryLanguages()
  const set = (field: 'use' | 'territory' | 'language') => (value: string | undefined) =>
    onChange({ ...rule, [field]: value ?? null })
  return (
    <div className={styles.ruleFields}>
      <Select
        label={t('studio.use')}
        anyLabel={t('vendors.any')}
        value={rule.use ?? undefined}
        options={studios.DELIVERY_USES.map((value) => ({ value, name: t(`trade:use.${value}`) }))}
        onChange={set('use')}
      />
      <Select
        label={t('trade:territory')}
        anyLabel={t('vendors.any')}
        value={rule.territory ?? undefined}
        options={territories.options}
        onChange={set('territory')}
      />
      <Select
        label={t('trade:language')}
        anyLabel={t('vendors.any')}
        value={rule.language ?? undefined}
        options={languages.options}
        onChange={set('language')}
      />
      <Select
        label={t('studio.deliveryProfile')}
        value={rule.profile}
        options={DELIVERY_NAMES.map((value) => ({ value, name: DELIVERY_TITLES[value].title }))}
        onChange={(value) => value && onChange({ ...rule, profile: value as DeliveryName })}
      />
    </div>
  )
}
