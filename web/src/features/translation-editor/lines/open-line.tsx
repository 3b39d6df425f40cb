import { useTranslation } from '../../../i18n/i18n.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { findAgreedTerms, splitByTerms } from '../suggestions/terms.ts'
import { Avatar } from '../presence/avatar.tsx'
import { Conflict } from './conflict.tsx'
import { useEditor } from '../editor-context.ts'
import { LineDetails } from './line-details.tsx'
import { LineFindings } from './line-findings.tsx'
import type { LineProps } from './line-row.tsx'
import { LineTools } from './line-tools.tsx'
import { Suggestions } from '../suggestions/suggestions.tsx'
import { TextField } from './text-field.tsx'
import { TimeFields } from './time-fields.tsx'
import editorStyles from './line-editor.module.css'
import styles from './lines.module.css'

/** The selected line, which can be edited. */
export function OpenLine({ line, findings, draft, people, asset }: LineProps & { asset: string }) {
  const { t } = useTranslation('translation-editor')
  const { rules, termIndex } = useEditor()
  const isNarrow = useIsNarrow()
  const terms = findAgreedTerms(line.source, termIndex)
  return (
    <section
      className={`${styles.row} ${styles.selected}`}
      aria-label={t('line.number', { number: line.number })}
    >
      <div className={styles.position}>
        <span className={styles.number}>{line.number}</span>
        <TimeFields line={line} />
        {people.map((person) => (
          <Avatar
            key={person._id}
            person={person}
            label={t('isAtLine', { name: person.name, number: line.number })}
          />
        ))}
      </div>
      <div className={styles.sourceSide}>
        <div className={styles.source} lang={languageTag(rules.script?.language ?? '')} dir="auto">
          {line.name && (
            <span className={styles.name} dir="auto">
              {line.name}
            </span>
          )}
          {splitByTerms(line.source, terms).map(({ text, term }, index) =>
            term ? (
              <mark
                key={index}
                className={styles.term}
                title={t('termIs', { source: term.source, target: term.target })}
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </div>
        {!isNarrow && <Suggestions asset={asset} />}
      </div>
      <div className={styles.target}>
        {draft?.theirs && <Conflict draft={draft} />}
        <TextField line={line} />
        <LineTools line={line} />
        {draft?.rejected !== undefined && (
          <p className={editorStyles.rejected} role="alert" dir="auto">
            {t('rejectedBecause', { reason: draft.rejected })}
          </p>
        )}
        <LineFindings line={line} findings={findings} />
        <LineDetails line={line} />
        {isNarrow && <Suggestions asset={asset} />}
      </div>
    </section>
  )
}
