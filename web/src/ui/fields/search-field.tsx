import { useState } from 'react'
import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useTranslation } from '../../i18n/i18n.ts'
import { SearchIcon } from '../icons/icons.tsx'

type Props = {
  label: string
  /** The label is the placeholder, and the field is lower. */
  isCompact?: boolean
  value: string
  onSearch: (value: string) => void
}

/**
 * Searches after a pause in typing. While the field is not edited it shows the value of the URL.
 */
export function SearchField({ label, isCompact = false, value, onSearch }: Props) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<string | null>(null)
  const searchSoon = useDebouncedCallback(onSearch, { delay: 250, flushOnUnmount: false })
  const shown = draft ?? value
  const searchNow = (text: string) => {
    searchSoon.cancel()
    if (text !== value) onSearch(text)
  }
  const clear = () => {
    setDraft(null)
    searchNow('')
  }
  return (
    <TextInput
      type="search"
      role="searchbox"
      {...(isCompact ? { 'aria-label': label, placeholder: label, size: 'xs' } : { label })}
      value={shown}
      autoComplete="off"
      spellCheck={false}
      maxLength={200}
      leftSection={<SearchIcon />}
      rightSection={
        shown && <CloseButton size="sm" aria-label={t('clearSearch')} onClick={clear} />
      }
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        searchSoon(currentTarget.value)
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') searchNow(currentTarget.value)
        if (key === 'Escape') clear()
      }}
      onBlur={() => {
        if (draft !== null) searchNow(draft)
        setDraft(null)
      }}
    />
  )
}
