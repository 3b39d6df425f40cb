import type { comments } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { useEditor } from '../editor-context.ts'
import { useDecide } from './use-line-comments.ts'
import styles from './line-comments.module.css'

/** A suggested text with what it replaces, and the buttons of those who decide about it. */
export function SuggestedText({
  comment,
  withOriginal = true,
}: {
  comment: comments.LineComment
  withOriginal?: boolean
}) {
  const { t } = useTranslation('translation-editor')
  const { rules, store, translation, lineComments } = useEditor()
  const decide = useDecide(translation._id, store)
  const { _id, suggestion, original, status } = comment
  if (suggestion === null) return null
  const lang = languageTag(rules.language)
  return (
    <div className={styles.suggested}>
      {withOriginal && (
        <del dir="auto" lang={lang}>
          <RichText html={original || '–'} />
        </del>
      )}
      <ins dir="auto" lang={lang}>
        <RichText html={suggestion || '–'} />
      </ins>
      {status === 'open' && lineComments.mayDecide && (
        <span className={styles.buttons}>
          <button
            type="button"
            className={styles.button}
            onClick={() => void decide(_id, 'accepted')}
          >
            {t('comments.accept')}
          </button>
          <button
            type="button"
            className={styles.button}
            onClick={() => void decide(_id, 'rejected')}
          >
            {t('comments.reject')}
          </button>
        </span>
      )}
    </div>
  )
}

/** The open suggestions for a line, where its text is edited. */
export function OpenSuggestions({ line }: { line: string }) {
  const { t } = useTranslation('translation-editor')
  const { lineComments } = useEditor()
  const open = (lineComments.byLine.get(line) ?? []).filter(
    ({ suggestion, status }) => suggestion !== null && status === 'open',
  )
  return open.map((comment) => (
    <div
      key={comment._id}
      role="group"
      aria-label={t('comments.suggestedBy', { name: comment.from.name })}
    >
      <span className={styles.meta}>{t('comments.suggestedBy', { name: comment.from.name })}</span>
      <SuggestedText comment={comment} withOriginal={false} />
    </div>
  ))
}
