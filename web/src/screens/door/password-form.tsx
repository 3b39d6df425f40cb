import { Button, PasswordInput, TextInput } from '@mantine/core'
import { typed } from '../../ui/form.ts'
import styles from './sign-in.module.css'

type Parts = { error: string | undefined; isPending: boolean; onPassword: (credential: { email: string; password: string }) => void }

/** The form keeps what is typed; nothing else needs to know before it is sent. */
export function PasswordForm({ error, isPending, onPassword }: Parts) {
  const send = (form: FormData) => onPassword({ email: typed(form, 'email').trim(), password: typed(form, 'password') })
  return (
    <form className={styles.form} onSubmit={(event) => { event.preventDefault(); send(new FormData(event.currentTarget)) }}>
      <TextInput label="E-mail" name="email" type="email" autoComplete="username" required withAsterisk={false} size="md" autoFocus />
      <PasswordInput label="Password" name="password" autoComplete="current-password" required withAsterisk={false} size="md" />
      <p className={styles.error} role="alert">{error}</p>
      <Button type="submit" size="md" fullWidth loading={isPending}>Sign in</Button>
    </form>
  )
}
