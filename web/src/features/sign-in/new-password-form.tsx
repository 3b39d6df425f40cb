import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import {
  isWeakPassword,
  NewPasswordField,
  usePasswordError,
} from '../credentials/new-password-field.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { signInError } from './sign-in-error.ts'
import styles from './sign-in.module.css'

type Sent = { name: string; password: string }
type Props = {
  withName?: boolean
  submitLabel: string
  error: Error | null
  isPending: boolean
  onSubmit: (sent: Sent) => Promise<void>
}

/** Checks the password with the rule of the API before submitting. */
export function NewPasswordForm({
  withName = false,
  submitLabel,
  error,
  isPending,
  onSubmit,
}: Props) {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const passwordError = usePasswordError()
  const [weakness, setWeakness] = useState<string>()
  const send = (form: HTMLFormElement) => {
    const [name, password] = ['name', 'password'].map((field) =>
      textField(new FormData(form), field),
    ) as [string, string]
    const found = passwordError(password)
    setWeakness(found)
    if (found) form.querySelector<HTMLInputElement>('[name=password]')?.focus()
    // The error is shown from `error`.
    else void onSubmit({ name: name.trim(), password }).catch(() => {})
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send(event.currentTarget)
      }}
    >
      {withName && (
        <TextInput
          label={t('sign-in:register.name')}
          name="name"
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={300}
          pattern=".*\S.*"
          size="md"
          autoFocus
          dir="auto"
        />
      )}
      <NewPasswordField
        error={weakness ?? (isWeakPassword(error) ? t('credentials:password.email') : undefined)}
        size="md"
      />
      <p className={styles.error} role="alert">
        {weakness || isWeakPassword(error) ? undefined : signInError(t, error)}
      </p>
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {submitLabel}
      </Button>
    </form>
  )
}
