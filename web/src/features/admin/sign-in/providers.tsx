import { sso, type studios } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryError } from '../../../ui/feedback/query-error.tsx'
import { PendingRows } from '../../../ui/feedback/pending.tsx'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Item, ItemList } from '../../../ui/layout/item-list.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { nameLink } from '../../../ui/text/name-and-note.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { NewProvider } from './new-provider.tsx'

type Props = { studio: studios.Studio; isAdding: boolean; onClose: () => void }

/** A studio has at most 20 providers. */
const RANGE = { first: 0, last: 49 }

export function Providers({ studio: { _id: id }, isAdding, onClose }: Props) {
  const { t } = useTranslation('sso')
  const query = useEndpointQuery(sso.listProviders, { params: { id }, range: RANGE })
  const { data } = query
  const add = (
    <LinkButton
      to="/administration/studios/$id/sign-in"
      params={{ id }}
      search={{ open: 'new' }}
      resetScroll={false}
    >
      {t('provider.add')}
    </LinkButton>
  )
  return (
    <Section title={t('provider.title')} note={data && data.items.length > 0 && add}>
      <QueryError query={query} />
      {query.isPending && <PendingRows rows={2} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('provider.none')} action={add}>
          <p>{t('provider.noneHint')}</p>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <Card>
          <ItemList label={t('provider.title')}>
            {data.items.map((provider) => (
              <ProviderRow key={provider._id} provider={provider} />
            ))}
          </ItemList>
        </Card>
      )}
      {isAdding && (
        <Dialog size="middle" title={t('provider.add')} onClose={onClose}>
          <NewProvider studio={id} onClose={onClose} />
        </Dialog>
      )}
    </Section>
  )
}

function ProviderRow({ provider }: { provider: sso.IdentityProvider }) {
  return (
    <Item
      name={
        <Link
          to="/administration/studios/$id/sign-in/$provider"
          params={{ id: provider.studio, provider: provider._id }}
          className={nameLink}
        >
          {provider.name}
        </Link>
      }
      details={[
        <bdi key="domains" dir="ltr">
          {provider.domains.map(({ name }) => name).join(', ') || provider.issuer}
        </bdi>,
      ]}
    >
      <ProviderState provider={provider} />
    </Item>
  )
}

/** What is missing until people can sign in, or how they do. */
export function ProviderState({ provider }: { provider: sso.IdentityProvider }) {
  const { t } = useTranslation('sso')
  const { active, required, tested, domains } = provider
  if (!active) return <StatusTag tone="neutral">{t('state.off')}</StatusTag>
  if (!domains.some(({ verified }) => verified))
    return <StatusTag tone="warning">{t('state.unverified')}</StatusTag>
  if (required) return <StatusTag tone="good">{t('state.required')}</StatusTag>
  return tested ? (
    <StatusTag tone="good">{t('state.offered')}</StatusTag>
  ) : (
    <StatusTag tone="info">{t('state.untested')}</StatusTag>
  )
}
