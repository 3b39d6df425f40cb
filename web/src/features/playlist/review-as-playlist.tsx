import { Button } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../ui/format/format.ts'
import { MAX_PLAYLIST_ITEMS, type PlaylistItem } from './playlist.ts'
import { useOpenItem } from './use-playlist.ts'

type Props = {
  /** The selected records that have a version to watch. */
  items: readonly (PlaylistItem & { asset?: string })[]
  size?: 'sm' | 'md'
}

/** Opens the selected records as a playlist. */
export function ReviewAsPlaylist({ items, size = 'md' }: Props) {
  const { t } = useTranslation('playlist')
  const open = useOpenItem()
  const isTooLong = items.length > MAX_PLAYLIST_ITEMS
  const reason = isTooLong
    ? t('tooMany', { max: formatNumber(MAX_PLAYLIST_ITEMS) })
    : items.length === 0
      ? t('nothingToWatch')
      : undefined
  return (
    <Button
      size={size}
      variant="default"
      disabled={reason !== undefined}
      title={reason}
      onClick={() => open(items[0]!, items)}
    >
      {t('create')}
    </Button>
  )
}
