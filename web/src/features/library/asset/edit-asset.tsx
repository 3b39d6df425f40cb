import { Button, NativeSelect, TextInput } from '@mantine/core'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useAssetTypes } from '../../shared/lookups.ts'
import { FormDialog } from '../../../ui/feedback/dialog.tsx'
import { textField } from '../../../ui/fields/form-data.ts'
import { showToast } from '../../../ui/feedback/toasts.tsx'
import styles from './asset-page.module.css'

/** Name, type, shape and what it is made for. What it was before comes back with one press. */
export function EditAsset({ asset, onClose }: { asset: assets.Asset; onClose: () => void }) {
  const { t } = useTranslation(['asset', 'trade', 'common'])
  const types = useAssetTypes()
  const before = {
    name: asset.name,
    type: asset.type,
    aspectRatio: asset.aspectRatio,
    usage: asset.usage,
  }
  const undo = useEndpointMutation(assets.changeAsset)
  const change = useEndpointMutation(assets.changeAsset, {
    onSuccess: () => {
      showToast(t('common:saved'), {
        action: {
          name: t('common:undo'),
          run: () => undo.mutate({ params: { id: asset._id }, body: before }),
        },
      })
      onClose()
    },
  })
  const save = (form: FormData) =>
    change.mutate({
      params: { id: asset._id },
      body: {
        name: textField(form, 'name').trim(),
        type: textField(form, 'type'),
        aspectRatio: textField(form, 'aspectRatio').trim() || null,
        usage: Object.fromEntries(assets.USAGES.map((use) => [use, form.has(use)])),
      },
    })
  return (
    <FormDialog
      title={t('edit.title')}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
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
      <NativeSelect
        name="type"
        label={t('facts.type')}
        defaultValue={asset.type}
        data={types.options.map(({ value, name }) => ({ value, label: name }))}
      />
      <TextInput
        name="aspectRatio"
        label={t('facts.aspect')}
        placeholder="16:9"
        defaultValue={asset.aspectRatio ?? ''}
        dir="ltr"
      />
      <fieldset className={styles.uses}>
        <legend>{t('facts.madeFor')}</legend>
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
