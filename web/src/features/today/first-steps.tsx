import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import { assets, projects, scripts, users, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useHasPermission } from '../shared/current-user.ts'
import { pickFiles } from '../uploads/pick-files.ts'
import { useUploadQueue } from '../uploads/upload-queue-context.ts'
import { LinkButton } from '../../ui/fields/link-button.tsx'
import styles from './first-steps.module.css'

const NewProject = lazy(() =>
  import('../new-records/new-project.tsx').then(({ NewProject: loaded }) => ({ default: loaded })),
)

type StepName = 'project' | 'film' | 'script' | 'order' | 'team'
const ONE = { range: { first: 0, last: 0 } }

/** The way from an empty installation to the first order. Nothing once there is one. */
export function FirstSteps() {
  const { t } = useTranslation('new-records')
  const [isCreating, setCreating] = useState(false)
  const mayInvite = useHasPermission('user.manage')
  const queue = useUploadQueue()
  const project = useEndpointQuery(projects.listProjects, ONE)
  const film = useEndpointQuery(assets.listAssets, ONE)
  const script = useEndpointQuery(scripts.listScripts, ONE)
  const order = useEndpointQuery(workrequests.listWorkRequests, ONE)
  const people = useEndpointQuery(users.listUsers, { range: { first: 0, last: 1 } })
  if ([project, film, script, order, people].some(({ isPending }) => isPending)) return null
  if (order.data?.items.length) return null
  const asset = film.data?.items[0]
  const done: Record<StepName, boolean> = {
    project: Boolean(project.data?.items.length),
    film: Boolean(asset),
    script: Boolean(script.data?.items.length),
    order: false,
    team: (people.data?.items.length ?? 0) > 1,
  }
  const steps: StepName[] = ['project', 'film', 'script', 'order']
  const next = steps.find((name) => !done[name])
  const look = (name: StepName) =>
    ({ size: 'sm', variant: name === next ? 'filled' : 'default' }) as const
  const actions: Record<StepName, ReactNode> = {
    project: (
      <Button {...look('project')} onClick={() => setCreating(true)}>
        {t('newProject')}
      </Button>
    ),
    film: (
      <Button {...look('film')} onClick={() => pickFiles((files) => queue.addDropped(files))}>
        {t('uploadFilms')}
      </Button>
    ),
    script: asset && (
      <LinkButton {...look('script')} to="/assets/$id" params={{ id: asset.slug }}>
        {t('steps.script.action')}
      </LinkButton>
    ),
    order: asset && (
      <LinkButton {...look('order')} to="/order" search={{ asset: asset._id }}>
        {t('steps.order.action')}
      </LinkButton>
    ),
    team: (
      <LinkButton {...look('team')} to="/administration/users">
        {t('steps.team.action')}
      </LinkButton>
    ),
  }
  return (
    <>
      <ol className={styles.steps} aria-label={t('steps.title')}>
        {[...steps, ...(mayInvite ? (['team'] as const) : [])].map((name) => (
          <li
            key={name}
            className={styles.step}
            data-done={done[name]}
            aria-current={name === next ? 'step' : undefined}
          >
            <div>
              <strong>{t(`steps.${name}.title`)}</strong>
              <p className={styles.hint}>{t(done[name] ? 'steps.done' : `steps.${name}.hint`)}</p>
            </div>
            {!done[name] && actions[name]}
          </li>
        ))}
      </ol>
      <Suspense>{isCreating && <NewProject onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}
