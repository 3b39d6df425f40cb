import { Button, TextInput } from '@mantine/core'
import { FormSelect } from '../../../ui/fields/form-select.tsx'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useAssetTypes } from '../../shared/lookups.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import styles from './asset-page.module.css'

type Props = { asset: assets.Asset; onClose: () => void }

/** Edits name, type, aspect ratio and intended use, with undo. */
export function EditAsset({ asset, onClose }: Props) {
  const { t } = useTranslation(['asset', 'trade', 'common'])
  const types = useAssetTypes()
  const { save, isPending } = useSaveAsset({ asset, onClose })
  return (
    <FormDialog
      title={t('edit.title')}
      onClose={onClose}
      onSubmit={(form) => save(toAssetChange(form))}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('common:save')}
          </Button>
        </>
      }
    >
      <TextInput
        name="name"
        label={t('edit.name')}
        defaultValue={asset.name}
        required
        maxLength={300}
        dir="auto"
        autoFocus
      />
      <FormSelect
        name="type"
        label={t('details.type')}
        defaultValue={asset.type}
        data={types.options.map(({ value, name }) => ({ value, label: name }))}
      />
      <TextInput
        name="aspectRatio"
        label={t('details.aspectRatio')}
        placeholder="16:9"
        defaultValue={asset.aspectRatio ?? ''}
        dir="ltr"
      />
      <fieldset className={styles.uses}>
        <legend>{t('details.usage')}</legend>
        {assets.USAGES.map((use) => (
          <label key={use}>
            <input type="checkbox" name={use} defaultChecked={asset.usage[use]} />
            {t(`trade:usage.${use}`)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  )
}

function useSaveAsset({ asset, onClose }: Props) {
  const { t } = useTranslation('common')
  const { name, type, aspectRatio, usage } = asset
  const params = { id: asset._id }
  const undo = useEndpointMutation(assets.changeAsset)
  const change = useEndpointMutation(assets.changeAsset, {
    onSuccess: () => {
      const before = { name, type, aspectRatio, usage }
      showToast(t('saved'), {
        action: { name: t('undo'), run: () => undo.mutate({ params, body: before }) },
      })
      onClose()
    },
  })
  const save = (body: assets.AssetChange) => change.mutate({ params, body })
  return { save, isPending: change.isPending }
}

const toAssetChange = (form: FormData): assets.AssetChange => ({
  name: textField(form, 'name').trim(),
  type: textField(form, 'type'),
  aspectRatio: textField(form, 'aspectRatio').trim() || null,
  usage: Object.fromEntries(assets.USAGES.map((use) => [use, form.has(use)])),
})
