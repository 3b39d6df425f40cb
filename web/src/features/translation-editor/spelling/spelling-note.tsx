import { useTranslation } from '../../../i18n/i18n.ts'
import { languageName } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from '../checks/checks.module.css'

/** Why the spelling of the lines is not checked, or not completely. */
export function SpellingNote() {
  const { t } = useTranslation('checks')
  const {
    rules: { language },
    spelling: { state },
  } = useEditor()
  if (!state || state === 'checked') return null
  return (
    <p className={styles.hint}>{t(`spelling.${state}`, { language: languageName(language) })}</p>
  )
}
