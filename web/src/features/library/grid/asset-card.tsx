import { memo, type RefObject } from 'react'
import type { assets } from '@reelay/api/contract'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Phase } from '../../shared/phase.tsx'
import { Poster } from '../../shared/poster.tsx'
import { Breakable } from '../../../ui/text/breakable.tsx'
import { nameLink } from '../../../ui/text/name-and-note.tsx'
import { languageName } from '../../../ui/format/format.ts'
import type { AssetSelection } from './asset-selection.ts'
import styles from './grid.module.css'

type Props = {
  index: number
  total: number
  asset: assets.Asset | undefined
  note: string
  isPicked: boolean
  hasBox: boolean
  pick: RefObject<AssetSelection['pick'] | undefined>
  width: number
  height: number
  /** From the start of the row. */
  inset: number
  top: number
}

/**
 * A grid cell: the asset, or its placeholder. Rendered again only if something about it changes,
 * because a scroll renders the grid.
 */
export const AssetCard = memo(function AssetCard(props: Props) {
  const { index, total, asset, note, isPicked, hasBox, pick, width, height, inset, top } = props
  const onClick = (event: React.MouseEvent) => {
    if (!asset || !hasBox || !(event.shiftKey || event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    pick.current?.(index, asset, event.shiftKey)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions,
    // jsx-a11y/click-events-have-key-events -- the box inside does the same by keyboard
    <li
      className={styles.cell}
      style={{ width, height, insetInlineStart: inset, top }}
      data-index={index}
      data-picked={isPicked}
      aria-setsize={total}
      aria-posinset={index + 1}
      onClickCapture={onClick}
    >
      {asset ? <Card asset={asset} note={note} /> : <Shape />}
      {asset && hasBox && (
        <Box
          asset={asset}
          isPicked={isPicked}
          onPick={(extend) => pick.current?.(index, asset, extend)}
        />
      )}
    </li>
  )
})

const Shape = () => (
  <>
    <span className={styles.placeholderImage} />
    <span className={styles.text}>
      <span className={styles.placeholderLine} />
      <span className={styles.placeholderLine} />
    </span>
  </>
)

function Card({ asset, note }: { asset: assets.Asset; note: string }) {
  const { t } = useTranslation(['library', 'trade'])
  const { languages } = asset.$permissions.sources.requests
  return (
    <>
      <span className={styles.image}>
        <Poster asset={asset} />
        {asset.$embargo && <span className={styles.embargo}>{t('embargo')}</span>}
      </span>
      <div className={styles.text}>
        <div className={styles.name} dir="auto">
          <Link to="/assets/$id" params={{ id: asset.slug }} className={nameLink}>
            <Breakable text={asset.name} />
          </Link>
        </div>
        <div className={styles.note} dir="auto">
          {note}
        </div>
        <div className={styles.state}>
          <Phase workflow={asset.workflow} />
          {languages.length > 0 && (
            <span title={languages.map(languageName).join(', ')}>
              {t('versions', { count: languages.length })}
            </span>
          )}
        </div>
      </div>
    </>
  )
}

function Box({
  asset,
  isPicked,
  onPick,
}: {
  asset: assets.Asset
  isPicked: boolean
  onPick: (extend: boolean) => void
}) {
  const { t } = useTranslation('library')
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        checked={isPicked}
        aria-label={t('select', { name: asset.name })}
        onChange={({ nativeEvent }) => onPick((nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  )
}
