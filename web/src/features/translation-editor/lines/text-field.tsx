import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Line } from '../model/draft.ts'
import { moveCaret, toMarkup, toFieldText } from './field-text.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { useEditor } from '../editor-context.ts'
import styles from './lines.module.css'

/**
 * The text of a line with its tags in sight. It holds what was typed, letter by letter; when the
 * line says something else than what was
 * typed here, somebody else wrote it, or a key did: then the field follows, and the caret stays
 * with its words.
 */
export function TextField({ line }: { line: Line }) {
  const { t } = useTranslation('translation-editor')
  const { actions: acts, rules, readOnly, focusRequest: wish } = useEditor()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() => ({ value: toFieldText(line.text), says: line.text }))
  const caret = useRef<number | undefined>(undefined)
  if (typed.says !== line.text) {
    const value = toFieldText(line.text)
    if (field.current && document.activeElement === field.current)
      caret.current = moveCaret(typed.value, value, field.current.selectionStart)
    setTyped({ value, says: line.text })
  }
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [typed])
  useLayoutEffect(() => {
    if (wish.current !== line._id) return
    wish.current = undefined
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(typed.value.length, typed.value.length)
  })
  const change = ({ currentTarget: { value } }: React.ChangeEvent<HTMLTextAreaElement>) => {
    const says = toMarkup(value)
    setTyped({ value, says })
    acts.setText(line._id, says, { key: `${line._id} text` })
  }
  return (
    <textarea
      ref={field}
      className={styles.text}
      data-line={line._id}
      value={typed.value}
      onChange={change}
      readOnly={readOnly}
      dir="auto"
      lang={languageTag(rules.language)}
      rows={Math.max(2, typed.value.split('\n').length)}
      aria-label={t('line.textOf', { number: line.number })}
      spellCheck
      autoComplete="off"
      enterKeyHint="next"
      maxLength={2000}
      placeholder={readOnly ? undefined : t('line.placeholder')}
    />
  )
}
