import styles from './avatar.module.css'

/** The initials of a person who is present; the full name is the tooltip. */
export const Avatar = ({
  person: { _id, name },
  label = name,
}: {
  person: { _id: string; name: string }
  label?: string
}) => (
  <span
    className={styles.avatar}
    role="img"
    aria-label={label}
    title={label}
    style={{ '--tone': `var(--tone-${TONES[hash(_id) % TONES.length]})` } as React.CSSProperties}
  >
    {initials(name)}
  </span>
)

const TONES = ['info', 'accent', 'good', 'warning', 'bad'] as const
const hash = (text: string) =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7)

function initials(name: string): string {
  const parts = name.trim().split(/\s+/)
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => [...(part ?? '')][0]?.toLocaleUpperCase() ?? '')
    .join('')
}
