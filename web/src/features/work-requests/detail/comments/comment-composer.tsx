import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '@mantine/core'
import { comments, type users } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { insertMention, mentionedPeople, mentionQuery, suggestPeople } from './mentions.ts'
import styles from './comments.module.css'

type Comment = { text: string; mentions: string[] }
type Props = {
  request: string
  label: string
  submitLabel: string
  /** The comment that is being edited. */
  initial?: { text: string; mentions: users.UserSummary[] }
  isBusy: boolean
  autoFocus?: boolean
  onSubmit: (comment: Comment, clear: () => void) => void
  onCancel?: () => void
}

/** Plain text. @ suggests people who can see the request; Ctrl or ⌘ with Enter submits. */
export function CommentComposer(props: Props) {
  const { label, submitLabel, initial, isBusy, autoFocus = false, onCancel } = props
  const { t } = useTranslation(['request', 'common'])
  const id = useId()
  const { textarea, text, edit, setCaret, mentions, insert, submit, handleKey } = useComposer(props)
  return (
    <div className={styles.composer}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        ref={textarea}
        id={id}
        className={styles.textarea}
        rows={initial || onCancel ? 2 : 3}
        value={text}
        maxLength={comments.MAX_COMMENT_LENGTH}
        dir="auto"
        autoFocus={autoFocus}
        placeholder={t('comments.hint')}
        aria-haspopup="listbox"
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={
          mentions.suggestions.length ? `${id}-${mentions.highlighted}` : undefined
        }
        onChange={({ currentTarget }) => edit(currentTarget)}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={handleKey}
      />
      <MentionList id={id} {...mentions} onPick={insert} />
      <div className={styles.actions}>
        <Button
          size="sm"
          disabled={!text.trim()}
          title={text.trim() ? undefined : t('comments.empty')}
          loading={isBusy}
          onClick={submit}
        >
          {submitLabel}
        </Button>
        {onCancel && (
          <Button size="sm" variant="default" onClick={onCancel}>
            {t('common:cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

function useComposer({ request, initial, isBusy, onSubmit, onCancel }: Props) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initial?.text ?? '')
  const [caret, setCaret] = useState(0)
  const mentions = useMentionSuggestions(request, text, caret)

  function edit({ value, selectionStart }: HTMLTextAreaElement) {
    setText(value)
    setCaret(selectionStart)
    mentions.reopen()
  }
  function insert(name: string) {
    const next = insertMention(text, caret, name)
    setText(next.text)
    setCaret(next.caret)
    mentions.highlight(0)
    // The textarea has the new text only after the next render.
    requestAnimationFrame(() => {
      textarea.current?.focus()
      textarea.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const submit = () => {
    if (!text.trim() || isBusy) return
    const people = mentionedPeople(text, [...(initial?.mentions ?? []), ...mentions.people])
    const ids = [...new Set(people.map(({ _id }) => _id))]
    onSubmit({ text: text.trim(), mentions: ids }, () => setText(''))
  }
  function handleKey(event: KeyboardEvent) {
    const { key } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return submit()
    }
    if (key === 'Escape' && mentions.suggestions.length === 0) return onCancel?.()
    mentions.handleKey(event, insert)
  }
  return { textarea, text, edit, setCaret, mentions, insert, submit, handleKey }
}

/** The people whose name starts with the text between @ and the caret. */
function useMentionSuggestions(request: string, text: string, caret: number) {
  const me = useCurrentUser()
  const [highlighted, highlight] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const { data } = useEndpointQuery(
    comments.listReaders,
    { params: { id: request }, range: { first: 0, last: 499 } },
    { enabled: text.includes('@'), staleTime: 60_000 },
  )
  const people = data?.items ?? []
  const others = people.filter(({ _id }) => _id !== me?._id)
  const query = isClosed ? undefined : mentionQuery(text, caret)
  const suggestions = query === undefined ? [] : suggestPeople(others, query)
  const count = suggestions.length

  function handleKey(event: KeyboardEvent, onPick: (name: string) => void) {
    const { key } = event
    if (count === 0) return
    if (key === 'Escape') setClosed(true)
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      highlight((highlighted + (key === 'ArrowDown' ? 1 : count - 1)) % count)
    }
    if (key === 'Enter' || key === 'Tab') {
      event.preventDefault()
      onPick(suggestions[Math.min(highlighted, count - 1)]!.name)
    }
  }
  return {
    people,
    suggestions,
    highlighted,
    highlight,
    handleKey,
    reopen: () => setClosed(false),
  }
}

type MentionListProps = {
  id: string
  suggestions: readonly users.UserSummary[]
  highlighted: number
  onPick: (name: string) => void
}

function MentionList({ id, suggestions, highlighted, onPick }: MentionListProps) {
  const { t } = useTranslation('request')
  return (
    <ul
      id={`${id}-people`}
      role="listbox"
      aria-label={t('comments.people')}
      className={styles.people}
      hidden={suggestions.length === 0}
    >
      {suggestions.map(({ _id, name, groups }, index) => (
        <li
          key={_id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === highlighted}
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(name)
          }}
        >
          <bdi>{name}</bdi>
          {groups[0] && <span className={styles.hint}> {groups[0].name}</span>}
        </li>
      ))}
    </ul>
  )
}
