import { useTranslation } from '../../../i18n/i18n.ts'
import { measureReading } from '../checks/checks.ts'
import type { EditorLine } from '../model/draft.ts'
import { insertText, setColour, toggleStyle, type FieldSelection } from './field-text.ts'
import { formatNumber } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import { editField } from '../shortcuts/use-shortcuts.ts'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import styles from './line-editor.module.css'

/** Those that teletext and CEA-608 have too. Any other can be typed as <c #rrggbb>. */
const COLOURS = {
  yellow: '#ffff00',
  cyan: '#00ffff',
  green: '#00ff00',
  red: '#ff0000',
  magenta: '#ff00ff',
  blue: '#0000ff',
}
const COLOUR_NAMES = ['yellow', 'cyan', 'green', 'red', 'magenta', 'blue'] as const

/** Style buttons and reading speed below the text. */
export function LineTools({ line }: { line: EditorLine }) {
  const { t } = useTranslation('translation-editor')
  const { readOnly } = useEditor()
  const editWith = (edit: (selection: FieldSelection) => FieldSelection) => () => {
    const field = document.querySelector<HTMLTextAreaElement>(`textarea[data-line="${line._id}"]`)
    if (field) editField(field, edit)
  }
  const styleButton = (name: 'i' | 'b' | 'u', label: string, shortcut: string) => (
    <button
      type="button"
      className={styles.styleButton}
      data-style={name}
      aria-label={label}
      title={`${label} (${shortcut})`}
      disabled={readOnly}
      onClick={editWith((selection) => toggleStyle(selection, name))}
    >
      {name.toUpperCase()}
    </button>
  )
  return (
    <>
      <span className={styles.styleButtons}>
        {styleButton('i', t('style.italic'), shortcutLabel('italic'))}
        {styleButton('b', t('style.bold'), shortcutLabel('bold'))}
        {styleButton('u', t('style.underline'), shortcutLabel('underline'))}
        <button
          type="button"
          className={styles.styleButton}
          aria-label={t('style.break')}
          title={`${t('style.break')} (${shortcutLabel('break')})`}
          disabled={readOnly}
          onClick={editWith((selection) => insertText(selection, '\n'))}
        >
          ↵
        </button>
        <select
          className={styles.colourSelect}
          aria-label={t('style.colour')}
          title={t('style.colour')}
          disabled={readOnly}
          value=""
          onChange={({ currentTarget: { value } }) =>
            editWith((selection) => setColour(selection, COLOURS[value as keyof typeof COLOURS]))()
          }
        >
          <option value="" hidden>
            {t('style.colour')}
          </option>
          {(['none', ...COLOUR_NAMES] as const).map((name) => (
            <option key={name} value={name}>
              {t(`colour.${name}`)}
            </option>
          ))}
        </select>
      </span>
      <ReadingFigures line={line} />
    </>
  )
}

function ReadingFigures({ line }: { line: EditorLine }) {
  const { t } = useTranslation('translation-editor')
  const { rules } = useEditor()
  const { speed, maxSpeed, rows, maxPerRow, total } = measureReading(line, rules)
  const isOver = (value: number, max: number | undefined) => max !== undefined && value > max
  const ofLimit = (value: number, max: number | undefined) =>
    max === undefined
      ? formatNumber(value)
      : t('readingSpeed.ofLimit', { value: formatNumber(value), max: formatNumber(max) })
  if (rules.kind === 'graphics')
    return (
      <span className={styles.measures}>
        <span data-over={isOver(total, line.budget)}>
          {t('readingSpeed.characters', { value: ofLimit(total, line.budget) })}
        </span>
      </span>
    )
  return (
    <span className={styles.measures}>
      <span data-over={isOver(speed, maxSpeed)}>
        {t('readingSpeed.value', { value: ofLimit(speed, maxSpeed) })}
      </span>
      <span data-over={rows.some((row) => isOver(row, maxPerRow))}>
        {t('readingSpeed.rows', {
          value: rows.map((row) => formatNumber(row)).join(' · '),
          max: maxPerRow === undefined ? '–' : formatNumber(maxPerRow),
        })}
      </span>
    </span>
  )
}
