import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { useTranslation } from '../../i18n/i18n.ts'
import { fileKindOf } from '../new-records/asset-draft.ts'
import { AssetPicker } from '../shared/asset-picker.tsx'
import { Breakable } from '../../ui/text/breakable.tsx'
import { Select, type Option } from '../../ui/fields/select.tsx'
import { formatBytes } from '../../ui/format/format.ts'
import type { DropDestination } from './drop-destination.ts'
import type { useDropDestinations } from './use-drop-destinations.ts'
import { useUploadQueue } from './upload-queue-context.ts'
import type { DroppedFile } from './upload-store.ts'
import styles from './uploads.module.css'

type Props = { file: DroppedFile; destinations: ReturnType<typeof useDropDestinations> }

/** A dropped file with its destination: a new asset, or an existing one. */
export function DroppedFileRow({ file, destinations }: Props) {
  const { t } = useTranslation(['uploads', 'common'])
  const queue = useUploadQueue()
  const { key, data } = file
  const destination = file.problem ? undefined : destinations.destinationOf(file)
  return (
    <li className={styles.dropped}>
      <div className={styles.top}>
        <div className={styles.name}>
          <span dir="auto">
            <Breakable text={data.name} />
          </span>
          <span className={styles.status}>
            {formatBytes(data.size)}
            {destination && destination.kind !== 'new' && (
              <>
                {' · '}
                {t('for')} <strong dir="auto">{destination.asset.name}</strong>
              </>
            )}
          </span>
        </div>
        <button
          type="button"
          className={styles.remove}
          aria-label={`${t('common:remove')}: ${data.name}`}
          onClick={() => queue.removeDropped(key)}
        >
          ×
        </button>
      </div>
      {file.problem ? (
        <p className={styles.status} data-error="true" role="alert">
          {t(`problem.${file.problem}`)}
        </p>
      ) : (
        <DestinationSelect file={file} destinations={destinations} destination={destination} />
      )}
      {destination?.kind === 'new' && (
        <NewAssetFields
          destination={destination}
          types={destinations.types.map(({ slug, name }) => ({ value: slug, name }))}
          onChange={(draft) => destinations.choose([key], { kind: 'new', draft })}
        />
      )}
    </li>
  )
}

function DestinationSelect({
  file,
  destinations: { mayCreate, draftOf, choose },
  destination,
}: Props & { destination: DropDestination | undefined }) {
  const { t } = useTranslation('uploads')
  const [asset, setAsset] = useState(
    destination && destination.kind !== 'new' ? destination.asset : undefined,
  )
  const [isPicking, setPicking] = useState(false)
  const known = destination && destination.kind !== 'new' ? destination.asset : asset
  const isFilm = fileKindOf(file.data.name) === 'film'
  const options: Option[] = [
    ...(mayCreate ? [{ value: 'new', name: t('asNewAsset') }] : []),
    ...(known && mayCreate && isFilm
      ? [{ value: 'cut', name: t('asCut', { asset: known.name }) }]
      : []),
    ...(known ? [{ value: 'file', name: t('asFile', { asset: known.name }) }] : []),
    { value: 'other', name: t('otherAsset') },
  ]
  const change = (value: string | undefined) => {
    setPicking(value === 'other')
    if (value === 'new') choose([file.key], { kind: 'new', draft: draftOf(file) })
    if ((value === 'cut' || value === 'file') && known)
      choose([file.key], { kind: value, asset: known })
  }
  return (
    <>
      <Select
        label={`${t('destination')}: ${file.data.name}`}
        hideLabel
        value={isPicking ? 'other' : destination?.kind}
        {...(!destination && { anyLabel: t('noAsset') })}
        options={options}
        onChange={change}
      />
      {isPicking && (
        <AssetPicker
          label={t('asset')}
          onSelect={(picked) => {
            setAsset(picked)
            choose([file.key], { kind: 'file', asset: picked })
            setPicking(false)
          }}
        />
      )}
    </>
  )
}

type NewDestination = Extract<DropDestination, { kind: 'new' }>

function NewAssetFields({
  destination: { draft },
  types,
  onChange,
}: {
  destination: NewDestination
  types: Option[]
  onChange: (draft: NewDestination['draft']) => void
}) {
  const { t } = useTranslation('new-records')
  return (
    <div className={styles.newAsset}>
      <TextInput
        label={t('assetName')}
        value={draft.name}
        maxLength={300}
        dir="auto"
        onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
      />
      <Select
        label={t('type')}
        value={draft.type}
        options={types}
        onChange={(type) => onChange({ ...draft, type: type ?? draft.type })}
      />
    </div>
  )
}
