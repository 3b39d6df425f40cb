import { positionsOf } from './words.ts'
import styles from './spelling.module.css'

/** A text with its misspelled words underlined. */
export function MisspelledText({
  text,
  misspelled,
}: {
  text: string
  misspelled: ReadonlySet<string>
}) {
  const pieces = []
  let end = 0
  for (const { word, at } of positionsOf(text, misspelled)) {
    pieces.push(
      text.slice(end, at),
      <span key={at} className={styles.misspelled}>
        {word}
      </span>,
    )
    end = at + word.length
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  )
}
