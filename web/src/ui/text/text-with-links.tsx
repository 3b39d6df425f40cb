import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'

type Props = { text: string; links: Record<string, ReactElement<{ children?: ReactNode }>> }

/** A translated sentence with links: `Go to the <library>library</library>.` */
export function TextWithLinks({ text, links }: Props) {
  return text
    .split(/(<(?<name>\w+)>[^<]*<\/\k<name>>)/)
    .filter((_part, index) => index % 3 !== 2)
    .map((part, index) => {
      const match = /^<(\w+)>(.*)<\/\1>$/.exec(part)
      const link = match && links[match[1]!]
      return link ? (
        cloneElement(link, { key: index }, match[2])
      ) : (
        <Fragment key={index}>{part}</Fragment>
      )
    })
}
