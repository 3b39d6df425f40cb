import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hideTile, inReadingOrder, swapWithNeighbor, type DashboardLayout } from './layout.ts'
import styles from './layout-editor.module.css'

type Props = { layout: DashboardLayout; onChange: (layout: DashboardLayout) => void }

/** In a single column only the order can change. */
export function ListEditor({ layout, onChange }: Props) {
  const { t } = useTranslation(['today', 'reports'])
  const order = inReadingOrder(layout.tiles)
  return (
    <ol className={styles.list}>
      {order.map(({ i }, index) => {
        const tile = t(`reports:section.${i}`)
        return (
          <li key={i}>
            <span>{tile}</span>
            <Button
              size="compact-md"
              variant="default"
              disabled={index === 0}
              aria-label={t('layout.up', { tile })}
              onClick={() => onChange(swapWithNeighbor(layout, i, -1))}
            >
              ↑
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={index === order.length - 1}
              aria-label={t('layout.down', { tile })}
              onClick={() => onChange(swapWithNeighbor(layout, i, 1))}
            >
              ↓
            </Button>
            <Button
              size="compact-md"
              variant="default"
              aria-label={t('layout.hide', { tile })}
              onClick={() => onChange(hideTile(layout, i))}
            >
              ×
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
