import { useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { Beside } from './compare-player.tsx'
import { CompareBar, type Mode } from './compare-bar.tsx'
import { Drawing } from './drawing.tsx'
import { NotReady, type FilmParts } from './review-player.tsx'
import styles from './review-player.module.css'

/** A version that is a still: a poster, a banner. What is drawn lies on its one frame. */
export function Picture({
  offline,
  watching,
  threads,
  draft,
  setDraft,
  chosen,
  beside,
  onLeave,
}: FilmParts) {
  const { t } = useTranslation('review')
  const [mode, setMode] = useState<Mode>('side')
  const [wipe, setWipe] = useState(50)
  const [aspect, setAspect] = useState('16:9')
  // The first address holds until the picture is there; a later one would only load it again.
  const [address] = useState(offline.path)
  if (offline.status !== 'ready') return <NotReady offline={offline} />
  return (
    <section
      ref={watching.whole}
      className={styles.film}
      aria-label={t('player', { version: offline.version })}
      data-kind="image"
      data-mode={beside ? mode : undefined}
      style={{ '--aspect': aspect.replace(':', ' / ') } as React.CSSProperties}
    >
      {beside && (
        <CompareBar mode={mode} onMode={setMode} wipe={wipe} onWipe={setWipe} onLeave={onLeave} />
      )}
      <div className={styles.screens}>
        <div className={styles.screen}>
          <img
            className={styles.picture}
            src={address}
            alt={t('player', { version: offline.version })}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalHeight) setAspect(`${naturalWidth}:${naturalHeight}`)
            }}
          />
          <Drawing
            aspect={aspect}
            frame={0}
            threads={threads}
            chosen={chosen}
            draft={draft}
            setDraft={setDraft}
            onBegin={() => {}}
          />
        </div>
        {beside && (
          <Beside id={beside} watching={watching} wipe={mode === 'wipe' ? wipe : undefined} />
        )}
      </div>
    </section>
  )
}
