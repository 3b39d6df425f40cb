import { Button, TextInput } from '@mantine/core'
import { sessions } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { textField } from '../../ui/fields/form-data.ts'
import { Page } from '../../ui/layout/page.tsx'
import { signInError } from './sign-in-error.ts'
import { SignInPage } from './sign-in-page.tsx'
import styles from './sign-in.module.css'

/** Shows the same result whether or not the account exists. */
export function ForgotPassword() {
  const { t } = useTranslation(['sign-in', 'credentials'])
  const { mutate, data, error, isPending, reset } = useEndpointMutation(
    sessions.forgottenPassword,
    {
      silent: true,
      invalidates: [],
    },
  )
  if (data)
    return (
      <SignInPage>
        <Page
          title={t('sign-in:forgotPassword.sent')}
          lead={<p role="status">{t('sign-in:forgotPassword.sentHint')}</p>}
        >
          <div className={styles.actions}>
            <Button variant="default" onClick={reset}>
              {t('sign-in:forgotPassword.sendAgain')}
            </Button>
            <Link to="/sign-in" className={styles.link}>
              {t('sign-in:backToSignIn')}
            </Link>
          </div>
        </Page>
      </SignInPage>
    )
  return (
    <SignInPage below={t('sign-in:noAccount')}>
      <Page
        title={t('sign-in:forgotPassword.title')}
        lead={<p>{t('sign-in:forgotPassword.lead')}</p>}
      >
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            mutate({
              body: { email: textField(new FormData(event.currentTarget), 'email').trim() },
            })
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
            {signInError(t, error)}
          </p>
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {t('sign-in:forgotPassword.send')}
          </Button>
          <Link to="/sign-in" className={styles.link}>
            {t('sign-in:backToSignIn')}
          </Link>
        </form>
      </Page>
    </SignInPage>
  )
}
