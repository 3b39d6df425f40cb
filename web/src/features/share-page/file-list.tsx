import { useTranslation } from '../../i18n/i18n.ts'
import { formatBytes } from '../../ui/format/format.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
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
              <bdi>
                <Breakable text={name} />
              </bdi>
              <span className="size">{formatBytes(length)}</span>
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
          {t('downloadAll', { size: formatBytes(share.archive.length) })}
        </a>
      )}
      {!share.mayDownload && <p className="meta">{t('watchOnly')}</p>}
    </section>
  )
}
