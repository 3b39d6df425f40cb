import { useState } from 'react'
import { Button } from '@mantine/core'
import {
  commentRules,
  offlineComments,
  offlines,
  type offlineDecisions,
} from '@reelay/api/contract'
import { useTranslation } from '../../i18n/i18n.ts'
import { useEndpointMutation } from '../../api/mutations.ts'
import { DateTime } from '../../ui/text/date-time.tsx'
import { showToast, showUndoToast } from '../../ui/feedback/toasts.tsx'
import { Writing } from './comment-field.tsx'
import styles from './review.module.css'

type Parts = {
  offline: offlines.Offline
  comment: offlines.OfflineComment
  isAnswered: boolean
  by: offlineDecisions.Reviewer
  onHide: (id: string, isHidden: boolean) => void
}

/** Who said what, and when. Who wrote it may change it until it is answered, and take it back. */
export function Said({ offline, comment, isAnswered, by, onHide }: Parts) {
  const { t } = useTranslation(['review', 'common'])
  const [text, setText] = useState<string | null>(null)
  const params = { id: offline._id, comment: comment._id }
  const edit = useEndpointMutation(offlines.changeComment, {
    onSuccess: (_answer, { body }) => {
      setText(null)
      if (body.text !== comment.text)
        showToast(t('editedNow'), {
          action: {
            name: t('common:undo'),
            run: () => edit.mutate({ params, body: { text: comment.text } }),
          },
        })
    },
  })
  const remove = useEndpointMutation(offlines.removeComment)
  const takeBack = () => {
    onHide(comment._id, true)
    showUndoToast(t('removedNow'), {
      undo: t('common:undo'),
      undone: () => onHide(comment._id, false),
      run: () => remove.mutate({ params }),
    })
  }
  const save = () => {
    if (text?.trim()) edit.mutate({ params, body: { text: text.trim() } })
  }
  const isMine = !commentRules.checkRemoval(comment, by)
  const mayEdit = !offlineComments.checkEdit({ ...comment, hasReplies: isAnswered }, by, {
    moves: false,
  })
  if (comment.removed) return <p className={styles.note}>{t('wasRemoved')}</p>
  return (
    <div className={styles.said}>
      <p className={styles.who}>
        <b dir="auto">{comment.from.name}</b>{' '}
        <span className={styles.when}>
          <DateTime at={comment.created} />
          {comment.edited && ` · ${t('edited')}`}
        </span>
      </p>
      {text === null ? (
        <p className={styles.text} dir="auto">
          {comment.text}
        </p>
      ) : (
        <form
          className={styles.reply}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <Writing
            label={t('editLabel')}
            value={text}
            onChange={setText}
            onSend={save}
            onCancel={() => setText(null)}
            autoFocus
          />
          <div className={styles.marks}>
            <Button
              type="submit"
              size="compact-sm"
              loading={edit.isPending}
              disabled={!text.trim()}
            >
              {t('common:save')}
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setText(null)}>
              {t('common:cancel')}
            </Button>
          </div>
        </form>
      )}
      {isMine && text === null && (
        <div className={styles.own}>
          {mayEdit && (
            <button
              type="button"
              className={styles.small}
              aria-label={`${t('common:edit')}: ${comment.text}`}
              onClick={() => setText(comment.text)}
            >
              {t('common:edit')}
            </button>
          )}
          <button
            type="button"
            className={styles.small}
            aria-label={`${t('common:remove')}: ${comment.text}`}
            onClick={takeBack}
          >
            {t('common:remove')}
          </button>
        </div>
      )}
    </div>
  )
}
