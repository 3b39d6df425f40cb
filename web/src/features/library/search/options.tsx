import { useEffect, useRef } from 'react'
import type { SearchGroup, SearchItem } from './results.ts'
import { splitByMatch } from './match.ts'
import styles from './search.module.css'

type Props = {
  id: string
  groups: SearchGroup[]
  typed: string
  at: number
  onOpen: (item: SearchItem, inNewTab: boolean) => void
  onPoint: (index: number) => void
}

/** The options are links, so that the browser can open them in a new tab. */
export function ResultList({ id, groups, typed, at, onOpen, onPoint }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const firsts = groups.map((_group, index) =>
    groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  )
  return (
    <div
      ref={list}
      id={`${id}list`}
      className={styles.list}
      role="listbox"
      aria-labelledby={`${id}name`}
    >
      <span id={`${id}name`} hidden>
        {groups.map(({ name }) => name).join(', ')}
      </span>
      {groups.map(({ name, items }, group) => (
        <div key={name} role="group" aria-label={name} className={styles.group}>
          <div className={styles.groupName} aria-hidden="true">
            {name}
          </div>
          {items.map((item, place) => {
            const index = firsts[group]! + place
            return (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys belong
              // to the field
              <a
                key={item.key}
                id={`${id}${index}`}
                role="option"
                aria-selected={index === at}
                tabIndex={-1}
                href={item.href ?? '#'}
                className={styles.option}
                onPointerMove={() => {
                  if (index !== at) onPoint(index)
                }}
                onClick={(event) => {
                  event.preventDefault()
                  onOpen(item, event.ctrlKey || event.metaKey)
                }}
              >
                <span className={styles.name} dir="auto">
                  {splitByMatch(item.name, typed).map(({ text, isMatch }, part) =>
                    isMatch ? <mark key={part}>{text}</mark> : text,
                  )}
                </span>
                {item.note && (
                  <span className={styles.note} dir="auto">
                    {item.note}
                  </span>
                )}
              </a>
            )
          })}
        </div>
      ))}
    </div>
  )
}
