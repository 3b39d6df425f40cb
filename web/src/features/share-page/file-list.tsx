import { useTranslation } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../i18n/setup.ts'
import type { SharedPage } from './share-client.ts'

type Props = {
  share: SharedPage
  playable: string[]
  chosen: string | undefined
  onChoose: (file: string) => void
}

export function FileList({ share, playable, chosen, onChoose }: Props) {
  const { t } = useTranslation('shared')
  return (
    <section className="panel">
      <h2>{t('files', { count: share.files.length })}</h2>
      <ul className="files">
        {share.files.map(({ _id, name, length, mime, download }) => (
          <li key={_id}>
            <span className="name">
              <bdi>{name}</bdi>
              <span className="size">{formatSize(length)}</span>
            </span>
            <span className="buttons">
              {playable.length > 1 && playable.includes(_id) && (
                <button type="button" aria-pressed={_id === chosen} onClick={() => onChoose(_id)}>
                  {t(mime.startsWith('image/') ? 'view' : 'watch')}
                </button>
              )}
              {download && (
                <a
                  className="button"
                  href={download}
                  download
                  aria-label={t('downloadFile', { name })}
                >
                  {t('download')}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
      {share.archive && share.files.length > 1 && (
        <a className="button primary" href={share.archive.url} download>
          {t('downloadAll', { size: formatSize(share.archive.length) })}
        </a>
      )}
      {!share.mayDownload && <p className="meta">{t('watchOnly')}</p>}
    </section>
  )
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function formatSize(bytes: number, language: string = currentLanguage()): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[step]!,
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 2 ? 1 : 0,
  }).format(bytes / 1000 ** step)
}
