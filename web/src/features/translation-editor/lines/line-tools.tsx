import { useTranslation } from '../../../i18n/i18n.ts'
import { measureReading } from '../checks/checks.ts'
import type { Line } from '../model/draft.ts'
import { insertText, toggleStyle, type FieldSelection } from './field-text.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import { editField } from '../shortcuts/use-shortcuts.ts'
import styles from './lines.module.css'

/** Styles and figures under the text: how it will look, and whether it can be read in time. */
export function LineTools({ line }: { line: Line }) {
  const { t } = useTranslation('translation-editor')
  const { readOnly } = useEditor()
  const on = (by: (selection: FieldSelection) => FieldSelection) => () => {
    const field = document.querySelector<HTMLTextAreaElement>(`textarea[data-line="${line._id}"]`)
    if (field) editField(field, by)
  }
  const style = (name: 'i' | 'b' | 'u', label: string, keys: string) => (
    <button
      type="button"
      className={styles.style}
      data-style={name}
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={readOnly}
      onClick={on((selection) => toggleStyle(selection, name))}
    >
      {name.toUpperCase()}
    </button>
  )
  return (
    <div className={styles.tools}>
      <span className={styles.styles}>
        {style('i', t('style.italic'), 'Ctrl I')}
        {style('b', t('style.bold'), 'Ctrl B')}
        {style('u', t('style.underline'), 'Ctrl U')}
        <button
          type="button"
          className={styles.style}
          aria-label={t('style.break')}
          title={`${t('style.break')} (Shift Enter)`}
          disabled={readOnly}
          onClick={on((selection) => insertText(selection, '\n'))}
        >
          ↵
        </button>
      </span>
      <ReadingFigures line={line} />
    </div>
  )
}

function ReadingFigures({ line }: { line: Line }) {
  const { t } = useTranslation('translation-editor')
  const { rules } = useEditor()
  const { speed, mostSpeed, rows, mostInRow, total } = measureReading(line, rules)
  const over = (value: number, most: number | undefined) => most !== undefined && value > most
  const of = (value: number, most: number | undefined) =>
    most === undefined
      ? formatNumber(Math.round(value * 10) / 10)
      : t('readingSpeed.ofLimit', {
          value: formatNumber(Math.round(value * 10) / 10),
          most: formatNumber(most),
        })
  if (rules.kind === 'graphics')
    return (
      <span className={styles.numbers}>
        <span data-over={over(total, line.budget)}>
          {t('readingSpeed.characters', { value: of(total, line.budget) })}
        </span>
      </span>
    )
  return (
    <span className={styles.numbers}>
      <span data-over={over(speed, mostSpeed)}>
        {t('readingSpeed.value', { value: of(speed, mostSpeed) })}
      </span>
      <span data-over={rows.some((row) => over(row, mostInRow))}>
        {t('readingSpeed.rows', {
          value: rows.map((row) => formatNumber(row)).join(' · '),
          most: mostInRow === undefined ? '–' : formatNumber(mostInRow),
        })}
      </span>
    </span>
  )
}
