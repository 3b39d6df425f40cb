import { comments } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { CommentText } from './use-comment-text.ts'
import styles from './mentions.module.css'

type Props = {
  id: string
  comment: CommentText
  className: string | undefined
  rows: number
  placeholder: string
  autoFocus?: boolean
  onFocus?: (() => void) | undefined
  /** For keys that the list of people does not use. */
  onKeyDown: (event: React.KeyboardEvent<HTMLTextAreaElement>) => void
  /** Where the list of people opens. */
  people?: 'above' | 'below'
}

/** A field for plain text. @ suggests people who can see the work request. */
export function CommentTextarea(props: Props) {
  const { id, comment, className, rows, placeholder, autoFocus = false, people = 'below' } = props
  const { suggestions, highlighted } = comment
  return (
    <div className={styles.field} data-people={people}>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened it to type */}
      <textarea
        ref={comment.textarea}
        id={id}
        className={className}
        rows={rows}
        value={comment.text}
        maxLength={comments.MAX_COMMENT_LENGTH}
        dir="auto"
        autoFocus={autoFocus}
        placeholder={placeholder}
        aria-haspopup="listbox"
        aria-controls={`${id}-people`}
        aria-autocomplete="list"
        aria-activedescendant={suggestions.length ? `${id}-${highlighted}` : undefined}
        onFocus={props.onFocus}
        onChange={({ currentTarget }) => comment.edit(currentTarget)}
        onSelect={({ currentTarget }) => comment.setCaret(currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (!comment.handleKey(event)) props.onKeyDown(event)
        }}
      />
      <PeopleList id={id} comment={comment} />
    </div>
  )
}

function PeopleList({ id, comment }: Pick<Props, 'id' | 'comment'>) {
  const { t } = useTranslation('request')
  const { suggestions, highlighted, insert } = comment
  return (
    <ul
      id={`${id}-people`}
      role="listbox"
      aria-label={t('comments.people')}
      className={styles.people}
      hidden={suggestions.length === 0}
    >
      {suggestions.map(({ _id, name, groups }, index) => (
        <li
          key={_id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === highlighted}
          onPointerDown={(event) => {
            event.preventDefault()
            insert(name)
          }}
        >
          <bdi>{name}</bdi>
          {groups[0] && <span className={styles.group}> {groups[0].name}</span>}
        </li>
      ))}
    </ul>
  )
}
