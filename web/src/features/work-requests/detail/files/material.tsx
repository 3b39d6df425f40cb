import { useState } from 'react'
import { Button } from '@mantine/core'
import { fieldRules, materialRules, type workrequests } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useHasPermission } from '../../../shared/current-user.ts'
import { useMayWork } from '../../../shared/must-answer.ts'
import { StatusTag } from '../../../../ui/text/status-tag.tsx'
import { FileSlot } from './file-slot.tsx'
import { FileList } from './file-list.tsx'
import { ReasonForm } from '../../moves/reason-form.tsx'
import { useDisplayNames } from '../use-display-names.ts'
import type { AssetFiles } from './use-asset-files.ts'
import { useSaveMaterial, type MaterialOf } from './use-save-material.ts'
import section from '../section.module.css'

type Props = { request: workrequests.WorkRequest; material: MaterialOf; files: AssetFiles }

export function Material({ request, material, files }: Props) {
  const { t } = useTranslation('request')
  const { materialName } = useDisplayNames()
  const mayWork = useMayWork(request)
  const { saveWithUndo, save, isPending } = useSaveMaterial(request, material)
  const name = materialName(material.name)
  const isFromTranslation = material.name === materialRules.SUBTITLES_MATERIAL
  const isEditable = !fieldRules.isFinal(request.status) && !isFromTranslation
  const mayChangeFiles = isEditable && mayWork && !material.complete
  const removeFile = (id: string) =>
    void saveWithUndo(
      { files: material.files.filter((file) => file !== id) },
      t('materials.removed'),
    )
  return (
    <li className={section.entry}>
      <div className={section.item}>
        <span className={section.itemName}>{name}</span>
        <MaterialStatus material={material} />
      </div>
      {isFromTranslation && <p className={section.hint}>{t('materials.fromTranslation')}</p>}
      <FileList
        ids={material.files}
        files={files}
        onRemove={mayChangeFiles ? removeFile : undefined}
      />
      {mayChangeFiles && (
        <FileSlot
          label={t('materials.attachFile', { name })}
          submitLabel={t('attach')}
          slot={{ request: request._id, kind: 'material', name: material.name }}
          asset={request.asset}
          files={files}
          exclude={material.files}
        />
      )}
      {isEditable && (
        <MaterialActions
          request={request}
          name={name}
          material={material}
          isBusy={isPending}
          onComplete={() =>
            void saveWithUndo({ complete: true }, t('materials.completed', { name }))
          }
          onApprove={() => void saveWithUndo({ approved: true }, t('materials.approved', { name }))}
          onReopen={(reason) => void save({ complete: false, approved: false }, reason)}
        />
      )}
    </li>
  )
}

type MaterialActionsProps = {
  request: workrequests.WorkRequest
  name: string
  material: MaterialOf
  isBusy: boolean
  onComplete: () => void
  onApprove: () => void
  onReopen: (reason: string) => void
}

function MaterialActions(props: MaterialActionsProps) {
  const { request, name, material, isBusy, onComplete, onApprove, onReopen } = props
  const { t } = useTranslation('request')
  const mayWork = useMayWork(request)
  const mayApprove = useHasPermission('workrequest.approve')
  const [isReopening, setReopening] = useState(false)
  if (isReopening)
    return (
      <ReasonForm
        title={t('materials.reopenMaterial', { name })}
        submitLabel={t('materials.reopen')}
        isBusy={isBusy}
        onCancel={() => setReopening(false)}
        onSubmit={({ reason }) => {
          onReopen(reason)
          setReopening(false)
        }}
      />
    )
  return (
    <div className={section.actions}>
      {mayWork && !material.complete && (
        <Button size="sm" variant="default" loading={isBusy} onClick={onComplete}>
          {t('materials.complete')}
        </Button>
      )}
      {mayApprove && material.complete && !material.approved && (
        <Button size="sm" variant="default" loading={isBusy} onClick={onApprove}>
          {t('materials.approve')}
        </Button>
      )}
      {mayWork && material.complete && (
        <Button size="sm" variant="subtle" onClick={() => setReopening(true)}>
          {t('materials.reopen')}
        </Button>
      )}
    </div>
  )
}

function MaterialStatus({ material: { complete, approved } }: { material: MaterialOf }) {
  const { t } = useTranslation('request')
  if (approved && complete)
    return <StatusTag tone="good">{t('materials.status.approved')}</StatusTag>
  if (complete) return <StatusTag tone="accent">{t('materials.status.complete')}</StatusTag>
  return (
    <StatusTag tone="warning" done={false}>
      {t('materials.status.open')}
    </StatusTag>
  )
}
