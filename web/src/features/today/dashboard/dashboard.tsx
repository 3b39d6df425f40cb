import { lazy, Suspense, useState } from 'react'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Section } from '../../../ui/layout/section.tsx'
import { inReadingOrder } from './layout.ts'
import { Tile } from './tile.tsx'
import { useDashboardLayout } from './use-dashboard-layout.ts'
import styles from './dashboard.module.css'

/** The library for dragging is loaded on demand (20 kB gzip). A plain grid shows the tiles. */
const LayoutEditor = lazy(() =>
  import('./layout-editor.tsx').then((loaded) => ({ default: loaded.LayoutEditor })),
)

export function Dashboard() {
  const { t } = useTranslation('today')
  const dashboard = useDashboardLayout()
  const [isEditing, setEditing] = useState(false)
  if (!dashboard) return null
  const { layout, defaultLayout, save } = dashboard
  const grid = (
    <div className={styles.grid}>
      {inReadingOrder(layout.tiles).map(({ i, x, y, w, h }) => (
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
        !isEditing && (
          <span className={styles.links}>
            <Link to="/reports">{t('allReports')}</Link>
            <Button size="compact-sm" variant="default" onClick={() => setEditing(true)}>
              {t('editLayout')}
            </Button>
          </span>
        )
      }
    >
      {isEditing ? (
        <Suspense fallback={grid}>
          <LayoutEditor
            layout={layout}
            defaultLayout={defaultLayout}
            onSave={(next) => {
              save(next)
              setEditing(false)
            }}
            onCancel={() => setEditing(false)}
          />
        </Suspense>
      ) : layout.tiles.length ? (
        grid
      ) : (
        <p className={styles.empty}>{t('dashboardEmpty')}</p>
      )}
    </Section>
  )
}
