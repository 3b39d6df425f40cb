import { useEffect, useEffectEvent } from 'react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { ListPage } from '../../ui/layout/list-page.tsx'
import { useOpenItem, usePlaylistItems } from './use-playlist.ts'

const route = getRouteApi('/app/playlist')

/** The address of a playlist. It opens the first item that the person can see. */
export function PlaylistPage() {
  const { t } = useTranslation(['playlist', 'request'])
  const { items: text } = route.useSearch()
  const { items, error } = usePlaylistItems(text)
  const open = useOpenItem()
  const first = items?.[0]
  const openFirst = useEffectEvent(() => {
    if (first && items) open(first, items, { replace: true })
  })
  useEffect(() => openFirst(), [first?.id])
  return (
    <ListPage title={t('title')}>
      {error && <ErrorAlert error={error} />}
      {!error && (!items || first) && <PendingRows />}
      {items?.length === 0 && (
        <EmptyState
          title={t('empty')}
          action={<Link to="/workrequests">{t('request:allRequests')}</Link>}
        >
          <p>{t('emptyHint')}</p>
        </EmptyState>
      )}
    </ListPage>
  )
}
