import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../wording.ts'
import { Page } from '../../ui/page.tsx'
import { advice } from './advice.ts'
import { useEntry } from './entry.ts'
import { PasswordForm } from './password-form.tsx'
import { WayIn } from './way-in.tsx'

const route = getRouteApi('/sign-in')
const REASONS = ['expired', 'signed-out', 'not-revoked', 'password-changed'] as const

/** E-mail and password, then the code where the service asks for one. */
export function SignIn() {
  const { t } = useTranslation(['door', 'keys'])
  const { back, because } = route.useSearch()
  const entry = useEntry(back)
  const reason = REASONS.find((known) => known === because)
  return (
    <WayIn entry={entry} below={t('door:noAccount')}>
      <Page
        title={t('door:title')}
        lead={reason && <p role="status">{t(`door:because.${reason}`)}</p>}
      >
        <PasswordForm
          error={advice(t, entry.signIn.error)}
          isPending={entry.signIn.isPending}
          onPassword={(credential) => entry.signIn.mutate(credential)}
        />
      </Page>
    </WayIn>
  )
}
