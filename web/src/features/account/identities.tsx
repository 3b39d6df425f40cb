import { Button, TextInput } from '@mantine/core'
import { sso, type users } from '@reelay/api/contract'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import { goToProvider, supportsSso } from '../credentials/sso.ts'
import { useStudios } from '../shared/lookups.ts'
import { QueryError } from '../../ui/feedback/query-error.tsx'
import { explainError } from '../../ui/feedback/explain-error.ts'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { textField } from '../../ui/fields/form-data.ts'
import { formatRelativeTime } from '../../ui/format/time.ts'
import { Item, ItemList } from '../../ui/layout/item-list.tsx'
import { Section } from '../../ui/layout/section.tsx'
import styles from './account.module.css'

const route = getRouteApi('/app/account')
const FAILURES = ['expired', 'cancelled', 'failed'] as const

/** The accounts at identity providers with which a person can sign in. */
export function Identities({ me }: { me: users.User }) {
  const { t } = useTranslation('account')
  const query = useEndpointQuery(sso.listIdentities, { range: { first: 0, last: 99 } })
  const remove = useEndpointMutation(sso.removeIdentity, { invalidates: ['/session/identities'] })
  const shown = query.data?.items
  const confirmRemoval = async ({ _id, providerName }: sso.Identity) => {
    const title = t('identities.removeThis', { name: providerName })
    const note = t('identities.removeHint')
    if (await confirmed({ title, note, action: t('identities.remove') }))
      remove.mutate({ params: { id: _id } })
  }
  return (
    <Section inCard title={t('identities.title')}>
      <div className={styles.fields}>
        <p className={styles.wide}>{t('identities.hint')}</p>
      </div>
      <QueryError query={query} />
      {query.isPending && <PendingRows rows={1} />}
      {shown && shown.length > 0 && (
        <div className={styles.under}>
          <ItemList label={t('identities.title')}>
            {shown.map((identity) => (
              <IdentityRow
                key={identity._id}
                identity={identity}
                onRemove={() => void confirmRemoval(identity)}
              />
            ))}
          </ItemList>
        </div>
      )}
      {shown && <NewIdentity email={me.emailNormal} />}
    </Section>
  )
}

function IdentityRow({
  identity: { providerName, email, studio, used, selfLinked },
  onRemove,
}: {
  identity: sso.Identity
  onRemove: () => void
}) {
  const { t } = useTranslation('account')
  const studios = useStudios()
  const details = [
    email,
    t('sessions.used', { when: formatRelativeTime(used) }),
    selfLinked ? t('identities.all') : t('identities.only', { studio: studios.nameOf(studio) }),
  ]
  return (
    <Item name={providerName} details={[details.filter(Boolean).join(' · ')]}>
      <Button
        variant="default"
        size="xs"
        aria-label={t('identities.removeThis', { name: providerName })}
        onClick={onRemove}
      >
        {t('identities.remove')}
      </Button>
    </Item>
  )
}

/** The domain of the email says which provider it is. A partner studio may know another email. */
function NewIdentity({ email }: { email: string }) {
  const { t } = useTranslation(['account', 'sign-in'])
  const { sso: returned } = route.useSearch()
  const failure = FAILURES.find((known) => known === returned)
  const connect = useConnect()
  const error = connect.error
    ? connect.error.name === 'NoProvider'
      ? t('account:identities.noProvider')
      : explainError(connect.error).advice
    : failure && t(`sign-in:sso.failure.${failure}`)
  if (!supportsSso()) return <p className={styles.note}>{t('sign-in:sso.httpsNeeded')}</p>
  return (
    <form
      className={`${styles.fields} ${styles.under}`}
      onSubmit={(event) => {
        event.preventDefault()
        connect.mutate(textField(new FormData(event.currentTarget), 'email').trim())
      }}
    >
      <TextInput
        name="email"
        type="email"
        label={t('account:identities.email')}
        description={t('account:identities.emailHint')}
        defaultValue={email}
        required
        withAsterisk={false}
        autoComplete="off"
        dir="ltr"
      />
      <p className={styles.error} role="alert">
        {error}
      </p>
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={connect.isPending}>
          {t('account:identities.connect')}
        </Button>
      </div>
    </form>
  )
}

function useConnect() {
  const { callAs } = useService()
  return useMutation({
    mutationFn: async (email: string) => {
      const { provider } = await callAs(undefined, sso.findSignInMethod, { body: { email } })
      if (!provider) throw Object.assign(new Error('No provider'), { name: 'NoProvider' })
      await goToProvider(provider, { purpose: 'connect', email, back: '/account?part=security' })
      // Stays pending until the page of the provider has loaded.
      await new Promise(() => {})
    },
  })
}
