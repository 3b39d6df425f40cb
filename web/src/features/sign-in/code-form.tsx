import { Button, TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { textField } from '../../ui/fields/form-data.ts'
import styles from './sign-in.module.css'

type Props = {
  error: string | undefined
  isPending: boolean
  onSubmit: (code: string) => void
}

/** One field instead of six boxes: recovery codes are longer, and pasting works. */
export function CodeForm({ error, isPending, onSubmit }: Props) {
  const { t } = useTranslation('sign-in')
  const send = (form: FormData) => onSubmit(textField(form, 'code').replaceAll(/\s/g, ''))
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send(new FormData(event.currentTarget))
      }}
    >
      <TextInput
        label={t('code.label')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        withAsterisk={false}
        size="md"
        autoFocus
        dir="ltr"
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <Button type="submit" size="md" fullWidth loading={isPending}>
        {t('signIn')}
      </Button>
    </form>
  )
}
