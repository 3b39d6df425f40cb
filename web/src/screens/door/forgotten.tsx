import { Button, TextInput } from '@mantine/core'
import { sessions } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../wording.ts'
import { useEndpointMutation } from '../../acts.ts'
import { typed } from '../../ui/form.ts'
import { Page } from '../../ui/page.tsx'
import { advice } from './advice.ts'
import { Door } from './door.tsx'
import styles from './door.module.css'

/** Says the same to everybody: who has an account here is nobody else's business. */
export function Forgotten() {
  const { t } = useTranslation(['door', 'keys'])
  const { act, data, error, isPending, reset } = useEndpointMutation(sessions.forgottenPassword, {
    quiet: true,
    touches: [],
  })
  if (data)
    return (
      <Door>
        <Page
          title={t('door:forgotten.sent')}
          lead={<p role="status">{t('door:forgotten.sentAdvice')}</p>}
        >
          <div className={styles.acts}>
            <Button variant="default" onClick={reset}>
              {t('door:forgotten.askAgain')}
            </Button>
            <Link to="/sign-in" className={styles.beside}>
              {t('door:toSignIn')}
            </Link>
          </div>
        </Page>
      </Door>
    )
  return (
    <Door below={t('door:noAccount')}>
      <Page title={t('door:forgotten.title')} lead={<p>{t('door:forgotten.lead')}</p>}>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            act({ body: { email: typed(new FormData(event.currentTarget), 'email').trim() } })
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
          <p className={styles.error} role="alert">
            {advice(t, error)}
          </p>
          <Button type="submit" size="md" fullWidth loading={isPending}>
            {t('door:forgotten.send')}
          </Button>
          <Link to="/sign-in" className={styles.beside}>
            {t('door:toSignIn')}
          </Link>
        </form>
      </Page>
    </Door>
  )
}
