import { comments } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { useEndpointMutation } from '../../../api/mutations.ts'
import { useCurrentUser } from '../../shared/current-user.ts'
import { DateTime } from '../../../ui/text/date-time.tsx'
import { StatusTag } from '../../../ui/text/status-tag.tsx'
import { useEditor } from '../editor-context.ts'
import { NewLineComment } from './new-line-comment.tsx'
import { SuggestedText } from './suggested-text.tsx'
import { isOpenThread, LINE_COMMENT_PATHS, useDecide } from './use-line-comments.ts'
import styles from './line-comments.module.css'

/** The threads of the selected line, then the open ones of all other lines. */
export function LineCommentsPanel({ onSelect }: { onSelect: () => void }) {
  const { t } = useTranslation('translation-editor')
  const { lines, selected, select, lineComments } = useEditor()
  const line = lines.find(({ _id }) => _id === selected)
  const known = new Map(lines.map(({ _id, number }) => [_id, number]))
  const elsewhere = [...lineComments.byLine]
    .filter(([id]) => id !== selected)
    .flatMap(([, items]) => items.filter(isOpenThread))
    .toSorted((a, b) => (known.get(a.line) ?? Infinity) - (known.get(b.line) ?? Infinity))
  return (
    <div className={styles.panel}>
      {line ? (
        <section aria-label={t('comments.ofLine', { number: line.number })}>
          <h2 className={styles.title}>{t('comments.ofLine', { number: line.number })}</h2>
          <Threads items={lineComments.byLine.get(line._id) ?? []} />
          <NewLineComment key={line._id} line={line} />
        </section>
      ) : (
        <p className={styles.hint}>{t('disabled.noSelection')}</p>
      )}
      {elsewhere.length > 0 && (
        <section aria-label={t('comments.elsewhere')}>
          <h2 className={styles.title}>{t('comments.elsewhere')}</h2>
          <ul className={styles.list}>
            {elsewhere.map((comment) => (
              <li key={comment._id}>
                <button
                  type="button"
                  className={styles.jump}
                  disabled={!known.has(comment.line)}
                  onClick={() => {
                    select(comment.line, true)
                    onSelect()
                  }}
                >
                  <span className={styles.number}>
                    {known.get(comment.line) ?? t('comments.removedLine')}
                  </span>
                  <span dir="auto">{comment.text || t('comments.suggestion')}</span>
                  <span className={styles.meta}>{comment.from.name}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Threads({ items }: { items: readonly comments.LineComment[] }) {
  return (
    <ul className={styles.list}>
      {items
        .filter(({ replyTo }) => replyTo === null)
        .map((first) => (
          <li key={first._id} className={styles.thread}>
            <Comment comment={first} />
            {items
              .filter(({ replyTo }) => replyTo === first._id)
              .map((reply) => (
                <Comment key={reply._id} comment={reply} />
              ))}
            <NewLineComment replyTo={first} />
          </li>
        ))}
    </ul>
  )
}

function Comment({ comment }: { comment: comments.LineComment }) {
  const { t } = useTranslation('translation-editor')
  const me = useCurrentUser()
  const { translation, store } = useEditor()
  const decide = useDecide(translation._id, store)
  const remove = useEndpointMutation(comments.removeLineComment, {
    invalidates: LINE_COMMENT_PATHS,
  })
  const { _id, from, text, suggestion, status, decided, created, replyTo } = comment
  const isThread = replyTo === null && suggestion === null
  return (
    <div className={styles.comment}>
      <div className={styles.meta}>
        <b dir="auto">{from.name}</b> <DateTime at={created} />
        {decided && (
          <StatusTag tone={status === 'rejected' ? 'bad' : 'good'}>
            {t(`comments.status.${status}`, { name: decided.by.name })}
          </StatusTag>
        )}
      </div>
      {text && (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
      <SuggestedText comment={comment} />
      <span className={styles.buttons}>
        {isThread && (
          <button
            type="button"
            className={styles.link}
            onClick={() => void decide(_id, status === 'open' ? 'resolved' : 'open')}
          >
            {t(status === 'open' ? 'comments.resolve' : 'comments.reopen')}
          </button>
        )}
        {from._id === me?._id && (
          <button
            type="button"
            className={styles.link}
            onClick={() => remove.mutate({ params: { id: translation._id, comment: _id } })}
          >
            {t('comments.remove')}
          </button>
        )}
      </span>
    </div>
  )
}
