import { Button, TextInput } from '@mantine/core'
import { sessions } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { textField } from '../../ui/fields/form-data.ts'
import { Page } from '../../ui/layout/page.tsx'
import { advice } from './advice.ts'
import { Door } from './sign-in-page.tsx'
import styles from './sign-in.module.css'

/** Says the same to everybody: who has an account here is nobody else's business. */
export function Forgotten() {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const {
    mutate: act,
    data,
    error,
    isPending,
    reset,
  } = useEndpointMutation(sessions.forgottenPassword, {
    silent: true,
    invalidates: [],
  })
  if (data)
    return (
      <Door>
        <Page
          title={t('sign-in:forgotPassword.sent')}
          lead={<p role="status">{t('sign-in:forgotPassword.sentHint')}</p>}
        >
          <div className={styles.acts}>
            <Button variant="default" onClick={reset}>
              {t('sign-in:forgotPassword.sendAgain')}
            </Button>
            <Link to="/sign-in" className={styles.beside}>
              {t('sign-in:backToSignIn')}
            </Link>
          </div>
        </Page>
      </Door>
    )
  return (
    <Door below={t('sign-in:noAccount')}>
      <Page
        title={t('sign-in:forgotPassword.title')}
        lead={<p>{t('sign-in:forgotPassword.lead')}</p>}
      >
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            act({ body: { email: textField(new FormData(event.currentTarget), 'email').trim() } })
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
          <p className={styles.error} role="alert">
            {advice(t, error)}
          </p>
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {t('sign-in:forgotPassword.send')}
          </Button>
          <Link to="/sign-in" className={styles.beside}>
            {t('sign-in:backToSignIn')}
          </Link>
        </form>
      </Page>
    </Door>
  )
}
