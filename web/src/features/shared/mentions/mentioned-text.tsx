import type { users } from '@reelay/api/contract'
import { splitMentions } from './mentions.ts'
import styles from './mentions.module.css'

type Props = { comment: { text: string; mentions: users.UserSummary[] } }

/** The text of a comment with highlighted names. */
export const MentionedText = ({ comment: { text, mentions } }: Props) =>
  splitMentions(text, mentions).map((part, index) =>
    part.isName ? (
      <span key={index} className={styles.mention}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  )
