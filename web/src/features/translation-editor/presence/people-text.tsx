import type { ReactNode } from 'react'
import type { PresentPerson } from '../editor-context.ts'
import styles from './people-text.module.css'

/** Offsets count letters, without tags and line breaks, so that they fit every form of the text. */
export const offsetIn = (value: string, position: number): number =>
  value.slice(0, position).replaceAll(/<[^<>]*>|\n/g, '').length

/** Draws the pieces of a text in their order, with the cursors and selections of others. */
export function drawPeople(people: readonly PresentPerson[]): (text: string) => ReactNode {
  let start = 0
  return (text) => {
    const edges = people.flatMap(({ selection }) =>
      selection ? [selection.from, selection.to] : [],
    )
    const cuts = [0, ...edges.map((edge) => edge - start), text.length]
      .filter((cut) => cut >= 0 && cut <= text.length)
      .toSorted((one, other) => one - other)
    const pieces = cuts.slice(1).map((end, index) => {
      const from = cuts[index]! + start
      const to = end + start
      const isSelected = people.some(
        ({ selection }) => selection && selection.from <= from && to <= selection.to && from < to,
      )
      const carets = people.filter(({ selection }) => selection?.to === to && from < to)
      return (
        <span
          key={index}
          className={isSelected ? styles.selected : undefined}
          data-testid={isSelected ? 'selection' : undefined}
        >
          {text.slice(from - start, to - start)}
          {carets.map(({ _id, name }) => (
            <span key={_id} className={styles.caret} title={name} data-testid="caret" />
          ))}
        </span>
      )
    })
    start += text.length
    return pieces
  }
}
