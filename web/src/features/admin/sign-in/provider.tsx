import { Button } from '@mantine/core'
import { sso } from '@reelay/api/contract'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { AccountFields } from './account-fields.tsx'
import { CopiedValue } from './copied-value.tsx'
import { Domains } from './domains.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderState } from './providers.tsx'
import { ProviderTest } from './provider-test.tsx'
import { RequireProvider } from './require-provider.tsx'
import styles from './sign-in.module.css'

const route = getRouteApi('/app/administration/studios/$id/sign-in/$provider')

export function Provider() {
  const { t } = useTranslation('sso')
  const { id, provider } = route.useParams()
  const query = useEndpointQuery(sso.getProvider, { params: { id, provider } })
  const all = (
    <Link to="/administration/studios/$id/sign-in" params={{ id }}>
      {t('title')}
    </Link>
  )
  return (
    <RecordPage
      query={query}
      kind={t('provider.one')}
      nameOf={({ name }) => name}
      breadcrumb={all}
      lead={query.data && <ProviderState provider={query.data} />}
      backLink={all}
    >
      {(record) => <Body key={record._id} provider={record} />}
    </RecordPage>
  )
}

/** In the order in which a provider is set up. */
function Body({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation('sso')
  return (
    <>
      <Section title={t('uris.title')} note={t('uris.hint')} inCard>
        <div className={styles.stack}>
          <CopiedValue label={t('uris.redirect')} value={provider.redirectUri} />
          <CopiedValue label={t('uris.logout')} value={provider.logoutRedirectUri} />
        </div>
      </Section>
      <Section title={t('domains.title')} note={t('domains.hint')} inCard>
        <Domains provider={provider} />
      </Section>
      <Section title={t('test.title')} inCard>
        <ProviderTest provider={provider} />
      </Section>
      <Section title={t('require.title')} inCard>
        <RequireProvider provider={provider} />
      </Section>
      <Section title={t('connection')} inCard>
        <ProviderForm provider={provider} />
      </Section>
      <Section title={t('accounts.title')} note={t('accounts.hint')} inCard>
        <AccountFields provider={provider} />
      </Section>
      <Removal provider={provider} />
    </>
  )
}

function Removal({ provider: { _id, studio, name } }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation(['sso', 'admin', 'common'])
  const navigate = useNavigate()
  const remove = useEndpointMutation(sso.removeProvider, {
    onSuccess: () => showToast(t('admin:saved.removed', { name })),
  })
  const confirmRemoval = async () => {
    const title = t('common:removeThis', { name })
    if (!(await confirmed({ title, note: t('sso:remove.hint'), action: t('common:remove') })))
      return
    await remove.mutateAsync({ params: { id: studio, provider: _id } })
    await navigate({ to: '/administration/studios/$id/sign-in', params: { id: studio } })
  }
  return (
    <Section title={t('sso:remove.title')} note={t('sso:remove.hint')}>
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() => void confirmRemoval().catch(() => {})}
      >
        {t('sso:remove.title')}
      </Button>
    </Section>
  )
}
