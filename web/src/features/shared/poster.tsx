import { useState } from 'react'
import type { assets } from '@reelay/api/contract'
import { FilmMark, PictureMark, SoundMark } from '../../ui/icons/icons.tsx'
import { steadyAddress } from './poster-url.ts'
import styles from './poster.module.css'

type Parts = { asset: Pick<assets.Asset, '$poster' | 'mediaType'> }

/**
 * A still of an asset, or the sign of its medium where there is none. Decoration: the name stands
 * beside it.
 */
export function Poster({ asset: { $poster, mediaType } }: Parts) {
  const address = steadyAddress($poster)
  const [failed, setFailed] = useState<string | null>(null)
  const [here, setHere] = useState<string | null>(null)
  return (
    <span className={styles.poster} data-fit={mediaType === 'image' ? 'whole' : 'full'}>
      {here !== address &&
        (mediaType === 'image' ? (
          <PictureMark />
        ) : mediaType === 'audio' ? (
          <SoundMark />
        ) : (
          <FilmMark />
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
