import { useTranslation, type Key } from '../../i18n/i18n.ts'
import type { ListedShortcut } from './all-shortcuts.ts'

/** A test checks that every shortcut has a name. */
export function useShortcutName() {
  const { t } = useTranslation(['shortcuts', 'translation-editor'])
  return ({ part, name }: ListedShortcut) =>
    t(
      (part === 'editor'
        ? `translation-editor:shortcuts.action.${name}`
        : `shortcuts:action.${part}.${name}`) as Key<['shortcuts', 'translation-editor']>,
    )
}
