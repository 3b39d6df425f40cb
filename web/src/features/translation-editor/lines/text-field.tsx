import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { EditorLine } from '../model/draft.ts'
import { moveCaret, toMarkup, toFieldText } from './field-text.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import { offsetIn } from '../presence/people-text.tsx'
import { MisspelledText } from '../spelling/misspelled-text.tsx'
import styles from './line-editor.module.css'

/**
 * The text of a line with visible tags. The field holds what was typed. If the line has another
 * text, somebody else or a shortcut changed it: then the field follows and keeps the caret.
 */
export function TextField({
  line,
  misspelled,
}: {
  line: EditorLine
  misspelled: ReadonlySet<string>
}) {
  const { t } = useTranslation('translation-editor')
  const { actions, rules, readOnly, focusRequest, spelling, reportSelection } = useEditor()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => ({ value: toFieldText(line.text), markup: line.text }))
  const caret = useRef<number | undefined>(undefined)
  if (typed.markup !== line.text) {
    const value = toFieldText(line.text)
    if (field.current && document.activeElement === field.current)
      caret.current = moveCaret(typed.value, value, field.current.selectionStart)
    setTyped({ value, markup: line.text })
  }
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [typed])
  useLayoutEffect(() => {
    if (focusRequest.current !== line._id) return
    focusRequest.current = undefined
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(typed.value.length, typed.value.length)
  })
  const reportOwnSelection = useEffectEvent(() => {
    if (!field.current || document.activeElement !== field.current) return
    const { value, selectionStart, selectionEnd } = field.current
    reportSelection({ from: offsetIn(value, selectionStart), to: offsetIn(value, selectionEnd) })
  })
  useEffect(() => {
    const report = () => reportOwnSelection()
    document.addEventListener('selectionchange', report)
    return () => document.removeEventListener('selectionchange', report)
  }, [])
  const change = ({ currentTarget: { value } }: React.ChangeEvent<HTMLTextAreaElement>) => {
    const markup = toMarkup(value)
    setTyped({ value, markup })
    actions.setText(line._id, markup)
  }
  return (
    <div className={styles.textStack}>
      {/* A field cannot underline words, so the same text is drawn behind it. */}
      {misspelled.size > 0 && (
        <div className={styles.textMirror} dir="auto" aria-hidden>
          <MisspelledText text={typed.value} misspelled={misspelled} />
        </div>
      )}
      <textarea
        ref={field}
        className={styles.textField}
        data-line={line._id}
        value={typed.value}
        onChange={change}
        readOnly={readOnly}
        dir="auto"
        lang={languageTag(rules.language)}
        rows={Math.max(2, typed.value.split('\n').length)}
        aria-label={t('line.textOf', { number: line.number })}
        // The browser would underline other words than the dictionary of the service.
        spellCheck={spelling.state !== 'checked'}
        autoComplete="off"
        enterKeyHint="next"
        maxLength={2000}
        placeholder={readOnly ? undefined : t('line.placeholder')}
      />
    </div>
  )
}
