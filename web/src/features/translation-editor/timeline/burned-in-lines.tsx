import { ALIGNMENTS, readMarkup } from '@reelay/subtitles'
import { languageTag } from '../../../ui/format/format.ts'
import type { TimelineCue } from './timeline-props.ts'
import type { BurnInStyle } from './burn-in-style.ts'
import styles from './video-frame.module.css'

type Props = {
  cues: TimelineCue[]
  field: 'text' | 'source'
  language: string
  burnIn: BurnInStyle
}

/** The current lines, laid out as libass does: one stack per alignment, later lines on top. */
export function BurnedInLines({
  cues,
  field,
  language,
  burnIn: { direction, rowHeight, fontSize, verticalMargin, horizontalMargin, outline, shadow },
}: Props) {
  const style = {
    '--row-height': `${rowHeight * 100}cqh`,
    '--font-size': `${fontSize * 100}cqh`,
    '--vertical-margin': `${verticalMargin * 100}cqh`,
    '--horizontal-margin': `${horizontalMargin * 100}cqw`,
    '--outline': `${outline * 200}cqh`,
    '--shadow': `${shadow * 100}cqh`,
  } as React.CSSProperties
  return (
    <div className={styles.lines} style={style} aria-live="off">
      {ALIGNMENTS.map((alignment) => (
        <div key={alignment} className={styles.stack} data-alignment={alignment}>
          {cues
            .filter((cue) => alignmentOf(cue) === alignment)
            .map((cue) => (
              <p
                key={cue.id}
                className={styles.line}
                data-graphics={cue.isGraphics}
                data-align={cue.textAlign ?? 'center'}
                dir={field === 'text' ? direction : 'auto'}
                lang={field === 'text' ? languageTag(language) : undefined}
              >
                <Rows text={cue[field]} />
              </p>
            ))}
        </div>
      ))}
    </div>
  )
}

const alignmentOf = ({ alignment }: TimelineCue) =>
  ALIGNMENTS.find((known) => known === alignment) ?? 'bottom'

function Rows({ text }: { text: string }) {
  const markup = readMarkup(text)
  if (!markup.ok) return null
  return markup.rows.map((row, index) => (
    <span key={index} className={styles.row}>
      {row.map((run, runIndex) => (
        <span
          key={runIndex}
          className={run.styles.map((name) => styles[name]).join(' ') || undefined}
        >
          {run.text}
        </span>
      ))}
    </span>
  ))
}
