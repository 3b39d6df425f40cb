import { useTranslation } from '../../../i18n/i18n.ts'
import { CopyButton } from '../../../ui/fields/copy-button.tsx'
import styles from './webhooks.module.css'

/** The API returns the secret only once. */
export function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <div className={styles.secret} role="group" aria-label={t('secret')}>
      <p className={styles.secretTitle}>{t('secret')}</p>
      <p className={styles.note}>{t('secretHint')}</p>
      <div className={styles.secretLine}>
        <code dir="ltr">{secret}</code>
        <CopyButton text={secret} label={t('copySecret')} />
      </div>
    </div>
  )
}
