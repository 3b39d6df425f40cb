import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'

type Props = { text: string; links: Record<string, ReactElement<{ children?: ReactNode }>> }

/**
 * A translated sentence with links: `Go to the <library>library</library>.` The Trans component of
 * react-i18next does more, but is 6 kB gzip.
 */
export function TextWithLinks({ text, links }: Props) {
  return text
    .split(/(<(?<name>\w+)>.*?<\/\k<name>>)/)
    .filter((_part, at) => at % 3 !== 2)
    .map((part, at) => {
      const found = /^<(\w+)>(.*)<\/\1>$/.exec(part)
      const link = found && links[found[1]!]
      return link ? cloneElement(link, { key: at }, found[2]) : <Fragment key={at}>{part}</Fragment>
    })
}
