import { useTranslation } from '../../../i18n/i18n.ts'
import { useEditor } from '../editor-context.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import type { EditorPanel } from '../dialogs/dialogs.tsx'

/** Everything that is not needed all the time; each says its key. */
export function ToolsMenu({ open }: { open: (window: EditorPanel) => void }) {
  const { t } = useTranslation('translation-editor')
  const {
    actions: acts,
    state: { history, connection },
    selected,
    readOnly,
  } = useEditor()
  const closed = readOnly ? t('disabled.readOnly') : undefined
  const service = closed ?? (connection === 'offline' ? t('disabled.offline') : undefined)
  const noLine = service ?? (selected ? undefined : t('disabled.noSelection'))
  return (
    <Menu label={t('tools')}>
      <MenuItem onClick={() => open('find')} keys="Ctrl F">
        {t('find.open')}
      </MenuItem>
      <MenuItem onClick={() => open('replace')} keys="Ctrl H" why={closed}>
        {t('find.openReplace')}
      </MenuItem>
      <MenuItem
        onClick={acts.undo}
        keys="Ctrl Z"
        why={closed ?? (history.done.length ? undefined : t('disabled.nothingToDo'))}
      >
        {t('undo')}
      </MenuItem>
      <MenuItem
        onClick={acts.redo}
        keys="Ctrl Y"
        why={closed ?? (history.undone.length ? undefined : t('disabled.nothingToDo'))}
      >
        {t('redo')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => acts.add()} keys="Alt N" why={service}>
        {t('line.add')}
      </MenuItem>
      <MenuItem onClick={() => open('shift')} keys="Alt S" why={noLine}>
        {t('line.shift')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => open('import')} why={service}>
        {t('import.open')}
      </MenuItem>
      <MenuItem onClick={() => open('export')}>{t('export.open')}</MenuItem>
      <MenuSeparator />
      <MenuItem onClick={() => open('keys')} keys="?">
        {t('shortcuts.title')}
      </MenuItem>
    </Menu>
  )
}
