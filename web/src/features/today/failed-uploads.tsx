import { files, uploads } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useAfterFirstQueries } from '../../api/use-after-first-queries.ts'
import { Breakable } from '../../ui/text/breakable.tsx'
import { Section } from '../../ui/layout/section.tsx'
import styles from './today-page.module.css'

/** The user's uploads whose content the service rejected. */
export function FailedUploads() {
  const { t } = useTranslation('today')
  const { data } = useEndpointQuery(
    uploads.listUploads,
    { range: { first: 0, last: 99 } },
    { enabled: useAfterFirstQueries() },
  )
  const failed = data?.items.filter(({ status }) => status === 'failed') ?? []
  if (failed.length === 0) return null
  return (
    <Section title={t('failedUploads')}>
      <ul className={styles.list}>
        {failed.slice(0, 4).map((upload) => (
          <FailedUpload key={upload._id} upload={upload} />
        ))}
      </ul>
    </Section>
  )
}

function FailedUpload({ upload: { file, fault } }: { upload: uploads.Upload }) {
  const { t } = useTranslation('today')
  const { data } = useEndpointQuery(files.getFile, { params: { id: file._id } })
  const name = <Breakable text={file.name} />
  return (
    <li>
      {data ? (
        <Link to="/assets/$id" params={{ id: data.asset }} className={styles.itemName} dir="auto">
          {name}
        </Link>
      ) : (
        <span className={styles.itemName} dir="auto">
          {name}
        </span>
      )}
      <div className={styles.itemNote}>{fault?.detail ?? t('uploadAgain')}</div>
    </li>
  )
}
