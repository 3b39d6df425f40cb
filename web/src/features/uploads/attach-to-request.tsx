import { workrequests, type files } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/toasts.tsx'
import { useCurrentAsset } from './current-asset.ts'
import type { TargetAsset } from './upload-store.ts'
import { attachmentChange, attachTargetsOf, type AttachTarget } from './attach-targets.ts'
import styles from './uploads.module.css'

/** Most files are uploaded for a work request. This attaches the file to one. */
export function AttachToRequest({ file, asset }: { file: files.File; asset: TargetAsset }) {
  const { t } = useTranslation(['uploads', 'trade', 'common'])
  const versionName = useVersionName()
  const { requestId: currentRequest } = useCurrentAsset()
  const { data } = useEndpointQuery(workrequests.listWorkRequests, {
    query: { asset: asset._id, order: 'due' },
    range: { first: 0, last: 99 },
  })
  const { mutate, mutateAsync } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: ['/workrequests', '/files', '/assets'],
  })
  const targets = attachTargetsOf(data?.items ?? []).toSorted(
    (one, other) =>
      Number(other.request._id === currentRequest) - Number(one.request._id === currentRequest),
  )
  const nameOf = ({ request, kind, name }: AttachTarget) =>
    t(kind === 'use' ? 'asDeliverable' : 'asMaterial', {
      name:
        kind === 'use'
          ? t(`trade:use.${name as 'Online'}`)
          : t(`material.${name as 'Dubbed'}`, { defaultValue: name }),
      version: versionName(request),
    })
  const change = (target: AttachTarget, attached: boolean) => ({
    params: { id: target.request._id },
    body: attachmentChange(target, file._id, attached),
  })
  const attach = async (target: AttachTarget) => {
    const isDone = await mutateAsync(change(target, true)).then(
      () => true,
      () => false,
    )
    if (isDone)
      showToast(t('attached', { target: nameOf(target) }), {
        action: {
          name: t('common:undo'),
          run: () => mutate(change({ ...target, files: [...target.files, file._id] }, false)),
        },
      })
  }
  const select = (key: string | undefined) => {
    const target = targets.find((one) => one.key === key)
    if (!target) return
    // Attaching a deliverable may complete the work request at once, so it waits for the undo
    // period. A material can be detached afterwards.
    if (target.kind === 'use')
      showUndoToast(t('attaching', { target: nameOf(target) }), {
        undo: t('common:undo'),
        run: () => mutate(change(target, true)),
        undone: () => {},
      })
    else void attach(target)
  }
  const current = targets.filter((target) => target.files.includes(file._id))
  if (!targets.length) return null
  return (
    <div className={styles.attach}>
      {current.map((target) => (
        <p key={target.key} className={styles.status}>
          {t('usedAs')}{' '}
          <Link to="/workrequests/$id" params={{ id: target.request._id }}>
            {nameOf(target)}
          </Link>
        </p>
      ))}
      {current.length === 0 && (
        <Select
          label={t('useFileAs')}
          anyLabel={t('assetFileOnly')}
          value={undefined}
          options={targets.map((target) => ({ value: target.key, name: nameOf(target) }))}
          onChange={select}
        />
      )}
    </div>
  )
}
