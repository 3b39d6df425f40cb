import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import styles from './credentials.module.css'

type Props = { codes: string[]; email: string; doneLabel: string; onDone: () => void }

/** The codes can be shown only once, because the API stores only their hashes. */
export function RecoveryCodes({ codes, email, doneLabel, onDone }: Props) {
  const { t } = useTranslation('credentials')
  const text = `${t('twoFactor.recoveryCodesFor', { email })}\n\n${codes.join('\n')}\n`
  return (
    <div className={styles.setup}>
      <p>{t('twoFactor.recoveryCodesHint')}</p>
      <ul className={styles.codes} aria-label={t('twoFactor.recoveryCodes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button onClick={onDone}>{doneLabel}</Button>
        <CopyButton text={text} label={t('twoFactor.copyCodes')} />
        <Button
          variant="default"
          size="sm"
          component="a"
          download="reelay-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          {t('twoFactor.download')}
        </Button>
      </div>
    </div>
  )
}
