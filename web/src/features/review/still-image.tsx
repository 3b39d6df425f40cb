import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { ComparePlayer } from './compare-player.tsx'
import { CompareBar, type CompareMode } from './compare-bar.tsx'
import { Drawing } from './drawing.tsx'
import { NotReady, type ReviewPlayerProps } from './review-player.tsx'
import styles from './review-player.module.css'

/** A version that is a still image, such as a poster. Drawings are on its only frame. */
export function StillImage({
  offline,
  player,
  threads,
  draft,
  setDraft,
  selected,
  compareWith,
  onClose,
}: ReviewPlayerProps) {
  const { t } = useTranslation('review')
  const [mode, setMode] = useState<CompareMode>('side')
  const [wipe, setWipe] = useState(50)
  const [aspect, setAspect] = useState('16:9')
  // Keep the first signed URL: a new one would load the image again.
  const [url] = useState(offline.path)
  if (offline.status !== 'ready') return <NotReady offline={offline} />
  return (
    <section
      ref={player.element}
      className={styles.player}
      aria-label={t('player', { version: offline.version })}
      data-kind="image"
      data-mode={compareWith ? mode : undefined}
      style={{ '--aspect': aspect.replace(':', ' / ') } as React.CSSProperties}
    >
      {compareWith && (
        <CompareBar mode={mode} onMode={setMode} wipe={wipe} onWipe={setWipe} onClose={onClose} />
      )}
      <div className={styles.screens}>
        <div className={styles.screen}>
          <img
            className={styles.video}
            src={url}
            alt={t('player', { version: offline.version })}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalHeight) setAspect(`${naturalWidth}:${naturalHeight}`)
            }}
          />
          <Drawing
            aspect={aspect}
            frame={0}
            threads={threads}
            selected={selected}
            draft={draft}
            setDraft={setDraft}
            onStart={() => {}}
          />
        </div>
        {compareWith && (
          <ComparePlayer
            id={compareWith}
            player={player}
            wipe={mode === 'wipe' ? wipe : undefined}
          />
        )}
      </div>
    </section>
  )
}
