import { useTranslation } from '../../../i18n/i18n.ts'
import type { RequestSearch } from './search-params.ts'
import styles from './work-requests-page.module.css'

const VIEWS = ['list', 'board', 'calendar', 'timeline'] as const
type View = (typeof VIEWS)[number]

export const viewOf = ({ as }: RequestSearch): View => VIEWS.find((one) => one === as) ?? 'list'

type Props = { view: View; onChange: (as: string | undefined) => void }

export function ViewSwitch({ view, onChange }: Props) {
  const { t } = useTranslation('requests')
  return (
    <div className={styles.views} role="group" aria-label={t('view')}>
      {VIEWS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => onChange(one === 'list' ? undefined : one)}
        >
          {t(`as.${one}`)}
        </button>
      ))}
    </div>
  )
}
