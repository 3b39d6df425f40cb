import { Fragment } from 'react'

/**
 * File names are one long word to a browser; this lets it break where a person would, and copies
 * clean.
 */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[_./-])(?=[^\s_./-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
