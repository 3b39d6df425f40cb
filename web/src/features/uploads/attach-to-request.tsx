import { workrequests, type files } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useVersionName } from '../shared/request-columns.tsx'
import { Choice } from '../../ui/fields/select.tsx'
import { tell, tellBefore } from '../../ui/feedback/toasts.tsx'
import { useCurrentAsset } from './current-asset.ts'
import type { TargetAsset } from './upload-queue.ts'
import { attachmentChange, attachTargetsOf, type AttachTarget } from './attach-targets.ts'
import styles from './uploads.module.css'

/** Most files are brought for an order; here one says for which. */
export function AttachToRequest({ file, place }: { file: files.File; place: TargetAsset }) {
  const { t } = useTranslation(['uploads', 'trade', 'common'])
  const versionName = useVersionName()
  const { request: here } = useCurrentAsset()
  const { data } = useEndpointQuery(workrequests.listWorkRequests, {
    query: { asset: place._id, order: 'due' },
    range: { first: 0, last: 99 },
  })
  const { act, actAsync } = useEndpointMutation(workrequests.changeWorkRequest, {
    touches: ['/workrequests', '/files', '/assets'],
  })
  const targets = attachTargetsOf(data?.items ?? []).toSorted(
    (one, other) => Number(other.request._id === here) - Number(one.request._id === here),
  )
  const nameOf = ({ request, kind, name }: AttachTarget) =>
    t(kind === 'use' ? 'asUse' : 'asMaterial', {
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
    const isDone = await actAsync(change(target, true)).then(
      () => true,
      () => false,
    )
    if (isDone)
      tell(t('attached', { target: nameOf(target) }), {
        act: {
          name: t('common:undo'),
          run: () => act(change({ ...target, files: [...target.files, file._id] }, false)),
        },
      })
  }
  const choose = (key: string | undefined) => {
    const target = targets.find((one) => one.key === key)
    if (!target) return
    // A use that has its files may end the order at once; what is open as a material can be taken
    // out again.
    if (target.kind === 'use')
      tellBefore(t('attaching', { target: nameOf(target) }), {
        undo: t('common:undo'),
        run: () => act(change(target, true)),
        undone: () => {},
      })
    else void attach(target)
  }
  const mine = targets.filter((target) => target.files.includes(file._id))
  if (!targets.length) return null
  return (
    <div className={styles.attach}>
      {mine.map((target) => (
        <p key={target.key} className={styles.said}>
          {t('is')}{' '}
          <Link to="/workrequests/$id" params={{ id: target.request._id }}>
            {nameOf(target)}
          </Link>
        </p>
      ))}
      {mine.length === 0 && (
        <Choice
          label={t('thisIs')}
          any={t('thisIsNothing')}
          value={undefined}
          options={targets.map((target) => ({ value: target.key, name: nameOf(target) }))}
          onChoose={choose}
        />
      )}
    </div>
  )
}
