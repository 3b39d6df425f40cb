import { useState } from 'react'
import type { assets } from '@reelay/api/contract'
import { FilmIcon, ImageIcon, AudioIcon } from '../../ui/icons/icons.tsx'
import { stableUrl } from './poster-url.ts'
import styles from './poster.module.css'

type Props = { asset: Pick<assets.Asset, '$poster' | 'mediaType'> }

/** An image of the asset, or the icon of its media type. Decorative: the name is next to it. */
export function Poster({ asset: { $poster, mediaType } }: Props) {
  const address = stableUrl($poster)
  const [failed, setFailed] = useState<string | null>(null)
  const [here, setHere] = useState<string | null>(null)
  return (
    <span className={styles.poster} data-fit={mediaType === 'image' ? 'whole' : 'full'}>
      {here !== address &&
        (mediaType === 'image' ? (
          <ImageIcon />
        ) : mediaType === 'audio' ? (
          <AudioIcon />
        ) : (
          <FilmIcon />
        ))}
      {address && address !== failed && (
        <img
          src={address}
          alt=""
          width={480}
          height={270}
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setHere(address)}
          onError={() => setFailed(address)}
        />
      )}
    </span>
  )
}
