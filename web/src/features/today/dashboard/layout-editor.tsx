import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { GridEditor } from './grid-editor.tsx'
import { ListEditor } from './list-editor.tsx'
import { showTile, type DashboardLayout } from './layout.ts'
import styles from './layout-editor.module.css'

type Props = {
  board: DashboardLayout
  usual: DashboardLayout
  onSave: (board: DashboardLayout) => void
  onCancel: () => void
}

/** Nothing is kept until it is saved; what was before can be had back even then. */
export function LayoutEditor({ board, usual, onSave, onCancel }: Props) {
  const { t } = useTranslation(['today', 'reports', 'common'])
  const isNarrow = useIsNarrow()
  const [draft, setDraft] = useState(board)
  const Way = isNarrow ? ListEditor : GridEditor
  return (
    <div className={styles.arranger}>
      <div className={styles.head}>
        <p>{isNarrow ? t('arranging.leadNarrow') : t('arranging.lead')}</p>
        <div className={styles.acts}>
          <Button variant="default" onClick={() => setDraft(usual)}>
            {t('arranging.reset')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button onClick={() => onSave(draft)} autoFocus>
            {t('arranging.done')}
          </Button>
        </div>
      </div>
      {draft.hidden.length > 0 && (
        <div className={styles.hidden}>
          <span>{t('arranging.hidden')}</span>
          {draft.hidden.map((tile) => (
            <Button
              key={tile}
              size="compact-sm"
              variant="default"
              aria-label={t('arranging.show', { tile: t(`reports:part.${tile}`) })}
              onClick={() => setDraft(showTile(draft, tile))}
            >
              + {t(`reports:part.${tile}`)}
            </Button>
          ))}
        </div>
      )}
      <Way board={draft} onChange={setDraft} />
    </div>
  )
}
