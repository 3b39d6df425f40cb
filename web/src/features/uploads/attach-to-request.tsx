import { workrequests, type files } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { useCurrentAsset } from './current-asset.ts'
import type { TargetAsset } from './upload-store.ts'
import { attachmentChange, attachTargetsOf, type AttachTarget } from './attach-targets.ts'
import styles from './uploads.module.css'

type Props = { file: files.File; asset: TargetAsset }

/** Most files are uploaded for a work request. This attaches the file to one. */
export function AttachToRequest({ file, asset }: Props) {
  const { t } = useTranslation('uploads')
  const { requestId: currentRequest } = useCurrentAsset()
  const nameOf = useTargetName()
  const attach = useAttach(file)
  const { data } = useEndpointQuery(workrequests.listWorkRequests, {
    query: { asset: asset._id, order: 'due' },
    range: { first: 0, last: 99 },
  })
  const isCurrent = ({ request }: AttachTarget) => Number(request._id === currentRequest)
  const targets = attachTargetsOf(data?.items ?? []).toSorted(
    (one, other) => isCurrent(other) - isCurrent(one),
  )
  const attached = targets.filter((target) => target.files.includes(file._id))
  if (!targets.length) return null
  return (
    <div className={styles.attach}>
      {attached.map((target) => (
        <p key={target.key} className={styles.status}>
          {t('usedAs')}{' '}
          <Link to="/workrequests/$id" params={{ id: target.request._id }}>
            {nameOf(target)}
          </Link>
        </p>
      ))}
      {attached.length === 0 && (
        <Select
          label={t('useFileAs')}
          anyLabel={t('assetFileOnly')}
          value={undefined}
          options={targets.map((target) => ({ value: target.key, name: nameOf(target) }))}
          onChange={(key) => {
            const target = targets.find((one) => one.key === key)
            if (target) void attach(target)
          }}
        />
      )}
    </div>
  )
}

function useTargetName() {
  const { t } = useTranslation(['uploads', 'trade'])
  const versionName = useVersionName()
  return ({ request, kind, name }: AttachTarget) => {
    const version = versionName(request)
    return kind === 'use'
      ? t('asDeliverable', { name: t(`trade:use.${name as 'Online'}`), version })
      : t('asMaterial', {
          name: t(`material.${name as 'Dubbed'}`, { defaultValue: name }),
          version,
        })
  }
}

/**
 * Attaching a deliverable may complete the work request at once, so it asks first. A material can be
 * detached afterwards.
 */
function useAttach(file: files.File) {
  const { t } = useTranslation(['uploads', 'common'])
  const nameOf = useTargetName()
  const { mutate, mutateAsync } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: ['/workrequests', '/files', '/assets'],
  })
  const change = (target: AttachTarget, isAttached: boolean) => ({
    params: { id: target.request._id },
    body: attachmentChange(target, file._id, isAttached),
  })
  return async (target: AttachTarget) => {
    const isDeliverable = target.kind === 'use'
    const question = {
      title: t('attachAs', { target: nameOf(target) }),
      note: t('attachHint'),
      action: t('attach'),
    }
    if (isDeliverable && !(await confirmed(question))) return
    // The mutation shows its own errors.
    const saved = await mutateAsync(change(target, true)).catch(() => undefined)
    if (!saved) return
    const withFile = { ...target, files: [...target.files, file._id] }
    const undo = { name: t('common:undo'), run: () => mutate(change(withFile, false)) }
    showToast(t('attached', { target: nameOf(target) }), isDeliverable ? {} : { action: undo })
  }
}
