import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Button } from '@mantine/core'
import { reviewsessions } from '@reelay/api/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { stage } from '../player/stage.ts'
import {
  joinSession,
  onSessionLost,
  restoreSession,
  startSession,
  useCurrentSession,
} from './current-session.ts'
import { playbackOf } from './lead-playback.ts'
import { reportFailure } from './report-failure.ts'
import { SessionBar } from './session-bar.tsx'
import { leaderOf } from './session-connection.ts'
import { pageKey, targetOf, viewOf, type OpenPage } from './session-view.ts'
import styles from './session.module.css'

/** Nobody is told when all members of a session lose their connection. */
const CHECK_RUNNING_MS = 30_000

/** In the header of a workspace: starts or joins a session, and shows the one that is open. */
export function SessionMenu({ page, id }: { page: OpenPage['page']; id: string }) {
  const { t } = useTranslation('player')
  const service = useService()
  const { beside, offset, playlist } = useSearch({ strict: false })
  const open: OpenPage = { page, _id: id, beside, offset, playlist }
  const current = useCurrentSession()
  const film = useStageFilmOnPage()
  useFollowedPage(open)
  useEffect(() => void restoreSession(service), [service])
  useEffect(() => onSessionLost(() => showToast(t('session.lost'), { tone: 'bad' })), [t])
  if (current) return <SessionBar {...current} />
  return film ? <OutsideSession open={open} /> : <span className={styles.place} />
}

const useStageFilmOnPage = () => useSyncExternalStore(stage.subscribe, stage.film)

/** Tells the session what this page shows, and opens what the leader shows. */
function useFollowedPage(open: OpenPage) {
  const current = useCurrentSession()
  const film = useStageFilmOnPage()
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false })
  const connection = current?.connection
  const state = current?.state
  const report = useEffectEvent(() => {
    const view = connection?.setPage(open)
    if (!view) return
    const { to, params, search } = targetOf(view)
    void (to === '/assets/$id'
      ? navigate({ to, params, search: { ...search, ...(tab && { tab }) } })
      : navigate({ to, params, search: { ...search, ...(tab && { tab }) } }))
  })
  const led = state && pageKey(state.session.view)
  const { page, _id, beside, offset, playlist } = open
  useEffect(
    () => report(),
    [
      connection,
      led,
      state?.isFollowing,
      state?.isLeader,
      film,
      page,
      _id,
      beside,
      offset,
      playlist,
    ],
  )
  useEffect(() => () => void connection?.setPage(undefined), [connection])
}

function OutsideSession({ open }: { open: OpenPage }) {
  const { t } = useTranslation('player')
  const service = useService()
  const running = useRunningSessions(open)
  const start = () => {
    const arrangement = stage.arrangement()
    const film = stage.film()
    reportFailure(
      startSession(service, {
        view: viewOf(open, film, arrangement),
        playback: playbackOf(film, Date.now()),
        drawing: [],
      }),
    )
  }
  return (
    <>
      {running.map((session) => (
        <Button
          key={session._id}
          size="xs"
          className={styles.join}
          title={t('session.joinHint', { count: session.members.length })}
          onClick={() => reportFailure(joinSession(service, session._id))}
        >
          <span className={styles.live} aria-hidden="true" />
          {t('session.join', { name: leaderOf(session)?.name ?? session.members[0]?.name ?? '' })}
        </Button>
      ))}
      {running.length === 0 && (
        <Button size="xs" variant="default" title={t('session.startHint')} onClick={start}>
          {t('session.start')}
        </Button>
      )}
    </>
  )
}

/** The sessions that show the version or the page. */
function useRunningSessions({ page, _id }: OpenPage): reviewsessions.ReviewSession[] {
  const { call } = useService()
  const film = useStageFilmOnPage()
  const items = [
    `${page === 'asset' ? 'a' : 'w'}${_id}`,
    ...(film ? [`${film.kind[0]}${film._id}`] : []),
  ].join('.')
  const { data } = useQuery({
    queryKey: [reviewsessions.listReviewSessions.path, items],
    queryFn: () =>
      call(reviewsessions.listReviewSessions, {
        query: { items },
        range: { first: 0, last: 2 },
      }),
    enabled: useAfterFirstQueries(),
    refetchInterval: ({ state }) => (state.data?.items.length ? CHECK_RUNNING_MS : false),
  })
  return data?.items ?? []
}
