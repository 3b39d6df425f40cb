import { useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { comments, type users } from '@reelay/api/contract'
import { useEndpointQuery } from '../../../api/queries.ts'
import { useCurrentUser } from '../current-user.ts'
import { insertMention, mentionedPeople, mentionQuery, suggestPeople } from './mentions.ts'

type Options = {
  /** The work request whose readers can be mentioned. Without it, @ suggests nobody. */
  request?: string
  /** The comment that is being edited. */
  initial?: { text: string; mentions: users.UserSummary[] }
  field?: RefObject<HTMLTextAreaElement | null>
}
export type CommentText = ReturnType<typeof useCommentText>

/** The text of a comment that is being written, and the people it mentions. */
export function useCommentText({ request, initial, field }: Options = {}) {
  const ownField = useRef<HTMLTextAreaElement>(null)
  const textarea = field ?? ownField
  const [text, setText] = useState(initial?.text ?? '')
  const [caret, setCaret] = useState(0)
  const suggested = useSuggestions(request, text, caret)

  function insert(name: string) {
    const next = insertMention(text, caret, name)
    setText(next.text)
    setCaret(next.caret)
    suggested.highlight(0)
    // The textarea has the new text only after the next render.
    requestAnimationFrame(() => {
      textarea.current?.focus()
      textarea.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  return {
    textarea,
    text,
    isEmpty: text.trim() === '',
    setCaret,
    suggestions: suggested.suggestions,
    highlighted: suggested.highlighted,
    insert,
    clear: () => setText(''),
    edit({ value, selectionStart }: HTMLTextAreaElement) {
      setText(value)
      setCaret(selectionStart)
      suggested.reopen()
    },
    /** Whether the list of suggestions used the key. */
    handleKey: (event: KeyboardEvent) => suggested.handleKey(event, insert),
    /** The fields of the comment as they are sent. */
    toComment() {
      const people = mentionedPeople(text, [...(initial?.mentions ?? []), ...suggested.people])
      return { text: text.trim(), mentions: [...new Set(people.map(({ _id }) => _id))] }
    },
  }
}

/** The people whose name starts with the text between @ and the caret. */
function useSuggestions(request: string | undefined, text: string, caret: number) {
  const me = useCurrentUser()
  const [highlighted, highlight] = useState(0)
  const [isClosed, setClosed] = useState(false)
  const { data } = useEndpointQuery(
    comments.listReaders,
    { params: { id: request ?? '' }, range: { first: 0, last: 499 } },
    { enabled: request !== undefined && text.includes('@'), staleTime: 60_000 },
  )
  const people = data?.items ?? []
  const others = people.filter(({ _id }) => _id !== me?._id)
  const query = isClosed ? undefined : mentionQuery(text, caret)
  const suggestions = query === undefined ? [] : suggestPeople(others, query)
  const count = suggestions.length

  function handleKey(event: KeyboardEvent, onPick: (name: string) => void): boolean {
    const { key } = event
    if (count === 0 || event.ctrlKey || event.metaKey) return false
    if (key === 'Escape') setClosed(true)
    else if (key === 'ArrowDown' || key === 'ArrowUp')
      highlight((highlighted + (key === 'ArrowDown' ? 1 : count - 1)) % count)
    else if (key === 'Enter' || key === 'Tab')
      onPick(suggestions[Math.min(highlighted, count - 1)]!.name)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { people, suggestions, highlighted, highlight, handleKey, reopen: () => setClosed(false) }
}
