import { useTranslation } from '../../../i18n/i18n.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { languageTag } from '../../../ui/format/format.ts'
import { findAgreedTerms, splitByTerms } from '../suggestions/terms.ts'
import { Avatar } from '../../shared/avatar.tsx'
import { OpenSuggestions } from '../comments/suggested-text.tsx'
import { Conflict } from './conflict.tsx'
import { useEditor } from '../editor-context.ts'
import { LineDetails } from './line-details.tsx'
import { LineFindings } from './line-findings.tsx'
import type { LineProps } from './line-row.tsx'
import { LineTools } from './line-tools.tsx'
import { misspelledIn } from '../spelling/words.ts'
import { TextField } from './text-field.tsx'
import { TimeFields } from './time-fields.tsx'
import editorStyles from './line-editor.module.css'
import styles from './lines.module.css'

/** The selected line, which can be edited. */
export function OpenLine({ line, findings, draft, people, reference }: LineProps) {
  const { t } = useTranslation('translation-editor')
  const { rules, termIndex } = useEditor()
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
        {reference?.text && (
          <div className={styles.referenceText} lang={languageTag(reference.language)} dir="auto">
            <RichText html={reference.text} />
          </div>
        )}
      </div>
      <div className={styles.target}>
        {draft?.theirs && <Conflict draft={draft} />}
        <TextField line={line} misspelled={misspelledIn(findings)} />
        <OpenSuggestions line={line._id} />
        {draft?.rejected !== undefined && (
          <p className={editorStyles.rejected} role="alert" dir="auto">
            {t('rejectedBecause', { reason: draft.rejected })}
          </p>
        )}
      </div>
      <div className={styles.extra}>
        <div className={editorStyles.tools}>
          <LineTools line={line} />
          <LineDetails line={line} />
        </div>
        <LineFindings line={line} findings={findings} />
      </div>
    </section>
  )
}
