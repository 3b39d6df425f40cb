import 'react-grid-layout/css/styles.css'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { GridLayout, useContainerWidth, type Layout as GridItems } from 'react-grid-layout'
import {
  COLUMNS,
  hideTile,
  MIN_HEIGHT,
  moveTile,
  MIN_WIDTH,
  resizeTile,
  type DashboardLayout,
  type Direction,
  type TileName,
} from './layout.ts'
import { Tile } from './tile.tsx'
import styles from './layout-editor.module.css'

const ROW_HEIGHT = 80
const GAP = 16
const DRAG_CONFIG = { handle: `.${styles.bar}`, cancel: `.${styles.close}` }

type Props = { layout: DashboardLayout; onChange: (layout: DashboardLayout) => void }

/**
 * The library handles the pointer; our own rules handle the keyboard. The library does not support
 * right-to-left, so it gets a mirrored layout there.
 */
export function GridEditor({ layout, onChange }: Props) {
  const { t, i18n } = useTranslation(['today', 'reports'])
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true })
  const [announcement, setAnnouncement] = useState('')
  const isRtl = i18n.dir() === 'rtl'
  const mirror = <P extends { x: number; w: number }>(position: P): P =>
    isRtl ? { ...position, x: COLUMNS - position.x - position.w } : position

  const saveGrid = (items: GridItems) =>
    onChange({
      ...layout,
      tiles: items.map(({ i, x, y, w, h }) => mirror({ i: i as TileName, x, y, w, h })),
    })
  const moveByKey = (tile: TileName, direction: Direction, isResize: boolean) => {
    const next = (isResize ? resizeTile : moveTile)(layout, tile, direction)
    const { x, y, w, h } = next.tiles.find(({ i }) => i === tile)!
    onChange(next)
    const name = t(`reports:section.${tile}`)
    setAnnouncement(t('layout.position', { tile: name, x: x + 1, y: y + 1, w, h }))
  }
  return (
    <div ref={containerRef} dir="ltr" className={styles.grid}>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {mounted && (
        <GridLayout
          width={width}
          layout={layout.tiles.map((position) => ({
            ...mirror(position),
            minW: MIN_WIDTH,
            minH: MIN_HEIGHT,
          }))}
          gridConfig={{
            cols: COLUMNS,
            rowHeight: ROW_HEIGHT,
            margin: [GAP, GAP],
            containerPadding: [0, 0],
          }}
          dragConfig={DRAG_CONFIG}
          resizeConfig={{ handles: [isRtl ? 'sw' : 'se'] }}
          onDragStop={saveGrid}
          onResizeStop={saveGrid}
        >
          {layout.tiles.map(({ i: tile }) => (
            <div key={tile} dir={i18n.dir()} className={styles.item}>
              <TileHandles
                tile={tile}
                onArrow={(key, isResize) => {
                  const direction = directionOf(key, isRtl)
                  if (direction) moveByKey(tile, direction, isResize)
                  return direction !== undefined
                }}
                onHide={() => onChange(hideTile(layout, tile))}
              />
              <div className={styles.preview} inert>
                <Tile tile={tile} />
              </div>
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  )
}

type HandlesProps = {
  tile: TileName
  /** Returns whether it has handled the key. */
  onArrow: (key: string, isResize: boolean) => boolean
  onHide: () => void
}

function TileHandles({ tile, onArrow, onHide }: HandlesProps) {
  const { t } = useTranslation(['today', 'reports'])
  const name = t(`reports:section.${tile}`)
  return (
    <div className={styles.handles}>
      <button
        type="button"
        className={styles.bar}
        aria-label={t('layout.move', { tile: name })}
        onKeyDown={(event) => {
          if (onArrow(event.key, event.shiftKey)) event.preventDefault()
        }}
      />
      <button
        type="button"
        className={styles.close}
        aria-label={t('layout.hide', { tile: name })}
        onClick={onHide}
      >
        ×
      </button>
    </div>
  )
}

/** The arrow means a direction on the screen; columns count from the start of the line. */
function directionOf(key: string, isRtl: boolean): Direction | undefined {
  const directions: Record<string, Direction> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowLeft: isRtl ? 'right' : 'left',
    ArrowRight: isRtl ? 'left' : 'right',
  }
  return directions[key]
}
