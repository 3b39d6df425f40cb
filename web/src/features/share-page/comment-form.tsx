import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from '../../i18n/i18n.ts'
import { addComment, listComments, type SharedComment } from './share-client.ts'

type Props = {
  token: string
  /** A fraction, such as 24000/1001. */
  frameRate: string
  media: RefObject<HTMLVideoElement | null>
}

export function CommentForm({ token, frameRate, media }: Props) {
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
      const frame = Math.floor((media.current?.currentTime ?? 0) * framesPerSecond(frameRate))
      await addComment(token, { text, frame })
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
        {comments.map(({ _id, name, timecode, text: said, replyTo }) => (
          <li key={_id} className={replyTo ? 'reply' : undefined}>
            <strong>
              <bdi>{name}</bdi>
            </strong>{' '}
            {timecode && <bdi className="size">{timecode}</bdi>}
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

function framesPerSecond(rational: string): number {
  const [frames = 25, seconds = 1] = rational.split('/').map(Number)
  return frames / seconds
}
