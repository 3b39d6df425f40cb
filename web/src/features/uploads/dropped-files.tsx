import { useEffect, useRef, useState } from 'react'
import { Button } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { AssetFinder } from '../shared/asset-picker.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { size } from '../../ui/format/format.ts'
import { FileMetadataForm } from './file-metadata-form.tsx'
import { useUploadQueue } from './upload-queue-context.ts'
import { useCurrentAsset } from './current-asset.ts'
import { matchAsset } from './match-asset.ts'
import type { FileMetadata, DroppedFile, TargetAsset, UnfinishedUpload } from './upload-queue.ts'
import styles from './uploads.module.css'

type Props = {
  arrivals: readonly DroppedFile[]
  unfinished: readonly (UnfinishedUpload & { place: TargetAsset })[]
}

/** The newest, which is what people deliver for. */
const CANDIDATES = { first: 0, last: 199 }

/**
 * Asks where files belong that were let go on a page. What their names say, or the page they were
 * dropped on, is proposed.
 */
export function DroppedFiles({ arrivals, unfinished }: Props) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const heading = useRef<HTMLHeadingElement>(null)
  const { place: here } = useCurrentAsset()
  const { data } = useEndpointQuery(assets.listAssets, {
    query: { order: '-created' },
    range: CANDIDATES,
  })
  const [chosen, setChosen] = useState<Record<string, TargetAsset>>({})
  const [asked, setAsked] = useState<string | null>(null)
  const [about, setAbout] = useState<FileMetadata>({})
  useEffect(() => heading.current?.focus(), [])
  const begunBefore = ({ data: file }: DroppedFile) =>
    unfinished.find(
      ({ name, length, error: fault }) => !fault && name === file.name && length === file.size,
    )
  const placeOf = (arrival: DroppedFile): TargetAsset | undefined =>
    chosen[arrival.key] ??
    begunBefore(arrival)?.place ??
    here ??
    matchAsset(arrival.data.name, data?.items ?? [])
  const chooseForAll = (place: TargetAsset) =>
    setChosen(Object.fromEntries(arrivals.map(({ key }) => [key, place])))
  const homeless = arrivals.filter((arrival) => !placeOf(arrival)).length
  const send = () => {
    for (const arrival of arrivals)
      queue.add(
        placeOf(arrival)!,
        [arrival.data],
        unfinished.filter(({ place }) => place._id === placeOf(arrival)!._id),
        about,
      )
    queue.sendBack(...arrivals.map(({ key }) => key))
  }
  return (
    <section className={styles.arrivals} aria-label={t('where')}>
      <h2 ref={heading} tabIndex={-1}>
        {t('where', { count: arrivals.length })}
      </h2>
      <AssetFinder
        label={arrivals.length > 1 ? t('assetForAll') : t('assetFor')}
        onPick={chooseForAll}
      />
      <ul className={styles.files}>
        {arrivals.map((arrival) => {
          const place = placeOf(arrival)
          return (
            <li key={arrival.key}>
              <div className={styles.top}>
                <div className={styles.name}>
                  <span dir="auto">
                    <Breakable text={arrival.data.name} />
                  </span>
                  <span className={styles.said}>
                    {size(arrival.data.size)} ·{' '}
                    {place ? (
                      <>
                        {t('for')} <strong dir="auto">{place.name}</strong>
                      </>
                    ) : (
                      t('noPlace')
                    )}
                  </span>
                </div>
                <div className={styles.buttons}>
                  {arrivals.length > 1 && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`${t('common:change')}: ${arrival.data.name}`}
                      aria-expanded={asked === arrival.key}
                      onClick={() => setAsked(asked === arrival.key ? null : arrival.key)}
                    >
                      {t('common:change')}
                    </Button>
                  )}
                  <button
                    type="button"
                    className={styles.remove}
                    aria-label={`${t('common:remove')}: ${arrival.data.name}`}
                    onClick={() => queue.sendBack(arrival.key)}
                  >
                    ×
                  </button>
                </div>
              </div>
              {asked === arrival.key && (
                <AssetFinder
                  label={t('assetFor')}
                  onPick={(picked) => {
                    setChosen({ ...chosen, [arrival.key]: picked })
                    setAsked(null)
                  }}
                />
              )}
            </li>
          )
        })}
      </ul>
      <details className={styles.fold}>
        <summary>{t('aboutAll')}</summary>
        <FileMetadataForm about={about} onChange={setAbout} />
      </details>
      {homeless > 0 && <p className={styles.said}>{t('homeless', { count: homeless })}</p>}
      <div className={styles.acts}>
        <Button onClick={send} disabled={homeless > 0}>
          {t('upload', { count: arrivals.length })}
        </Button>
        <Button variant="default" onClick={() => queue.sendBack(...arrivals.map(({ key }) => key))}>
          {t('notNow')}
        </Button>
      </div>
    </section>
  )
}
