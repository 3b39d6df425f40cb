import { useTranslation } from '../../../i18n/i18n.ts'
import { useEditor } from '../editor-context.ts'
import { Menu, MenuItem, MenuRule } from './menu.tsx'
import type { Window } from '../dialogs/dialogs.tsx'

/** Everything that is not needed all the time; each says its key. */
export function Tools({ open }: { open: (window: Window) => void }) {
  const { t } = useTranslation('translate')
  const {
    acts,
    state: { history, sending },
    selected,
    readOnly,
  } = useEditor()
  const closed = readOnly ? t('why.closed') : undefined
  const service = closed ?? (sending === 'offline' ? t('why.offline') : undefined)
  const noLine = service ?? (selected ? undefined : t('why.noLine'))
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
        why={closed ?? (history.done.length ? undefined : t('why.nothing'))}
      >
        {t('undo')}
      </MenuItem>
      <MenuItem
        onClick={acts.redo}
        keys="Ctrl Y"
        why={closed ?? (history.undone.length ? undefined : t('why.nothing'))}
      >
        {t('redo')}
      </MenuItem>
      <MenuRule />
      <MenuItem onClick={() => acts.add()} keys="Alt N" why={service}>
        {t('line.add')}
      </MenuItem>
      <MenuItem onClick={() => open('shift')} keys="Alt S" why={noLine}>
        {t('line.shift')}
      </MenuItem>
      <MenuRule />
      <MenuItem onClick={() => open('import')} why={service}>
        {t('import.open')}
      </MenuItem>
      <MenuItem onClick={() => open('export')}>{t('export.open')}</MenuItem>
      <MenuRule />
      <MenuItem onClick={() => open('keys')} keys="?">
        {t('keys.title')}
      </MenuItem>
    </Menu>
  )
}
