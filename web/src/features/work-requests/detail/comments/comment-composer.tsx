import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '@mantine/core'
import { comments, type users } from '@reelay/api/contract'
import { useTranslation } from '../../../../i18n/i18n.ts'
import { useEndpointQuery } from '../../../../api/queries.ts'
import { useCurrentUser } from '../../../shared/current-user.ts'
import { mentionedPeople, mentionQuery, suggestPeople, insertMention } from './mentions.ts'
import styles from './comments.module.css'

type Said = { text: string; mentions: string[] }
type Props = {
  request: string
  label: string
  act: string
  start?: { text: string; mentions: users.UserSummary[] }
  isBusy: boolean
  autoFocus?: boolean
  onSay: (said: Said, clear: () => void) => void
  onCancel?: () => void
}

/** Plain text; @ offers those who see the request. Ctrl or ⌘ with Enter sends. */
export function CommentComposer({
  request,
  label,
  act,
  start,
  isBusy,
  autoFocus = false,
  onSay,
  onCancel,
}: Props) {
  const { t } = useTranslation(['request', 'common'])
  const me = useCurrentUser()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(start?.text ?? '')
  const [caret, setCaret] = useState(0)
  const [marked, setMarked] = useState(0)
  const [isQuiet, setQuiet] = useState(false)
  const begun = isQuiet ? undefined : mentionQuery(text, caret)
  const { data } = useEndpointQuery(
    comments.listReaders,
    { params: { id: request }, range: { first: 0, last: 499 } },
    { enabled: text.includes('@'), staleTime: 60_000 },
  )
  const people = [...(start?.mentions ?? []), ...(data?.items ?? [])]
  const offered =
    begun === undefined
      ? []
      : suggestPeople(
          (data?.items ?? []).filter(({ _id }) => _id !== me?._id),
          begun,
        )

  function choose(name: string) {
    const next = insertMention(text, caret, name)
    setText(next.text)
    setCaret(next.caret)
    setMarked(0)
    // The text is there with the next drawing, and the caret belongs behind the name.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  const send = () => {
    if (text.trim() && !isBusy)
      onSay(
        {
          text: text.trim(),
          mentions: [...new Set(mentionedPeople(text, people).map(({ _id }) => _id))],
        },
        () => setText(''),
      )
  }
  function press(event: KeyboardEvent) {
    const { key } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return send()
    }
    if (key === 'Escape') return offered.length ? setQuiet(true) : onCancel?.()
    if (offered.length === 0) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      setMarked((marked + (key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length)
    }
    if (key === 'Enter' || key === 'Tab') {
      event.preventDefault()
      choose(offered[Math.min(marked, offered.length - 1)]!.name)
    }
  }

  return (
    <div className={styles.composer}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.textarea}
        rows={start || onCancel ? 2 : 3}
        value={text}
        maxLength={comments.MAX_COMMENT_LENGTH}
        dir="auto"
        autoFocus={autoFocus}
        placeholder={t('comments.hint')}
        aria-haspopup="listbox"
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={offered.length ? `${id}-${marked}` : undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setCaret(currentTarget.selectionStart)
          setQuiet(false)
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={press}
      />
      <ul
        id={`${id}-people`}
        role="listbox"
        aria-label={t('comments.people')}
        className={styles.people}
        hidden={offered.length === 0}
      >
        {offered.map(({ _id, name, groups }, index) => (
          <li
            key={_id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === marked}
            onPointerDown={(event) => {
              event.preventDefault()
              choose(name)
            }}
          >
            <bdi>{name}</bdi>
            {groups[0] && <span className={styles.hint}> {groups[0].name}</span>}
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          size="sm"
          disabled={!text.trim()}
          title={text.trim() ? undefined : t('comments.empty')}
          loading={isBusy}
          onClick={send}
        >
          {act}
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
