import { useTranslation } from '../../../i18n/i18n.ts'
import { languageName } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from './lines.module.css'

/** Chooses what is shown beside the translation: the original, or another translation. */
export function ListHeader() {
  const { t } = useTranslation('translation-editor')
  const { rules, reference } = useEditor()
  const original = rules.script ? languageName(rules.script.language) : ''
  return (
    <div className={styles.listHeader}>
      <label>
        <span className="visually-hidden">{t('reference.label')}</span>
        <select
          className={styles.reference}
          value={reference.chosen?.id ?? ''}
          onChange={({ currentTarget }) => reference.choose(currentTarget.value || null)}
        >
          <option value="">
            {original ? t('reference.original', { language: original }) : t('reference.source')}
          </option>
          {reference.options.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <span>{languageName(rules.language)}</span>
    </div>
  )
}
