import { useState } from 'react'
import { Button } from '@mantine/core'
import type { workrequests } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { Select } from '../../../../ui/fields/select.tsx'
import type { AssetFiles } from './use-asset-files.ts'
import section from '../section.module.css'
import styles from './files.module.css'

type Props = {
  label: string
  submitLabel: string
  asset: workrequests.WorkRequest['asset']
  files: AssetFiles
  exclude?: readonly string[]
  isBusy: boolean
  onSelect: (file: string) => void
}

/** Selects a file of the asset. Without files it links to the upload. */
export function FilePicker({
  label,
  submitLabel,
  asset,
  files,
  exclude = [],
  isBusy,
  onSelect,
}: Props) {
  const { t } = useTranslation('request')
  const [selected, setSelected] = useState<string>()
  const options = files.options.filter(({ value }) => !exclude.includes(value))
  const submit = () => {
    if (selected) {
      onSelect(selected)
      setSelected(undefined)
    }
  }
  const uploadLink = (
    <Link to="/assets/$id" params={{ id: asset.slug }}>
      {t('uploadToAsset')}
    </Link>
  )
  if (files.isLoaded && options.length === 0)
    return (
      <p className={section.hint}>
        {t('noFiles')} {uploadLink}
      </p>
    )
  return (
    <details className={section.details}>
      <summary>{label}</summary>
      <div className={styles.picker}>
        <Select
          label={t('file')}
          anyLabel={t('selectFile')}
          value={selected}
          options={options}
          onChange={setSelected}
        />
        <Button
          variant="default"
          disabled={!selected}
          title={selected ? undefined : t('selectFileFirst')}
          loading={isBusy}
          onClick={submit}
        >
          {submitLabel}
        </Button>
        <span className={section.hint}>{uploadLink}</span>
      </div>
    </details>
  )
}
