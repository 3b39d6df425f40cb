import { useState } from 'react'
import { TextInput } from '@mantine/core'

type Props = {
  label: string
  description?: string
  value: string
  maxLength: number
  /** Not called with an empty value. */ onSave: (value: string) => void
}

/** Saves on blur and on Enter. Escape restores the saved value. */
export function AutosaveText({ label, description, value, maxLength, onSave }: Props) {
  const [draft, setDraft] = useState<string | null>(null)
  const save = () => {
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
      onBlur={save}
      onKeyDown={({ key }) => {
        if (key === 'Enter') save()
        if (key === 'Escape') setDraft(null)
      }}
    />
  )
}
