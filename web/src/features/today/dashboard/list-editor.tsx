import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hideTile, inReadingOrder, swapWithNeighbor, type DashboardLayout } from './layout.ts'
import styles from './layout-editor.module.css'

/** Where there is one column, order is all there is to arrange. */
export function ListEditor({
  board,
  onChange,
}: {
  board: DashboardLayout
  onChange: (board: DashboardLayout) => void
}) {
  const { t } = useTranslation(['today', 'reports'])
  const order = inReadingOrder(board.tiles)
  return (
    <ol className={styles.list}>
      {order.map(({ i }, at) => {
        const tile = t(`reports:part.${i}`)
        return (
          <li key={i}>
            <span>{tile}</span>
            <Button
              size="compact-md"
              variant="default"
              disabled={at === 0}
              aria-label={t('arranging.up', { tile })}
              onClick={() => onChange(swapWithNeighbor(board, i, -1))}
            >
              ↑
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={at === order.length - 1}
              aria-label={t('arranging.down', { tile })}
              onClick={() => onChange(swapWithNeighbor(board, i, 1))}
            >
              ↓
            </Button>
            <Button
              size="compact-md"
              variant="default"
              aria-label={t('arranging.hide', { tile })}
              onClick={() => onChange(hideTile(board, i))}
            >
              ×
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
