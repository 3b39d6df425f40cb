import { useState } from 'react'
import { Button } from '@mantine/core'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { GridEditor } from './grid-editor.tsx'
import { ListEditor } from './list-editor.tsx'
import { showTile, type DashboardLayout } from './layout.ts'
import styles from './layout-editor.module.css'

type Props = {
  layout: DashboardLayout
  defaultLayout: DashboardLayout
  onSave: (layout: DashboardLayout) => void
  onCancel: () => void
}

export function LayoutEditor({ layout, defaultLayout, onSave, onCancel }: Props) {
  const { t } = useTranslation(['today', 'reports', 'common'])
  const isNarrow = useIsNarrow()
  const [draft, setDraft] = useState(layout)
  const Editor = isNarrow ? ListEditor : GridEditor
  return (
    <div>
      <div className={styles.head}>
        <p>{isNarrow ? t('layout.hintNarrow') : t('layout.hint')}</p>
        <div className={styles.actions}>
          <Button variant="default" onClick={() => setDraft(defaultLayout)}>
            {t('layout.reset')}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
          <Button onClick={() => onSave(draft)} autoFocus>
            {t('layout.save')}
          </Button>
        </div>
      </div>
      {draft.hidden.length > 0 && (
        <div className={styles.hidden}>
          <span>{t('layout.hidden')}</span>
          {draft.hidden.map((tile) => (
            <Button
              key={tile}
              size="compact-sm"
              variant="default"
              aria-label={t('layout.show', { tile: t(`reports:section.${tile}`) })}
              onClick={() => setDraft(showTile(draft, tile))}
            >
              + {t(`reports:section.${tile}`)}
            </Button>
          ))}
        </div>
      )}
      <Editor layout={draft} onChange={setDraft} />
    </div>
  )
}
