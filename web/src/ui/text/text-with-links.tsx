import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react'

type Props = { text: string; links: Record<string, ReactElement<{ children?: ReactNode }>> }

/**
 * A sentence with links in it, each where the language wants it: `Go on in the
 * <library>library</library>.` (react-i18next's Trans does more, and weighs 6 kB gzip.)
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
