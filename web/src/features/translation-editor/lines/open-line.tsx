import { useTranslation } from '../../../i18n/i18n.ts'
import { languageTag } from '../../../ui/format/format.ts'
import { useIsNarrow } from '../../../ui/layout/use-is-narrow.ts'
import { termsIn, piecesOf } from '../suggestions/terms.ts'
import { Avatar } from '../presence/avatar.tsx'
import { Conflict } from './conflict.tsx'
import { useEditor } from '../editor-context.ts'
import { Details } from './line-details.tsx'
import { LineFindings } from './line-findings.tsx'
import type { OwnLine } from './line-row.tsx'
import { LineTools } from './line-tools.tsx'
import { Suggestions } from '../suggestions/suggestions.tsx'
import { TextField } from './text-field.tsx'
import { Times } from './time-fields.tsx'
import styles from './lines.module.css'

/** The line that is worked on. */
export function OpenLine({ line, findings, draft, here, asset }: OwnLine & { asset: string }) {
  const { t } = useTranslation('translate')
  const { rules, wording } = useEditor()
  const isNarrow = useIsNarrow()
  const terms = termsIn(line.source, wording)
  return (
    <section
      className={`${styles.row} ${styles.opened}`}
      aria-label={t('line.number', { number: line.number })}
    >
      <div className={styles.where}>
        <span className={styles.number}>{line.number}</span>
        <Times line={line} />
        {here.map((person) => (
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
          {piecesOf(line.source, terms).map(({ text, term }, index) =>
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
        {draft?.refused !== undefined && (
          <p className={styles.refused} role="alert" dir="auto">
            {t('refusedBecause', { why: draft.refused })}
          </p>
        )}
        <LineFindings line={line} findings={findings} />
        <Details line={line} />
        {isNarrow && <Suggestions asset={asset} />}
      </div>
    </section>
  )
}
