import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { hide, inOrder, shift, type Board } from './board.ts'
import styles from './arranger.module.css'

/** Where there is one column, order is all there is to arrange. */
export function ArrangeList({
  board,
  onChange,
}: {
  board: Board
  onChange: (board: Board) => void
}) {
  const { t } = useTranslation(['today', 'reports'])
  const order = inOrder(board.places)
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
              onClick={() => onChange(shift(board, i, -1))}
            >
              ↑
            </Button>
            <Button
              size="compact-md"
              variant="default"
              disabled={at === order.length - 1}
              aria-label={t('arranging.down', { tile })}
              onClick={() => onChange(shift(board, i, 1))}
            >
              ↓
            </Button>
            <Button
              size="compact-md"
              variant="default"
              aria-label={t('arranging.hide', { tile })}
              onClick={() => onChange(hide(board, i))}
            >
              ×
            </Button>
          </li>
        )
      })}
    </ol>
  )
}
