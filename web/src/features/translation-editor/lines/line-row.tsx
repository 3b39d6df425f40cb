import { memo } from 'react'
import type { translations } from '@reelay/api/contract'
import { useTranslation } from '../../../i18n/i18n.ts'
import { measureReading, type Finding } from '../checks/checks.ts'
import type { LineDraft, Line } from '../model/draft.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { languageTag } from '../../../ui/format/format.ts'
import { Avatar } from '../presence/avatar.tsx'
import type { EditorContext, PresentPerson } from '../editor-context.ts'
import { LineBadges } from './line-badges.tsx'
import styles from './lines.module.css'

export type LineProps = {
  line: Line
  findings: readonly Finding[] | undefined
  draft: LineDraft | undefined
  here: readonly PresentPerson[]
}

/** A line that is only read: to press it is to write it. */
export const LineRow = memo(
  function LineRow({
    line,
    findings,
    draft,
    here,
    rules,
    select,
  }: LineProps & { rules: translations.CheckRules; select: EditorContext['select'] }) {
    const { t } = useTranslation('translation-editor')
    return (
      <div className={styles.row}>
        <div className={styles.where}>
          <span className={styles.number}>{line.number}</span>
          <span className={styles.times} dir="ltr">
            <span>{line.startTime}</span>
            <span>{line.stopTime}</span>
          </span>
        </div>
        <div className={styles.source} dir="auto" lang={languageTag(rules.script?.language ?? '')}>
          {line.name && (
            <span className={styles.name} dir="auto">
              {line.name}
            </span>
          )}
          <RichText html={line.source} />
        </div>
        <div className={styles.target}>
          <button type="button" className={styles.open} onClick={() => select(line._id, true)}>
            <span className="visually-hidden">{t('line.number', { number: line.number })}: </span>
            {line.text ? (
              <span className={styles.said} dir="auto" lang={languageTag(rules.language)}>
                <RichText html={line.text} />
              </span>
            ) : (
              <span className={styles.unsaid}>{t('line.untranslated')}</span>
            )}
          </button>
          <div className={styles.below}>
            <LineBadges line={line} findings={findings} draft={draft} />
          </div>
        </div>
        <div className={styles.figures}>
          {line.text && <ReadingSpeed line={line} rules={rules} />}
          {here.map((person) => (
            <Avatar
              key={person._id}
              person={person}
              label={t('isAtLine', { name: person.name, number: line.number })}
            />
          ))}
        </div>
      </div>
    )
  },
  (one, other) =>
    one.line === other.line &&
    one.findings === other.findings &&
    one.draft === other.draft &&
    one.rules === other.rules &&
    one.select === other.select &&
    one.here.length === other.here.length &&
    one.here.every((person, at) => person._id === other.here[at]!._id),
)

function ReadingSpeed({ line, rules }: { line: Line; rules: translations.CheckRules }) {
  const { t } = useTranslation('translation-editor')
  const { speed, mostSpeed } = measureReading(line, rules)
  if (rules.kind === 'graphics') return null
  return (
    <span
      className={styles.speed}
      data-over={mostSpeed !== undefined && speed > mostSpeed}
      title={t('readingSpeed.unit')}
    >
      {speed.toFixed(1)}
      <span className="visually-hidden"> {t('readingSpeed.unit')}</span>
    </span>
  )
}
