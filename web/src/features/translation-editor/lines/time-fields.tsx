import { parseTimecode } from '@reelay/subtitles'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { Line } from '../model/draft.ts'
import { parseTime } from './parse-time.ts'
import { useEditor } from '../editor-context.ts'
import styles from './lines.module.css'

/** From when to when, to the thousandth, and by single frames. */
export function TimeFields({ line }: { line: Line }) {
  const { t } = useTranslation('translation-editor')
  return (
    <div className={styles.clock} dir="ltr">
      <TimeField
        line={line}
        edge="start"
        label={t('time.in')}
        earlier={t('time.inEarlier')}
        later={t('time.inLater')}
      />
      <TimeField
        line={line}
        edge="stop"
        label={t('time.out')}
        earlier={t('time.outEarlier')}
        later={t('time.outLater')}
      />
    </div>
  )
}

type Props = { line: Line; edge: 'start' | 'stop'; label: string; earlier: string; later: string }

function TimeField({ line, edge, label, earlier, later }: Props) {
  const { actions: acts, readOnly } = useEditor()
  const value = edge === 'start' ? line.startTime : line.stopTime
  const [draft, setDraft] = useState<string | null>(null)
  const read = draft === null ? undefined : parseTime(draft)
  const fits =
    read !== undefined &&
    (edge === 'start' ? read < parseTimecode(line.stopTime) : read > parseTimecode(line.startTime))
  const take = () => {
    if (fits)
      acts.setTimes(
        line._id,
        edge === 'start' ? read : parseTimecode(line.startTime),
        edge === 'stop' ? read : parseTimecode(line.stopTime),
      )
    setDraft(null)
  }
  return (
    <span className={styles.time}>
      <button
        type="button"
        className={styles.nudge}
        aria-label={earlier}
        title={earlier}
        disabled={readOnly}
        onClick={() => acts.nudge(line._id, edge, -1)}
      >
        ‹
      </button>
      <input
        className={styles.code}
        aria-label={label}
        value={draft ?? value}
        readOnly={readOnly}
        inputMode="numeric"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={draft !== null && !fits}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take()
          if (key === 'Escape') setDraft(null)
        }}
      />
      <button
        type="button"
        className={styles.nudge}
        aria-label={later}
        title={later}
        disabled={readOnly}
        onClick={() => acts.nudge(line._id, edge, 1)}
      >
        ›
      </button>
    </span>
  )
}
