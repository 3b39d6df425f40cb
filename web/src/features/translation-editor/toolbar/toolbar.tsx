import type { scripts, translations } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { countOf } from '../checks/checks.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { Avatar } from '../presence/avatar.tsx'
import { Deciding } from './status-actions.tsx'
import { useEditor } from '../editor-context.ts'
import { Saving } from './save-status.tsx'
import { Tools } from './tools-menu.tsx'
import type { Window } from '../dialogs/dialogs.tsx'
import styles from './toolbar.module.css'

const route = getRouteApi('/inside/workrequests/$id/translate')

type Parts = {
  translation: translations.Translation
  part: scripts.ScriptPart
  parts: scripts.ScriptPart[]
  shown: Window | null
  open: (window: Window | null) => void
}

/**
 * Stays in sight: which list this is, how far it is, who else is here, whether everything is kept,
 * and what comes next.
 */
export function Bar({ translation, part, parts, shown, open }: Parts) {
  const { t } = useTranslation(['translate', 'trade'])
  const { id } = route.useParams()
  const { people } = useEditor()
  return (
    <div className={styles.bar} role="group" aria-label={t('bar')}>
      <nav className={styles.parts} aria-label={t('lists')}>
        {parts.map((name) => (
          <Link
            key={name}
            to="/workrequests/$id/translate"
            params={{ id }}
            search={{ sheet: name }}
            className={styles.part}
            aria-current={name === part ? 'page' : undefined}
          >
            {t(`trade:part.${name}`)}
          </Link>
        ))}
      </nav>
      <HowFar />
      <div className={styles.people}>
        {people.map((person) => (
          <Avatar key={person._id} person={person} label={t('isHere', { name: person.name })} />
        ))}
      </div>
      <Saving />
      <div className={styles.acts}>
        <ChecksButton isOpen={shown === 'checks'} open={open} />
        <Deciding translation={translation} open={open} />
        <Tools open={open} />
      </div>
    </div>
  )
}

function HowFar() {
  const { t } = useTranslation('translate')
  const { lines } = useEditor()
  const done = lines.filter(({ text }) => text).length
  const text = t('progress', {
    done: formatNumber(done),
    total: formatNumber(lines.length),
    count: lines.length,
  })
  return (
    <div className={styles.progress}>
      <span>{text}</span>
      <ProgressBar label={text} value={lines.length ? done / lines.length : 0} />
    </div>
  )
}

function ChecksButton({
  isOpen,
  open,
}: {
  isOpen: boolean
  open: (window: Window | null) => void
}) {
  const { t } = useTranslation('checks')
  const { errors, warnings } = countOf(useEditor().findings)
  const tone = errors ? 'bad' : warnings ? 'wait' : 'good'
  const text =
    errors || warnings
      ? [errors && t('errors', { count: errors }), warnings && t('warnings', { count: warnings })]
          .filter(Boolean)
          .join(', ')
      : t('allGood')
  return (
    <button
      type="button"
      className={styles.checks}
      style={{ '--tone': `var(--tone-${tone})` } as React.CSSProperties}
      aria-expanded={isOpen}
      onClick={() => open(isOpen ? null : 'checks')}
    >
      <span className="unseen">{t('title')}: </span>
      {text}
    </button>
  )
}
