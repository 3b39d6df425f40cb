import type { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import {
  useGroups,
  useProjects,
  useTerritories,
  useTerritoryLanguages,
} from '../../shared/lookups.ts'
import { Select } from '../../../ui/fields/select.tsx'
import { RuleList } from './rule-list.tsx'
import styles from './organization.module.css'

type Rule = studios.AssignmentRule
type Props = { studio: string; rules: Rule[]; onChange: (rules: Rule[]) => void }

/** The first rule that matches an order assigns its vendor. */
export function AssignmentRules({ studio, rules, onChange }: Props) {
  const { t } = useTranslation('organization')
  const vendors = useGroups().records.filter(
    ({ type, studios: of }) => type === 'v' && of.includes(studio),
  )
  const first = vendors[0]
  return (
    <RuleList
      title={t('vendors.rules')}
      hint={t(first ? 'vendors.rulesHint' : 'vendors.noVendors')}
      rules={rules}
      onChange={onChange}
      newRule={first && { vendor: first._id }}
      renderFields={(rule, change) => (
        <RuleFields
          rule={rule}
          studio={studio}
          vendors={vendors.map(({ _id, name }) => ({ value: _id, name }))}
          onChange={change}
        />
      )}
    />
  )
}

type RuleFieldsProps = {
  rule: Rule
  studio: string
  vendors: { value: string; name: string }[]
  onChange: (rule: Rule) => void
}

function RuleFields({ rule, studio, vendors, onChange }: RuleFieldsProps) {
  const { t } = useTranslation(['organization', 'trade'])
  const territories = useTerritories()
  const languages = useTerritoryLanguages()
  const projects = useProjects().records.filter((project) => project.studio === studio)
  const set = (field: 'territory' | 'language' | 'project') => (value: string | undefined) =>
    onChange({ ...rule, [field]: value ?? null })
  return (
    <div className={styles.ruleFields}>
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
        label={t('project.one')}
        anyLabel={t('vendors.any')}
        value={rule.project ?? undefined}
        options={projects.map(({ _id, name }) => ({ value: _id, name }))}
        onChange={set('project')}
      />
      <Select
        label={t('vendors.vendor')}
        value={rule.vendor}
        options={vendors}
        onChange={(vendor) => vendor && onChange({ ...rule, vendor })}
      />
    </div>
  )
}
