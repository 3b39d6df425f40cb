import { useState } from 'react'
import { Button } from '@mantine/core'
import { fieldRules, materialRules, workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../../api/mutations.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { StatusTag } from '../../../../ui/text/tag.tsx'
import { showToast } from '../../../../ui/feedback/toasts.tsx'
import { FilePicker } from './file-picker.tsx'
import { FileList } from './file-list.tsx'
import { ReasonForm } from '../../moves/reason-form.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import type { AssetFiles } from './use-asset-files.ts'
import { INVALIDATED_PATHS } from '../../moves/use-move-request.ts'
import section from '../section.module.css'

type MaterialOf = workrequests.WorkRequest['materials'][number]
type Props = { request: workrequests.WorkRequest; material: MaterialOf; files: AssetFiles }

export function Material({ request, material, files }: Props) {
  const { t } = useTranslation(['request', 'common'])
  const { materialName } = useDisplayNames()
  const [works, approves] = [
    useHasPermission('workrequest.work'),
    useHasPermission('workrequest.approve'),
  ]
  const [isReopening, setReopening] = useState(false)
  const { mutateAsync: actAsync, isPending } = useEndpointMutation(workrequests.changeWorkRequest, {
    invalidates: INVALIDATED_PATHS,
  })
  /** Why it was refused is told by the act. */
  const put = (to: Partial<MaterialOf>, reason?: string) =>
    actAsync({
      params: { id: request._id },
      body: { materials: [{ ...material, ...to }], ...(reason && { reason }) },
    }).catch(() => undefined)
  /** Each act but a reopening can be taken back by its opposite. */
  const putAndTell = async (to: Partial<MaterialOf>, said: string) => {
    if (await put(to))
      showToast(said, {
        action: { name: t('common:undo'), run: () => void put(material, t('undoReason')) },
      })
  }
  const name = materialName(material.name)
  const follows = material.name === materialRules.SUBTITLES_MATERIAL
  const isOpen = !fieldRules.isFinal(request.status) && !follows
  return (
    <li className={section.entry}>
      <div className={section.item}>
        <span className={section.itemName}>{name}</span>
        <State material={material} />
      </div>
      {follows && <p className={section.hint}>{t('materials.fromTranslation')}</p>}
      <FileList
        ids={material.files}
        files={files}
        onRemove={
          isOpen && works && !material.complete
            ? (id) =>
                void putAndTell(
                  { files: material.files.filter((one) => one !== id) },
                  t('materials.removed'),
                )
            : undefined
        }
      />
      {isOpen && works && !material.complete && (
        <FilePicker
          label={t('materials.attachFile', { name })}
          act={t('attach')}
          asset={request.asset}
          files={files}
          without={material.files}
          isBusy={isPending}
          onChoose={(file) =>
            void putAndTell({ files: [...material.files, file] }, t('materials.attached'))
          }
        />
      )}
      {isOpen &&
        (isReopening ? (
          <ReasonForm
            title={t('materials.reopenMaterial', { name })}
            submitLabel={t('materials.reopen')}
            isBusy={isPending}
            onCancel={() => setReopening(false)}
            onSubmit={({ reason }) => {
              void put({ complete: false, approved: false }, reason)
              setReopening(false)
            }}
          />
        ) : (
          <div className={section.actions}>
            {works && !material.complete && (
              <Button
                size="sm"
                variant="default"
                loading={isPending}
                onClick={() =>
                  void putAndTell({ complete: true }, t('materials.completed', { name }))
                }
              >
                {t('materials.complete')}
              </Button>
            )}
            {approves && material.complete && !material.approved && (
              <Button
                size="sm"
                variant="default"
                loading={isPending}
                onClick={() =>
                  void putAndTell({ approved: true }, t('materials.approved', { name }))
                }
              >
                {t('materials.approve')}
              </Button>
            )}
            {works && material.complete && (
              <Button size="sm" variant="subtle" onClick={() => setReopening(true)}>
                {t('materials.reopen')}
              </Button>
            )}
          </div>
        ))}
    </li>
  )
}

function State({ material: { complete, approved } }: { material: MaterialOf }) {
  const { t } = useTranslation('request')
  if (approved && complete)
    return <StatusTag tone="good">{t('materials.status.approved')}</StatusTag>
  if (complete) return <StatusTag tone="look">{t('materials.status.complete')}</StatusTag>
  return (
    <StatusTag tone="wait" done={false}>
      {t('materials.status.open')}
    </StatusTag>
  )
}
