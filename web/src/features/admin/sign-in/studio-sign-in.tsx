import { studios } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { Networks } from './networks.tsx'
import { Providers } from './providers.tsx'
import { ScimToken } from './scim-token.tsx'

const route = getRouteApi('/app/administration/studios/$id/sign-in')

/** How people of a studio sign in, and from where. */
export function StudioSignIn() {
  const { t } = useTranslation('sso')
  const { id } = route.useParams()
  const { open } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useEndpointQuery(studios.getStudio, { params: { id } })
  const studioLink = (
    <Link to="/administration/studios/$id" params={{ id }}>
      {query.data?.name ?? t('studio')}
    </Link>
  )
  return (
    <RecordPage
      query={query}
      kind={t('title')}
      nameOf={() => t('title')}
      breadcrumb={studioLink}
      lead={<p>{t('lead')}</p>}
      backLink={studioLink}
    >
      {(studio) => (
        <>
          <Providers
            studio={studio}
            isAdding={open === 'new'}
            onClose={() => void navigate({ search: {}, resetScroll: false })}
          />
          <Section title={t('scim.title')} note={t('scim.hint')} inCard>
            <ScimToken studio={studio._id} />
          </Section>
          <Section title={t('networks.title')} note={t('networks.hint')} inCard>
            <Networks key={studio._id} studio={studio} />
          </Section>
        </>
      )}
    </RecordPage>
  )
}
