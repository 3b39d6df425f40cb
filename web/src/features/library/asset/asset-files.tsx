import { useMemo, useState, type ReactNode } from 'react'
import { previews, workrequests, type files } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useAfterFirstQueries } from '../../../api/use-after-first-queries.ts'
import type { PagedList } from '../../../api/paged-query.ts'
import { useHasPermission } from '../../shared/current-user.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { PagedItems } from '../../../ui/table/paged-items.tsx'
import { Deferred } from '../../../ui/layout/deferred.tsx'
import { Section } from '../../../ui/layout/section.tsx'
import { MAX_PLAYLIST_ITEMS } from '../../playlist/playlist.ts'
import { ReviewAsPlaylist } from '../../playlist/review-as-playlist.tsx'
import { ShareButton } from '../../shares/share-button.tsx'
import { UploadButton } from '../../uploads/upload-button.tsx'
import type { TargetAsset } from '../../uploads/upload-store.ts'
import { EditFile } from './edit-file.tsx'
import { FileRow } from './file-row.tsx'
import { groupFiles } from './group-files.ts'
import { previewsInput } from './load-asset.ts'

import styles from './asset-files.module.css'

/** More requests of one asset are rare; their files are decided on the page of the request. */
const REQUESTS = { first: 0, last: 99 }

type Props = {
  /** The id or the slug in the URL. */
  id: string
  asset: TargetAsset
  pages: PagedList<files.File>
}

/** The files of the asset by kind and version, with their actions, and the upload button. */
export function AssetFiles({ id, asset, pages }: Props) {
  const { t } = useTranslation('asset')
  const mayWrite = useHasPermission('file.write')
  const [edited, setEdited] = useState<files.File | null>(null)
  return (
    <Section title={t('files.title')}>
      <div className={styles.actions}>
        {mayWrite && <UploadButton asset={asset} />}
        <ShareFiles files={pages.items} />
      </div>
      <PagedItems
        totalLabel={(count) => t('files.total', count)}
        pages={pages}
        empty={
          <EmptyState title={t('files.none')}>
            <p>{t('files.emptyHint')}</p>
            {mayWrite && <p>{t('files.uploadHint')}</p>}
          </EmptyState>
        }
      >
        {(items) => <FileGroups id={id} asset={asset} files={items} onEdit={setEdited} />}
      </PagedItems>
      {edited && <EditFile key={edited._id} file={edited} onClose={() => setEdited(null)} />}
    </Section>
  )
}

/** Shares a selection of the files that are complete, or shows them one after the other. */
function ShareFiles({ files: listed = [] }: { files: readonly files.File[] | undefined }) {
  const complete = listed.filter(({ verified }) => verified)
  const items = complete
    .slice(0, MAX_PLAYLIST_ITEMS)
    .map(({ _id: id, asset }) => ({ kind: 'file' as const, id, asset }))
  return (
    <>
      {complete.length > 0 && <ShareButton subject={{ kind: 'files', files: complete }} />}
      {items.length > 1 && <ReviewAsPlaylist items={items} size="sm" />}
    </>
  )
}

type GroupsProps = Pick<Props, 'id' | 'asset'> & {
  files: readonly files.File[]
  onEdit: (file: files.File) => void
}

function FileGroups({ id, asset, files: listed, onEdit }: GroupsProps) {
  const { t } = useTranslation('asset')
  const { data } = useEndpointQuery(
    workrequests.listWorkRequests,
    { query: { asset: asset._id }, range: REQUESTS },
    { enabled: useAfterFirstQueries() },
  )
  const { data: shown } = useEndpointQuery(previews.listPreviews, previewsInput(id))
  const posters = useMemo(
    () => new Map(shown?.items.map(({ file, poster }) => [file, poster])),
    [shown],
  )
  const requests = useMemo(() => requestsByMaterial(data?.items ?? []), [data])
  const rowOf = (file: files.File) => (
    <Deferred className={styles.pending}>
      <FileRow
        file={file}
        poster={posters.get(file._id)}
        requests={requests.get(file._id)}
        onEdit={onEdit}
      />
    </Deferred>
  )
  return groupFiles(listed).map(({ kind, files: found }) => (
    <section key={kind} className={styles.group} aria-label={t(`files.kind.${kind}`)}>
      <h3 className={styles.kind}>{t(`files.kind.${kind}`)}</h3>
      <ul className={styles.files}>
        {found.map(({ newest, earlier }) => (
          <li key={newest._id}>
            {rowOf(newest)}
            {earlier.length > 0 && (
              <EarlierVersions newest={newest} count={earlier.length}>
                {() => earlier.map((file) => <li key={file._id}>{rowOf(file)}</li>)}
              </EarlierVersions>
            )}
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** The requests that use each file as a material. The rows of other files are not rendered again. */
function requestsByMaterial(requests: readonly workrequests.WorkRequest[]) {
  const found = new Map<string, workrequests.WorkRequest[]>()
  for (const request of requests)
    for (const id of new Set(request.materials.flatMap(({ files: used }) => used)))
      found.set(id, [...(found.get(id) ?? []), request])
  return found
}

type EarlierProps = { newest: files.File; count: number; children: () => ReactNode }

/** The rows are rendered when the person opens the list. */
function EarlierVersions({ newest, count, children }: EarlierProps) {
  const { t } = useTranslation('asset')
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className={styles.earlier}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {t('files.earlierVersions', { count })}
        <span className="visually-hidden"> {newest.name}</span>
      </summary>
      {isOpen && <ul>{children()}</ul>}
    </details>
  )
}
