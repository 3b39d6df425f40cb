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
import { CommentField } from './comment-field.tsx'
import styles from './comments.module.css'
import panel from './panel.module.css'

type Props = {
  offline: offlines.Offline
  comment: offlines.OfflineComment
  hasReplies: boolean
  reviewer: offlineDecisions.Reviewer
  onHide: (id: string, isHidden: boolean) => void
}

/** One comment. Its author may edit it until there are replies, and remove it. */
export function CommentItem({ offline, comment, hasReplies, reviewer, onHide }: Props) {
  const { t } = useTranslation(['review', 'common'])
  const [text, setText] = useState<string | null>(null)
  const params = { id: offline._id, comment: comment._id }
  const edit = useEndpointMutation(offlines.changeComment, {
    onSuccess: (_reply, { body }) => {
      setText(null)
      if (body.text !== comment.text)
        showToast(t('commentEdited'), {
          action: {
            name: t('common:undo'),
            run: () => edit.mutate({ params, body: { text: comment.text } }),
          },
        })
    },
  })
  const remove = useEndpointMutation(offlines.removeComment)
  const removeWithUndo = () => {
    onHide(comment._id, true)
    showUndoToast(t('commentRemoved'), {
      undo: t('common:undo'),
      undone: () => onHide(comment._id, false),
      run: () => remove.mutate({ params }),
    })
  }
  const save = () => {
    if (text?.trim()) edit.mutate({ params, body: { text: text.trim() } })
  }
  const isMine = !commentRules.checkRemoval(comment, reviewer)
  const mayEdit = !offlineComments.checkEdit({ ...comment, hasReplies }, reviewer, {
    moves: false,
  })
  if (comment.removed) return <p className={panel.note}>{t('removedComment')}</p>
  return (
    <div className={styles.comment}>
      <p className={styles.author}>
        <b dir="auto">{comment.from.name}</b>{' '}
        <span className={panel.when}>
          <DateTime at={comment.created} />
          {comment.edited && ` · ${t('edited')}`}
        </span>
      </p>
      {text === null ? (
        <p className={panel.text} dir="auto">
          {comment.text}
        </p>
      ) : (
        <form
          className={styles.replyForm}
          onSubmit={(event) => {
            event.preventDefault()
            save()
          }}
        >
          <CommentField
            label={t('editLabel')}
            value={text}
            onChange={setText}
            onSend={save}
            onCancel={() => setText(null)}
            autoFocus
          />
          <div className={panel.buttons}>
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
        <div className={styles.ownActions}>
          {mayEdit && (
            <button
              type="button"
              className={panel.smallButton}
              aria-label={`${t('common:edit')}: ${comment.text}`}
              onClick={() => setText(comment.text)}
            >
              {t('common:edit')}
            </button>
          )}
          <button
            type="button"
            className={panel.smallButton}
            aria-label={`${t('common:remove')}: ${comment.text}`}
            onClick={removeWithUndo}
          >
            {t('common:remove')}
          </button>
        </div>
      )}
    </div>
  )
}
