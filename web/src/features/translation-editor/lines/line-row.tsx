import { memo } from 'react'
import type { comments as commentTypes, translations } from '@reelay/api/contract'
import { parseTimecode } from '@reelay/subtitles'
import { useTranslation } from '../../../i18n/i18n.ts'
import { measureReading, type Finding } from '../checks/checks.ts'
import type { EditorLineDraft, EditorLine } from '../model/draft.ts'
import { RichText } from '../../../ui/text/rich-text.tsx'
import { formatNumber, languageTag } from '../../../ui/format/format.ts'
import { Avatar } from '../../shared/avatar.tsx'
import type { EditorContext, PresentPerson } from '../editor-context.ts'
import { drawPeople } from '../presence/people-text.tsx'
import { MisspelledText } from '../spelling/misspelled-text.tsx'
import { misspelledIn } from '../spelling/words.ts'
import { LineBadges } from './line-badges.tsx'
import styles from './lines.module.css'

export type LineProps = {
  line: EditorLine
  findings: readonly Finding[] | undefined
  draft: EditorLineDraft | undefined
  people: readonly PresentPerson[]
  comments: readonly commentTypes.LineComment[] | undefined
  /** Another translation in place of the original. */
  reference: { text: string; language: string } | undefined
}

/** A line in the list. Pressing it selects it for editing. */
export const LineRow = memo(
  function LineRow({
    line,
    findings,
    draft,
    people,
    comments,
    reference,
    rules,
    clock,
    select,
  }: LineProps & Pick<EditorContext, 'rules' | 'clock' | 'select'>) {
    const { t } = useTranslation('translation-editor')
    const misspelled = misspelledIn(findings)
    return (
      <div className={styles.row}>
        <div className={styles.position}>
          <span className={styles.number}>{line.number}</span>
          <span className={styles.times} dir="ltr">
            <span>{clock.formatCue(parseTimecode(line.startTime))}</span>
            <span>{clock.formatCue(parseTimecode(line.stopTime))}</span>
          </span>
        </div>
        <div
          className={styles.source}
          dir="auto"
          lang={languageTag(reference?.language ?? rules.script?.language ?? '')}
        >
          {line.name && (
            <span className={styles.name} dir="auto">
              {line.name}
            </span>
          )}
          <RichText html={reference?.text ?? line.source} />
        </div>
        <div className={styles.target}>
          <button
            type="button"
            className={styles.selectButton}
            onClick={() => select(line._id, true)}
          >
            <span className="visually-hidden">{t('line.number', { number: line.number })}: </span>
            {line.text ? (
              <span className={styles.translation} dir="auto" lang={languageTag(rules.language)}>
                <RichText
                  html={line.text}
                  drawText={
                    people.length > 0
                      ? drawPeople(people)
                      : (text) => <MisspelledText text={text} misspelled={misspelled} />
                  }
                />
              </span>
            ) : (
              <span className={styles.untranslated}>{t('line.untranslated')}</span>
            )}
          </button>
          <div className={styles.badges}>
            <LineBadges line={line} findings={findings} draft={draft} comments={comments} />
          </div>
        </div>
        <div className={styles.measures}>
          {line.text && <ReadingSpeed line={line} rules={rules} />}
          {people.map((person) => (
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
  (before, after) =>
    before.line === after.line &&
    before.findings === after.findings &&
    before.draft === after.draft &&
    before.comments === after.comments &&
    before.reference?.text === after.reference?.text &&
    before.rules === after.rules &&
    before.clock === after.clock &&
    before.select === after.select &&
    before.people.length === after.people.length &&
    before.people.every((person, index) => isSamePlace(person, after.people[index]!)),
)

const isSamePlace = (one: PresentPerson, other: PresentPerson) =>
  one._id === other._id &&
  one.selection?.from === other.selection?.from &&
  one.selection?.to === other.selection?.to

function ReadingSpeed({ line, rules }: { line: EditorLine; rules: translations.CheckRules }) {
  const { t } = useTranslation('translation-editor')
  const { speed, maxSpeed } = measureReading(line, rules)
  if (rules.kind === 'graphics') return null
  return (
    <span
      className={styles.speed}
      data-over={maxSpeed !== undefined && speed > maxSpeed}
      title={t('readingSpeed.unit')}
    >
      {formatNumber(speed)}
      <span className="visually-hidden"> {t('readingSpeed.unit')}</span>
    </span>
  )
}
