import { assets } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { Phase } from '../shared/phase.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { PHASE_CHANGES } from './load-today.ts'
import styles from './today-page.module.css'

/** Assets whose phase involves the user, or has changed since their last visit. */
export function PhaseChanges() {
  const { t } = useTranslation('today')
  const { data } = useEndpointQuery(assets.listWorkflowNotify, PHASE_CHANGES)
  if (!data?.items.length) return null
  return (
    <Section title={t('phaseChanges')}>
      <ul className={styles.list}>
        {data.items.map((asset) => (
          <li key={asset._id}>
            <Link
              to="/assets/$id"
              params={{ id: asset.slug }}
              className={styles.itemName}
              dir="auto"
            >
              <Breakable text={asset.name} />
            </Link>
            <div className={styles.itemNote}>
              <Phase workflow={asset.workflow} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
