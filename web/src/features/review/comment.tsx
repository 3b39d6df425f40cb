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
import { MentionedText } from '../shared/mentions/mentioned-text.tsx'
import { useCommentText } from '../shared/mentions/use-comment-text.ts'
import { DateTime } from '../../ui/text/date-time.tsx'
import { confirmed } from '../../ui/feedback/confirm.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { CommentField } from './comment-field.tsx'
import styles from './comments.module.css'
import panel from './panel.module.css'

type Props = {
  offline: offlines.Offline
  request: string
  comment: offlines.OfflineComment
  hasReplies: boolean
  reviewer: offlineDecisions.Reviewer
}

/** One comment. Its author may edit it until there are replies, and remove it. */
export function CommentItem({ offline, request, comment, hasReplies, reviewer }: Props) {
  const { t } = useTranslation(['review', 'common'])
  const [isEditing, setEditing] = useState(false)
  const params = { id: offline._id, comment: comment._id }
  const remove = useEndpointMutation(offlines.removeComment)
  const confirmRemoval = async () => {
    const title = t('removeComment')
    if (await confirmed({ title, note: comment.text, action: t('common:remove') }))
      remove.mutate({ params })
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
      {isEditing ? (
        <EditForm
          params={params}
          request={request}
          comment={comment}
          onClose={() => setEditing(false)}
        />
      ) : (
        <p className={panel.text} dir="auto">
          <MentionedText comment={comment} />
        </p>
      )}
      {isMine && !isEditing && (
        <div className={styles.ownActions}>
          {mayEdit && (
            <button
              type="button"
              className={panel.smallButton}
              aria-label={`${t('common:edit')}: ${comment.text}`}
              onClick={() => setEditing(true)}
            >
              {t('common:edit')}
            </button>
          )}
          <button
            type="button"
            className={panel.smallButton}
            aria-label={`${t('common:remove')}: ${comment.text}`}
            onClick={() => void confirmRemoval()}
          >
            {t('common:remove')}
          </button>
        </div>
      )}
    </div>
  )
}

type EditFormProps = Pick<Props, 'request' | 'comment'> & {
  params: { id: string; comment: string }
  onClose: () => void
}

function EditForm({ params, request, comment, onClose }: EditFormProps) {
  const { t } = useTranslation(['review', 'common'])
  const edited = useCommentText({ request, initial: comment })
  const before = { text: comment.text, mentions: comment.mentions.map(({ _id }) => _id) }
  const edit = useEndpointMutation(offlines.changeComment, {
    onSuccess: (_reply, { body }) => {
      onClose()
      if (body.text !== comment.text)
        showToast(t('commentEdited'), {
          action: { name: t('common:undo'), run: () => edit.mutate({ params, body: before }) },
        })
    },
  })
  const save = () => {
    if (!edited.isEmpty) edit.mutate({ params, body: edited.toComment() })
  }
  return (
    <form
      className={styles.replyForm}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <CommentField
        label={t('editLabel')}
        comment={edited}
        onSend={save}
        onCancel={onClose}
        autoFocus
      />
      <div className={panel.buttons}>
        <Button type="submit" size="compact-sm" loading={edit.isPending} disabled={edited.isEmpty}>
          {t('common:save')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </div>
    </form>
  )
}
