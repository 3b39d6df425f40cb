import { lazy, Suspense } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import styles from './credentials.module.css'

const QrCode = lazy(() => import('./qr-code.tsx'))

type Props = {
  url: string
  secret: string
  error: string | undefined
  isPending: boolean
  onCode: (code: string) => void
  onCancel: () => void
  cancelLabel: string
}

/**
 * Scan the code, then confirm with the first one-time code. On a phone a link opens the
 * authenticator app instead.
 */
export function TotpSetup({ url, secret, error, isPending, onCode, onCancel, cancelLabel }: Props) {
  const { t } = useTranslation('credentials')
  return (
    <div
      className={styles.setup}
      tabIndex={-1}
      ref={takeFocus}
      role="group"
      aria-label={t('twoFactor.setUp')}
    >
      <ol className={styles.steps}>
        <li>
          <p>{t('twoFactor.scan')}</p>
          <div className={styles.scan}>
            <Suspense fallback={<div className={styles.qrPlaceholder} />}>
              <QrCode text={url} label={t('twoFactor.qr')} />
            </Suspense>
            <div className={styles.manualEntry}>
              <p>{t('twoFactor.manualKey')}</p>
              <code className={styles.secret} dir="ltr">
                {groupByFour(secret)}
              </code>
              <CopyButton text={secret} label={t('twoFactor.copyKey')} />
              <a href={url}>{t('twoFactor.openApp')}</a>
            </div>
          </div>
        </li>
        <li>
          <p>{t('twoFactor.enterCode')}</p>
          <form
            className={styles.confirm}
            onSubmit={(event) => {
              event.preventDefault()
              onCode(textField(new FormData(event.currentTarget), 'code').replaceAll(/\s/g, ''))
            }}
          >
            <TextInput
              label={t('twoFactor.code')}
              name="code"
              autoComplete="one-time-code"
              inputMode="numeric"
              pattern="[0-9\s]{6,7}"
              title={t('twoFactor.sixDigits')}
              required
              withAsterisk={false}
              dir="ltr"
            />
            <p className={styles.error} role="alert">
              {error}
            </p>
            <div className={styles.actions}>
              <Button type="submit" loading={isPending}>
                {t('twoFactor.confirm')}
              </Button>
              <Button variant="subtle" onClick={onCancel}>
                {cancelLabel}
              </Button>
            </div>
          </form>
        </li>
      </ol>
    </div>
  )
}

/** The button that opened this is gone, so the focus moves here. */
const takeFocus = (node: HTMLElement | null) => node?.focus({ preventScroll: true })

const groupByFour = (secret: string) => secret.match(/.{1,4}/g)!.join(' ')
