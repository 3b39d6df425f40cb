import { useEffect, useState } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import type { Film } from '../player/use-film.ts'
import { addComment, listComments, type SharedComment } from './share-client.ts'

type Props = { token: string; film: Film }

/** The notes of the guest and the replies. A note belongs to the frame on the screen. */
export function CommentForm({ token, film }: Props) {
  const { t } = useTranslation('shared')
  const [comments, setComments] = useState<SharedComment[]>([])
  const [text, setText] = useState('')
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    listComments(token).then(setComments, () => setFailed(true))
  }, [token])
  const send = async () => {
    setFailed(false)
    try {
      await addComment(token, { text, frame: film.frame })
      setText('')
      setComments(await listComments(token))
    } catch {
      setFailed(true)
    }
  }
  return (
    <section className="panel">
      <h2>{t('comments.title')}</h2>
      <ul className="comments">
        {comments.map(({ _id, name, timecode, frame, text: said, replyTo }) => (
          <li key={_id} className={replyTo ? 'reply' : undefined}>
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            {timecode && frame !== null && (
              <button type="button" className="timecode" onClick={() => film.seek(frame)}>
                <bdi>{timecode}</bdi>
              </button>
            )}
            <p>{said}</p>
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <label>
          {t('comments.label')}
          <textarea
            rows={2}
            required
            maxLength={5000}
            value={text}
            onFocus={film.pause}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {hasFailed && (
          <p className="error" role="alert">
            {t('comments.failed')}
          </p>
        )}
        <button type="submit" disabled={!text.trim()}>
          {t('comments.add')}
        </button>
      </form>
    </section>
  )
}
