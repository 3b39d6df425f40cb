import { useEffect, useEffectEvent, useState } from 'react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useService } from '../../api/service-context.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ListPage } from '../../ui/layout/list-page.tsx'
import { joinSession } from './current-session.ts'
import { targetOf } from './session-view.ts'

const route = getRouteApi('/app/reviewsessions/$id')

/** The address of a session. It joins, and opens what the leader shows. */
export function SessionPage() {
  const { t } = useTranslation('player')
  const service = useService()
  const { id } = route.useParams()
  const navigate = useNavigate()
  const [isGone, setGone] = useState(false)
  const join = useEffectEvent(async () => {
    try {
      const { to, params, search } = targetOf((await joinSession(service, id)).view)
      await (to === '/assets/$id'
        ? navigate({ to, params, search, replace: true })
        : navigate({ to, params, search, replace: true }))
    } catch {
      setGone(true)
    }
  })
  useEffect(() => void join(), [id])
  return (
    <ListPage title={t('session.title')}>
      {isGone ? (
        <EmptyState title={t('session.gone')} action={<Link to="/">{t('session.toToday')}</Link>}>
          <p>{t('session.goneHint')}</p>
        </EmptyState>
      ) : (
        <PendingRows />
      )}
    </ListPage>
  )
}
