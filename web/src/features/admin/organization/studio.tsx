import { Button } from '@mantine/core'
import { studios } from '@reelay/api/contract'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { LinkButton } from '../../../ui/fields/link-button.tsx'
import { RecordPage } from '../../../ui/layout/record-page.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { ErrorAlert } from '../../../ui/feedback/error-alert.tsx'
import { StudioName } from './studio-name.tsx'
import { StudioPrices } from './studio-prices.tsx'
import { StudioReminders } from './studio-reminders.tsx'
import { StudioRetention } from './studio-retention.tsx'
import { StudioRules } from './studio-rules.tsx'
import { StudioSubtitles } from './studio-subtitles.tsx'
import { StudioVendors } from './studio-vendors.tsx'
import { useStudioCrud } from './use-studio-crud.ts'

const route = getRouteApi('/app/administration/studios/$id')

/** Each section is saved separately. */
export function Studio() {
  const { t } = useTranslation(['organization', 'admin'])
  const { id } = route.useParams()
  const query = useEndpointQuery(studios.getStudio, { params: { id } })
  return (
    <RecordPage
      query={query}
      kind={t('studio.one')}
      nameOf={({ name }) => name}
      breadcrumb={<Link to="/administration/studios">{t('admin:studios.title')}</Link>}
      backLink={<Link to="/administration/studios">{t('studio.all')}</Link>}
    >
      {(studio) => <Body key={studio._id} studio={studio} />}
    </RecordPage>
  )
}

function Body({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <StudioName studio={studio} />
      <Section title={t('studio.rules')} note={t('studio.rulesHint')} inCard>
        <StudioRules studio={studio} />
      </Section>
      <Section title={t('vendors.title')} note={t('vendors.titleHint')} inCard>
        <StudioVendors studio={studio} />
      </Section>
      <Section title={t('reminders.title')} note={t('reminders.titleHint')} inCard>
        <StudioReminders studio={studio} />
      </Section>
      <Section title={t('studio.signIn')} note={t('studio.signInHint')}>
        <LinkButton
          to="/administration/studios/$id/sign-in"
          params={{ id: studio._id }}
          variant="default"
        >
          {t('studio.signInOpen')}
        </LinkButton>
      </Section>
      <Section title={t('studio.drafts')} note={t('studio.draftsHint')}>
        <LinkButton
          to="/administration/studios/$id/drafts"
          params={{ id: studio._id }}
          variant="default"
        >
          {t('studio.draftsOpen')}
        </LinkButton>
      </Section>
      <Section title={t('words.title')} note={t('words.openHint')}>
        <LinkButton
          to="/administration/studios/$id/words"
          params={{ id: studio._id }}
          variant="default"
        >
          {t('words.open')}
        </LinkButton>
      </Section>
      <Section title={t('studio.subtitles')} note={t('studio.subtitlesHint')} inCard>
        <StudioSubtitles studio={studio} />
      </Section>
      <Section title={t('studio.prices')} note={t('studio.pricesHint')} inCard>
        <StudioPrices studio={studio} />
      </Section>
      <Section title={t('retention.title')} note={t('retention.titleHint')} inCard>
        <StudioRetention studio={studio} />
      </Section>
      {useHasPermission('installation.manage') && <Removal studio={studio} />}
    </>
  )
}

function Removal({ studio }: { studio: studios.Studio }) {
  const { t } = useTranslation('organization')
  const navigate = useNavigate()
  const crud = useStudioCrud(() => void navigate({ to: '/administration/studios' }))
  return (
    <Section title={t('studio.removeTitle')} note={t('studio.removeHint')}>
      {crud.error && <ErrorAlert error={crud.error} />}
      <Button variant="default" loading={crud.isRemoving} onClick={() => crud.remove(studio)}>
        {t('studio.remove')}
      </Button>
    </Section>
  )
}
