import type { scripts, translations } from '@reelay/api/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { countFindings } from '../checks/checks.ts'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { formatNumber } from '../../../ui/format/format.ts'
import { Avatar } from '../../shared/avatar.tsx'
import { StatusActions } from './status-actions.tsx'
import { useEditor } from '../editor-context.ts'
import { SaveStatus } from './save-status.tsx'
import { ToolsMenu } from './tools-menu.tsx'
import type { EditorPanel } from '../dialogs/dialogs.tsx'
import styles from './toolbar.module.css'

const route = getRouteApi('/app/workrequests/$id/translate')

type Props = {
  translation: translations.Translation
  part: scripts.ScriptPart
  parts: scripts.ScriptPart[]
  open: (panel: EditorPanel) => void
}

/** The list, its progress, who else is editing, whether it is saved, and the next step. */
export function Toolbar({ translation, part, parts, open }: Props) {
  const { t } = useTranslation(['translation-editor', 'trade'])
  const { id } = route.useParams()
  const { people } = useEditor()
  return (
    <div className={styles.toolbar} role="group" aria-label={t('toolbar')}>
      <nav className={styles.parts} aria-label={t('parts')}>
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
      <TranslationProgress />
      <div className={styles.people}>
        {people.map((person) => (
          <Avatar key={person._id} person={person} label={t('isHere', { name: person.name })} />
        ))}
      </div>
      <SaveStatus />
      <div className={styles.actions}>
        <ChecksButton open={open} />
        <StatusActions translation={translation} open={open} />
        <ToolsMenu open={open} />
      </div>
    </div>
  )
}

function TranslationProgress() {
  const { t } = useTranslation('translation-editor')
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

function ChecksButton({ open }: { open: (panel: EditorPanel) => void }) {
  const { t } = useTranslation('checks')
  const { errors, warnings } = countFindings(useEditor().findings)
  const tone = errors ? 'bad' : warnings ? 'warning' : 'good'
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
      onClick={() => open('checks')}
    >
      <span className="visually-hidden">{t('title')}: </span>
      {text}
    </button>
  )
}
