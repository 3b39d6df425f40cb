import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { textField } from '../../ui/fields/form-data.ts'
import type { PasswordCredential } from './use-sign-in.ts'
import styles from './sign-in.module.css'

type Props = {
  error: string | undefined
  isPending: boolean
  onSubmit: (credential: PasswordCredential) => void
}

export function PasswordForm({ error, isPending, onSubmit }: Props) {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const send = (form: FormData) =>
    onSubmit({ email: textField(form, 'email').trim(), password: textField(form, 'password') })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
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
      />
      <PasswordInput
        label={t('sign-in:password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': t('credentials:password.show'), tabIndex: 0 }}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {t('sign-in:signIn')}
      </Button>
      <Link to="/forgotten" className={styles.link}>
        {t('sign-in:forgotPassword.link')}
      </Link>
    </form>
  )
}
