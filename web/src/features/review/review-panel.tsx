import { Decision } from './decision.tsx'
import { NewComment } from './new-comment.tsx'
import { ThreadList } from './thread-list.tsx'
import type { Review } from './use-review.ts'
import type { offlines } from '@reelay/api/contract'
import styles from './review-panel.module.css'

type Props = { review: Review; versions: offlines.Offline[] | undefined }

/** The notes scroll; the new note and the decision stay visible. */
export function ReviewPanel({ review, versions }: Props) {
  return (
    <>
      <div className={styles.notes}>
        <ThreadList review={review} versions={versions} />
      </div>
      {review.mayComment && <NewComment review={review} />}
      <Decision review={review} versions={versions} />
    </>
  )
}
