import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { textField } from '../../ui/fields/form-data.ts'
import type { PasswordCredential } from './use-sign-in.ts'
import styles from './sign-in.module.css'

type Props = {
  email: string
  onEmail: (email: string) => void
  /** The provider to use instead of a password. */
  providerName: string | undefined
  stay: boolean
  onStay: (stay: boolean) => void
  error: string | undefined
  isPending: boolean
  onSubmit: (credential: PasswordCredential) => void
  onProvider: () => void
  onUsePassword: () => void
}

/** Without a password field if the domain of the email requires a provider. */
export function PasswordForm(props: Props) {
  const { email, onEmail, providerName, error, isPending, onSubmit } = props
  const { t } = useTranslation(['sign-in', 'credentials'])
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const password = textField(new FormData(event.currentTarget), 'password')
        if (providerName === undefined) onSubmit({ email: email.trim(), password })
        else props.onProvider()
      }}
    >
      <TextInput
        label={t('sign-in:email')}
        name="email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        size="md"
        autoFocus
        dir="ltr"
        value={email}
        onChange={({ currentTarget }) => onEmail(currentTarget.value)}
      />
      {providerName === undefined ? (
        <PasswordInput
          label={t('sign-in:password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="md"
          visibilityToggleButtonProps={{
            'aria-label': t('credentials:password.show'),
            tabIndex: 0,
          }}
        />
      ) : (
        <p className={styles.note} role="status">
          {t('sign-in:sso.required', { provider: providerName })}
        </p>
      )}
      <div className={styles.stay}>
        <input
          id="stay"
          type="checkbox"
          aria-describedby="stay-hint"
          checked={props.stay}
          onChange={({ currentTarget }) => props.onStay(currentTarget.checked)}
        />
        <label htmlFor="stay">{t('sign-in:stay.label')}</label>
        <p id="stay-hint">{t('sign-in:stay.hint')}</p>
      </div>
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {providerName === undefined
          ? t('sign-in:signIn')
          : t('sign-in:sso.continue', { provider: providerName })}
      </Button>
      {providerName === undefined ? (
        <Link to="/forgotten" className={styles.link}>
          {t('sign-in:forgotPassword.link')}
        </Link>
      ) : (
        <Button variant="subtle" size="sm" onClick={props.onUsePassword}>
          {t('sign-in:sso.usePassword')}
        </Button>
      )}
    </form>
  )
}
