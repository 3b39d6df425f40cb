import { useId, useState, type KeyboardEvent } from 'react'
import { TextInput } from '@mantine/core'
import { SearchIcon } from '../icons/icons.tsx'
import styles from './combobox.module.css'

export type ComboboxOption = { value: string; name: string; note?: string | undefined }
type Props = {
  label: string
  /** If missing, the label is shown inside the field. */
  placeholder?: string
  error?: string | undefined
  /** Undefined while loading. */
  options: readonly ComboboxOption[] | undefined
  emptyText: string
  query: string
  onQueryChange: (text: string) => void
  onSelect: (found: ComboboxOption) => void
}

/** A search field with a list of results (ARIA combobox). */
export function Combobox({
  label,
  placeholder,
  error,
  options,
  emptyText,
  query,
  onQueryChange,
  onSelect,
}: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const here = options?.[Math.min(at, options.length - 1)]
  const shows = isOpen && options !== undefined && (query !== '' || options.length > 0)
  const pick = (one: ComboboxOption) => {
    onSelect(one)
    onQueryChange('')
    setAt(0)
    setOpen(false)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options?.length) {
      event.preventDefault()
      setOpen(true)
      setAt((at + step + options.length) % options.length)
    }
    if (event.key === 'Enter' && isOpen && here) {
      event.preventDefault()
      pick(here)
    }
    // Escape closes the list, not the dialog around it.
    if (event.key === 'Escape' && shows) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    }
  }
  return (
    <div
      className={styles.combobox}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <TextInput
        {...(placeholder ? { label, placeholder } : { 'aria-label': label, placeholder: label })}
        value={query}
        error={error}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        leftSection={<SearchIcon />}
        role="combobox"
        aria-expanded={shows}
        aria-controls={shows ? id : undefined}
        aria-autocomplete="list"
        aria-activedescendant={shows && here ? `${id}${here.value}` : undefined}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          onQueryChange(currentTarget.value)
          setOpen(true)
          setAt(0)
        }}
      />
      {shows &&
        (options.length > 0 ? (
          <ul className={styles.list} id={id} role="listbox" aria-label={label}>
            {options.map((one) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the
              // keys, as a combobox does
              <li
                key={one.value}
                id={`${id}${one.value}`}
                role="option"
                aria-selected={one === here}
                className={styles.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(one)}
              >
                <span dir="auto">{one.name}</span>
                {one.note && (
                  <span className={styles.note} dir="auto">
                    {one.note}
                  </span>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <p className={styles.list} role="status">
            <span className={styles.empty}>{emptyText}</span>
          </p>
        ))}
    </div>
  )
}
