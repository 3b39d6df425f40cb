import { useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { assets } from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { useAssetTypes, useProjects } from './lookups.ts'

type Props = {
  label: string
  excludedIds?: readonly string[]
  onSelect: (asset: assets.Asset) => void
}

/** Shows the newest assets until something is typed. */
export function AssetPicker({ label, excludedIds = [], onSelect }: Props) {
  const { t } = useTranslation('trade')
  const [typed, setTyped] = useState('')
  const [isUsed, setUsed] = useState(false)
  const [q] = useDebouncedValue(typed.trim(), 200)
  const projects = useProjects()
  const types = useAssetTypes()
  const { data } = useEndpointQuery(
    assets.listAssets,
    { query: { q, order: '-created' }, range: { first: 0, last: 11 } },
    { enabled: isUsed },
  )
  const found = data?.items.filter(({ _id }) => !excludedIds.includes(_id))
  return (
    <div onFocus={() => setUsed(true)}>
      <Combobox
        label={label}
        placeholder={t('assetNamePart')}
        query={typed}
        onQueryChange={setTyped}
        emptyText={t('noMatchingAsset')}
        options={found?.map(({ _id, name, project, type }) => ({
          value: _id,
          name,
          note: `${projects.nameOf(project)} · ${types.nameOf(type)}`,
        }))}
        onSelect={({ value }) => {
          const asset = found?.find(({ _id }) => _id === value)
          if (asset) onSelect(asset)
        }}
      />
    </div>
  )
}
