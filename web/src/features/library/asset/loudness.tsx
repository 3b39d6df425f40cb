import { deliveryTargets, type assets, type files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { formatDecibels } from './file-details.tsx'
import styles from './loudness.module.css'

type Props = { file: files.File | undefined; usage: assets.Asset['usage'] }

/** The measured loudness and the targets of the uses, by which deliveries are checked too. */
export function Loudness({ file, usage }: Props) {
  const { t } = useTranslation(['asset', 'trade'])
  const loudness = file?.media?.sound?.loudness
  if (!loudness) return null
  const uses = [
    ...(usage.broadcast ? ['Broadcast' as const] : []),
    ...(usage.online ? ['Online' as const] : []),
  ]
  const targets = uses.flatMap((use) =>
    (deliveryTargets.loudnessOf(use, ['PAL', 'NTSC']) ?? []).map((target) => ({ use, target })),
  )
  return (
    <details className={styles.details}>
      <summary>
        {t('loudness.title')} <bdi>{formatDecibels(loudness.integrated)} LUFS</bdi>
      </summary>
      <div className={styles.loudness} role="group" aria-label={t('loudness.title')}>
        <dl className={styles.figures}>
          <div>
            <dt>{t('loudness.integrated')}</dt>
            <dd dir="ltr">
              {formatDecibels(loudness.integrated)} <small>LUFS</small>
            </dd>
          </div>
          <div>
            <dt>{t('loudness.range')}</dt>
            <dd dir="ltr">
              {formatDecibels(loudness.range)} <small>LU</small>
            </dd>
          </div>
          <div>
            <dt>{t('loudness.peak')}</dt>
            <dd dir="ltr">
              {formatDecibels(loudness.truePeak)} <small>dBTP</small>
            </dd>
          </div>
        </dl>
        {targets.length > 0 && (
          <ul className={styles.targets} aria-label={t('loudness.targets')}>
            {targets.map(({ use, target: { target, tolerance, truePeak, document } }) => {
              const isMet =
                Math.abs(loudness.integrated - target) <= tolerance && loudness.truePeak <= truePeak
              return (
                <li key={document}>
                  <StatusTag tone={isMet ? 'good' : 'warning'} done={isMet}>
                    {t(isMet ? 'loudness.meets' : 'loudness.misses', {
                      use: t(`trade:use.${use}`),
                      target: formatDecibels(target),
                      tolerance,
                      peak: formatDecibels(truePeak),
                      document,
                    })}
                  </StatusTag>
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </details>
  )
}
