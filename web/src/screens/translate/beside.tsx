import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'
import { Checks } from './checks.tsx'
import { useDesk } from './desk.ts'
import { Suggestions } from './suggestions.tsx'
import type { Window } from './windows.tsx'
import styles from './beside.module.css'

/** Below the film: what helps with the line, or all that the checks say. */
export function Beside({ asset, shown, open }: { asset: string; shown: Window | null; open: (window: Window | null) => void }) {
  const { t } = useTranslation(['translate', 'checks'])
  const { selected } = useDesk()
  if (shown === 'checks') return (
    <Card label={t('checks:title')}>
      <div className={styles.head}><h2 className={styles.title}>{t('checks:title')}</h2><button type="button" className={styles.close} onClick={() => open(null)}>{t('checks:hide')}</button></div>
      <Checks />
    </Card>
  )
  return <Card label={t('help.title')}>{selected ? <Suggestions asset={asset} /> : <p className={styles.lesson}>{t('help.choose')}</p>}</Card>
}
