import { Button } from '@mantine/core'
import type { studios } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import {
  useGroups,
  useProjects,
  useTerritories,
  useTerritoryLanguages,
} from '../../shared/lookups.ts'
import fields from '../../../ui/fields/fields.module.css'
import { Select } from '../../../ui/fields/select.tsx'
import styles from './organization.module.css'

type Rule = studios.AssignmentRule
type Props = { studio: string; rules: Rule[]; onChange: (rules: Rule[]) => void }

/** The first rule that matches an order assigns its vendor. */
export function AssignmentRules({ studio, rules, onChange }: Props) {
  const { t } = useTranslation(['organization', 'common'])
  const vendors = useGroups().records.filter(
    ({ type, studios: of }) => type === 'v' && of.includes(studio),
  )
  const replace = (at: number, rule: Rule) => onChange(rules.with(at, rule))
  const moveUp = (at: number) => onChange(rules.with(at - 1, rules[at]!).with(at, rules[at - 1]!))
  const first = vendors[0]
  return (
    <fieldset className={fields.fieldset}>
      <legend className={fields.legend}>{t('vendors.rules')}</legend>
      <p className={fields.note}>{t(first ? 'vendors.rulesHint' : 'vendors.noVendors')}</p>
      <ol className={styles.rules}>
        {rules.map((rule, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no identity of their own
          <li key={at} className={styles.rule} aria-label={t('vendors.rule', { number: at + 1 })}>
            <RuleFields
              rule={rule}
              studio={studio}
              vendors={vendors.map(({ _id, name }) => ({ value: _id, name }))}
              onChange={(changed) => replace(at, changed)}
            />
            <div className={styles.ruleActions}>
              <Button variant="default" disabled={at === 0} onClick={() => moveUp(at)}>
                {t('vendors.moveUp')}
                <span className="visually-hidden"> ({at + 1})</span>
              </Button>
              <Button variant="default" onClick={() => onChange(rules.toSpliced(at, 1))}>
                {t('common:remove')}
                <span className="visually-hidden"> ({at + 1})</span>
              </Button>
            </div>
          </li>
        ))}
      </ol>
      {first && (
        <Button variant="default" onClick={() => onChange([...rules, { vendor: first._id }])}>
          {t('vendors.addRule')}
        </Button>
      )}
    </fieldset>
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
