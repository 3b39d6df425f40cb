import { Fragment } from 'react'

/** Lets long file names and addresses break after punctuation. Copied text is unchanged. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[_./@-])(?=[^\s_./@-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
