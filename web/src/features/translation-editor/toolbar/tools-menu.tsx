import { useTranslation } from '../../../i18n/i18n.ts'
import { useEditor } from '../editor-context.ts'
import { isUnconfirmed } from '../model/draft.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import type { EditorPanel } from '../dialogs/dialogs.tsx'
import { openShortcutHelp } from '../../../ui/shortcuts/global-shortcuts.ts'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'

/** The less frequent actions, with their shortcuts. */
export function ToolsMenu({ open }: { open: (panel: EditorPanel) => void }) {
  const { t } = useTranslation('translation-editor')
  const {
    actions,
    state: { history, connection },
    selected,
    readOnly,
    lines,
  } = useEditor()
  const unconfirmed = lines.filter(isUnconfirmed).map(({ _id }) => _id)
  const readOnlyReason = readOnly ? t('disabled.readOnly') : undefined
  const offlineReason =
    readOnlyReason ?? (connection === 'offline' ? t('disabled.offline') : undefined)
  const noSelectionReason = offlineReason ?? (selected ? undefined : t('disabled.noSelection'))
  return (
    <Menu label={t('tools')}>
      <MenuItem onClick={() => open('find')} shortcut={shortcutLabel('find')}>
        {t('find.open')}
      </MenuItem>
      <MenuItem
        onClick={() => open('replace')}
        shortcut={shortcutLabel('replace')}
        disabledReason={readOnlyReason}
      >
        {t('find.openReplace')}
      </MenuItem>
      <MenuItem
        onClick={actions.undo}
        shortcut={shortcutLabel('undo')}
        disabledReason={
          readOnlyReason ?? (history.done.length ? undefined : t('disabled.nothingToDo'))
        }
      >
        {t('undo')}
      </MenuItem>
      <MenuItem
        onClick={actions.redo}
        shortcut={shortcutLabel('redo')}
        disabledReason={
          readOnlyReason ?? (history.undone.length ? undefined : t('disabled.nothingToDo'))
        }
      >
        {t('redo')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        onClick={() => actions.add()}
        shortcut={shortcutLabel('add')}
        disabledReason={offlineReason}
      >
        {t('line.add')}
      </MenuItem>
      <MenuItem
        onClick={() => open('shift')}
        shortcut={shortcutLabel('shift')}
        disabledReason={noSelectionReason}
      >
        {t('line.shift')}
      </MenuItem>
      <MenuItem onClick={() => open('conform')} disabledReason={offlineReason}>
        {t('conform')}
      </MenuItem>
      <MenuItem onClick={() => open('drafts')} disabledReason={offlineReason}>
        {t('draftByMachine')}
      </MenuItem>
      {unconfirmed.length > 0 && (
        <MenuItem onClick={() => actions.confirm(unconfirmed)} disabledReason={readOnlyReason}>
          {t('confirmAll', { count: unconfirmed.length })}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem onClick={() => open('import')} disabledReason={offlineReason}>
        {t('import.open')}
      </MenuItem>
      <MenuItem onClick={() => open('export')}>{t('export.open')}</MenuItem>
      <MenuSeparator />
      <MenuItem onClick={openShortcutHelp} shortcut="?">
        {t('shortcuts.title')}
      </MenuItem>
    </Menu>
  )
}
