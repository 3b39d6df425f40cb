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
  act: string
  asset: workrequests.WorkRequest['asset']
  files: AssetFiles
  without?: readonly string[]
  isBusy: boolean
  onChoose: (file: string) => void
}

/**
 * One of the asset's files, and what is done with it; folded away until somebody wants to. Where
 * there is none, the way to bring one.
 */
export function FilePicker({ label, act, asset, files, without = [], isBusy, onChoose }: Props) {
  const { t } = useTranslation('request')
  const [chosen, setChosen] = useState<string>()
  const options = files.options.filter(({ value }) => !without.includes(value))
  const take = () => {
    if (chosen) {
      onChoose(chosen)
      setChosen(undefined)
    }
  }
  const bring = (
    <Link to="/assets/$id" params={{ id: asset.slug }}>
      {t('uploadToAsset')}
    </Link>
  )
  if (files.isKnown && options.length === 0)
    return (
      <p className={section.hint}>
        {t('noFiles')} {bring}
      </p>
    )
  return (
    <details className={section.details}>
      <summary>{label}</summary>
      <div className={styles.picker}>
        <Select
          label={t('file')}
          anyLabel={t('selectFile')}
          value={chosen}
          options={options}
          onChange={setChosen}
        />
        <Button
          variant="default"
          disabled={!chosen}
          title={chosen ? undefined : t('selectFileFirst')}
          loading={isBusy}
          onClick={take}
        >
          {act}
        </Button>
        <span className={section.hint}>{bring}</span>
      </div>
    </details>
  )
}
