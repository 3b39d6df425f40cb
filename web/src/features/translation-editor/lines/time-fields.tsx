import { parseTimecode } from '@reelay/subtitles'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/i18n.ts'
import type { EditorLine } from '../model/draft.ts'
import { useEditor } from '../editor-context.ts'
import styles from './time-fields.module.css'

/** Start and end in the film's timecode, with buttons that move by a frame. */
export function TimeFields({ line }: { line: EditorLine }) {
  const { t } = useTranslation('translation-editor')
  return (
    <div className={styles.timeFields} dir="ltr">
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

type Props = {
  line: EditorLine
  edge: 'start' | 'stop'
  label: string
  earlier: string
  later: string
}

function TimeField({ line, edge, label, earlier, later }: Props) {
  const { actions, readOnly, clock } = useEditor()
  const value = clock.formatCue(parseTimecode(edge === 'start' ? line.startTime : line.stopTime))
  const [draft, setDraft] = useState<string | null>(null)
  const parsed = draft === null ? undefined : clock.parseCue(draft)
  const isValid =
    parsed !== undefined &&
    (edge === 'start'
      ? parsed < parseTimecode(line.stopTime)
      : parsed > parseTimecode(line.startTime))
  const apply = () => {
    if (isValid)
      actions.setTimes(
        line._id,
        edge === 'start' ? parsed : parseTimecode(line.startTime),
        edge === 'stop' ? parsed : parseTimecode(line.stopTime),
      )
    setDraft(null)
  }
  return (
    <span className={styles.timeField}>
      <button
        type="button"
        className={styles.nudge}
        aria-label={earlier}
        title={earlier}
        disabled={readOnly}
        onClick={() => actions.nudge(line._id, edge, -1)}
      >
        ‹
      </button>
      <input
        className={styles.timecode}
        aria-label={label}
        value={draft ?? value}
        readOnly={readOnly}
        inputMode="numeric"
        spellCheck={false}
        autoComplete="off"
        aria-invalid={draft !== null && !isValid}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={apply}
        onKeyDown={({ key }) => {
          if (key === 'Enter') apply()
          if (key === 'Escape') setDraft(null)
        }}
      />
      <button
        type="button"
        className={styles.nudge}
        aria-label={later}
        title={later}
        disabled={readOnly}
        onClick={() => actions.nudge(line._id, edge, 1)}
      >
        ›
      </button>
    </span>
  )
}
