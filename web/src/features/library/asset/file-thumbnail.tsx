import { useState } from 'react'
import { previews, type files } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../api/queries.ts'
import { AudioIcon, FilmIcon, ImageIcon } from '../../../ui/icons/icons.tsx'
import { CaptionsIcon } from '../../../ui/icons/player-icons.tsx'
import { FileIcon } from '../../../ui/icons/action-icons.tsx'
import { stableUrl } from '../../shared/poster-url.ts'
import { isEmbargoed } from './embargo.tsx'
import { kindOf, type FileGroup } from './group-files.ts'
import styles from './file-row.module.css'

const ICONS: Record<FileGroup, () => React.ReactNode> = {
  film: FilmIcon,
  sound: AudioIcon,
  image: ImageIcon,
  text: CaptionsIcon,
  other: FileIcon,
}
/** Signed URLs are valid longer. */
const STALE_MS = 120_000

/** A picture of the file, or the icon of its kind. Decorative: the name is next to it. */
export function FileThumbnail({ file }: { file: files.File }) {
  const kind = kindOf(file)
  const Icon = ICONS[kind]
  const address = useThumbnail(file, kind)
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = address !== null && address !== failed
  return (
    <span className={styles.thumbnail} data-kind={kind}>
      {isShown ? (
        <img
          src={address}
          alt=""
          width={160}
          height={90}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(address)}
        />
      ) : (
        <Icon />
      )}
    </span>
  )
}

/** Asks nothing about files under embargo: playing one is recorded in the audit log. */
function useThumbnail(file: files.File, kind: FileGroup): string | null {
  const hasPicture = kind === 'film' || kind === 'image'
  const { data } = useEndpointQuery(
    previews.getFilePlayback,
    { params: { id: file._id } },
    { enabled: file.verified && hasPicture && !isEmbargoed(file), staleTime: STALE_MS },
  )
  if (data?.status !== 'ready') return null
  return stableUrl(kind === 'image' ? data.path : data.poster)
}
