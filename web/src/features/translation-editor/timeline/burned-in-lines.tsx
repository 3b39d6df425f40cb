import {
  ALIGNMENTS,
  TEXT_ALIGNS,
  colourOf,
  readMarkup,
  rubyOf,
  type TextRun,
} from '@reelay/subtitles'
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
  const paragraph = (cue: TimelineCue) => (
    <p
      key={cue.id}
      className={styles.line}
      style={isPlaced(cue) ? placeOf(cue) : undefined}
      data-graphics={cue.isGraphics}
      data-align={cue.writingMode ? undefined : (cue.textAlign ?? 'center')}
      data-placed={isPlaced(cue)}
      dir={field === 'text' ? direction : 'auto'}
      lang={field === 'text' ? languageTag(language) : undefined}
    >
      <Rows text={cue[field]} />
    </p>
  )
  return (
    <div className={styles.lines} style={style} aria-live="off">
      {ALIGNMENTS.map((alignment) => (
        <div key={alignment} className={styles.stack} data-alignment={alignment}>
          {cues.filter((cue) => !isPlaced(cue) && alignmentOf(cue) === alignment).map(paragraph)}
        </div>
      ))}
      {cues.filter(isPlaced).map(paragraph)}
    </div>
  )
}

const isPlaced = ({ x, y, writingMode }: TimelineCue) =>
  x !== undefined || y !== undefined || writingMode !== undefined

/** The point of the text that the alignment names. Without a position it is at the margin. */
function placeOf(cue: TimelineCue): React.CSSProperties {
  const textAlign = TEXT_ALIGNS.find((known) => known === cue.textAlign) ?? 'center'
  const alignment = alignmentOf(cue)
  const across = { left: 0, center: 0.5, right: 1 }[textAlign]
  const down = { top: 0, middle: 0.5, bottom: 1 }[alignment]
  const within = (share: number, margin: string) =>
    `calc(${share * 100}% + ${1 - 2 * share} * var(${margin}))`
  return {
    left: cue.x === undefined ? within(across, '--horizontal-margin') : `${cue.x}%`,
    top: cue.y === undefined ? within(down, '--vertical-margin') : `${cue.y}%`,
    translate: `${-across * 100}% ${-down * 100}%`,
    writingMode: cue.writingMode,
  }
}

const alignmentOf = ({ alignment }: TimelineCue) =>
  ALIGNMENTS.find((known) => known === alignment) ?? 'bottom'

function Rows({ text }: { text: string }) {
  const markup = readMarkup(text)
  if (!markup.ok) return null
  return markup.rows.map((row, index) => (
    <span key={index} className={styles.row}>
      {row.map((run, runIndex) => (
        <Run key={runIndex} run={run} />
      ))}
    </span>
  ))
}

function Run({ run: { text, styles: names } }: { run: TextRun }) {
  const ruby = rubyOf(names)
  return (
    <span
      className={
        names
          .map((name) => styles[name])
          .join(' ')
          .trim() || undefined
      }
      style={{ color: colourOf(names) }}
    >
      {ruby === undefined ? (
        text
      ) : (
        <ruby>
          {text}
          <rt>{ruby}</rt>
        </ruby>
      )}
    </span>
  )
}
