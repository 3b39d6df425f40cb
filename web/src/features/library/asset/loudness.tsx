import { deliveryTargets, files, type assets, type previews } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { StatusTag } from '../../../ui/text/tag.tsx'
import { decibel } from './file-details.tsx'
import styles from './loudness.module.css'

type Props = { preview: previews.Preview; usage: assets.Asset['usage'] }

/** How loud it is, beside what its uses ask for: the same numbers by which a delivery is judged. */
export function Loudness({ preview, usage }: Props) {
  const { t } = useTranslation(['asset', 'trade'])
  const { data: file } = useEndpointQuery(files.getFile, { params: { id: preview.file } })
  const loudness = file?.media?.sound?.loudness
  if (!loudness) return null
  const uses = [
    ...(usage.broadcast ? ['Broadcast' as const] : []),
    ...(usage.online ? ['Online' as const] : []),
  ]
  const wanted = uses.flatMap((use) =>
    (deliveryTargets.loudnessOf(use, ['PAL', 'NTSC']) ?? []).map((asked) => ({ use, asked })),
  )
  return (
    <div className={styles.loudness} role="group" aria-label={t('loudness.title')}>
      <dl className={styles.figures}>
        <div>
          <dt>{t('loudness.integrated')}</dt>
          <dd dir="ltr">
            {decibel(loudness.integrated)} <small>LUFS</small>
          </dd>
        </div>
        <div>
          <dt>{t('loudness.range')}</dt>
          <dd dir="ltr">
            {decibel(loudness.range)} <small>LU</small>
          </dd>
        </div>
        <div>
          <dt>{t('loudness.peak')}</dt>
          <dd dir="ltr">
            {decibel(loudness.truePeak)} <small>dBTP</small>
          </dd>
        </div>
      </dl>
      {wanted.length > 0 && (
        <ul className={styles.targets} aria-label={t('loudness.targets')}>
          {wanted.map(({ use, asked: { target, tolerance, truePeak, document } }) => {
            const fits =
              Math.abs(loudness.integrated - target) <= tolerance && loudness.truePeak <= truePeak
            return (
              <li key={document}>
                <StatusTag tone={fits ? 'good' : 'wait'} done={fits}>
                  {t(fits ? 'loudness.fits' : 'loudness.misses', {
                    use: t(`trade:use.${use}`),
                    target: decibel(target),
                    tolerance,
                    peak: decibel(truePeak),
                    document,
                  })}
                </StatusTag>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
