import 'react-grid-layout/css/styles.css'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import { GridLayout, useContainerWidth, type Layout } from 'react-grid-layout'
import {
  COLUMNS,
  hideTile,
  MIN_HEIGHT,
  moveTile,
  MIN_WIDTH,
  resizeTile,
  type DashboardLayout,
  type Direction,
  type TilePosition,
  type TileName as Name,
} from './layout.ts'
import { Tile } from './tile.tsx'
import styles from './layout-editor.module.css'

const ROW = 80
const GAP = 16
const DRAGGING = { handle: `.${styles.bar}`, cancel: `.${styles.close}` }

/**
 * By pointer the library moves the tiles, by keyboard our own rules do; both end in the same board.
 * The library knows no right-to-left, so there it works on the mirror image.
 */
export function GridEditor({
  board,
  onChange,
}: {
  board: DashboardLayout
  onChange: (board: DashboardLayout) => void
}) {
  const { t, i18n } = useTranslation(['today', 'reports'])
  const { width, containerRef, mounted } = useContainerWidth({ measureBeforeMount: true })
  const [said, setSaid] = useState('')
  const isMirrored = i18n.dir() === 'rtl'
  const turned = <P extends { x: number; w: number }>(place: P): P =>
    isMirrored ? { ...place, x: COLUMNS - place.x - place.w } : place
  const nameOf = (tile: Name) => t(`reports:part.${tile}`)

  const take = (layout: Layout) =>
    onChange({
      ...board,
      tiles: layout.map(({ i, x, y, w, h }) => turned({ i: i as Name, x, y, w, h })),
    })
  const step = (tile: Name, { key, shiftKey }: { key: string; shiftKey: boolean }) => {
    const next = (shiftKey ? resizeTile : moveTile)(board, tile, towards(key, isMirrored)!)
    const { x, y, w, h } = next.tiles.find(({ i }) => i === tile)!
    onChange(next)
    setSaid(t('arranging.place', { tile: nameOf(tile), x: x + 1, y: y + 1, w, h }))
  }
  return (
    <div ref={containerRef} dir="ltr" className={styles.grid}>
      <span className="unseen" role="status">
        {said}
      </span>
      {mounted && (
        <GridLayout
          width={width}
          layout={board.tiles.map((place) => ({
            ...turned(place),
            minW: MIN_WIDTH,
            minH: MIN_HEIGHT,
          }))}
          gridConfig={{
            cols: COLUMNS,
            rowHeight: ROW,
            margin: [GAP, GAP],
            containerPadding: [0, 0],
          }}
          dragConfig={DRAGGING}
          resizeConfig={{ handles: [isMirrored ? 'sw' : 'se'] }}
          onDragStop={take}
          onResizeStop={take}
        >
          {board.tiles.map(({ i }: TilePosition) => (
            <div key={i} dir={i18n.dir()} className={styles.item}>
              <div className={styles.handles}>
                <button
                  type="button"
                  className={styles.bar}
                  aria-label={t('arranging.move', { tile: nameOf(i) })}
                  onKeyDown={(event) => {
                    if (towards(event.key, isMirrored)) {
                      event.preventDefault()
                      step(i, event)
                    }
                  }}
                />
                <button
                  type="button"
                  className={styles.close}
                  aria-label={t('arranging.hide', { tile: nameOf(i) })}
                  onClick={() => onChange(hideTile(board, i))}
                >
                  ×
                </button>
              </div>
              <div className={styles.shown} inert>
                <Tile tile={i} />
              </div>
            </div>
          ))}
        </GridLayout>
      )}
    </div>
  )
}

/** The arrow says where it goes on the screen; the board counts from where reading begins. */
function towards(key: string, isMirrored: boolean): Direction | undefined {
  const ahead: Record<string, Direction> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowLeft: isMirrored ? 'right' : 'left',
    ArrowRight: isMirrored ? 'left' : 'right',
  }
  return ahead[key]
}
