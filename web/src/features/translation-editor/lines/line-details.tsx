import { ALIGNMENTS, CUE_KINDS, TEXT_ALIGNS, WRITING_MODES } from '@reelay/subtitles'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { LineFields, EditorLine } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { shortcutLabel } from '../shortcuts/shortcuts.ts'
import styles from './line-editor.module.css'

/** Position, alignment, name and note, collapsed by default; and the menu of the line. */
export function LineDetails({ line }: { line: EditorLine }) {
  const { t } = useTranslation('translation-editor')
  const { readOnly, store } = useEditor()
  const change = (fields: LineFields, field: string) => {
    if (!readOnly) store.changeLines([{ id: line._id, fields }], `${line._id} ${field}`)
  }
  return (
    <>
      <details className={styles.details}>
        <summary>{t('line.details')}</summary>
        <div className={styles.fields}>
          <label>
            {t('line.position')}
            <select
              value={line.alignment ?? 'bottom'}
              disabled={readOnly}
              onChange={({ currentTarget }) =>
                change({ alignment: currentTarget.value }, 'alignment')
              }
            >
              {ALIGNMENTS.map((value) => (
                <option key={value} value={value}>
                  {t(`position.${value}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('line.textAlign')}
            <select
              value={line.textAlign ?? 'center'}
              disabled={readOnly}
              onChange={({ currentTarget }) =>
                change({ textAlign: currentTarget.value }, 'textAlign')
              }
            >
              {TEXT_ALIGNS.map((value) => (
                <option key={value} value={value}>
                  {t(`textAlign.${value}`)}
                </option>
              ))}
            </select>
          </label>
          <PlaceFields line={line} change={change} />
          <label>
            {t('line.kind')}
            <select
              value={line.kind ?? 'dialogue'}
              disabled={readOnly}
              onChange={({ currentTarget }) =>
                change({ kind: currentTarget.value as (typeof CUE_KINDS)[number] }, 'kind')
              }
            >
              {CUE_KINDS.map((value) => (
                <option key={value} value={value}>
                  {t(`kind.${value}`)}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t('line.speaker')}
            <input
              value={line.speaker ?? ''}
              readOnly={readOnly}
              maxLength={200}
              dir="auto"
              onChange={({ currentTarget }) => change({ speaker: currentTarget.value }, 'speaker')}
            />
          </label>
          <label>
            {t('line.name')}
            <input
              value={line.name ?? ''}
              readOnly={readOnly}
              maxLength={200}
              dir="auto"
              onChange={({ currentTarget }) => change({ name: currentTarget.value }, 'name')}
            />
          </label>
          <label className={styles.wideField}>
            {t('line.note')}
            <textarea
              rows={2}
              value={line.note ?? ''}
              readOnly={readOnly}
              maxLength={2000}
              dir="auto"
              onChange={({ currentTarget }) => change({ note: currentTarget.value }, 'note')}
            />
          </label>
        </div>
      </details>
      {line.stale && !readOnly && (
        <button
          type="button"
          className={styles.smallButton}
          onClick={() => change({ stale: false }, '')}
        >
          {t('line.confirmTranslation')}
        </button>
      )}
      <LineMenu line={line} />
    </>
  )
}

/** The exact position in percent, and the writing mode. An empty field removes it. */
function PlaceFields({
  line,
  change,
}: {
  line: EditorLine
  change: (fields: LineFields, field: string) => void
}) {
  const { t } = useTranslation('translation-editor')
  const { readOnly } = useEditor()
  return (
    <>
      {(['x', 'y'] as const).map((axis) => (
        <label key={axis}>
          {t(`line.${axis}`)}
          <input
            type="number"
            inputMode="decimal"
            min={0}
            max={100}
            step={0.5}
            value={line[axis] ?? ''}
            placeholder={t('line.automatic')}
            readOnly={readOnly}
            onChange={({ currentTarget: { value } }) => {
              const percent = Number(value)
              if (value === '') change({ [axis]: null }, axis)
              else if (percent >= 0 && percent <= 100) change({ [axis]: percent }, axis)
            }}
          />
        </label>
      ))}
      <label>
        {t('line.writingMode')}
        <select
          value={line.writingMode ?? ''}
          disabled={readOnly}
          onChange={({ currentTarget: { value } }) =>
            change(
              { writingMode: WRITING_MODES.find((mode) => mode === value) ?? null },
              'writingMode',
            )
          }
        >
          <option value="">{t('writingMode.horizontal')}</option>
          {WRITING_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {t(`writingMode.${mode}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  )
}

function LineMenu({ line: { _id: id, number, source } }: { line: EditorLine }) {
  const { t } = useTranslation('translation-editor')
  const {
    actions,
    lines,
    readOnly,
    state: { connection },
  } = useEditor()
  const readOnlyReason = readOnly ? t('disabled.readOnly') : undefined
  const offlineReason =
    readOnlyReason ?? (connection === 'offline' ? t('disabled.offline') : undefined)
  const field = () => document.querySelector<HTMLTextAreaElement>(`textarea[data-line="${id}"]`)
  const split = () => {
    const text = field()
    if (text) actions.split(id, text.value, text.selectionStart)
  }
  return (
    <Menu label={t('line.menu', { number })}>
      <MenuItem
        onClick={() => actions.replaceText(id, source)}
        shortcut={shortcutLabel('copySource')}
        disabledReason={readOnlyReason}
      >
        {t('line.copySource')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem onClick={split} shortcut={shortcutLabel('split')} disabledReason={offlineReason}>
        {t('line.split')}
      </MenuItem>
      <MenuItem
        onClick={() => actions.merge(id)}
        shortcut={shortcutLabel('merge')}
        disabledReason={
          offlineReason ?? (number < lines.length ? undefined : t('disabled.lastLine'))
        }
      >
        {t('line.merge')}
      </MenuItem>
      <MenuItem
        onClick={() => actions.add()}
        shortcut={shortcutLabel('add')}
        disabledReason={offlineReason}
      >
        {t('line.add')}
      </MenuItem>
      <MenuItem
        onClick={() => actions.remove(id)}
        shortcut={shortcutLabel('remove')}
        disabledReason={offlineReason}
      >
        {t('line.remove')}
      </MenuItem>
    </Menu>
  )
}
