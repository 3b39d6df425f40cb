import { useState } from 'react'
import { Button, TextInput } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useService } from '../../../api/service-context.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { confirmed } from '../../../ui/feedback/confirm.tsx'
import { FormSelect } from '../../../ui/fields/form-select.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { useBulkChange } from '../../shared/use-bulk-change.ts'
import { useAssetTypes, usePhases, type Lookup } from '../../shared/lookups.ts'
import styles from '../asset/asset-page.module.css'

type Props = { selected: readonly assets.Asset[]; onDone: () => void }

/** Changes the same fields of several assets. Fields that are left empty stay as they are. */
export function BulkEditAssets({ selected, onDone }: Props) {
  const { t } = useTranslation('library')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('editSelected')}
      </Button>
      {isOpen && <EditDialog selected={selected} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  )
}

function EditDialog({ selected, onDone, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['library', 'trade', 'common'])
  const types = useAssetTypes()
  const phases = usePhases()
  const changeAll = useChangeAssets()
  const options = ({ options: all }: Lookup) => [
    { value: '', label: t('keepValue') },
    ...all.map(({ value, name }) => ({ value, label: name })),
  ]
  const save = (form: FormData) => {
    onClose()
    const body = toBulkChange(form)
    if (Object.keys(body).length === 0) return
    onDone()
    void changeAll(selected, body)
  }
  return (
    <FormDialog
      title={t('editSelectedTitle', { count: selected.length })}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit">{t('common:save')}</Button>
        </>
      }
    >
      <FormSelect name="type" label={t('type')} defaultValue="" data={options(types)} />
      <FormSelect name="phase" label={t('phase')} defaultValue="" data={options(phases)} />
      <TextInput
        name="reason"
        label={t('phaseReason')}
        description={t('phaseReasonHint')}
        maxLength={500}
        dir="auto"
      />
      <TextInput
        name="aspectRatio"
        label={t('aspectRatio')}
        placeholder={t('keepValue')}
        dir="ltr"
      />
      <fieldset className={styles.uses}>
        <legend>{t('addUsage')}</legend>
        {assets.USAGES.map((use) => (
          <label key={use}>
            <input type="checkbox" name={use} />
            {t(`trade:usage.${use}`)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}

function useChangeAssets() {
  const { t } = useTranslation(['library', 'common'])
  const { call } = useService()
  const bulkChange = useBulkChange<assets.Asset>({
    nameOf: ({ name }) => name,
    messageOf: (count) => t('changed', { count }),
    invalidates: ['/assets', '/workrequests', '/files', '/previews'],
  })
  return async (selected: readonly assets.Asset[], body: assets.AssetChange) => {
    const save = ({ _id: id }: assets.Asset, change: assets.AssetChange) =>
      call(assets.changeAsset, { params: { id }, body: change })
    const title = t('editSelectedTitle', { count: selected.length })
    const undo = (asset: assets.Asset) => save(asset, valuesBefore(asset, body))
    const isPhase = body.workflow !== undefined
    if (isPhase && !(await confirmed({ title, note: t('phaseHint'), action: t('common:save') })))
      return
    await bulkChange(title, selected, {
      change: (asset) => save(asset, body),
      undo: isPhase ? undefined : undo,
    })
  }
}

const valuesBefore = (
  { type, aspectRatio, usage }: assets.Asset,
  body: assets.AssetChange,
): assets.AssetChange => ({
  ...('type' in body && { type }),
  ...('aspectRatio' in body && { aspectRatio }),
  ...('usage' in body && { usage }),
})

/** Only what was entered. Uses are added; the service keeps the others. */
function toBulkChange(form: FormData): assets.AssetChange {
  const [type, phase, reason, aspectRatio] = ['type', 'phase', 'reason', 'aspectRatio'].map(
    (name) => textField(form, name).trim(),
  )
  const uses = assets.USAGES.filter((use) => form.has(use))
  return {
    ...(type && { type }),
    ...(phase && { workflow: { phase }, ...(reason && { reason }) }),
    ...(aspectRatio && { aspectRatio }),
    ...(uses.length > 0 && { usage: Object.fromEntries(uses.map((use) => [use, true])) }),
  }
}
