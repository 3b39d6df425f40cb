import type { ReactNode } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import fields from '../../../ui/fields/fields.module.css'
import styles from './organization.module.css'

type Props<Rule> = {
  title: string
  hint: string
  rules: Rule[]
  onChange: (rules: Rule[]) => void
  renderFields: (rule: Rule, onChange: (rule: Rule) => void) => ReactNode
  /** Without it, no rule can be added. */
  newRule: Rule | undefined
}

/** Rules in their order: the first one that matches decides. */
export function RuleList<Rule>({
  title,
  hint,
  rules,
  onChange,
  renderFields,
  newRule,
}: Props<Rule>) {
  const { t } = useTranslation(['organization', 'common'])
  const moveUp = (at: number) => onChange(rules.with(at - 1, rules[at]!).with(at, rules[at - 1]!))
  return (
    <fieldset className={fields.fieldset}>
      <legend className={fields.legend}>{title}</legend>
      <p className={fields.note}>{hint}</p>
      <ol className={styles.rules}>
        {rules.map((rule, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- rules have no identity of their own
          <li key={at} className={styles.rule} aria-label={t('vendors.rule', { number: at + 1 })}>
            {renderFields(rule, (changed) => onChange(rules.with(at, changed)))}
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
      {newRule !== undefined && (
        <Button variant="default" onClick={() => onChange([...rules, newRule])}>
          {t('vendors.addRule')}
        </Button>
      )}
    </fieldset>
  )
}
