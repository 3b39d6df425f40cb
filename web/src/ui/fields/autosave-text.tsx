import { useState } from 'react'
import { TextInput } from '@mantine/core'

type Props = {
  label: string
  description?: string
  value: string
  maxLength: number
  /** An empty one is put back as it was. */ onSave: (value: string) => void
}

/** A line of text that is saved when one leaves it, or with Enter; Escape puts it back. */
export function AutosaveText({ label, description, value, maxLength, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const leave = () => {
    const typed = draft?.trim()
    setDraft(null)
    if (typed && typed !== value) onSave(typed)
  }
  return (
    <TextInput
      label={label}
      description={description}
      value={draft ?? value}
      maxLength={maxLength}
      dir="auto"
      autoComplete="off"
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={leave}
      onKeyDown={({ key }) => {
        if (key === 'Enter') leave()
        if (key === 'Escape') setDraft(null)
      }}
    />
  )
}
