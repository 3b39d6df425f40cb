import { views } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { PopoverMenu } from '../../ui/layout/popover-menu.tsx'
import { SavedViews } from '../shared/views-menu.tsx'

/** The saved playlists, if there are any. */
export function PlaylistsMenu({ size }: { size?: 'sm' | 'md' }) {
  const { t } = useTranslation('playlist')
  const { data } = useEndpointQuery(views.listViews, {
    query: { list: 'playlists' },
    range: { first: 0, last: 199 },
  })
  if (!data?.items.length) return null
  return (
    <PopoverMenu label={t('saved')} {...(size && { size })}>
      {(close) => <SavedViews saved={data.items} pathname="/playlist" onOpened={close} />}
    </PopoverMenu>
  )
}
