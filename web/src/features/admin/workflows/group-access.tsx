import type { workflows } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { useOrderable } from './use-orderable.ts'
import styles from './workflows.module.css'

type Group = workflows.Phase['groups'][number]
type Props = { name: string; group: Group; onChange: (change: Partial<Group>) => void }

/** An empty selection allows everything. */
export function GroupAccess({ name, group, onChange }: Props) {
  const { t } = useTranslation('workflows')
  const { treatments, ofOnePart, uses, wordOf } = useOrderable()
  // Unknown values are shown so that they can be removed.
  const foreign = group.dng
    .filter((value) => ![...treatments, ...ofOnePart].some((tick) => tick.value === value))
    .map((value) => ({ value, name: wordOf(value) }))
  const single = group.dng.some((value) => ofOnePart.some((tick) => tick.value === value))
  return (
    <div className={styles.group} role="group" aria-label={name}>
      <div className={styles.groupHead} dir="auto">
        {name}
      </div>
      <CheckboxGroup
        legend={t('treatments')}
        note={group.dng.length ? t('onlySelected') : t('allAllowed')}
        columns={4}
        options={[...treatments, ...foreign]}
        selected={group.dng}
        onChange={(dng) => onChange({ dng })}
      />
      <details className={styles.fold} open={single}>
        <summary>
          {t('byPart')}
          <span className="visually-hidden">: {name}</span>
        </summary>
        <CheckboxGroup
          legend={t('byPart')}
          columns={2}
          options={ofOnePart}
          selected={group.dng}
          onChange={(dng) => onChange({ dng })}
        />
      </details>
      <CheckboxGroup
        legend={t('uses')}
        note={group.usages.length ? t('onlySelected') : t('allAllowed')}
        columns={4}
        options={uses}
        selected={group.usages}
        onChange={(usages) => onChange({ usages })}
      />
    </div>
  )
}
