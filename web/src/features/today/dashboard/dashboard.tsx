import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { inReadingOrder } from './layout.ts'
import { Tile } from './tile.tsx'
import { useDashboardLayout } from './use-dashboard-layout.ts'
import styles from './dashboard.module.css'

/**
 * What drags and resizes is fetched when somebody wants to (20 kB gzip); until then a plain grid
 * shows the same.
 */
const Arranger = lazy(() =>
  import('./layout-editor.tsx').then((loaded) => ({ default: loaded.LayoutEditor })),
)

export function Dashboard() {
  const { t } = useTranslation('today')
  const mine = useDashboardLayout()
  const [isArranging, setArranging] = useState(false)
  if (!mine) return null
  const { board, usual, save } = mine
  const grid = (
    <div className={styles.grid}>
      {inReadingOrder(board.tiles).map(({ i, x, y, w, h }) => (
        <div
          key={i}
          className={styles.cell}
          style={{ '--x': x + 1, '--y': y + 1, '--w': w, '--h': h } as React.CSSProperties}
        >
          <Tile tile={i} />
        </div>
      ))}
    </div>
  )
  return (
    <Section
      title={t('dashboard')}
      note={
        !isArranging && (
          <span className={styles.notes}>
            <Link to="/reports">{t('allReports')}</Link>
            <Button size="compact-sm" variant="default" onClick={() => setArranging(true)}>
              {t('arrange')}
            </Button>
          </span>
        )
      }
    >
      {isArranging ? (
        <Suspense fallback={grid}>
          <Arranger
            board={board}
            usual={usual}
            onSave={(next) => {
              save(next)
              setArranging(false)
            }}
            onCancel={() => setArranging(false)}
          />
        </Suspense>
      ) : board.tiles.length ? (
        grid
      ) : (
        <p className={styles.none}>{t('dashboardNone')}</p>
      )}
    </Section>
  )
}
