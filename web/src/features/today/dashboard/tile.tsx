import { useId } from 'react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { TileContent } from './tile-content.tsx'
import type { TileName } from './layout.ts'
import styles from './dashboard.module.css'

/** A compact report. Its title links to the full one. */
export function Tile({ tile }: { tile: TileName }) {
  const { t } = useTranslation('reports')
  const id = useId()
  return (
    <section className={styles.tile} aria-labelledby={id}>
      <h3 id={id} className={styles.name}>
        {tile === 'status' ? (
          <Link to="/workrequests">{t('section.status')}</Link>
        ) : (
          <Link to="/reports" search={{ part: tile }}>
            {t(`section.${tile}`)}
          </Link>
        )}
      </h3>
      <div className={styles.body}>
        <TileContent tile={tile} />
      </div>
    </section>
  )
}
