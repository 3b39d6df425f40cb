import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../wording.ts'
import { typed } from '../../ui/form.ts'
import type { Proven } from './entry.ts'
import styles from './door.module.css'

type Parts = {
  error: string | undefined
  isPending: boolean
  onPassword: (credential: Proven) => void
}

/** The form keeps what is typed; nothing else needs to know before it is sent. */
export function PasswordForm({ error, isPending, onPassword }: Parts) {
  const { t } = useTranslation(['door', 'keys'])
  const send = (form: FormData) =>
    onPassword({ email: typed(form, 'email').trim(), password: typed(form, 'password') })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <TextInput
        label={t('door:email')}
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
        label={t('door:password')}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        size="md"
        visibilityToggleButtonProps={{ 'aria-label': t('keys:password.show'), tabIndex: 0 }}
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {t('door:signIn')}
      </Button>
      <Link to="/forgotten" className={styles.beside}>
        {t('door:forgotten.ask')}
      </Link>
    </form>
  )
}
