import { ALIGNMENTS, readMarkup } from '@reelay/subtitles'
import { languageTag } from '../../../ui/format/format.ts'
import type { Cue } from './timeline-props.ts'
import type { BurnInStyle } from './burn-in-style.ts'
import styles from './video-frame.module.css'

type Props = { cues: Cue[]; from: 'text' | 'source'; language: string; lettering: BurnInStyle }

/**
 * The lines of this moment, laid out as libass will: each place is a pile, and what comes later
 * stands above.
 */
export function BurnedInLines({
  cues,
  from,
  language,
  lettering: { direction, row, em, edge, side, outline, shadow },
}: Props) {
  const look = {
    '--row': `${row * 100}cqh`,
    '--em': `${em * 100}cqh`,
    '--edge': `${edge * 100}cqh`,
    '--side': `${side * 100}cqw`,
    '--outline': `${outline * 200}cqh`,
    '--shadow': `${shadow * 100}cqh`,
  } as React.CSSProperties
  return (
    <div className={styles.lines} style={look} aria-live="off">
      {ALIGNMENTS.map((alignment) => (
        <div key={alignment} className={styles.pile} data-alignment={alignment}>
          {cues
            .filter((cue) => alignmentOf(cue) === alignment)
            .map((cue) => (
              <p
                key={cue.id}
                className={styles.line}
                data-graphics={cue.isGraphics}
                data-align={cue.textAlign ?? 'center'}
                dir={from === 'text' ? direction : 'auto'}
                lang={from === 'text' ? languageTag(language) : undefined}
              >
                <Rows text={cue[from]} />
              </p>
            ))}
        </div>
      ))}
    </div>
  )
}

const alignmentOf = ({ alignment }: Cue) =>
  ALIGNMENTS.find((known) => known === alignment) ?? 'bottom'

function Rows({ text }: { text: string }) {
  const read = readMarkup(text)
  if (!read.ok) return null
  return read.rows.map((row, index) => (
    <span key={index} className={styles.row}>
      {row.map((run, part) => (
        <span
          key={part}
          className={run.styles.map((style) => styles[style]).join(' ') || undefined}
        >
          {run.text}
        </span>
      ))}
    </span>
  ))
}
