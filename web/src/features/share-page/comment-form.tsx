import { useTranslation } from '../../i18n/i18n.ts'
import type { Film } from '../player/use-film.ts'
import { DrawTools } from '../review/draw-tools.tsx'
import type { Notes } from './use-notes.ts'

type Props = { film: Film; notes: Notes }

export function CommentForm({ film, notes }: Props) {
  const { t } = useTranslation('shared')
  const { comments, text, setText, draft, setDraft, hasFailed, field, send, selectTool } = notes
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
            ref={field}
            rows={2}
            required
            maxLength={5000}
            value={text}
            onFocus={film.pause}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        {film.kind !== 'audio' && (
          <DrawTools draft={draft} setDraft={setDraft} selectTool={selectTool} />
        )}
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
