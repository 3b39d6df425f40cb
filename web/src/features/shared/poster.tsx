import { useState } from 'react'
import type { assets } from '@reelay/api/contract'
import { stableUrl } from './poster-url.ts'
import styles from './poster.module.css'

type Props = {
  asset: Pick<assets.Asset, 'mediaType'> & { $poster?: assets.Asset['$poster'] }
  className?: string
}

/** An image of the asset, or the icon of its media type. Decorative: the name is next to it. */
export function Poster({ asset: { $poster = null, mediaType }, className = '' }: Props) {
  const address = stableUrl($poster)
  const [failed, setFailed] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<string | null>(null)
  return (
    <span
      className={`${styles.poster} ${className}`}
      data-media={mediaType}
      data-loaded={address !== null && loaded === address}
    >
      {address && address !== failed && (
        <img
          src={address}
          alt=""
          width={480}
          height={270}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setLoaded(address)}
          onError={() => setFailed(address)}
        />
      )}
    </span>
  )
}
