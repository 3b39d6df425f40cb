import { workrequests } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useAnswer } from '../../answers.ts'
import { useVersionName } from '../../records/request-columns.tsx'
import { Page } from '../../ui/page.tsx'
import { PendingRecord } from '../../ui/pending.tsx'
import { Section } from '../../ui/section.tsx'
import { Trouble } from '../../ui/trouble.tsx'
import { History } from './history.tsx'
import { InShort } from './in-short.tsx'
import { Materials } from './materials.tsx'
import { Offlines } from './offlines.tsx'
import { Ordered } from './ordered.tsx'
import { Translations } from './translations.tsx'
import styles from './request.module.css'

const route = getRouteApi('/inside/workrequests/$id')

/** Everything of a request on one page. */
export function Request() {
  const { id } = route.useParams()
  const { data: request, error, refetch, isFetching } = useAnswer(workrequests.getWorkRequest, { params: { id } })
  return (
    <Page
      title={request?.asset.name ?? 'Work request'} isPending={!request && !error}
      trail={<><Link to="/workrequests">Work requests</Link>{request && ` / ${request.project.name}`}</>} lead={request && <Lead request={request} />}
    >
      {error && <Trouble error={error} again={() => void refetch()} isTrying={isFetching} stale={Boolean(request)}><Link to="/workrequests">All work requests</Link></Trouble>}
      {!request && !error && <PendingRecord />}
      {request && <Body request={request} />}
    </Page>
  )
}

function Lead({ request }: { request: workrequests.WorkRequest }) {
  const versionName = useVersionName()
  return <>{versionName(request)} · <Link to="/assets/$id" params={{ id: request.asset.slug }}>Go to the asset</Link></>
}

function Body({ request }: { request: workrequests.WorkRequest }) {
  return (
    <>
      <InShort request={request} />
      <div className={styles.columns}>
        <div>
          <Section title="What is ordered" card><Ordered request={request} /></Section>
          <Materials request={request} />
          <Translations request={request} />
          <Offlines request={request} />
        </div>
        <Section title="History"><History history={request.history} /></Section>
      </div>
    </>
  )
}
