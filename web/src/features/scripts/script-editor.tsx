import { useCallback, useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { scripts } from '@reelay/api/contract'
import type { MisspelledWord } from '@reelay/subtitles/checks'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import { randomKey } from '../../api/random-key.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { PendingRows } from '../../ui/feedback/pending.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { toMarkup } from '../translation-editor/lines/field-text.ts'
import { useLookedUpWords } from '../translation-editor/spelling/use-looked-up-words.ts'
import { misspelledWordsIn } from '../translation-editor/spelling/words.ts'
import { UnconfirmedLines } from './script-drafts.tsx'
import { MisspelledWords } from './misspelled-words.tsx'
import {
  nextLine,
  problemOf,
  replaceTyped,
  toNewLines,
  toTypedLine,
  type TypedLine,
} from './typed-lines.ts'
import styles from './scripts.module.css'

/** Longer scripts are edited in a subtitle editor and imported. */
const MAX_TYPED = 400

type Props = { script: scripts.Script; onClose: () => void }

/** Types the lines of a script: start, end and text. */
export function ScriptEditor({ script, onClose }: Props) {
  const { t } = useTranslation('scripts')
  const { data, error } = useEndpointQuery(scripts.scriptLines.list, {
    params: { id: script._id },
  })
  return (
    <Dialog title={t(`part.${script.part}`)} size="wide" onClose={onClose}>
      {error && <ErrorAlert error={error} />}
      {!data && !error && <PendingRows rows={4} />}
      {data && <UnconfirmedLines script={script} stored={data} />}
      {data && data.length > MAX_TYPED && <p>{t('tooLong', { count: data.length })}</p>}
      {data && data.length <= MAX_TYPED && (
        <LineForm script={script} stored={data.map(toTypedLine)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function LineForm({ script, stored, onClose }: Props & { stored: TypedLine[] }) {
  const { t } = useTranslation(['scripts', 'common'])
  const [typed, setTyped] = useState<TypedLine[] | null>(null)
  const lines = typed ?? (stored.length ? stored : [nextLine([], 'first')])
  const save = useEndpointMutation(scripts.scriptLines.put, {
    silent: true,
    onSuccess: (saved) => {
      onClose()
      showToast(t('saved', { count: saved.length }))
    },
  })
  const { state, misspelledIn } = useScriptSpelling(script._id, lines)
  // A row that was added and left empty is not a line.
  const written = lines.filter(({ id, text }) => id !== undefined || text.trim() !== '')
  const problems = written.flatMap((line) => problemOf(line) ?? [])
  const change = (key: string, part: Partial<TypedLine>) =>
    setTyped(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  const add = () => setTyped([...lines, nextLine(lines, randomKey())])
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { id: script._id }, body: toNewLines(written) })
      }}
    >
      <div className={styles.rows}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            misspelled={misspelledIn(line)}
            number={index + 1}
            onChange={(part) => change(line.key, part)}
            onRemove={() => setTyped(lines.filter(({ key }) => key !== line.key))}
            onEnter={index === lines.length - 1 ? add : undefined}
          />
        ))}
      </div>
      {state && state !== 'checked' && state !== 'no-dictionary' && (
        <p className={styles.hint}>{t(`spelling.${state}`)}</p>
      )}
      {save.error && <ErrorAlert error={save.error} />}
      {problems.length > 0 && (
        <p className={styles.problem} role="status">
          {t(`problem.${problems[0]!}`)}
        </p>
      )}
      <div className={styles.actions}>
        <Button variant="default" onClick={add}>
          {t('addLine')}
        </Button>
        <span className={styles.gap} />
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={save.isPending} disabled={problems.length > 0}>
          {t('common:save')}
        </Button>
      </div>
    </form>
  )
}

/** Checks the words while they are typed. */
function useScriptSpelling(script: string, lines: readonly TypedLine[]) {
  const { call } = useService()
  const lookUp = useCallback(
    (words: string[]) =>
      call(scripts.checkScriptSpelling, { params: { id: script }, body: { words } }),
    [call, script],
  )
  const texts = lines.map(({ text }) => text).join('\n\n')
  const marked = useMemo(
    () => texts.split('\n\n').map((text) => ({ text: toMarkup(text) })),
    [texts],
  )
  const { state, lookedUp } = useLookedUpWords(marked, { isOn: true, lookUp })
  return {
    state,
    misspelledIn: ({ text }: TypedLine) => misspelledWordsIn(toMarkup(text), lookedUp),
  }
}

type RowProps = {
  line: TypedLine
  misspelled: readonly MisspelledWord[]
  number: number
  onChange: (part: Partial<TypedLine>) => void
  onRemove: () => void
  /** Ctrl+Enter in the last row adds a row. */
  onEnter: (() => void) | undefined
}

function LineRow({ line, misspelled, number, onChange, onRemove, onEnter }: RowProps) {
  const { t } = useTranslation(['scripts', 'common'])
  const problem = line.text.trim() || line.id !== undefined ? problemOf(line) : undefined
  const time = (part: 'start' | 'stop') => (
    <input
      className={styles.time}
      dir="ltr"
      value={line[part]}
      aria-label={`${t(part)} ${number}`}
      aria-invalid={problem === part || (problem === 'order' && part === 'stop')}
      onChange={({ currentTarget }) => onChange({ [part]: currentTarget.value })}
    />
  )
  return (
    <div className={styles.row}>
      {time('start')}
      {time('stop')}
      <textarea
        className={styles.text}
        dir="auto"
        rows={line.text.split('\n').length}
        maxLength={2000}
        value={line.text}
        aria-label={`${t('text')} ${number}`}
        aria-invalid={problem === 'text'}
        placeholder={t('textPlaceholder')}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !onEnter) return
          event.preventDefault()
          onEnter()
        }}
      />
      <button
        type="button"
        className={styles.remove}
        aria-label={`${t('common:remove')} ${number}`}
        onClick={onRemove}
      >
        ×
      </button>
      <MisspelledWords
        words={misspelled}
        onReplace={(word, by) => onChange({ text: replaceTyped(line.text, word, by) })}
      />
    </div>
  )
}
