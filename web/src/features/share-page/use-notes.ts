import { useEffect, useRef, useState } from 'react'
import type { Film } from '../player/use-film.ts'
import { EMPTY_DRAFT, type CommentDraft } from '../review/comment-draft.ts'
import type { DrawTool } from '../review/strokes.ts'
import { addComment, listComments, type SharedComment } from './share-client.ts'

export type Notes = ReturnType<typeof useNotes>

/** The notes of the guest with the replies, and the one that is written and drawn now. */
export function useNotes(token: string, film: Film, isEnabled: boolean) {
  const [comments, setComments] = useState<SharedComment[]>([])
  const [text, setText] = useState('')
  const [draft, setDraft] = useState<CommentDraft>(EMPTY_DRAFT)
  const [hasFailed, setFailed] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isEnabled) listComments(token).then(setComments, () => setFailed(true))
  }, [token, isEnabled])
  /** A note belongs to the frame on the screen. */
  const send = async () => {
    setFailed(false)
    try {
      await addComment(token, {
        text,
        frame: film.frame,
        ...(draft.drawing.length > 0 && { drawing: draft.drawing }),
      })
      setText('')
      setDraft(({ colour }) => ({ ...EMPTY_DRAFT, colour }))
      setComments(await listComments(token))
    } catch {
      setFailed(true)
    }
  }
  const selectTool = (tool: DrawTool | null) => {
    film.pause()
    setDraft((current) => ({ ...current, tool: current.tool === tool ? null : tool }))
  }
  const focusField = () => {
    film.pause()
    field.current?.focus()
  }
  return {
    isEnabled,
    comments,
    text,
    setText,
    draft,
    setDraft,
    hasFailed,
    field,
    send,
    selectTool,
    focusField,
    strokes: comments.flatMap(({ frame, drawing }) =>
      frame === film.frame ? (drawing ?? []) : [],
    ),
  }
}
