import { useState } from 'react'
import { useInViewport } from '@mantine/hooks'
import { previews, type files } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useAfterFirstQueries } from '../../../api/use-after-first-queries.ts'
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

type Props = {
  file: files.File
  /** Of its preview, if it has one. */
  poster: string | null | undefined
}

/** A picture of the file, or the icon of its kind. Decorative: the name is next to it. */
export function FileThumbnail({ file, poster }: Props) {
  const kind = kindOf(file)
  const Icon = ICONS[kind]
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const loaded = useThumbnail(file, kind, inViewport && poster === undefined)
  const address = isEmbargoed(file) ? null : (stableUrl(poster ?? null) ?? loaded)
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = address !== null && address !== failed
  return (
    <span ref={ref} className={styles.thumbnail} data-kind={kind}>
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
function useThumbnail(file: files.File, kind: FileGroup, isWanted: boolean): string | null {
  const hasPicture = kind === 'film' || kind === 'image'
  const { data } = useEndpointQuery(
    previews.getFilePlayback,
    { params: { id: file._id } },
    {
      enabled:
        useAfterFirstQueries() && isWanted && file.verified && hasPicture && !isEmbargoed(file),
      staleTime: STALE_MS,
    },
  )
  if (data?.status !== 'ready') return null
  return stableUrl(kind === 'image' ? data.path : data.poster)
}
